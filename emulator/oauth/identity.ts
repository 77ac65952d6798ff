/**
 * Who a token stands for. Access tokens are signed and carry what they say, so that they outlive a restart
 * as Google's do; a revoked grant ends them. The service's static token of the demo is one too.
 */
import { randomBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'

export const SHEETS_SCOPES = [
  'https://www.googleapis.com/auth/spreadsheets',
  'https://www.googleapis.com/auth/spreadsheets.readonly',
  'https://www.googleapis.com/auth/drive',
]

const ACCESS_TOKEN_SECONDS = 3599
/** What Google's own access tokens begin with. */
const PREFIX = 'ya29.'

export interface TokenClaims {
  email: string
  scope: string
  /** The grant it was issued under; revoking the grant ends it. */
  grant: string
}

type Verified = TokenClaims & { exp: number }
const MOST_VERIFIED = 1_000

export class Tokens {
  readonly #key: Uint8Array
  readonly #now: () => number
  readonly #static = new Map<string, string>()
  readonly #verified = new Map<string, Verified>()
  readonly #isRevoked: (grant: string) => boolean

  constructor(options: { secret: string; now: () => number; isRevoked: (grant: string) => boolean }) {
    this.#key = new TextEncoder().encode(options.secret)
    this.#now = options.now
    this.#isRevoked = options.isRevoked
  }

  /** A token for the Sheets API that lasts as long as this process. */
  addStatic(email: string, token = `${PREFIX}${randomBytes(24).toString('base64url')}`): string {
    this.#static.set(token, email)
    return token
  }

  async issue(claims: TokenClaims): Promise<{ token: string; expiresIn: number }> {
    const nowSeconds = Math.floor(this.#now() / 1000)
    const token = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt(nowSeconds)
      .setExpirationTime(nowSeconds + ACCESS_TOKEN_SECONDS)
      .sign(this.#key)
    return { token: PREFIX + token, expiresIn: ACCESS_TOKEN_SECONDS }
  }

  async read(token: string): Promise<TokenClaims | undefined> {
    if (!token.startsWith(PREFIX)) return undefined
    try {
      const known = this.#verified.get(token)
      const payload = known && known.exp * 1000 > this.#now() ? known : await this.#verify(token)
      return this.#isRevoked(payload.grant) ? undefined : payload
    } catch {
      // Not one of ours, changed on its way, or expired: all the same to who presents it.
      return undefined
    }
  }

  /** Once a token, not once a call: most calls of a turn carry the same one. */
  async #verify(token: string): Promise<Verified> {
    const options = { algorithms: ['HS256'], currentDate: new Date(this.#now()), requiredClaims: ['exp'] }
    const { payload } = await jwtVerify<Verified>(token.slice(PREFIX.length), this.#key, options)
    if (this.#verified.size >= MOST_VERIFIED) this.#verified.clear()
    this.#verified.set(token, payload)
    return payload
  }

  /** For the Sheets API. */
  async sheetsUserOf(token: string): Promise<string | 'no-scope' | undefined> {
    const known = this.#static.get(token)
    if (known !== undefined) return known
    const claims = await this.read(token)
    if (claims === undefined) return undefined
    return claims.scope.split(' ').some(scope => SHEETS_SCOPES.includes(scope)) ? claims.email : 'no-scope'
  }
}
