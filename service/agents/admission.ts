/**
 * Lets a turn in: limits, the agent's state, and every row of the new turn, in one transaction with the
 * engine's job. What it is told has been checked; it asks nobody outside the database.
 */
import type { AgentModels } from '../../contract/index.ts'
import { type Decider, decide, expireOpen } from '../permissions/permission-store.ts'
import { wordsOfTurn } from '../permissions/reading/words-of-turn.ts'
import type { Db, Queryable } from '../store/db.ts'
import { isTaken } from '../store/passing.ts'
import { giveToTurn } from '../tools/attachments/store.ts'
import type { Billing, Caller } from '../turns/ports.ts'
import { userMessage } from '../turns/record/entries.ts'
import { insertEntries } from '../turns/record/entry-store.ts'
import { grantedCallId, stableId } from '../turns/record/ids.ts'
import type { Refusal } from './agents.ts'
import { type Claimed, recordStarted } from './idempotent.ts'

export interface NewTurn {
  /** Null starts a new agent. */
  agentId: string | null
  spreadsheetId: string
  prompt: string
  tab: { sheetId: number; title: string }
  models: AgentModels
  webhookUrl: string | null
  /** The request that may be sent again, see idempotent.ts. */
  claimed?: Claimed | null
  mode: 'act' | 'plan'
  attachmentIds?: readonly string[]
  /** The permission that starts this turn, decided in the same transaction. */
  permissionId?: string
}

export interface AdmissionDeps {
  db: Db
  billing: Billing
  maxActiveAgents: number
  /** Of all keys of one person, and of all keys of one space; 0 or absent for no such limit. */
  maxActiveOfPerson?: number
  maxActiveOfSpace?: number
  /** `behind` turns of the same space are active: the more, the longer it waits where the service is full. */
  enqueue(tx: Queryable, turnId: string, behind: number): Promise<void>
  now(): Date
  newId(): string
}

export const agentBusy: Refusal = {
  state: 'refused',
  code: 'AGENT_BUSY',
  message:
    'This agent is still working on its last prompt. Wait until its status is idle, or stop it, and send the prompt again.',
}

const keyDisabled: Refusal = {
  state: 'refused',
  code: 'KEY_DISABLED',
  message: 'This API key is disabled. Enable it in the dashboard, or use another key.',
}

const tooManyActive = (max: number, whose: string): Refusal => ({
  state: 'refused',
  code: 'CONCURRENT_LIMIT_REACHED',
  message: `${whose} ${max} active agents, the most there may be. Wait until one of them is idle, or stop one.`,
})

const takenOver: Refusal = {
  state: 'refused',
  code: 'REQUEST_IN_PROGRESS',
  message:
    'Another request with this Idempotency-Key went ahead of this one. Send it again to read its answer.',
}

/** Thrown inside the transaction to roll it back with an answer. */
class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

export async function admitTurn(
  deps: AdmissionDeps,
  caller: Caller,
  turn: NewTurn,
): Promise<{ state: 'admitted'; agentId: string; turnId: string } | Refusal> {
  const turnId = deps.newId()
  try {
    const agentId = await deps.db.transaction(async tx => {
      const { readOnly, active } = await checkLimits(tx, deps, caller)
      const held = turn.agentId
        ? await holdIdleAgent(tx, caller, turn.agentId, turnId, deps.now())
        : await insertAgent(tx, caller, turn.spreadsheetId, turnId, deps)
      const words = await wordsOf(tx, turn, held)
      await insertTurn(tx, caller, turn, { turnId, ...held, words, readOnly }, deps.now())
      await settlePermissions(tx, caller, turn, { turnId, ...held }, deps.now())
      await giveAttachments(tx, caller, turn, { turnId, agentId: held.agentId }, deps.now())
      if (turn.claimed && !(await recordStarted(tx, turn.claimed, held.agentId))) throw new Refused(takenOver)
      await deps.enqueue(tx, turnId, active.space)
      return held.agentId
    })
    return { state: 'admitted', agentId, turnId }
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    // The index has the last word, should anything have come past the checks.
    if (isTaken(error)) return agentBusy
    throw error
  }
}

const attachmentGone: Refusal = {
  state: 'refused',
  code: 'INVALID_REQUEST',
  message:
    'attachment_ids: one of these files is not there any more, or belongs to another conversation. Attach it again.',
}

async function giveAttachments(
  tx: Queryable,
  caller: Caller,
  turn: NewTurn,
  { turnId, agentId }: { turnId: string; agentId: string },
  at: Date,
): Promise<void> {
  const own = { id: turnId, agentId, userId: caller.userId }
  if (!(await giveToTurn(tx, own, turn.attachmentIds ?? [], at))) throw new Refused(attachmentGone)
}

/** Starts with one key wait for one another here, so that the count they see is right. */
async function checkLimits(
  tx: Queryable,
  deps: AdmissionDeps,
  caller: Caller,
): Promise<{ readOnly: boolean; active: Active }> {
  const key = await tx.query<{ usable: boolean; read_only: boolean }>(
    `select disabled_at is null and deleted_at is null as usable, read_only from api_keys where id = $1 for no key update`,
    [caller.keyId],
  )
  // Disabled since the request came in: what ends its turns has looked already, or will see this one.
  if (key.rows[0]?.usable !== true) throw new Refused(keyDisabled)
  const active = await countActive(tx, caller)
  const full = whyFull(active, deps)
  if (full) throw new Refused(full)
  const spending = await deps.billing.admit(tx, caller)
  if (spending.state === 'refused') {
    throw new Refused({ state: 'refused', code: 'SPENDING_LIMIT_REACHED', message: spending.message })
  }
  return { readOnly: key.rows[0].read_only, active }
}

/** Turns that run or wait. Only the key's is exact under a race: its row is locked, the others' are not. */
interface Active {
  key: number
  person: number
  space: number
}

export async function countActive(db: Queryable, caller: Caller): Promise<Active> {
  const { rows } = await db.query<Active>(
    `select (select count(*)::int from turns where key_id = $1 and status = 'active') as key,
       (select count(*)::int from turns where user_id = $2 and status = 'active') as person,
       (select count(*)::int from turns where space_id = $3 and status = 'active') as space`,
    [caller.keyId, caller.userId, caller.spaceId],
  )
  return rows[0]!
}

type ActiveLimits = Pick<AdmissionDeps, 'maxActiveAgents' | 'maxActiveOfPerson' | 'maxActiveOfSpace'>

export function whyFull(active: Active, limits: ActiveLimits): Refusal | null {
  const { maxActiveAgents, maxActiveOfPerson = 0, maxActiveOfSpace = 0 } = limits
  if (active.key >= maxActiveAgents) return tooManyActive(maxActiveAgents, 'This key has')
  if (maxActiveOfPerson > 0 && active.person >= maxActiveOfPerson)
    return tooManyActive(maxActiveOfPerson, 'All keys of this person together have')
  if (maxActiveOfSpace > 0 && active.space >= maxActiveOfSpace)
    return tooManyActive(maxActiveOfSpace, 'All keys of this space together have')
  return null
}

interface HeldAgent {
  agentId: string
  number: number
  position: bigint
}

async function holdIdleAgent(
  tx: Queryable,
  caller: Caller,
  agentId: string,
  turnId: string,
  at: Date,
): Promise<HeldAgent> {
  const { rows } = await tx.query<{ number_of_turns: number; position: string }>(
    `update agents set active_turn_id = $3, claim = 0, claim_progress = -1, stuck = 0, number_of_turns = number_of_turns + 1,
       next_position = next_position + 1, version = version + 1, last_activity_at = $4
     where id = $1 and user_id = $2 and active_turn_id is null and active_undo_id is null and closed_at is null
     returning number_of_turns, next_position - 1 as position`,
    [agentId, caller.userId, turnId, at],
  )
  const row = rows[0]
  if (!row) throw new Refused(agentBusy)
  return { agentId, number: row.number_of_turns, position: BigInt(row.position) }
}

/** The words that say what this turn may do; null where its prompt is all of them. */
async function wordsOf(tx: Queryable, turn: NewTurn, held: HeldAgent): Promise<string | null> {
  if (turn.agentId === null) return null
  const { rows } = await tx.query<{ words: string }>(
    'select coalesce(words, prompt) as words from turns where agent_id = $1 and number = $2',
    [held.agentId, held.number - 1],
  )
  return wordsOfTurn(turn.prompt, rows[0]?.words ?? null, turn.permissionId !== undefined)
}

export const permissionDecided: Refusal = {
  state: 'refused',
  code: 'PERMISSION_DECIDED',
  message:
    'This was decided before, or the conversation has gone on without it. Nothing was changed. Ask for it again in a new prompt if you still want it.',
}

export const deciderOf = ({ userId, spaceId, keyId }: Caller): Decider => ({ userId, spaceId, keyId })

/** What was asked before is asked no more once the conversation goes on. */
async function settlePermissions(
  tx: Queryable,
  caller: Caller,
  turn: NewTurn,
  { agentId, turnId }: HeldAgent & { turnId: string },
  at: Date,
): Promise<void> {
  if (turn.permissionId !== undefined) {
    const grant = { state: 'granted', turnId, callId: grantedCallId(turnId) } as const
    if (!(await decide(tx, turn.permissionId, grant, at, deciderOf(caller))))
      throw new Refused(permissionDecided)
    await tx.query('update turns set permission_id = $2 where id = $1', [turnId, turn.permissionId])
  }
  if (turn.agentId !== null) await expireOpen(tx, agentId)
}

async function insertAgent(
  tx: Queryable,
  caller: Caller,
  spreadsheetId: string,
  turnId: string,
  deps: AdmissionDeps,
): Promise<HeldAgent> {
  const agentId = deps.newId()
  await tx.query(
    `insert into agents (id, user_id, space_id, key_id, spreadsheet_id, number_of_turns, next_position,
       active_turn_id, created_at, last_activity_at)
     values ($1, $2, $3, $4, $5, 1, 2, $6, $7, $7)`,
    [agentId, caller.userId, caller.spaceId, caller.keyId, spreadsheetId, turnId, deps.now()],
  )
  return { agentId, number: 1, position: 1n }
}

async function insertTurn(
  tx: Queryable,
  caller: Caller,
  turn: NewTurn,
  held: HeldAgent & { turnId: string; words: string | null; readOnly: boolean },
  at: Date,
): Promise<void> {
  await tx.query(
    `insert into turns (id, agent_id, key_id, user_id, space_id, number, status, prompt, sheet_id, sheet_name,
       agent_model, bulk_model, bulk_search_model, webhook_url, created_at, mode, words, read_only)
     values ($1, $2, $3, $4, $5, $6, 'active', $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      held.turnId,
      held.agentId,
      caller.keyId,
      caller.userId,
      caller.spaceId,
      held.number,
      turn.prompt,
      turn.tab.sheetId,
      turn.tab.title,
      turn.models.agent_model,
      turn.models.bulk_model,
      turn.models.bulk_search_model,
      turn.webhookUrl,
      at,
      turn.mode,
      held.words,
      held.readOnly,
    ],
  )
  const entry = userMessage({
    turnId: held.turnId,
    id: stableId(held.turnId, 'prompt'),
    at,
    content: turn.prompt,
  })
  await insertEntries(tx, held, held.position, [entry], at)
}
