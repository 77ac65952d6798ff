/** Agents as HTTP uses them, put together from admission, reading, paging and stopping. */

import { eraseAgent } from '../keeping/erase.ts'
import type { Log } from '../log.ts'
import { addFacts } from '../seeing/observed.ts'
import type { Changes } from '../turns/changes.ts'
import type { Engine } from '../turns/engine/engine.ts'
import { forgetTurns } from '../turns/engine/forget.ts'
import type { OnTurnEnded } from '../turns/ports.ts'
import type { Agents, Refusal } from './agents.ts'
import { attachmentsOfAgent } from './attachments.ts'
import { readMessages } from './messages.ts'
import { decidePermission, listPermissions } from './permissions.ts'
import { agentNotFound, createReader, isUuid } from './read.ts'
import { type StartDeps, startTurn } from './start.ts'
import { stopActiveTurn } from './stop.ts'

export interface AgentsDeps extends Omit<StartDeps, 'enqueue'> {
  engine: Pick<Engine, 'enqueue' | 'kick' | 'cancel'>
  changes: Changes
  onTurnEnded: OnTurnEnded
  log: Log
  /** Rows were erased that the database's files may still hold. */
  onErased?: () => void
}

const stillBusy: Refusal = {
  state: 'refused',
  code: 'AGENT_BUSY',
  message:
    'A turn of this agent is running; nothing was deleted. Stop it or wait for its end, then delete again.',
}

export function createAgents(deps: AgentsDeps): Agents {
  const { db, engine, changes } = deps
  const reader = createReader(db)
  const startDeps: StartDeps = { ...deps, enqueue: engine.enqueue }
  return {
    async start(caller, request, claimed = null) {
      const started = await startTurn(startDeps, caller, request, claimed)
      if (started.state === 'refused') return started
      addFacts('request', { turnId: started.turnId })
      // Read before the turn gets going: the answer to a start shows it as active.
      const view = await reader.read(caller.userId, started.agentId, true)
      engine.kick()
      changes.announce(started.agentId)
      return view
    },
    get: (userId, agentId, options, look) =>
      reader.read(userId, agentId, options?.includeIntermediateToolFailures ?? true, look),
    lookAt: reader.lookAt,
    messages: (userId, agentId, page) => readMessages(db, userId, agentId, page),
    async stop(userId, agentId) {
      if (!isUuid(agentId)) return agentNotFound
      await stopActiveTurn(deps, userId, agentId.toLowerCase())
      return reader.read(userId, agentId, true)
    },
    permissions: (userId, agentId) => listPermissions(db, userId, agentId),
    attachments: (userId, agentId) => attachmentsOfAgent(db, userId, agentId),
    async decide(caller, ids, decision) {
      const decided = await decidePermission(startDeps, caller, ids, decision)
      if (decided.state === 'refused') return decided
      const agentId = ids.agentId.toLowerCase()
      const view = await reader.read(caller.userId, agentId, true)
      if (view.state === 'refused') return view
      if (decided.turnId !== null) {
        engine.kick()
        changes.announce(agentId)
      }
      const { permission } = decided
      deps.log.info('permission decided', {
        agent_id: agentId,
        kind: permission.kind,
        state: permission.state,
      })
      const agent = Buffer.from(view.json).toString()
      return { state: 'ok', json: `{"permission":${JSON.stringify(permission)},"agent":${agent}}` }
    },
    async erase(caller, agentId) {
      if (!isUuid(agentId)) return agentNotFound
      const erased = await eraseAgent(db, caller, agentId, deps.now())
      if (erased.state === 'not_found') return agentNotFound
      if (erased.state === 'busy') return stillBusy
      await forgetTurns(db, erased.turnIds)
      changes.announce(agentId.toLowerCase())
      deps.onErased?.()
      deps.log.info('agent erased', { agent_id: agentId.toLowerCase(), turns: erased.turnIds.length })
      return { state: 'erased' }
    },
    waitForChange: (agentId, sinceVersion, timeoutMs, signal) =>
      changes.wait(agentId.toLowerCase(), sinceVersion, timeoutMs, signal),
  }
}
