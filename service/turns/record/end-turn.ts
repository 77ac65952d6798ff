/**
 * The end of a turn, in one transaction: its state, its open calls, the agent's last words, and what the
 * layers above write with it. A Stop ends a turn by the same code, without holding its claim.
 */
import { CANCELLED_MESSAGE, type TurnErrorCode, type TurnOutcome } from '../../../contract/index.ts'
import type { Queryable } from '../../store/db.ts'
import type { OnTurnEnded } from '../ports.ts'
import { assistantMessage, storable, storableJson } from './entries.ts'
import { insertEntries } from './entry-store.ts'
import { TurnOver } from './held-turn.ts'
import { stableId } from './ids.ts'

/** Tells, when the transaction commits, whoever executes the turn that it is over. */
export const STOP_CHANNEL = 'rowhand_stop'

export interface Ending {
  status: TurnOutcome
  code: TurnErrorCode | null
  message: string | null
  params: Record<string, unknown> | null
  lastWords?: string
}

export const cancelled: Ending = { status: 'cancelled', code: null, message: CANCELLED_MESSAGE, params: null }

// Claim 0 is nobody's: with it the turn is ended whoever runs it.
const LET_GO = `
  update agents set active_turn_id = null, version = version + 1, next_position = next_position + $4,
    last_activity_at = $5
  where id = $1 and active_turn_id = $2 and (claim = $3 or $3 = 0)
  returning next_position - $4 as first`

const CANCEL_OPEN_CALLS = `
  update entries set status = 'cancelled', updated_at = $2,
    body = (body::jsonb || jsonb_build_object('status', 'cancelled', 'completed_at', $3::text))::text
  where turn_id = $1 and status in ('pending', 'running')`

const CLOSE = `
  update turns set status = $2, error_code = $3, error_message = $4, error_params = $5, ended_at = $6
  where id = $1 and status = 'active'
  returning agent_id, user_id, space_id, key_id, webhook_url, agent_usage_nano + tool_usage_nano as usage_nano`

interface ClosedRow {
  agent_id: string
  user_id: string
  space_id: string
  key_id: string
  webhook_url: string | null
  usage_nano: string
}

/** Ends the turn within `tx`. Throws TurnOver where it has ended already or another execution holds it. */
export async function endTurn(
  tx: Queryable,
  turn: { agentId: string; turnId: string; claim: number },
  ending: Ending,
  at: Date,
  onTurnEnded: OnTurnEnded,
): Promise<void> {
  const lastWords = ending.lastWords
    ? [
        assistantMessage({
          turnId: turn.turnId,
          id: stableId(turn.turnId, 'last words'),
          at,
          content: ending.lastWords,
        }),
      ]
    : []
  const held = await tx.query<{ first: string }>(LET_GO, [
    turn.agentId,
    turn.turnId,
    turn.claim,
    lastWords.length,
    at,
  ])
  if (!held.rows[0]) throw new TurnOver()
  await tx.query(CANCEL_OPEN_CALLS, [turn.turnId, at, at.toISOString()])
  await insertEntries(tx, turn, BigInt(held.rows[0].first), lastWords, at)
  const closed = await tx.query<ClosedRow>(CLOSE, [
    turn.turnId,
    ending.status,
    ending.code,
    ending.message === null ? null : storable(ending.message),
    ending.params === null ? null : storableJson(ending.params),
    at,
  ])
  const row = closed.rows[0]
  if (!row) throw new TurnOver()
  // It holds what cells say and is not needed any more.
  await tx.query('delete from turn_context where turn_id = $1', [turn.turnId])
  await onTurnEnded(tx, {
    turnId: turn.turnId,
    agentId: row.agent_id,
    userId: row.user_id,
    spaceId: row.space_id,
    keyId: row.key_id,
    status: ending.status,
    errorCode: ending.code,
    errorMessage: ending.message,
    usageNanoDollars: BigInt(row.usage_nano),
    webhookUrl: row.webhook_url,
  })
}
