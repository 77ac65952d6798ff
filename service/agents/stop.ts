/** Stop: the turn is over in the database before its execution is told. */
import { errorFacts, type Log } from '../log.ts'
import { tell } from '../seeing/observed.ts'
import type { Db } from '../store/db.ts'
import type { Changes } from '../turns/changes.ts'
import type { Engine } from '../turns/engine/engine.ts'
import type { OnTurnEnded } from '../turns/ports.ts'
import { cancelled, endTurn } from '../turns/record/end-turn.ts'
import { TurnOver } from '../turns/record/held-turn.ts'

export interface StopDeps {
  db: Db
  engine: Pick<Engine, 'cancel'>
  changes: Changes
  onTurnEnded: OnTurnEnded
  now(): Date
  log: Log
}

export async function stopActiveTurn(deps: StopDeps, userId: string, agentId: string): Promise<void> {
  const turnId = await cancelActiveTurn(deps, userId, agentId)
  if (turnId === null) return
  deps.changes.announce(agentId)
  tell('turnEnded', { turnId, status: 'cancelled', code: null })
  deps.log.info('turn stopped', { turn_id: turnId, agent_id: agentId })
  // It is over in the database whatever happens here: its steps can write nothing more.
  await deps.engine.cancel(turnId).catch((error: unknown) => {
    deps.log.warn('a stopped turn was not interrupted', { turn_id: turnId, ...errorFacts(error) })
  })
}

/** The turn that was cancelled; null where none was active, or it ended by itself just now. */
async function cancelActiveTurn(deps: StopDeps, userId: string, agentId: string): Promise<string | null> {
  const { db } = deps
  const { rows } = await db.query<{ id: string; active_turn_id: string }>(
    'select id, active_turn_id from agents where id = $1 and user_id = $2 and active_turn_id is not null and closed_at is null',
    [agentId, userId],
  )
  const active = rows[0]
  if (!active) return null
  const turn = { agentId: active.id, turnId: active.active_turn_id, claim: 0 }
  try {
    await db.transaction(tx => endTurn(tx, turn, cancelled, deps.now(), deps.onTurnEnded))
    return turn.turnId
  } catch (error) {
    if (error instanceof TurnOver) return null
    throw error
  }
}
