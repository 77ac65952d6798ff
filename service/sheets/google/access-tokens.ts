/**
 * Access tokens by refresh token: asked for once however many calls wait, kept until shortly before they
 * expire, forgotten when Google refuses them. Every exchange has a time limit, and its answer is parsed
 * before it is believed. Knows nothing of spreadsheets.
 */

import { orAborted } from '../../network/abort.ts'

export interface AccessTokens {
  /** Throws TokenFailure, or the reason of `signal`. */
  get(refreshToken: string, signal?: AbortSignal | null): Promise<string>
  /** Google refused this one before its time: the next `get` asks for another. */
  refused(refreshToken: string, accessToken: string): void
}

export interface AccessTokenConfig {
  clientId: string
  clientSecret: string
  tokenUrl: string
  timeoutMilliseconds: number
  fetch: typeof globalThis.fetch
  /** Milliseconds that only rise. */
  monotonic: () => number
}

/** No token: what was to be done with it was never sent. Shaped as failures of Google's client are. */
export class TokenFailure extends Error {
  readonly response: { status: number; data: unknown } | undefined
  /** Another attempt may succeed: no answer, or one that is no decision. */
  readonly passes: boolean

  constructor(message: string, facts: { status?: number; data?: unknown; name?: string } = {}) {
    super(message)
    this.name = facts.name ?? 'TokenFailure'
    this.response = facts.status === undefined ? undefined : { status: facts.status, data: facts.data }
    this.passes = facts.status === undefined || facts.status === 429 || facts.status >= 500
  }
}

interface Known {
  token?: { value: string; freshUntil: number } | undefined
  asking?: Promise<string> | undefined
}

/** The oldest is dropped, which only costs one exchange. */
const MAX_KNOWN = 500
const MAX_ANSWER_CHARACTERS = 100_000
const MAX_LIFETIME_SECONDS = 24 * 3600
const DEFAULT_LIFETIME_SECONDS = 600
const RENEW_BEFORE_MILLISECONDS = 5 * 60_000

export function createAccessTokens(config: AccessTokenConfig): AccessTokens {
  const known = new Map<string, Known>()

  const entryOf = (refreshToken: string): Known => {
    const entry = known.get(refreshToken) ?? {}
    known.set(refreshToken, entry)
    if (known.size > MAX_KNOWN) known.delete(known.keys().next().value!)
    return entry
  }

  async function ask(refreshToken: string, entry: Known): Promise<string> {
    const { value, lifetimeSeconds } = await exchange(config, refreshToken)
    const lifetime = lifetimeSeconds * 1000
    const early = Math.min(RENEW_BEFORE_MILLISECONDS, lifetime / 2)
    entry.token = { value, freshUntil: config.monotonic() + lifetime - early }
    return value
  }

  return {
    async get(refreshToken, signal) {
      const entry = entryOf(refreshToken)
      if (entry.token && config.monotonic() < entry.token.freshUntil) return entry.token.value
      entry.asking ??= ask(refreshToken, entry).finally(() => {
        entry.asking = undefined
      })
      return orAborted(entry.asking, signal)
    },
    refused(refreshToken, accessToken) {
      const entry = known.get(refreshToken)
      if (entry?.token?.value === accessToken) entry.token = undefined
    },
  }
}

async function exchange(config: AccessTokenConfig, refreshToken: string) {
  let status: number
  let text: string
  try {
    const response = await config.fetch(config.tokenUrl, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(config.timeoutMilliseconds),
      body: new URLSearchParams({
        refresh_token: refreshToken,
        client_id: config.clientId,
        client_secret: config.clientSecret,
        grant_type: 'refresh_token',
      }),
    })
    status = response.status
    text = await response.text()
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError'
    throw new TokenFailure('no answer of the token endpoint', isTimeout ? { name: 'TimeoutError' } : {})
  }
  const data = text.length <= MAX_ANSWER_CHARACTERS ? parsed(text) : null
  if (status >= 400) throw new TokenFailure('the token endpoint refused', { status, data })
  const value = data?.access_token
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value)) {
    throw new TokenFailure('the token endpoint gave no token')
  }
  const seconds = Number(data?.expires_in ?? DEFAULT_LIFETIME_SECONDS)
  const lifetimeSeconds = seconds > 0 ? Math.min(seconds, MAX_LIFETIME_SECONDS) : DEFAULT_LIFETIME_SECONDS
  return { value, lifetimeSeconds }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
