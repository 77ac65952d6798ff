/**
 * What an endpoint answers, as a value: a body of the documented shape, ready JSON text, or a refusal.
 * Turning it into an HTTP response, headers and all, happens here and nowhere else.
 */
import { type RequestErrorCode, requestErrorStatus } from '../../contract/index.ts'
import type { Budget } from '../accounts/gate.ts'
import { apiHeaders } from './headers.ts'

export interface Refused {
  state: 'refused'
  code: RequestErrorCode
  message: string
  /** Where HTTP has a narrower status than the code's own, for example 431. */
  status?: number
  headers?: Record<string, string>
}

export interface Answered {
  state: 'ok'
  /** JSON of the documented shape, as text or in UTF-8. */
  json: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

export interface NotModified {
  state: 'not_modified'
  headers: Record<string, string>
}

/** Done, and there is nothing to show: 204. */
export interface Done {
  state: 'done'
}

export type Reply = Answered | NotModified | Done | Refused

export const refuse = (
  code: RequestErrorCode,
  message: string,
  more: Pick<Refused, 'status' | 'headers'> = {},
): Refused => ({ state: 'refused', code, message, ...more })

/** The one error body of the service. */
export const errorJson = (refused: Pick<Refused, 'code' | 'message'>, requestId: string): string =>
  JSON.stringify({ error: { code: refused.code, message: refused.message }, request_id: requestId })

/** Headers of the request budget; on a rejection by rate also when to come back. */
function addBudget(headers: Record<string, string>, budget: Budget, rejectedByRate: boolean): void {
  headers['x-ratelimit-limit'] = `${budget.limit}`
  headers['x-ratelimit-remaining'] = `${budget.remaining}`
  headers['x-ratelimit-reset'] = `${budget.resetAtSeconds}`
  if (!rejectedByRate) return
  headers['x-ratelimit-reset-after'] = `${budget.resetAfterSeconds}`
  headers['retry-after'] = `${budget.resetAfterSeconds}`
}

export function statusOf(reply: Reply, okStatus: number): number {
  switch (reply.state) {
    case 'ok':
      return okStatus
    case 'done':
      return 204
    case 'not_modified':
      return 304
    case 'refused':
      return reply.status ?? requestErrorStatus[reply.code]
  }
}

export interface Rendered {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | null
}

export function rendered(reply: Reply, okStatus: number, requestId: string, budget: Budget | null): Rendered {
  const headers: Record<string, string> = { ...apiHeaders, 'x-request-id': requestId }
  if (budget) {
    addBudget(headers, budget, reply.state === 'refused' && reply.code === 'RATE_LIMIT_EXCEEDED')
  }
  if ('headers' in reply && reply.headers) Object.assign(headers, reply.headers)
  const status = statusOf(reply, okStatus)
  if (reply.state === 'not_modified' || reply.state === 'done') return { status, headers, body: null }
  headers['content-type'] = 'application/json'
  if (reply.state === 'ok') return { status, headers, body: reply.json }
  return { status, headers, body: errorJson(reply, requestId) }
}

/** Plain header objects stay on the server adapter's quick path. */
export function render(reply: Reply, okStatus: number, requestId: string, budget: Budget | null): Response {
  const { status, headers, body } = rendered(reply, okStatus, requestId, budget)
  return new Response(body, { status, headers })
}
