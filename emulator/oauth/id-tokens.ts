/** Signed id_tokens and the key set that checks them. The key is made once and kept in the data folder. */
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type CryptoKey, exportJWK, importPKCS8, type JWK, SignJWT } from 'jose'
import { stableNumber } from '../dialect/ids.ts'
import type { EmulatorUser } from '../parts.ts'

const ALGORITHM = 'RS256'
const KEY_ID = 'emulator-1'
const ID_TOKEN_SECONDS = 3600

export interface IdTokenClaims {
  issuer: string
  audience: string
  user: EmulatorUser
  nonce?: string
}

export class IdTokens {
  readonly #file: string
  readonly #now: () => number
  #key: Promise<CryptoKey> | undefined

  constructor({ file, now }: { file: string; now: () => number }) {
    this.#file = file
    this.#now = now
  }

  /** RFC 7517; the public half only. */
  async keySet(): Promise<{ keys: JWK[] }> {
    const { kty, n, e } = await exportJWK(await this.#privateKey())
    return { keys: [{ kty, n, e, kid: KEY_ID, use: 'sig', alg: ALGORITHM } as JWK] }
  }

  async issue({ issuer, audience, user, nonce }: IdTokenClaims): Promise<string> {
    const nowSeconds = Math.floor(this.#now() / 1000)
    return new SignJWT({ azp: audience, ...profileOf(user), ...(nonce === undefined ? {} : { nonce }) })
      .setProtectedHeader({ alg: ALGORITHM, kid: KEY_ID, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(nowSeconds)
      .setExpirationTime(nowSeconds + ID_TOKEN_SECONDS)
      .sign(await this.#privateKey())
  }

  #privateKey(): Promise<CryptoKey> {
    this.#key ??= importPKCS8(this.#readKey(), ALGORITHM, { extractable: true })
    return this.#key
  }

  #readKey(): string {
    if (!existsSync(this.#file)) {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      writeFileSync(this.#file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
    }
    return readFileSync(this.#file, 'utf8')
  }
}

/** What userinfo and id_tokens say of a user. */
export function profileOf({ email, name }: EmulatorUser): Record<string, unknown> {
  const [given = name, family] = name.split(' ')
  return {
    sub: `1${String(stableNumber(email)).padStart(20, '0')}`,
    email,
    email_verified: true,
    name,
    given_name: given,
    ...(family === undefined ? {} : { family_name: family }),
  }
}
