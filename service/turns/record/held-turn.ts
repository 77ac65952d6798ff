/**
 * Which execution holds a turn. Every write first holds the agent's row, on the condition that the turn is
 * still its active one and the writer its latest execution; where it is not, TurnOver is thrown and nothing
 * is written. Knows nothing of models, tools or the engine.
 */
import type { Db, Queryable } from '../../store/db.ts'
import type { Payer } from '../ports.ts'

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
