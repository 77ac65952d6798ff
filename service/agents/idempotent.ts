/**
 * Requests that may be sent again under the same key, because the answer to the first was lost: the second
 * is told what the first was told. A start writes its agent here in the transaction that admits it, so that
 * a process that dies in between leaves either both or neither. Knows nothing of HTTP.
 */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Queryable } from '../store/db.ts'

/** A request that is worked on, here and now. */
export interface Claimed {
  userId: string
  key: string
  claim: string
}

export type Begun =
  | { state: 'claimed'; claimed: Claimed; isAgain: boolean }
  /** The first one's answer, as it was kept. */
  | { state: 'answered'; answer: string }
  /** The first one has started this agent, and its answer was never sent. */
  | { state: 'started'; claimed: Claimed; agentId: string }
  | { state: 'other_request' }
  /** The first one is still under way. */
  | { state: 'in_progress' }

export interface IdempotentRequest {
  userId: string
  key: string
  /** The operation with its parsed input. */
  input: unknown
  /** Longer than the operation takes; what takes longer has died. */
  claimSeconds: number
}

export interface IdempotentDeps {
  db: Db
  newId(): string
  waitMs?: number
  monotonic?: () => number
}

const KEPT_HOURS = 24
const WAIT_MS = 30_000
const LOOK_EVERY_MS = 100

const CLAIM = `
  insert into idempotent_requests as known (user_id, key, request_hash, claim, claimed_until)
  values ($1, $2, $3, $4, now() + make_interval(secs => $5))
  on conflict (user_id, key) do update set
    claim = excluded.claim, claimed_until = excluded.claimed_until, request_hash = excluded.request_hash,
    agent_id = case when known.created_at < now() - make_interval(hours => ${KEPT_HOURS}) then null else known.agent_id end,
    answer = null,
    created_at = case when known.created_at < now() - make_interval(hours => ${KEPT_HOURS}) then now() else known.created_at end
  where known.created_at < now() - make_interval(hours => ${KEPT_HOURS})
    or (known.request_hash = excluded.request_hash and known.answer is null
      and (known.agent_id is not null or known.claimed_until < now()))
  returning agent_id, created_at < now() as again`

/** Waits while another request under the key is under way. */
export async function beginRequest(deps: IdempotentDeps, request: IdempotentRequest): Promise<Begun> {
  const { waitMs = WAIT_MS, monotonic = () => performance.now() } = deps
  const hash = createHash('sha256').update(JSON.stringify(request.input)).digest('hex')
  const until = monotonic() + waitMs
  for (;;) {
    const begun = await tryBegin(deps, request, hash)
    if (begun.state !== 'in_progress' || monotonic() >= until) return begun
    await sleep(LOOK_EVERY_MS)
  }
}

async function tryBegin(
  { db, newId }: IdempotentDeps,
  request: IdempotentRequest,
  hash: string,
): Promise<Begun> {
  const { userId, key, claimSeconds } = request
  const claim = newId()
  const claimedRows = await db.query<{ agent_id: string | null; again: boolean }>(CLAIM, [
    userId,
    key,
    hash,
    claim,
    claimSeconds,
  ])
  const mine = claimedRows.rows[0]
  const claimed = { userId, key, claim }
  if (mine?.agent_id) return { state: 'started', claimed, agentId: mine.agent_id }
  if (mine) return { state: 'claimed', claimed, isAgain: mine.again }
  const { rows } = await db.query<{ request_hash: string; answer: string | null }>(
    'select request_hash, answer from idempotent_requests where user_id = $1 and key = $2',
    [userId, key],
  )
  const known = rows[0]
  if (!known || known.request_hash === hash) {
    return known?.answer ? { state: 'answered', answer: known.answer } : { state: 'in_progress' }
  }
  return { state: 'other_request' }
}

/** In the transaction that starts the agent. False where another request has taken over. */
export async function recordStarted(tx: Queryable, claimed: Claimed, agentId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update idempotent_requests set agent_id = $4 where user_id = $1 and key = $2 and claim = $3',
    [claimed.userId, claimed.key, claimed.claim, agentId],
  )
  return rowCount > 0
}

/** Keeps what the request was answered. */
export async function keepAnswer(db: Queryable, claimed: Claimed, answer: string): Promise<void> {
  await db.query(
    'update idempotent_requests set answer = $4 where user_id = $1 and key = $2 and claim = $3',
    [claimed.userId, claimed.key, claimed.claim, answer],
  )
}

/** Nothing was done: the next request under the key begins anew. */
export async function forgetRequest(db: Queryable, claimed: Claimed): Promise<void> {
  await db.query(
    `delete from idempotent_requests where user_id = $1 and key = $2 and claim = $3 and agent_id is null`,
    [claimed.userId, claimed.key, claimed.claim],
  )
}

export async function forgetOldRequests(db: Queryable): Promise<void> {
  await db.query(
    `delete from idempotent_requests where created_at < now() - make_interval(hours => ${KEPT_HOURS})`,
  )
}
