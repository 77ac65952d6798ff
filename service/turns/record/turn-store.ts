/**
 * The rows of a running turn. Every write first holds the agent's row, on the condition that the turn is
 * still its active one and the writer its latest execution; where it is not, TurnOver is thrown and
 * nothing is written. Knows nothing of models, tools or the engine.
 */
import type { ModelMessage, ToolResultPart } from 'ai'
import type { Db, Queryable } from '../../store/db.ts'
import type { Payer } from '../ports.ts'
import type { Decision } from './decision.ts'
import type { EntryRow } from './entries.ts'

/** The turn was stopped or ended, or another execution took it over: end quietly, write nothing more. */
export class TurnOver extends Error {
  constructor() {
    super('this execution no longer holds the turn')
    this.name = 'TurnOver'
  }
}

export interface HeldTurn extends Payer {
  /** Rises with every execution of the turn; only the latest may write. */
  claim: number
  /** How often it was taken over without getting any further, and for how long by now. */
  stuck: number
  stuckSeconds: number
  /** Since its first execution began, by the database's clock: replicas' own may differ, and be set. */
  begunSeconds: number
  spreadsheetId: string
  number: number
  prompt: string
  /** The person's own words that say what may be done: more than the prompt where it goes on with earlier ones. */
  words: string
  mode: 'act' | 'plan'
  /** Its key may only read. */
  readOnly: boolean
  /** The permission that this turn continues with. */
  permissionId: string | null
  /** Number of the turn that it continues, over every permission in between; its own where it continues none. */
  rootNumber: number
  sheetId: number
  sheetName: string
  agentModel: string
  bulkModel: string
  bulkSearchModel: string
  createdAt: Date
}

interface ClaimRow {
  turn_id: string
  agent_id: string
  user_id: string
  space_id: string
  key_id: string
  claim: number
  stuck: number
  stuck_seconds: number
  begun_seconds: number
  spreadsheet_id: string
  number: number
  prompt: string
  words: string
  read_only: boolean
  mode: 'act' | 'plan'
  permission_id: string | null
  root_number: number
  sheet_id: number
  sheet_name: string
  agent_model: string
  bulk_model: string
  bulk_search_model: string
  created_at: Date
}

const CLAIM = `
  with held as (
    update agents set claim = claim + 1, claim_progress = came.far,
      stuck = case when claim_progress = came.far then stuck + 1 else 0 end,
      stuck_since = case when claim_progress = came.far then stuck_since else now() end,
      begun_at = case when claim = 0 then now() else begun_at end
    from (
      select ((select count(*) from turn_steps where turn_id = $1) + (select count(*) from ledger where turn_id = $1)
        + (select count(*) from tool_results where turn_id = $1))::int as far
    ) came
    where active_turn_id = $1 and id = (select agent_id from turns where id = $1)
    returning id, claim, stuck, extract(epoch from now() - stuck_since)::float8 as stuck_seconds,
      extract(epoch from now() - begun_at)::float8 as begun_seconds, spreadsheet_id
  )
  select t.id as turn_id, t.agent_id, t.user_id, t.space_id, t.key_id, held.claim, held.stuck, held.stuck_seconds, held.begun_seconds,
    held.spreadsheet_id,
    t.number, t.prompt, coalesce(t.words, t.prompt) as words, t.mode, t.read_only, t.permission_id,
    (select max(r.number) from turns r
      where r.agent_id = t.agent_id and r.number <= t.number and r.permission_id is null) as root_number,
    t.sheet_id, t.sheet_name, t.agent_model, t.bulk_model, t.bulk_search_model, t.created_at
  from held join turns t on t.id = $1`

/** Takes the turn for this execution and fences earlier ones; null where it is over. */
export async function claimTurn(db: Queryable, turnId: string): Promise<HeldTurn | null> {
  const row = (await db.query<ClaimRow>(CLAIM, [turnId])).rows[0]
  if (!row) return null
  return {
    turnId: row.turn_id,
    agentId: row.agent_id,
    userId: row.user_id,
    spaceId: row.space_id,
    keyId: row.key_id,
    claim: row.claim,
    stuck: row.stuck,
    stuckSeconds: row.stuck_seconds,
    begunSeconds: row.begun_seconds,
    spreadsheetId: row.spreadsheet_id,
    number: row.number,
    prompt: row.prompt,
    words: row.words,
    mode: row.mode,
    readOnly: row.read_only,
    permissionId: row.permission_id,
    rootNumber: row.root_number,
    sheetId: row.sheet_id,
    sheetName: row.sheet_name,
    agentModel: row.agent_model,
    bulkModel: row.bulk_model,
    bulkSearchModel: row.bulk_search_model,
    createdAt: row.created_at,
  }
}

/** Leaves turns to others in good order: that their step begins anew is nobody's failure. */
export async function handOver(db: Queryable, turnIds: readonly string[]): Promise<void> {
  if (turnIds.length === 0) return
  await db.query('update agents set claim_progress = -1 where active_turn_id = any($1::uuid[])', [turnIds])
}

// The condition stands on the updated row itself: a write that waited for a Stop sees what it left.
const HELD = {
  name: 'hold_turn',
  text: `
    update agents set version = version + 1, last_activity_at = $4
    where id = $1 and active_turn_id = $2 and claim = $3
    returning id`,
}

/** Holds the turn to the end of `tx`. Throws TurnOver. */
async function hold(tx: Queryable, turn: HeldTurn, at: Date): Promise<void> {
  const { rows } = await tx.query(HELD, [turn.agentId, turn.turnId, turn.claim, at])
  if (rows.length === 0) throw new TurnOver()
}

const NOT_ANOTHERS = {
  name: 'not_anothers',
  text: `
    select 1 from agents where id = $1 and (active_turn_id is distinct from $2 or claim = $3) for share`,
}

/**
 * For what belongs to a call and not to the turn's state: what was changed is noted after a Stop too, but not by
 * an execution from which another has taken the turn. Throws TurnOver.
 */
export async function holdRecord(tx: Queryable, turn: HeldTurn): Promise<void> {
  const { rows } = await tx.query(NOT_ANOTHERS, [turn.agentId, turn.turnId, turn.claim])
  if (rows.length === 0) throw new TurnOver()
}

/** A change of the turn in one transaction, with the turn held. Throws TurnOver. */
export function changeTurn<T>(
  db: Db,
  turn: HeldTurn,
  at: Date,
  change: (tx: Queryable) => Promise<T>,
): Promise<T> {
  return db.transaction(async tx => {
    await hold(tx, turn, at)
    return change(tx)
  })
}

const STILL_HELD = {
  name: 'still_held',
  text: `
    select coalesce(e.beat_at > now() - $5::int * interval '1 millisecond', false) as fresh
    from agents a
    left join dbos.workflow_status w on w.workflow_uuid = $2::text
    left join executors e on e.id = w.executor_id
    where a.id = $1 and a.active_turn_id = $2::uuid and a.claim = $3
      and ($4::text is null or (w.status = 'PENDING' and w.executor_id = $4::text))`,
}

/**
 * Whether this execution still holds the turn: no other has claimed it, and where there are other executors
 * none has been given it. 'silent' where this one's own heartbeat is so old that it may be taken for dead
 * at any moment.
 */
export async function stillHeld(
  db: Queryable,
  turn: Pick<HeldTurn, 'agentId' | 'turnId' | 'claim'>,
  executor: { id: string; silentAfterMs: number } | null,
): Promise<'held' | 'silent' | 'lost'> {
  const { rows } = await db.query<{ fresh: boolean }>(STILL_HELD, [
    turn.agentId,
    turn.turnId,
    turn.claim,
    executor?.id ?? null,
    executor?.silentAfterMs ?? 0,
  ])
  const row = rows[0]
  if (!row) return 'lost'
  return executor === null || row.fresh ? 'held' : 'silent'
}

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

const columnsOf = (rows: readonly EntryRow[]) => [
  rows.map(row => row.id),
  rows.map(row => row.type),
  rows.map(row => row.status),
  rows.map(row => row.body),
]

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

const UPDATE_ENTRY = {
  name: 'update_entry',
  text: `${CHANGE_HELD_ENTRY}
    select id from held`,
}

/** Puts a new state into a tool call's entry, in place. Throws TurnOver. */
export async function updateEntry(db: Queryable, turn: HeldTurn, entry: EntryRow, at: Date): Promise<void> {
  const { rows } = await db.query(UPDATE_ENTRY, [
    turn.agentId,
    turn.turnId,
    turn.claim,
    at,
    entry.id,
    entry.status,
    entry.body,
  ])
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
    turn.agentId,
    turn.turnId,
    turn.claim,
    at,
    entry.id,
    entry.status,
    entry.body,
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
