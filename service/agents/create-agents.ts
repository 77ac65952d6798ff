/** Agents as HTTP uses them, put together from admission, reading, paging and stopping. */
import { errorFacts, type Log } from '../log.ts'
import type { Db } from '../store/db.ts'
import type { Changes } from '../turns/changes.ts'
import type { Engine } from '../turns/engine/engine.ts'
import type { OnTurnEnded } from '../turns/ports.ts'
import { cancelled, endTurn } from '../turns/record/end-turn.ts'
import { TurnOver } from '../turns/record/turn-store.ts'
import type { Agents } from './agents.ts'
import { readMessages } from './messages.ts'
import { agentNotFound, createReader, isUuid } from './read.ts'
import { type StartDeps, startTurn } from './start.ts'

export interface AgentsDeps extends Omit<StartDeps, 'enqueue'> {
  engine: Pick<Engine, 'enqueue' | 'kick' | 'cancel'>
  changes: Changes
  onTurnEnded: OnTurnEnded
  log: Log
}

export function createAgents(deps: AgentsDeps): Agents {
  const { db, engine, changes } = deps
  const reader = createReader(db)
  const startDeps: StartDeps = { ...deps, enqueue: engine.enqueue }
  return {
    async start(caller, request) {
      const started = await startTurn(startDeps, caller, request)
      if (started.state === 'refused') return started
      // Read before the turn gets going: the answer to a start shows it as active.
      const view = await reader.read(caller.userId, started.agentId, true)
      engine.kick()
      changes.announce(started.agentId)
      return view
    },
    get: (userId, agentId, options) =>
      reader.read(userId, agentId, options?.includeIntermediateToolFailures ?? true),
    messages: (userId, agentId, page) => readMessages(db, userId, agentId, page),
    async stop(userId, agentId) {
      if (!isUuid(agentId)) return agentNotFound
      const turnId = await cancelActiveTurn(db, userId, agentId, deps)
      if (turnId !== null) {
        changes.announce(agentId.toLowerCase())
        deps.log.info('turn stopped', { turn_id: turnId, agent_id: agentId.toLowerCase() })
        // It is over in the database whatever happens here: its steps can write nothing more.
        await engine.cancel(turnId).catch((error: unknown) => {
          deps.log.warn('a stopped turn was not interrupted', { turn_id: turnId, ...errorFacts(error) })
        })
      }
      return reader.read(userId, agentId, true)
    },
    waitForChange: (agentId, sinceVersion, timeoutMs, signal) =>
      changes.wait(agentId.toLowerCase(), sinceVersion, timeoutMs, signal),
  }
}

/** The turn that was cancelled; null where none was active, or it ended by itself just now. */
async function cancelActiveTurn(
  db: Db,
  userId: string,
  agentId: string,
  deps: Pick<AgentsDeps, 'now' | 'onTurnEnded'>,
): Promise<string | null> {
  const { rows } = await db.query<{ id: string; active_turn_id: string }>(
    'select id, active_turn_id from agents where id = $1 and user_id = $2 and active_turn_id is not null',
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
