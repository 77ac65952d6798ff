/** The open conversation: starts, follows, stops and resumes its turns. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { AgentAnswer, ConversationSummary, ModelChoice, RpcError } from '../../contract/rpc.ts'
import type { Clock, Host } from '../host/host.ts'
import { type AgentView, parseAgent } from './agent.ts'
import { createHistoryLoader } from './history-loader.ts'
import { createPoller } from './poller.ts'
import { createStarter } from './starter.ts'
import { createThread, type Thread, type Turn } from './thread.ts'

export interface Conversation {
  readonly thread: Thread
  readonly agent: Signal<AgentView | null>
  readonly summary: Signal<ConversationSummary | null>
  /** Loading an existing conversation, or why that failed. */
  readonly opening: Signal<
    { state: 'no' } | { state: 'yes'; agentId: string } | { state: 'failed'; error: RpcError }
  >
  /** What keeps the page from hearing of a running turn; null when all is well. */
  readonly trouble: Signal<RpcError | null>
  readonly history: ReturnType<typeof createHistoryLoader>
  isBusy(): boolean
  send(prompt: string, models: ModelChoice): Promise<void>
  stop(): Promise<void>
  open(agentId: string): Promise<void>
  beginNew(): void
}

export interface ConversationParts {
  host: Pick<Host, 'startTurn' | 'pollAgent' | 'stopAgent' | 'readMessages'>
  clock: Clock
  visible: ReadonlySignal<boolean>
  newId: () => string
  /** Done when what was saved before is saved, so that a start cannot be overtaken by it. */
  beforeStart(): Promise<unknown>
  /** Called with each start, end and stop: for announcements and lists. */
  onMilestone(milestone: Milestone): void
}

export type Milestone =
  | { kind: 'started' | 'rejected' | 'stopping' }
  | { kind: 'progress' | 'ended'; turn: Turn }
  | { kind: 'notStopped'; error: RpcError }
  | { kind: 'rejectedElsewhere'; error: RpcError; prompt: string }
  | { kind: 'summary'; summary: ConversationSummary }

export function createConversation(parts: ConversationParts): Conversation {
  const { host, clock, visible, newId, beforeStart, onMilestone } = parts
  const thread = createThread(() => clock.now())
  const agent = signal<AgentView | null>(null)
  const summary = signal<ConversationSummary | null>(null)
  const opening = signal<Conversation['opening']['value']>({ state: 'no' })
  const trouble = signal<RpcError | null>(null)
  const starter = createStarter(host, clock, newId)
  const history = createHistoryLoader(host, thread, agent)
  // Answers that belong to a conversation which was left in the meantime are dropped.
  let generation = 0

  const poller = createPoller(host, clock, visible, {
    onAnswer: take,
    onTrouble(error) {
      trouble.value = error
      return error === null || !isFatal(error)
    },
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

  async function send(prompt: string, models: ModelChoice): Promise<void> {
    if (isBusy()) return
    const mine = generation
    const turn = thread.begin(prompt)
    const known = agent.peek()
    await beforeStart()
    const answer = await starter.start(
      { prompt, agentId: known?.id ?? null, models },
      known?.turns ?? 0,
      note => {
        turn.status.value = { state: 'starting', note }
      },
    )
    if (mine !== generation) {
      // The person has gone to another conversation meanwhile; this one stays in the list.
      if (!answer.ok) onMilestone({ kind: 'rejectedElsewhere', error: answer.error, prompt })
      else if (answer.value.conversation) onMilestone({ kind: 'summary', summary: answer.value.conversation })
      return
    }
    if (!answer.ok) {
      turn.status.value = { state: 'rejected', error: answer.error, prompt }
      onMilestone({ kind: 'rejected' })
      return
    }
    onMilestone({ kind: 'started' })
    follow(answer.value)
  }

  function follow(answer: AgentAnswer): void {
    const told = take(answer)
    const id = agent.peek()?.id
    if (told !== 'over' && id !== undefined) poller.follow(id, answer.etag)
  }

  const lastStatus = () => thread.turns.peek().at(-1)?.status

  function isBusy(): boolean {
    const state = lastStatus()?.peek().state
    return state === 'starting' || state === 'active'
  }

  async function stop(): Promise<void> {
    const status = lastStatus()
    const current = status?.peek()
    const id = agent.peek()?.id
    if (!status || current?.state !== 'active' || current.stopping || id === undefined) return
    const mine = generation
    // Shown at once: the answer takes as long as the bridge does.
    status.value = { ...current, stopping: true }
    onMilestone({ kind: 'stopping' })
    const answer = await host.stopAgent(id)
    if (mine !== generation) return
    if (answer.ok) {
      if (take(answer.value) === 'over') poller.stop()
      return
    }
    onMilestone({ kind: 'notStopped', error: answer.error })
    const now = status.peek()
    if (now.state === 'active') status.value = { ...now, stopping: false }
  }

  async function open(agentId: string): Promise<void> {
    leave()
    const mine = generation
    opening.value = { state: 'yes', agentId }
    const answer = await host.pollAgent({ agentId, etag: null, waitSeconds: 0 })
    if (mine !== generation) return
    if (!answer.ok) {
      opening.value = { state: 'failed', error: answer.error }
      return
    }
    opening.value = { state: 'no' }
    if (answer.value.changed) follow(answer.value)
  }

  function leave(): void {
    generation += 1
    poller.stop()
    thread.clear()
    history.reset()
    agent.value = null
    summary.value = null
    trouble.value = null
    opening.value = { state: 'no' }
  }

  return { thread, agent, summary, opening, trouble, history, isBusy, send, stop, open, beginNew: leave }
}

/** No later poll can succeed by itself. */
export const isFatal = (error: RpcError): boolean =>
  error.code === 'NO_KEY' ||
  error.code === 'MULTIPLE_ACCOUNTS' ||
  error.code === 'SESSION_EXPIRED' ||
  [401, 403, 404].includes(error.status)
