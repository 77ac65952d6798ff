/**
 * The header Idempotency-Key around an operation: the same key and request within a day answers the first
 * answer again, also when it was lost with the process that gave it.
 */
import {
  beginRequest,
  type Claimed,
  forgetRequest,
  type IdempotentDeps,
  keepAnswer,
} from '../agents/idempotent.ts'
import type { Caller } from '../turns/ports.ts'
import { type Refused, type Reply, refuse } from './reply.ts'
import type { HeaderDoc } from './route.ts'

const VALID = /^[\x21-\x7e]{1,255}$/

export const idempotencyHeader: HeaderDoc = {
  description:
    'A name of your own for this request, 1 to 255 visible ASCII characters. Sent again within 24 hours with the same body, it answers what the first request was answered, and does nothing twice.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '0b0f9a52-6c1d-4c39-9d1f-3f0f4a7f9c11',
}

export interface Operation {
  caller: Caller
  /** The header as it came. */
  key: string | null
  /** What makes it the same request. */
  input: unknown
  claimSeconds: number
  /** `claimed` is null where the request has no key. */
  work(claimed: Claimed | null): Promise<Reply>
  /** Answers a request that was done and whose answer was lost; null where that cannot be. */
  resume?(agentId: string): Promise<Reply>
  /** What is told where the first request died at its work; without it the work is done again. */
  whenDied?: Refused
  /** Whether a refusal is kept: something may have been done all the same. */
  keeps?(refused: Refused): boolean
}

export async function idempotently(deps: IdempotentDeps, operation: Operation): Promise<Reply> {
  const { caller, key, input, claimSeconds } = operation
  if (key === null) return operation.work(null)
  if (!VALID.test(key)) {
    return refuse('INVALID_REQUEST', 'Idempotency-Key: give 1 to 255 visible ASCII characters.')
  }
  const begun = await beginRequest(deps, { userId: caller.userId, key, input, claimSeconds })
  switch (begun.state) {
    case 'answered':
      return JSON.parse(begun.answer) as Reply
    case 'other_request':
      return refuse(
        'IDEMPOTENCY_KEY_REUSED',
        'This Idempotency-Key was used for another request within the last 24 hours. Use a new one for each new request.',
      )
    case 'in_progress':
      return refuse(
        'REQUEST_IN_PROGRESS',
        'The first request with this Idempotency-Key is still under way. Send it again in a few seconds.',
      )
    case 'started': {
      const reply = await operation.resume!(begun.agentId)
      return settle(deps, operation, begun.claimed, reply)
    }
    case 'claimed': {
      const died = begun.isAgain ? operation.whenDied : undefined
      const reply = died ?? (await workOrForget(deps, operation, begun.claimed))
      return settle(deps, operation, begun.claimed, reply)
    }
  }
}

/** What is thrown has done nothing that stands. */
async function workOrForget(deps: IdempotentDeps, operation: Operation, claimed: Claimed): Promise<Reply> {
  try {
    return await operation.work(claimed)
  } catch (error) {
    if (!operation.whenDied) await forgetRequest(deps.db, claimed).catch(() => {})
    throw error
  }
}

async function settle(
  deps: IdempotentDeps,
  operation: Operation,
  claimed: Claimed,
  reply: Reply,
): Promise<Reply> {
  const isKept = reply.state === 'ok' || (reply.state === 'refused' && operation.keeps?.(reply) === true)
  const text = (): string =>
    JSON.stringify(reply.state === 'ok' ? { ...reply, json: Buffer.from(reply.json).toString() } : reply)
  const settled = isKept ? keepAnswer(deps.db, claimed, text()) : forgetRequest(deps.db, claimed)
  // Done is done: a second request finds out by the agent, or when the claim has run out.
  await settled.catch(() => {})
  return reply
}
