/**
 * An undo as the engine runs it: claimed, carried out, ended. Each execution raises a claim, and no write is
 * made by one that has lost it; the record of writes lets the next one go on where it was.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { packPrints, printsOf, readContents } from '../../changes/fingerprint.ts'
import { packJson, unpackJson } from '../../changes/image/pack.ts'
import { type TakenBack, takeBack } from '../../changes/undo/run.ts'
import {
  resultOf,
  type StoredWrite,
  type UndoRequestRow,
  writesOfTurn,
  writesOfUndo,
} from '../../changes/undo-store.ts'
import { errorFacts, type Log } from '../../log.ts'
import { SheetsError } from '../../sheets/errors.ts'
import type { Sheets, Spreadsheet } from '../../sheets/spreadsheet.ts'
import type { Db, Queryable } from '../../store/db.ts'
import { isPassing, retryPassing } from '../../store/passing.ts'
import { TurnOver } from '../record/held-turn.ts'
import { fenced } from '../steps/fence.ts'

export interface UndoDeps {
  db: Db
  sheets: Sheets
  now(): Date
  newId(): string
  log: Log
  announce(agentId: string): void
}

/** How long a database that is away is waited for. */
const PATIENCE_MS = 10 * 60_000

interface ClaimedUndo {
  id: string
  agentId: string
  turnId: string
  kind: 'undo' | 'redo'
  ofUndoId: string | null
  request: UndoRequestRow
  claim: number
  userId: string
  spreadsheetId: string
}

async function claimUndo(db: Queryable, undoId: string): Promise<ClaimedUndo | null> {
  const { rows } = await db.query<{
    id: string
    agent_id: string
    turn_id: string
    kind: 'undo' | 'redo'
    of_undo_id: string | null
    request: string
    claim: number
    user_id: string
    spreadsheet_id: string
  }>(
    `update undos u set claim = u.claim + 1 from agents a
     where u.id = $1 and u.status = 'running' and a.id = u.agent_id
     returning u.id, u.agent_id, u.turn_id, u.kind, u.of_undo_id, u.request, u.claim, a.user_id, a.spreadsheet_id`,
    [undoId],
  )
  const row = rows[0]
  if (!row) return null
  return {
    id: row.id,
    agentId: row.agent_id,
    turnId: row.turn_id,
    kind: row.kind,
    ofUndoId: row.of_undo_id,
    request: JSON.parse(row.request) as UndoRequestRow,
    claim: row.claim,
    userId: row.user_id,
    spreadsheetId: row.spreadsheet_id,
  }
}

export async function runUndo(deps: UndoDeps, undoId: string): Promise<void> {
  const undo = await retryPassing(() => claimUndo(deps.db, undoId), { leftMs: () => PATIENCE_MS })
  if (!undo) return
  try {
    await retryPassing(() => carryOut(deps, undo), { leftMs: () => PATIENCE_MS })
  } catch (error) {
    if (error instanceof TurnOver) return
    // The engine runs it again when the database is back.
    if (isPassing(error)) throw error
    await fail(deps, undo, error)
  }
}

async function holdsUndo(db: Queryable, undo: ClaimedUndo): Promise<void> {
  const { rows } = await db.query(`select 1 from undos where id = $1 and claim = $2 and status = 'running'`, [
    undo.id,
    undo.claim,
  ])
  if (rows.length === 0) throw new TurnOver()
}

/** Newest first; those that lie between the wanted ones, or were taken back before, are passed over. */
async function writesToTakeBack(
  db: Queryable,
  undo: ClaimedUndo,
): Promise<(StoredWrite & { skipped: boolean })[]> {
  if (undo.ofUndoId !== null)
    return (await writesOfUndo(db, undo.ofUndoId)).map(write => ({ ...write, skipped: false }))
  const wanted = undo.request.toolCallIds && new Set(undo.request.toolCallIds)
  const writes = (await writesOfTurn(db, undo.turnId)).map(write => ({
    ...write,
    skipped: write.undone || (wanted !== null && !wanted.has(write.call_id)),
  }))
  return writes.slice(0, writes.findLastIndex(write => !write.skipped) + 1)
}

async function readPrints(deps: UndoDeps, undo: ClaimedUndo): Promise<unknown> {
  const { db } = deps
  if (undo.ofUndoId === null) await untilLookedAt(deps, undo.turnId)
  const { rows } =
    undo.ofUndoId === null
      ? await db.query<{ fingerprint: Uint8Array | null }>(
          'select fingerprint from turn_watches where turn_id = $1',
          [undo.turnId],
        )
      : await db.query<{ fingerprint: Uint8Array | null }>('select fingerprint from undos where id = $1', [
          undo.ofUndoId,
        ])
  const bytes = rows[0]?.fingerprint
  return bytes ? unpackJson(bytes) : null
}

/** For a turn whose process ended with it: nobody looks at it any more. */
const LOOKED_AT_WITHIN_MS = 30_000
const LOOK_AGAIN_MS = 50

/**
 * How a turn left its tabs is kept just after it has ended. Whoever takes it back sooner would miss where its
 * rows went since.
 */
async function untilLookedAt({ db, now }: UndoDeps, turnId: string): Promise<void> {
  const began = performance.now()
  for (;;) {
    const { rows } = await db.query<{ ended_at: Date | null; looked: boolean }>(
      `select t.ended_at, exists (select 1 from turn_watches w where w.turn_id = t.id) as looked
       from turns t where t.id = $1`,
      [turnId],
    )
    const turn = rows[0]
    if (!turn || turn.looked || performance.now() - began > LOOKED_AT_WITHIN_MS) return
    if (turn.ended_at && now().getTime() - turn.ended_at.getTime() > LOOKED_AT_WITHIN_MS) return
    await sleep(LOOK_AGAIN_MS)
  }
}

async function carryOut(deps: UndoDeps, undo: ClaimedUndo): Promise<void> {
  const { db, sheets } = deps
  const direct = await sheets.open(undo.userId, undo.spreadsheetId)
  let hasMarks = false
  const spreadsheet = fenced(direct, {
    id: undo.id,
    agentId: undo.agentId,
    check: () => holdsUndo(db, undo),
    onMark: () => {
      hasMarks = true
    },
  })
  const { agentId, turnId } = undo
  const writes = await writesToTakeBack(db, undo)
  const taken = await takeBack(
    { ...deps, spreadsheet, owner: { agentId, turnId, undoId: undo.id, callId: undo.id, tool: undo.kind } },
    writes,
    undo.request.ranges,
    await readPrints(deps, undo),
  )
  await end(deps, undo, taken, await printsAfter(direct))
  if (hasMarks) await direct.forgetMarks?.(agentId).catch(() => {})
}

async function printsAfter(spreadsheet: Spreadsheet): Promise<Buffer | null> {
  spreadsheet.refresh()
  const contents = await readContents(spreadsheet, 'UNFORMATTED_VALUE')
  return contents && packJson(packPrints(await printsOf(contents)))
}

async function end(
  deps: UndoDeps,
  undo: ClaimedUndo,
  taken: TakenBack,
  prints: Buffer | null,
): Promise<void> {
  await deps.db.transaction(async tx => {
    const changes = undo.kind === 'undo' ? await markUndone(tx, undo, taken) : await markRedone(tx, undo)
    const { rows } = await tx.query(
      `update undos set status = 'succeeded', result = $3, completed_at = $4, fingerprint = $5
       where id = $1 and claim = $2 and status = 'running' returning 1`,
      [undo.id, undo.claim, JSON.stringify(resultOf(undo.kind, taken, changes)), deps.now(), prints],
    )
    if (rows.length === 0) throw new TurnOver()
    await tx.query('update agents set active_undo_id = null where id = $1 and active_undo_id = $2', [
      undo.agentId,
      undo.id,
    ])
  })
  deps.announce(undo.agentId)
  deps.log.info('undo ended', { turn_id: undo.turnId, agent_id: undo.agentId, kind: undo.kind })
}

async function markUndone(tx: Queryable, undo: ClaimedUndo, taken: TakenBack): Promise<number> {
  let changes = 0
  for (const { writeId, state, note } of taken.outcomes) {
    // Of chosen ranges only a part is back: the rest can still be taken back.
    const partly = undo.request.ranges !== null && state === 'undone' ? 'partly' : state
    const { rowCount } = await tx.query(
      'update changes set undo_state = $2, undo_note = $3 where write_id = $1',
      [writeId, partly, note],
    )
    if (state !== 'not_possible') changes += rowCount
    if (undo.request.ranges === null && state !== 'not_possible')
      await tx.query('update writes set undone_by = $2 where id = $1', [writeId, undo.id])
  }
  return changes
}

async function markRedone(tx: Queryable, undo: ClaimedUndo): Promise<number> {
  const { rowCount } = await tx.query(
    `update changes set undo_state = 'none', undo_note = null
     where write_id in (select id from writes where undone_by = $1)`,
    [undo.ofUndoId],
  )
  await tx.query('update writes set undone_by = null where undone_by = $1', [undo.ofUndoId])
  return rowCount
}

const OUR_MISTAKE = 'Something went wrong on our side. What was taken back so far stays; try again.'

async function fail(deps: UndoDeps, undo: ClaimedUndo, error: unknown): Promise<void> {
  const isSheets = error instanceof SheetsError
  const message = isSheets ? error.message : OUR_MISTAKE
  if (!isSheets) deps.log.error('undo failed unexpectedly', { turn_id: undo.turnId, ...errorFacts(error) })
  await endUndoAsFailed(deps, undo.id, message)
}

export async function endUndoAsFailed(
  { db, now, announce }: Pick<UndoDeps, 'db' | 'now' | 'announce'>,
  undoId: string,
  message: string,
): Promise<void> {
  const result = { restored: { cells: 0, changes: 0 }, kept: [], kept_total: 0, not_possible: [], message }
  const agentId = await db.transaction(async tx => {
    const { rows } = await tx.query<{ agent_id: string }>(
      `update undos set status = 'failed', result = $2, completed_at = $3 where id = $1 and status = 'running'
       returning agent_id`,
      [undoId, JSON.stringify(result), now()],
    )
    const agent = rows[0]?.agent_id
    if (agent)
      await tx.query('update agents set active_undo_id = null where id = $1 and active_undo_id = $2', [
        agent,
        undoId,
      ])
    return agent
  })
  if (agentId) announce(agentId)
}

const ORPHANS = `
  select u.id from undos u left join dbos.workflow_status w on w.workflow_uuid = u.id::text
  where u.status = 'running' and u.created_at < now() - interval '1 minute'
    and (w.status is null or w.status not in ('ENQUEUED', 'DELAYED', 'PENDING'))
  limit 100`

/** Whatever went wrong, no agent waits for an undo for ever. */
export async function endOrphanUndos(deps: Pick<UndoDeps, 'db' | 'now' | 'announce'>): Promise<void> {
  const { rows } = await deps.db.query<{ id: string }>(ORPHANS)
  for (const { id } of rows) await endUndoAsFailed(deps, id, OUR_MISTAKE)
}
