/**
 * Gets one turn started, exactly once. What is safe to send again is sent again; what may have started is
 * looked up first where it can be (a follow-up, by its agent's number of turns) and never sent blindly.
 */
import type { AgentAnswer, RpcError, RpcResult, StartTurn } from '../../contract/rpc.ts'
import { type Clock, type Host, sleep } from '../host/host.ts'
import { parseAgent } from './agent.ts'

export type StartNote = 'sending' | 'retrying' | 'checking'

/** The bridge may fail while the script still waits for the service: long enough to see that end. */
const RETRY_DELAYS_MS = [1_000, 2_500, 6_000, 10_000, 15_000]
/** A 502 that stays is not worth half a minute of waiting. */
const MAX_GATEWAY_RETRIES = 3
const CHECK_DELAYS_MS = [1_500, 3_000, 6_000]

/** What a person sends: everything but who it goes to. */
export type Submission = Omit<StartTurn, 'startId' | 'agentId'>
type Prompt = Omit<StartTurn, 'startId'>
type Note = (note: StartNote) => void

export interface Starter {
  start(request: Prompt, knownTurns: number, note: Note): Promise<RpcResult<AgentAnswer>>
}

export function createStarter(
  host: Pick<Host, 'startTurn' | 'pollAgent'>,
  clock: Clock,
  newId: () => string,
): Starter {
  /** A start whose fate the bridge never told: the same prompt goes on under the same name. */
  let unresolved: { prompt: string; agentId: string | null; startId: string } | null = null

  function nameFor({ prompt, agentId }: Prompt): string {
    const isSame = unresolved?.prompt === prompt && unresolved.agentId === agentId
    return isSame && unresolved ? unresolved.startId : newId()
  }

  async function start(request: Prompt, knownTurns: number, note: Note): Promise<RpcResult<AgentAnswer>> {
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

  /** One start in the service's eyes: the script sends the same startId to it once. */
  async function sendOnce(request: Prompt, note: Note): Promise<RpcResult<AgentAnswer>> {
    const startId = nameFor(request)
    let answer = await host.startTurn({ ...request, startId })
    for (const [retry, delayMs] of RETRY_DELAYS_MS.entries()) {
      if (answer.ok || !isWorthAnother(answer.error, retry)) break
      note('retrying')
      await sleep(clock, delayMs)
      answer = await host.startTurn({ ...request, startId })
    }
    const isLost = !answer.ok && isBridgeTrouble(answer.error)
    unresolved = isLost ? { prompt: request.prompt, agentId: request.agentId, startId } : null
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
  error.status === 504 || ['SERVICE_TIMEOUT', 'START_UNKNOWN', 'UNEXPECTED_ANSWER'].includes(error.code)

/** The script, or its way to us, failed: asking again under the same name tells what became of the start. */
const isBridgeTrouble = (error: RpcError): boolean =>
  ['START_IN_PROGRESS', 'BRIDGE_FAILED', 'BRIDGE_OFFLINE', 'BRIDGE_TIMEOUT'].includes(error.code)

/** A 502 promises that nothing was made. */
const isWorthAnother = (error: RpcError, retry: number): boolean =>
  isBridgeTrouble(error) || (error.status === 502 && retry < MAX_GATEWAY_RETRIES)
