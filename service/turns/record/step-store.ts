/** The rows of a turn's model steps: written only while the turn is held, read for follow-ups, forgotten in time. */
import type { ModelMessage, ToolResultPart } from 'ai'
import type { Queryable } from '../../store/db.ts'
import type { Decision } from './decision.ts'
import type { EntryRow } from './entries.ts'
import { columnsOf } from './entry-store.ts'
import { type HeldTurn, TurnOver } from './held-turn.ts'

export interface StepRow {
  step: number
  messages: ModelMessage[]
  decision: Decision
}

// One statement: held, or nothing of it is written.
const WRITE_STEP = {
  name: 'write_step',
  text: `
    with held as (
      update agents set version = version + 1, next_position = next_position + $4, last_activity_at = $5
      where id = $1 and active_turn_id = $2 and claim = $3
      returning next_position - $4 as first
    ), kept as (
      insert into turn_steps (turn_id, agent_id, step, messages, decision) select $2, $1, $6, $7, $8 from held
    ), shown as (
      insert into entries (agent_id, position, id, turn_id, type, status, body, created_at, updated_at)
      select $1, held.first + row.ordinal - 1, row.id, $2, row.type, row.status, row.body, $5, $5
      from held, unnest($9::uuid[], $10::text[], $11::text[], $12::text[]) with ordinality
        as row (id, type, status, body, ordinal)
      on conflict (id) do nothing
    )
    select first from held`,
}

/** Writes a model step with its entries; the caller adds what else belongs to the transaction. Throws TurnOver. */
export async function writeStep(
  tx: Queryable,
  turn: HeldTurn,
  row: StepRow,
  entries: readonly EntryRow[],
  at: Date,
): Promise<void> {
  const { rows } = await tx.query(WRITE_STEP, [
    turn.agentId,
    turn.turnId,
    turn.claim,
    entries.length,
    at,
    row.step,
    JSON.stringify(row.messages),
    JSON.stringify(row.decision),
    ...columnsOf(entries),
  ])
  if (rows.length === 0) throw new TurnOver()
}

export interface StoredStep extends StepRow {
  turnNumber: number
  results: ToolResultPart[]
}

const STEPS = `
  select t.number, s.step, s.messages, s.decision,
    (select coalesce(json_agg(r.part order by r.index), '[]') from tool_results r
      where r.turn_id = s.turn_id and r.step = s.step)::text as results
  from turn_steps s join turns t on t.id = s.turn_id
  where s.agent_id = $1 and t.number between $2 and $3
  order by t.number, s.step`

/** The steps of the agent's turns `from` to `to`, oldest first. */
export async function readSteps(
  db: Queryable,
  agentId: string,
  from: number,
  to: number,
): Promise<StoredStep[]> {
  const { rows } = await db.query<{
    number: number
    step: number
    messages: string
    decision: string
    results: string
  }>(STEPS, [agentId, from, to])
  return rows.map(row => ({
    turnNumber: row.number,
    step: row.step,
    messages: JSON.parse(row.messages),
    decision: JSON.parse(row.decision) as Decision,
    results: (JSON.parse(row.results) as string[]).map(part => JSON.parse(part) as ToolResultPart),
  }))
}

/**
 * What a model said and was told in full is kept for the latest two turns, and for those that the latest
 * continues; entries tell the others.
 */
export async function forgetOldSteps(
  db: Queryable,
  agentId: string,
  latest: { number: number; rootNumber: number },
): Promise<void> {
  const old = 'select id from turns where agent_id = $1 and number < $2'
  const kept = Math.min(latest.number - 1, latest.rootNumber)
  await db.query(`delete from tool_results where turn_id in (${old})`, [agentId, kept])
  await db.query(`delete from turn_steps where turn_id in (${old})`, [agentId, kept])
}
