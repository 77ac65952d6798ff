/** The rows of undos: who may begin one, what it takes back, how it ended. */
import type { Undo } from '../../contract/index.ts'
import type { Queryable } from '../store/db.ts'
import type { TakenBack } from './undo/run.ts'

export interface UndoRequestRow {
  toolCallIds: string[] | null
  ranges: string[] | null
}

export interface UndoRow {
  id: string
  agent_id: string
  turn_id: string
  kind: 'undo' | 'redo'
  of_undo_id: string | null
  status: 'running' | 'succeeded' | 'failed'
  request: string
  result: string | null
  created_at: Date
  completed_at: Date | null
  redoable: boolean
}

/** Only the latest undo of a turn can be made again, while its images are kept. */
const UNDO = `
  select u.id, u.agent_id, u.turn_id, u.kind, u.of_undo_id, u.status, u.request, u.result, u.created_at,
    u.completed_at,
    u.kind = 'undo' and u.status = 'succeeded'
      and exists (select 1 from writes w where w.undo_id = u.id and w.state = 'done' and w.forgotten_at is null)
      and not exists (select 1 from undos later where later.turn_id = u.turn_id and later.created_at > u.created_at)
      as redoable
  from undos u`

export async function readUndo(db: Queryable, agentId: string, undoId: string): Promise<UndoRow | null> {
  const { rows } = await db.query<UndoRow>(`${UNDO} where u.id = $2 and u.agent_id = $1`, [agentId, undoId])
  return rows[0] ?? null
}

export async function undoOfKey(db: Queryable, agentId: string, key: string): Promise<UndoRow | null> {
  const { rows } = await db.query<UndoRow>(`${UNDO} where u.idempotency_key = $2 and u.agent_id = $1`, [
    agentId,
    key,
  ])
  return rows[0] ?? null
}

type Result = Pick<Undo, 'restored' | 'kept' | 'kept_total' | 'not_possible' | 'message'>

const RUNNING: Result = {
  restored: { cells: 0, changes: 0 },
  kept: [],
  kept_total: 0,
  not_possible: [],
  message: 'Taking it back…',
}

export function toUndo(row: UndoRow): Undo {
  const result = row.result === null ? RUNNING : (JSON.parse(row.result) as Result)
  return {
    id: row.id,
    turn_id: row.turn_id,
    kind: row.kind,
    status: row.status,
    ...result,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    redoable: row.redoable,
  }
}

export interface StoredWrite {
  id: string
  call_id: string
  description: string
  undone: boolean
  forgotten: boolean
}

const WRITES = `
  select w.id, w.call_id, w.undone_by is not null as undone, w.forgotten_at is not null as forgotten,
    coalesce((select string_agg(c.description, '; ' order by c.position) from changes c where c.write_id = w.id), w.tool)
      as description
  from writes w where w.state = 'done'`

/** Newest first. */
export async function writesOfTurn(db: Queryable, turnId: string): Promise<StoredWrite[]> {
  const { rows } = await db.query<StoredWrite>(
    `${WRITES} and w.turn_id = $1 and w.undo_id is null order by w.position desc`,
    [turnId],
  )
  return rows
}

export async function writesOfUndo(db: Queryable, undoId: string): Promise<StoredWrite[]> {
  const { rows } = await db.query<StoredWrite>(`${WRITES} and w.undo_id = $1 order by w.position desc`, [
    undoId,
  ])
  return rows
}

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

/** One plain sentence. */
export function messageOf(kind: Undo['kind'], taken: TakenBack, changes: number): string {
  const verb = kind === 'undo' ? 'Took back' : 'Made again'
  const parts = [
    taken.restored.cells + changes === 0
      ? 'Nothing had to be changed.'
      : `${verb} ${plural(changes, 'change')} (${plural(taken.restored.cells, 'cell')}).`,
  ]
  if (taken.keptTotal > 0)
    parts.push(
      `${plural(taken.keptTotal, 'cell was', 'cells were')} changed since and ${taken.keptTotal === 1 ? 'stays' : 'stay'}.`,
    )
  const others = taken.kept.filter(kept => kept.cells === 0).length
  if (others > 0) parts.push(`${plural(others, 'other thing stays', 'other things stay')} as changed since.`)
  if (taken.notPossible.length > 0) parts.push('Some of it cannot be given back.')
  return parts.join(' ')
}

export function resultOf(kind: Undo['kind'], taken: TakenBack, changes: number): Result {
  return {
    restored: { cells: taken.restored.cells, changes },
    kept: taken.kept,
    kept_total: taken.keptTotal,
    not_possible: taken.notPossible,
    message: messageOf(kind, taken, changes),
  }
}
