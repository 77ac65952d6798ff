/**
 * How calls leave for Google: with the grant's token, a new one where Google refuses the first, and only
 * once whoever guards the call has let it. Given to Google's client in place of fetch, so that nothing
 * comes between the guard and the wire.
 */
import type { AccessTokens } from './access-tokens.ts'

/** The guard did not let it: nothing was sent, and `reason` is what the guard threw. */
export class NotSent extends Error {
  readonly reason: unknown
  constructor(reason: unknown) {
    super('not sent')
    this.name = 'NotSent'
    this.reason = reason
  }
}

export type SendAs = (beforeSend?: () => Promise<void>) => typeof globalThis.fetch

export function sendsWith(
  tokens: AccessTokens,
  refreshToken: string,
  fetch: typeof globalThis.fetch,
): SendAs {
  return beforeSend => async (input, init) => {
    const attempt = async (): Promise<{ response: Response; token: string }> => {
      const token = await tokens.get(refreshToken, init?.signal)
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${token}`)
      try {
        await beforeSend?.()
      } catch (error) {
        throw new NotSent(error)
      }
      return { response: await fetch(input, { ...init, headers }), token }
    }
    const first = await attempt()
    if (first.response.status !== 401) return first.response
    // Revoked or expired before its time. A grant that is gone shows when a new one is asked for.
    tokens.refused(refreshToken, first.token)
    await first.response.body?.cancel()
    return (await attempt()).response
  }
}
