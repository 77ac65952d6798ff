/**
 * Gets one turn started, exactly once. What is safe to send again is sent again; what may have started is
 * looked up first where it can be (a follow-up, by its agent's number of turns) and never sent blindly.
 */
import type { AgentAnswer, RpcError, RpcResult, StartTurn } from '../../contract/rpc.ts'
import { type Clock, type Host, sleep } from '../host/host.ts'
import { parseAgent } from './agent.ts'

export type StartNote = 'sending' | 'retrying' | 'checking'

const RETRY_DELAYS_MS = [1_000, 2_500, 6_000]
const CHECK_DELAYS_MS = [1_500, 3_000, 6_000]

export interface Starter {
  start(
    request: Omit<StartTurn, 'startId'>,
    knownTurns: number,
    note: (note: StartNote) => void,
  ): Promise<RpcResult<AgentAnswer>>
}

export function createStarter(
  host: Pick<Host, 'startTurn' | 'pollAgent'>,
  clock: Clock,
  newId: () => string,
): Starter {
  async function start(
    request: Omit<StartTurn, 'startId'>,
    knownTurns: number,
    note: (note: StartNote) => void,
  ): Promise<RpcResult<AgentAnswer>> {
    note('sending')
    const sent = await sendOnce(request, note)
    if (sent.ok || !mayHaveStarted(sent.error) || request.agentId === null) return sent
    note('checking')
    const found = await findStarted(request.agentId, knownTurns)
    if (found === 'unknown') return sent
    if (found !== 'not started') return { ok: true, value: found }
    note('retrying')
    return sendOnce(request, note)
  }

  /** One start in the service's eyes: the same startId is never sent to it twice. */
  async function sendOnce(
    request: Omit<StartTurn, 'startId'>,
    note: (note: StartNote) => void,
  ): Promise<RpcResult<AgentAnswer>> {
    let startId = newId()
    let answer = await host.startTurn({ ...request, startId })
    for (const delayMs of RETRY_DELAYS_MS) {
      if (answer.ok || !isWorthAnother(answer.error)) return answer
      note('retrying')
      await sleep(clock, delayMs)
      // 502 promises that nothing was made; a lost answer keeps its id, so that the script recognises it.
      if (answer.error.status === 502) startId = newId()
      answer = await host.startTurn({ ...request, startId })
    }
    return answer
  }

  async function findStarted(
    agentId: string,
    knownTurns: number,
  ): Promise<AgentAnswer | 'not started' | 'unknown'> {
    let seen = false
    for (const delayMs of CHECK_DELAYS_MS) {
      await sleep(clock, delayMs)
      const answer = await host.pollAgent({ agentId, etag: null, waitSeconds: 0 })
      if (!answer.ok || !answer.value.changed) continue
      const agent = parseAgent(answer.value.agent)
      if (!agent) continue
      if (agent.turns > knownTurns) return answer.value
      seen = true
    }
    return seen ? 'not started' : 'unknown'
  }

  return { start }
}

export const mayHaveStarted = (error: RpcError): boolean =>
  error.status === 504 || error.code === 'SERVICE_TIMEOUT' || error.code === 'START_UNKNOWN'

/** Safe to send again under the same or a new startId. */
const isWorthAnother = (error: RpcError): boolean =>
  error.status === 502 ||
  ['START_IN_PROGRESS', 'BRIDGE_FAILED', 'BRIDGE_OFFLINE', 'BRIDGE_TIMEOUT'].includes(error.code)
