/** The rows of a turn's entries, and how tool calls end: written only while the turn is held (held-turn.ts). */
import type { ToolResultPart } from 'ai'
import type { Queryable } from '../../store/db.ts'
import type { EntryRow } from './entries.ts'
import { type HeldTurn, TurnOver } from './held-turn.ts'

const INSERT_ENTRIES = {
  name: 'insert_entries',
  text: `
    insert into entries (agent_id, position, id, turn_id, type, status, body, created_at, updated_at)
    select $1, $2::bigint + row.ordinal - 1, row.id, $3, row.type, row.status, row.body, $8, $8
    from unnest($4::uuid[], $5::text[], $6::text[], $7::text[]) with ordinality as row (id, type, status, body, ordinal)
    on conflict (id) do nothing`,
}

/** Appends at `first`, which the holder of the agent's row made room for. */
export async function insertEntries(
  tx: Queryable,
  turn: { agentId: string; turnId: string },
  first: bigint,
  rows: readonly EntryRow[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return
  await tx.query(INSERT_ENTRIES, [turn.agentId, first, turn.turnId, ...columnsOf(rows), at])
}

export const columnsOf = (rows: readonly EntryRow[]) => [
  rows.map(row => row.id),
  rows.map(row => row.type),
  rows.map(row => row.status),
  rows.map(row => row.body),
]

// A terminal entry stays as it is, whoever comes late.
const CHANGE_HELD_ENTRY = `
    with held as (
      update agents set version = version + 1, last_activity_at = $4
      where id = $1 and active_turn_id = $2 and claim = $3
      returning id
    ), changed as (
      update entries set status = $6, body = $7, updated_at = $4
      where id = $5 and status in ('pending', 'running') and exists (select 1 from held)
    )`

/** What CHANGE_HELD_ENTRY takes, $1 to $7. */
const changeOf = (turn: HeldTurn, entry: EntryRow, at: Date) => [
  turn.agentId,
  turn.turnId,
  turn.claim,
  at,
  entry.id,
  entry.status,
  entry.body,
]

const UPDATE_ENTRY = {
  name: 'update_entry',
  text: `${CHANGE_HELD_ENTRY}
    select id from held`,
}

/** Puts a new state into a tool call's entry, in place. Throws TurnOver. */
export async function updateEntry(db: Queryable, turn: HeldTurn, entry: EntryRow, at: Date): Promise<void> {
  const { rows } = await db.query(UPDATE_ENTRY, changeOf(turn, entry, at))
  if (rows.length === 0) throw new TurnOver()
}

const FINISH_CALL = {
  name: 'finish_call',
  text: `${CHANGE_HELD_ENTRY}, kept as (
      insert into tool_results (tool_call_id, turn_id, step, index, part)
      select $5, $2, $8, $9, $10 from held
      on conflict (tool_call_id) do nothing
    )
    select id from held`,
}

/** Ends a tool call: its entry and its result for the model, together. Throws TurnOver. */
export async function finishCall(
  db: Queryable,
  turn: HeldTurn,
  entry: EntryRow,
  result: { step: number; index: number; part: ToolResultPart },
  at: Date,
): Promise<void> {
  const { rows } = await db.query(FINISH_CALL, [
    ...changeOf(turn, entry, at),
    result.step,
    result.index,
    JSON.stringify(result.part),
  ])
  if (rows.length === 0) throw new TurnOver()
}

/** The state that a tool call ended with, when its step runs again after a crash. */
export async function readFinishedCall(db: Queryable, toolCallId: string): Promise<boolean> {
  const { rows } = await db.query('select 1 from tool_results where tool_call_id = $1', [toolCallId])
  return rows.length > 0
}
