/** What is known of the open conversation, and following its running turn until it ends. Sends no turn itself. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { AgentAnswer, ConversationSummary, OpenPlace, RpcError } from '../../contract/rpc.ts'
import type { Clock, Host } from '../host/host.ts'
import { type AgentView, parseAgent } from './agent.ts'
import { createPoller } from './poller.ts'
import type { Thread, Turn } from './thread.ts'

export type Milestone =
  | { kind: 'started' | 'rejected' | 'stopping' }
  | { kind: 'progress' | 'ended'; turn: Turn }
  | { kind: 'notStopped'; error: RpcError }
  | { kind: 'rejectedElsewhere'; error: RpcError; prompt: string }
  | { kind: 'summary'; summary: ConversationSummary }

export interface FollowingParts {
  host: Pick<Host, 'pollAgent'>
  clock: Clock
  visible: ReadonlySignal<boolean>
  /** Called with each start, end and stop: for announcements and lists. */
  onMilestone(milestone: Milestone): void
  /** Called with each answer of a poll, which also tells where the person is in the spreadsheet. */
  onPlace(place: OpenPlace, askedAt: number): void
}

export interface Following {
  readonly agent: Signal<AgentView | null>
  readonly summary: Signal<ConversationSummary | null>
  /** What keeps the page from hearing of a running turn; null when all is well. */
  readonly trouble: Signal<RpcError | null>
  /** Puts an answer on screen; 'over' when its turn has ended. */
  take(answer: AgentAnswer): 'news' | 'same' | 'over'
  /** Takes the answer and goes on looking while its turn runs. */
  follow(answer: AgentAnswer): void
  /** No longer looks, keeping what is known. */
  rest(): void
  forget(): void
}

export function createFollowing(thread: Thread, parts: FollowingParts): Following {
  const { onMilestone } = parts
  const agent = signal<AgentView | null>(null)
  const summary = signal<ConversationSummary | null>(null)
  const trouble = signal<RpcError | null>(null)
  const poller = createPoller(parts.host, parts.clock, parts.visible, {
    onAnswer: take,
    onTrouble(error) {
      trouble.value = error
      return error === null || !isFatal(error)
    },
    onPlace: parts.onPlace,
  })

  /** An answer that is no agent at all is as good as none: the next may be. */
  function take(answer: AgentAnswer): 'news' | 'same' | 'over' {
    const view = parseAgent(answer.agent)
    if (!view) return 'same'
    const isNews = JSON.stringify(agent.peek()) !== JSON.stringify(view)
    if (!isNews && view.isActive) return 'same'
    const turn = thread.apply(view)
    if (isNews) agent.value = view
    if (answer.conversation) noteSummary(answer.conversation)
    onMilestone({ kind: view.isActive ? 'progress' : 'ended', turn })
    return view.isActive ? 'news' : 'over'
  }

  function noteSummary(changed: ConversationSummary): void {
    if (JSON.stringify(changed) === JSON.stringify(summary.peek())) return
    summary.value = changed
    onMilestone({ kind: 'summary', summary: changed })
  }

  return {
    agent,
    summary,
    trouble,
    take,
    follow(answer) {
      const told = take(answer)
      const id = agent.peek()?.id
      if (told !== 'over' && id !== undefined) poller.follow(id, answer.etag)
    },
    rest: () => poller.stop(),
    forget() {
      poller.stop()
      agent.value = null
      summary.value = null
      trouble.value = null
    },
  }
}

/** No later poll can succeed by itself. */
export const isFatal = (error: RpcError): boolean =>
  error.code === 'NO_KEY' ||
  error.code === 'MULTIPLE_ACCOUNTS' ||
  error.code === 'SESSION_EXPIRED' ||
  [401, 403, 404].includes(error.status)
