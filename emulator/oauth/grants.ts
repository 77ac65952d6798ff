/**
 * What users have allowed: one grant for each consent, with its refresh token, kept in a file so that a
 * connected service stays connected over a restart. Authorization codes live in memory for ten minutes.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

export interface Grant {
  id: string
  email: string
  clientId: string
  scope: string
  refreshToken: string
  revoked: boolean
}

export interface PendingCode {
  email: string
  clientId: string
  redirectUri: string
  scope: string
  nonce?: string
  codeChallenge?: string
  codeChallengeMethod: 'S256' | 'plain'
  offline: boolean
  /** A refresh token even where the user has given one to this client before. */
  forceConsent: boolean
  expiresAt: number
}

const CODE_MS = 10 * 60_000
/** The demo's refresh token can be used by any client and is good for Sheets and sign-in. */
const DEMO_SCOPE = 'openid email profile https://www.googleapis.com/auth/spreadsheets'

export class Grants {
  readonly #file: string
  readonly #now: () => number
  readonly #grants: Grant[]
  readonly #codes = new Map<string, PendingCode>()

  constructor(options: { file: string; now: () => number }) {
    this.#file = options.file
    this.#now = options.now
    this.#grants = existsSync(this.#file)
      ? (JSON.parse(readFileSync(this.#file, 'utf8')) as { grants: Grant[] }).grants
      : []
  }

  /** A grant with a refresh token known beforehand. Revoked stays revoked. */
  ensure(refreshToken: string, email: string): void {
    if (this.#grants.some(it => it.refreshToken === refreshToken)) return
    this.#add({
      id: `demo-${this.#grants.length}`,
      email,
      clientId: '*',
      scope: DEMO_SCOPE,
      refreshToken,
      revoked: false,
    })
  }

  addCode(code: Omit<PendingCode, 'expiresAt'>): string {
    const name = `4/${randomBytes(32).toString('base64url')}`
    this.#codes.set(name, { ...code, expiresAt: this.#now() + CODE_MS })
    return name
  }

  /** A code works once. */
  takeCode(name: string): PendingCode | undefined {
    const code = this.#codes.get(name)
    this.#codes.delete(name)
    return code === undefined || code.expiresAt < this.#now() ? undefined : code
  }

  /** The grant of a consent, and whether its refresh token is handed out, by Google's rules. */
  fromCode(code: PendingCode): { grant: Grant; handOut: boolean } {
    const { email, clientId, scope } = code
    const earlier = this.#grants.find(it => it.email === email && it.clientId === clientId && !it.revoked)
    if (earlier !== undefined && !code.forceConsent) {
      earlier.scope = [...new Set([...earlier.scope.split(' '), ...scope.split(' ')])].join(' ')
      this.#save()
      return { grant: earlier, handOut: false }
    }
    const refreshToken = `1//${randomBytes(32).toString('base64url')}`
    const grant = { id: randomBytes(8).toString('hex'), email, clientId, scope, refreshToken, revoked: false }
    this.#add(grant)
    return { grant, handOut: code.offline }
  }

  byRefreshToken(refreshToken: string, clientId: string): Grant | undefined {
    return this.#grants.find(
      it =>
        it.refreshToken === refreshToken && !it.revoked && (it.clientId === '*' || it.clientId === clientId),
    )
  }

  byId(id: string): Grant | undefined {
    return this.#grants.find(it => it.id === id)
  }

  isRevoked(id: string): boolean {
    return this.byId(id)?.revoked ?? false
  }

  revoke(grant: Grant): void {
    grant.revoked = true
    this.#save()
  }

  byAnyToken(refreshToken: string): Grant | undefined {
    return this.#grants.find(it => it.refreshToken === refreshToken && !it.revoked)
  }

  /** As if the user removed the app's access in their Google account. */
  revokeAll(email: string): number {
    const own = this.#grants.filter(it => it.email === email && !it.revoked)
    for (const grant of own) this.revoke(grant)
    return own.length
  }

  #add(grant: Grant): void {
    this.#grants.push(grant)
    this.#save()
  }

  #save(): void {
    writeFileSync(`${this.#file}.new`, JSON.stringify({ grants: this.#grants }), { mode: 0o600 })
    renameSync(`${this.#file}.new`, this.#file)
  }
}
