/** Signed id_tokens and the key set that checks them. The key is made once and kept in the data folder. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { stableNumber } from '../dialect/ids.ts'
import type { EmulatorUser } from '../parts.ts'

const KEY_ID = 'emulator-1'
const ID_TOKEN_SECONDS = 3600

export interface IdTokenClaims {
  issuer: string
  audience: string
  user: EmulatorUser
  nonce?: string
  nowSeconds: number
}

export class IdTokens {
  readonly #file: string
  #key: KeyObject | undefined

  constructor(file: string) {
    this.#file = file
  }

  /** RFC 7517. */
  keySet(): object {
    const jwk = createPublicKey(this.#privateKey()).export({ format: 'jwk' })
    return { keys: [{ ...jwk, kid: KEY_ID, use: 'sig', alg: 'RS256' }] }
  }

  issue({ issuer, audience, user, nonce, nowSeconds }: IdTokenClaims): string {
    const header = encode({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })
    const claims = encode({
      iss: issuer,
      azp: audience,
      aud: audience,
      ...profileOf(user),
      ...(nonce === undefined ? {} : { nonce }),
      iat: nowSeconds,
      exp: nowSeconds + ID_TOKEN_SECONDS,
    })
    const signature = sign('RSA-SHA256', Buffer.from(`${header}.${claims}`), this.#privateKey())
    return `${header}.${claims}.${signature.toString('base64url')}`
  }

  #privateKey(): KeyObject {
    this.#key ??= existsSync(this.#file) ? createPrivateKey(readFileSync(this.#file)) : this.#makeKey()
    return this.#key
  }

  #makeKey(): KeyObject {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    writeFileSync(this.#file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
    return privateKey
  }
}

/** What userinfo and id_tokens say of a user. */
export function profileOf({ email, name }: EmulatorUser): object {
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

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
