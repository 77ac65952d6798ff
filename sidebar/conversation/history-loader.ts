/**
 * Earlier turns, through the messages endpoint. It pages forward from the oldest entry only, so everything
 * before the turns on screen is walked through once and kept.
 */
import { type ReadonlySignal, signal } from '@preact/signals'
import type { RpcError } from '../../contract/rpc.ts'
import type { Host } from '../host/host.ts'
import { type AgentView, parseMessagesPage } from './agent.ts'
import type { Entry } from './entries.ts'
import type { Thread } from './thread.ts'

export type HistoryState =
  | { state: 'idle' }
  | { state: 'loading'; loaded: number; total: number | null }
  | { state: 'complete' }
  | { state: 'failed'; error: RpcError }

export function createHistoryLoader(
  host: Pick<Host, 'readMessages'>,
  thread: Thread,
  agent: ReadonlySignal<AgentView | null>,
) {
  const status = signal<HistoryState>({ state: 'idle' })
  let run = 0

  /** Whether there is something to load. */
  const hasEarlier = () => {
    const current = agent.value
    const shown = thread.turns.value.filter(turn => turn.turnId !== null).length
    return current !== null && status.value.state !== 'complete' && current.turns > shown
  }

  async function load(): Promise<void> {
    const agentId = agent.peek()?.id
    if (agentId === undefined || status.peek().state === 'loading') return
    const mine = ++run
    const shown = new Set(thread.turns.peek().map(turn => turn.turnId))
    const earlier: Entry[] = []
    let cursor: string | null = null
    for (;;) {
      status.value = { state: 'loading', loaded: earlier.length, total: null }
      const answer = await host.readMessages(agentId, cursor)
      if (mine !== run) return
      const page = answer.ok ? parseMessagesPage(answer.value, earlier.length) : null
      if (!page) {
        const error = answer.ok ? unexpected : answer.error
        status.value = { state: 'failed', error }
        return
      }
      const reachedShown = page.entries.findIndex(entry => shown.has(entry.turnId))
      earlier.push(...(reachedShown < 0 ? page.entries : page.entries.slice(0, reachedShown)))
      // A cursor that doesn't move would never end.
      const stuck = page.endCursor === null || page.endCursor === cursor
      if (reachedShown >= 0 || !page.hasNextPage || stuck) break
      cursor = page.endCursor
    }
    thread.prepend(earlier)
    status.value = { state: 'complete' }
  }

  function reset(): void {
    run += 1
    status.value = { state: 'idle' }
  }

  return { status, hasEarlier, load, reset }
}

const unexpected: RpcError = { status: 200, code: 'UNEXPECTED_ANSWER', message: '', requestId: null }
