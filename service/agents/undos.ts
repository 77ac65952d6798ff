/** What a turn changed, and taking it back, as HTTP uses them: who may, what there is, and that one undo runs at a time. */
import type { ChangesPage, Undo, UndoRequest } from '../../contract/index.ts'
import { readChanges } from '../changes/read-changes.ts'
import {
  readUndo,
  toUndo,
  type UndoRequestRow,
  undoOfKey,
  writesOfTurn,
  writesOfUndo,
} from '../changes/undo-store.ts'
import { parseRange } from '../sheets/a1.ts'
import type { Db, Queryable } from '../store/db.ts'
import type { Changes } from '../turns/changes.ts'
import type { Engine } from '../turns/engine/engine.ts'
import type { Refusal } from './agents.ts'
import { agentNotFound, isUuid } from './read.ts'

export interface UndosDeps {
  db: Db
  engine: Pick<Engine, 'enqueueUndo' | 'kick'>
  changes: Changes
  now(): Date
  newId(): string
}

export interface ChangesQuery {
  limit: number
  after: string | null
  cells: boolean
}

export interface Undos {
  changes(
    userId: string,
    agentId: string,
    turnId: string,
    query: ChangesQuery,
  ): Promise<ChangesPage | Refusal>
  undo(
    userId: string,
    agentId: string,
    turnId: string,
    request: UndoRequest,
    idempotencyKey: string | null,
  ): Promise<Undo | Refusal>
  redo(
    userId: string,
    agentId: string,
    undoId: string,
    idempotencyKey: string | null,
  ): Promise<Undo | Refusal>
  get(userId: string, agentId: string, undoId: string): Promise<Undo | Refusal>
  /** Resolves when the undo has ended, at the latest after `timeoutMs`. */
  waitForEnd(agentId: string, undoId: string, timeoutMs: number, signal: AbortSignal): Promise<void>
}

const refuse = (code: Refusal['code'], message: string): Refusal => ({ state: 'refused', code, message })

const turnNotFound = refuse(
  'TURN_NOT_FOUND',
  'This agent has no turn with this id. Take a turn_id of its messages.',
)
const undoNotFound = refuse(
  'UNDO_NOT_FOUND',
  'This agent has no undo with this id. Take the id of the answer to undo.',
)
const busy = refuse(
  'AGENT_BUSY',
  'A turn or an undo of this agent is running; nothing was taken back. Wait for its end, then send it again.',
)
const nothing = refuse(
  'NOTHING_TO_UNDO',
  'There is nothing to take back: the turn changed nothing, or it has been taken back already.',
)
const nothingToRedo = refuse(
  'NOTHING_TO_UNDO',
  'There is nothing to make again: only the latest undo of a turn can be, and only once.',
)
const expired = refuse(
  'CHANGES_EXPIRED',
  'What the turn changed is not kept any more, so it cannot be taken back.',
)
const keyReused = refuse(
  'IDEMPOTENCY_KEY_REUSED',
  'This Idempotency-Key was used for another request of this agent. Use a new one.',
)

/** Thrown inside the transaction to roll it back with an answer. */
class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

interface Wanted {
  kind: 'undo' | 'redo'
  turnId: string
  ofUndoId: string | null
  request: UndoRequestRow
  key: string | null
}

const textOf = ({ toolCallIds, ranges }: UndoRequestRow): string =>
  JSON.stringify({ toolCallIds: toolCallIds?.toSorted() ?? null, ranges: ranges?.toSorted() ?? null })

export function createUndos(deps: UndosDeps): Undos {
  const { db, engine } = deps
  const begin = async (userId: string, agentId: string, wanted: (tx: Queryable) => Promise<Wanted>) => {
    try {
      const undoId = await db.transaction(tx => admit(tx, deps, userId, agentId, wanted))
      engine.kick()
      return toUndo((await readUndo(db, agentId, undoId))!)
    } catch (error) {
      if (error instanceof Refused) return error.refusal
      throw error
    }
  }
  return {
    async changes(userId, agentId, turnId, query) {
      if (!(await owns(db, userId, agentId))) return agentNotFound
      if (!isUuid(turnId)) return turnNotFound
      const page = await readChanges(db, agentId.toLowerCase(), turnId.toLowerCase(), query, deps.now())
      if (page === 'no turn') return turnNotFound
      if (page === 'bad cursor')
        return refuse(
          'INVALID_REQUEST',
          'after: this is not a cursor of this turn. Use an end_cursor exactly as a page gave it.',
        )
      return page
    },
    undo(userId, agentId, turnId, request, key) {
      const problem = (request.ranges ?? []).find(range => parseRange(range)?.tab === undefined)
      if (problem !== undefined)
        return Promise.resolve(
          refuse(
            'INVALID_REQUEST',
            `ranges: "${problem}" is no range with its tab, such as 'Orders'!B2:D40.`,
          ),
        )
      const row = {
        toolCallIds: request.tool_call_ids?.map(id => id.toLowerCase()) ?? null,
        ranges: request.ranges ?? null,
      }
      return begin(userId, agentId, async tx => {
        const found = isUuid(turnId) && (await turnOf(tx, agentId, turnId))
        if (!found) throw new Refused(turnNotFound)
        return { kind: 'undo', turnId: turnId.toLowerCase(), ofUndoId: null, request: row, key }
      })
    },
    redo: (userId, agentId, undoId, key) =>
      begin(userId, agentId, async tx => {
        const undo = isUuid(undoId) ? await readUndo(tx, agentId.toLowerCase(), undoId) : null
        if (!undo) throw new Refused(undoNotFound)
        const request = { toolCallIds: null, ranges: null }
        return { kind: 'redo', turnId: undo.turn_id, ofUndoId: undo.id, request, key }
      }),
    async get(userId, agentId, undoId) {
      if (!(await owns(db, userId, agentId))) return agentNotFound
      const undo = isUuid(undoId) ? await readUndo(db, agentId.toLowerCase(), undoId) : null
      return undo ? toUndo(undo) : undoNotFound
    },
    waitForEnd: (agentId, undoId, timeoutMs, signal) =>
      waitForEnd(deps, agentId.toLowerCase(), undoId, timeoutMs, signal),
  }
}

async function owns(db: Queryable, userId: string, agentId: string): Promise<boolean> {
  if (!isUuid(agentId)) return false
  const { rows } = await db.query('select 1 from agents where id = $1 and user_id = $2', [agentId, userId])
  return rows.length > 0
}

async function turnOf(db: Queryable, agentId: string, turnId: string): Promise<boolean> {
  const { rows } = await db.query('select 1 from turns where id = $1 and agent_id = $2', [turnId, agentId])
  return rows.length > 0
}

/** Everything is checked with the agent's row held, so that of two at once the second sees the first. */
async function admit(
  tx: Queryable,
  deps: UndosDeps,
  userId: string,
  agentId: string,
  read: (tx: Queryable) => Promise<Wanted>,
): Promise<string> {
  const { rows } = isUuid(agentId)
    ? await tx.query<{ id: string; active_turn_id: string | null; active_undo_id: string | null }>(
        'select id, active_turn_id, active_undo_id from agents where id = $1 and user_id = $2 and closed_at is null for update',
        [agentId, userId],
      )
    : { rows: [] }
  const agent = rows[0]
  if (!agent) throw new Refused(agentNotFound)
  const wanted = await read(tx)
  const again = await sameAsBefore(tx, agent, wanted)
  if (again) return again
  if (agent.active_turn_id !== null || agent.active_undo_id !== null) throw new Refused(busy)
  await checkThereIsSomething(tx, wanted)
  const undoId = deps.newId()
  await tx.query(
    `insert into undos (id, agent_id, turn_id, kind, of_undo_id, status, request, idempotency_key, created_at)
     values ($1, $2, $3, $4, $5, 'running', $6, $7, $8)`,
    [
      undoId,
      agent.id,
      wanted.turnId,
      wanted.kind,
      wanted.ofUndoId,
      textOf(wanted.request),
      wanted.key,
      deps.now(),
    ],
  )
  await tx.query('update agents set active_undo_id = $2 where id = $1', [agent.id, undoId])
  await deps.engine.enqueueUndo(tx, undoId)
  return undoId
}

/** The same undo that runs, or was asked for under the same key. */
async function sameAsBefore(
  tx: Queryable,
  agent: { id: string; active_undo_id: string | null },
  wanted: Wanted,
): Promise<string | null> {
  const isSame = (row: { turn_id: string; kind: string; of_undo_id: string | null; request: string }) =>
    row.turn_id === wanted.turnId &&
    row.kind === wanted.kind &&
    row.of_undo_id === wanted.ofUndoId &&
    row.request === textOf(wanted.request)
  const known = wanted.key === null ? null : await undoOfKey(tx, agent.id, wanted.key)
  if (known && !isSame(known)) throw new Refused(keyReused)
  if (known) return known.id
  const running = agent.active_undo_id && (await readUndo(tx, agent.id, agent.active_undo_id))
  return running && isSame(running) ? running.id : null
}

async function checkThereIsSomething(tx: Queryable, wanted: Wanted): Promise<void> {
  const ids = wanted.request.toolCallIds && new Set(wanted.request.toolCallIds)
  if (wanted.ofUndoId !== null) {
    const undo = await tx.query<{ status: string; later: boolean; kind: string }>(
      `select u.status, u.kind, exists (select 1 from undos l where l.turn_id = u.turn_id and l.created_at > u.created_at) as later
       from undos u where u.id = $1`,
      [wanted.ofUndoId],
    )
    const row = undo.rows[0]
    if (!row || row.kind !== 'undo' || row.status !== 'succeeded' || row.later)
      throw new Refused(nothingToRedo)
    const writes = await writesOfUndo(tx, wanted.ofUndoId)
    if (writes.length === 0) throw new Refused(nothingToRedo)
    if (writes.every(write => write.forgotten)) throw new Refused(expired)
    return
  }
  const writes = (await writesOfTurn(tx, wanted.turnId)).filter(
    write => !write.undone && (ids === null || ids.has(write.call_id)),
  )
  if (writes.length === 0) throw new Refused(nothing)
  if (writes.every(write => write.forgotten)) throw new Refused(expired)
}

/** An undo changes nothing that a poll of the agent shows, so its own row is looked at. */
async function waitForEnd(
  { db }: UndosDeps,
  agentId: string,
  undoId: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  const LOOK_EVERY_MS = 150
  const until = performance.now() + timeoutMs
  while (!signal.aborted && performance.now() < until) {
    const undo = isUuid(undoId) ? await readUndo(db, agentId, undoId) : null
    if (undo?.status !== 'running') return
    await new Promise(resolve => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
