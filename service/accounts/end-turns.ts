/**
 * What ends with a key or a membership: the turns that it started. They go in the transaction that takes
 * the key or the membership away, so that nothing spends on behalf of whom nobody can stop.
 */
import type { Queryable } from '../store/db.ts'
import type { OnTurnEnded } from '../turns/ports.ts'
import { type Ending, endTurn, STOP_CHANNEL } from '../turns/record/end-turn.ts'
import { TurnOver } from '../turns/record/held-turn.ts'

export type Withdrawn = { keyId: string } | { spaceId: string; userId: string }
export type Why = 'key_disabled' | 'key_deleted' | 'member_removed'

export interface EndTurnsDeps {
  now: () => Date
  onTurnEnded: OnTurnEnded
}

const KEPT = 'What was changed before stays in the sheet.'
const messages: Record<Why, string> = {
  key_disabled: `The turn was stopped because its API key was disabled. ${KEPT}`,
  key_deleted: `The turn was stopped because its API key was deleted. ${KEPT}`,
  member_removed: `The turn was stopped because its user is no longer a member of the space. ${KEPT}`,
}

/** In a transaction, after the row that lets new turns in has been changed. */
export async function endTurnsOf(tx: Queryable, deps: EndTurnsDeps, of: Withdrawn, why: Why): Promise<void> {
  const [where, params] =
    'keyId' in of ? ['key_id = $1', [of.keyId]] : ['space_id = $1 and user_id = $2', [of.spaceId, of.userId]]
  const { rows } = await tx.query<{ id: string; agent_id: string }>(
    `select id, agent_id from turns where ${where} and status = 'active' order by agent_id`,
    params,
  )
  const ending: Ending = { status: 'cancelled', code: null, message: messages[why], params: null }
  for (const { id, agent_id } of rows) {
    try {
      await endTurn(tx, { turnId: id, agentId: agent_id, claim: 0 }, ending, deps.now(), deps.onTurnEnded)
      await tx.query('select pg_notify($1, $2)', [STOP_CHANNEL, id])
    } catch (error) {
      // It came to its own end just now.
      if (!(error instanceof TurnOver)) throw error
    }
  }
}
