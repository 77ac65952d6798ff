/**
 * Who a token stands for. Access tokens are signed and carry what they say, so that they outlive a restart
 * as Google's do; a revoked grant ends them. The service's static token of the demo is one too.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const SHEETS_SCOPES = [
  'https://www.googleapis.com/auth/spreadsheets',
  'https://www.googleapis.com/auth/spreadsheets.readonly',
  'https://www.googleapis.com/auth/drive',
]

const ACCESS_TOKEN_SECONDS = 3599

export interface TokenClaims {
  email: string
  scope: string
  /** The grant it was issued under; revoking the grant ends it. */
  grant: string
  /** Seconds since 1970. */
  exp: number
}

export class Tokens {
  readonly #secret: string
  readonly #now: () => number
  readonly #static = new Map<string, string>()
  readonly #isRevoked: (grant: string) => boolean

  constructor(options: { secret: string; now: () => number; isRevoked: (grant: string) => boolean }) {
    this.#secret = options.secret
    this.#now = options.now
    this.#isRevoked = options.isRevoked
  }

  /** A token that never expires. */
  addStatic(token: string, email: string): void {
    this.#static.set(token, email)
  }

  removeStatic(token: string): void {
    this.#static.delete(token)
  }

  issue(
    claims: Omit<TokenClaims, 'exp'>,
    seconds = ACCESS_TOKEN_SECONDS,
  ): { token: string; expiresIn: number } {
    const payload = encode({ ...claims, exp: Math.floor(this.#now() / 1000) + seconds })
    return { token: `ya29.${payload}.${this.#sign(payload)}`, expiresIn: seconds }
  }

  read(token: string): TokenClaims | undefined {
    const [prefix, payload, signature] = token.split('.')
    if (prefix !== 'ya29' || payload === undefined || signature === undefined) return undefined
    const expected = Buffer.from(this.#sign(payload))
    const given = Buffer.from(signature)
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as TokenClaims
    if (claims.exp * 1000 <= this.#now() || this.#isRevoked(claims.grant)) return undefined
    return claims
  }

  /** For the Sheets API. */
  sheetsUserOf(token: string): string | 'no-scope' | undefined {
    const known = this.#static.get(token)
    if (known !== undefined) return known
    const claims = this.read(token)
    if (claims === undefined) return undefined
    return claims.scope.split(' ').some(scope => SHEETS_SCOPES.includes(scope)) ? claims.email : 'no-scope'
  }

  #sign(payload: string): string {
    return createHmac('sha256', this.#secret).update(payload).digest('base64url')
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
