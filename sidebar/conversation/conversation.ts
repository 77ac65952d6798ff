/** The open conversation: starts, stops and resumes its turns. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { AgentAnswer, RpcError } from '../../contract/rpc.ts'
import type { Clock, Host } from '../host/host.ts'
import { parseAgent } from './agent.ts'
import type { TurnFile } from './files.ts'
import { createFollowing, type Following, type FollowingParts } from './following.ts'
import { createHistoryLoader } from './history-loader.ts'
import { createStarter, type Starter, type Submission } from './starter.ts'
import { createThread, type Thread, type Turn } from './thread.ts'

export interface Conversation extends Pick<Following, 'agent' | 'summary' | 'trouble'> {
  readonly thread: Thread
  /** Loading an existing conversation, or why that failed. */
  readonly opening: Signal<
    { state: 'no' } | { state: 'yes'; agentId: string } | { state: 'failed'; error: RpcError }
  >
  readonly history: ReturnType<typeof createHistoryLoader>
  isBusy(): boolean
  send(submission: Submission, files?: readonly TurnFile[]): Promise<void>
  stop(): Promise<void>
  open(agentId: string): Promise<void>
  beginNew(): void
  /** Another window of the person's may have gone on with the conversation. */
  lookAgain(): Promise<void>
  /** Goes on with a turn that something other than a prompt has started. */
  adopt(answer: AgentAnswer): void
}

export interface ConversationParts extends FollowingParts {
  host: Pick<Host, 'startTurn' | 'pollAgent' | 'stopAgent' | 'readMessages'>
  clock: Clock
  visible: ReadonlySignal<boolean>
  newId: () => string
  /** Done when what was saved before is saved, so that a start cannot be overtaken by it. */
  beforeStart(): Promise<unknown>
}

/** What the commands below share. */
interface Core extends ConversationParts {
  thread: Thread
  following: Following
  starter: Starter
  opening: Conversation['opening']
  /** Answers that belong to a conversation which was left in the meantime are dropped. */
  generation: number
  lookedAt: number
}

/** Coming and going between sheet and sidebar is no reason to ask each time. */
const LOOK_PAUSE_MS = 5_000

export function createConversation(parts: ConversationParts): Conversation {
  const thread = createThread(() => parts.clock.now())
  const following = createFollowing(thread, parts)
  const history = createHistoryLoader(parts.host, thread, following.agent)
  const core: Core = {
    ...parts,
    thread,
    following,
    starter: createStarter(parts.host, parts.clock, parts.newId),
    opening: signal<Conversation['opening']['value']>({ state: 'no' }),
    generation: 0,
    lookedAt: Number.NEGATIVE_INFINITY,
  }

  function leave(): void {
    core.generation += 1
    following.forget()
    thread.clear()
    history.reset()
    core.opening.value = { state: 'no' }
  }

  return {
    thread,
    agent: following.agent,
    summary: following.summary,
    trouble: following.trouble,
    opening: core.opening,
    history,
    isBusy: () => isBusy(core),
    send: (submission, files) => send(core, submission, files),
    stop: () => stop(core),
    open(agentId) {
      leave()
      return open(core, agentId)
    },
    beginNew: leave,
    lookAgain: () => lookAgain(core, leave),
    adopt: answer => following.follow(answer),
  }
}

const lastTurn = ({ thread }: Core): Turn | undefined => thread.turns.peek().at(-1)

function isBusy(core: Core): boolean {
  const state = lastTurn(core)?.status.peek().state
  return state === 'starting' || state === 'active'
}

async function send(core: Core, submission: Submission, files?: readonly TurnFile[]): Promise<void> {
  if (isBusy(core)) return
  const { thread, following, onMilestone } = core
  const mine = core.generation
  const turn = thread.begin(submission.prompt, submission.mode ?? 'act', files)
  const known = following.agent.peek()
  await core.beforeStart()
  const answer = await core.starter.start(
    { ...submission, agentId: known?.id ?? null },
    known?.turns ?? 0,
    note => {
      turn.status.value = { state: 'starting', note }
    },
  )
  if (mine !== core.generation) {
    // The person has gone to another conversation meanwhile; this one stays in the list.
    const { prompt } = submission
    if (!answer.ok) onMilestone({ kind: 'rejectedElsewhere', error: answer.error, prompt })
    else if (answer.value.conversation) onMilestone({ kind: 'summary', summary: answer.value.conversation })
    return
  }
  if (!answer.ok) {
    turn.status.value = { state: 'rejected', error: answer.error, submission }
    onMilestone({ kind: 'rejected' })
    return
  }
  onMilestone({ kind: 'started' })
  following.follow(answer.value)
}

async function stop(core: Core): Promise<void> {
  const { following, onMilestone } = core
  const status = lastTurn(core)?.status
  const current = status?.peek()
  const id = following.agent.peek()?.id
  if (!status || current?.state !== 'active' || current.stopping || id === undefined) return
  const mine = core.generation
  // Shown at once: the answer takes as long as the bridge does.
  status.value = { ...current, stopping: true }
  onMilestone({ kind: 'stopping' })
  const answer = await core.host.stopAgent(id)
  if (mine !== core.generation) return
  if (answer.ok) {
    if (following.take(answer.value) === 'over') following.rest()
    return
  }
  onMilestone({ kind: 'notStopped', error: answer.error })
  const now = status.peek()
  if (now.state === 'active') status.value = { ...now, stopping: false }
}

async function open(core: Core, agentId: string): Promise<void> {
  const mine = core.generation
  core.opening.value = { state: 'yes', agentId }
  const answer = await core.host.pollAgent({ agentId, etag: null, waitSeconds: 0 })
  if (mine !== core.generation) return
  if (!answer.ok) {
    core.opening.value = { state: 'failed', error: answer.error }
    return
  }
  // A prompt that waits for the opening goes on in this conversation.
  if (answer.value.changed) core.following.follow(answer.value)
  core.opening.value = { state: 'no' }
}

async function lookAgain(core: Core, leave: () => void): Promise<void> {
  const known = core.following.agent.peek()
  const isResting = !isBusy(core) && core.opening.peek().state === 'no'
  if (!known || !isResting || core.clock.now() - core.lookedAt < LOOK_PAUSE_MS) return
  core.lookedAt = core.clock.now()
  const mine = core.generation
  const answer = await core.host.pollAgent({ agentId: known.id, etag: null, waitSeconds: 0 })
  if (mine !== core.generation || isBusy(core) || !answer.ok || !answer.value.changed) return
  const turns = parseAgent(answer.value.agent)?.turns ?? known.turns
  if (turns === known.turns) return
  // An answer tells of the latest turn only: those between are loaded like all earlier ones.
  if (turns !== known.turns + 1) leave()
  core.following.follow(answer.value)
}
