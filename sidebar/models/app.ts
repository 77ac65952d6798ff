/** The whole sidebar without its looks: which screen stands, what it holds, what a person can do. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type {
  Account,
  Boot,
  ConversationSummary,
  Intent,
  RpcError,
  SheetContext,
} from '../../contract/rpc.ts'
import type { Clock, Host } from '../host/host.ts'
import { createAnnouncer } from './announcer.ts'
import { type Composer, createComposer } from './composer.ts'
import { createConversation, type Milestone } from './conversation.ts'
import { createModels } from './models.ts'
import { t, useLanguage } from './texts.ts'
import type { Turn } from './thread.ts'

export type Screen =
  | { name: 'loading' }
  | { name: 'failed'; error: RpcError }
  | { name: 'connect' }
  | { name: 'chat' }
export type PanelName = 'conversations' | 'prompts' | 'models' | 'copyTab' | 'connection' | 'help'

/** A line above the composer: what just happened, with a link where there is one. */
export interface Notice {
  kind: 'good' | 'bad'
  text: string
  link?: { label: string; url: string }
  error?: RpcError
  /** What "Try again" does about the error. */
  retry?: () => void
}

/** Enough for a context that follows the person, few enough for the bridge. */
const CONTEXT_PAUSE_MS = 1_200

export interface AppParts {
  host: Host
  clock: Clock
  visible: ReadonlySignal<boolean>
  newId: () => string
}

export function createApp({ host, clock, visible, newId }: AppParts) {
  const screen: Signal<Screen> = signal({ name: 'loading' })
  const panel = signal<PanelName | null>(null)
  const notice = signal<Notice | null>(null)
  const account = signal<Account | null>(null)
  const context = signal<SheetContext | null>(null)
  const conversations = signal<readonly ConversationSummary[]>([])
  const savedPrompts = signal<readonly string[]>([])
  const serviceUrl = signal('')
  const announcer = createAnnouncer(clock)
  const composer: Composer = createComposer(host, clock)
  const models = createModels(host)
  const conversation = createConversation({ host, clock, visible, newId, beforeStart, onMilestone })
  const selecting = signal<string | null>(null)
  /** Choices are saved one after the other: the bridge keeps no order. */
  let choosing: Promise<unknown> = Promise.resolve()
  let contextReadAt = Number.NEGATIVE_INFINITY

  const busy = computed(() => {
    const state = conversation.thread.turns.value.at(-1)?.status.value.state
    return state === 'starting' || state === 'active'
  })

  async function start(): Promise<void> {
    screen.value = { name: 'loading' }
    const answer = await host.boot()
    if (!answer.ok) {
      screen.value = { name: 'failed', error: answer.error }
      return
    }
    load(answer.value)
    if (!answer.value.hasKey) {
      if (panel.peek() === 'connection') panel.value = null
      screen.value = { name: 'connect' }
      return
    }
    screen.value = { name: 'chat' }
    void models.load()
    if (answer.value.account === null) void checkKey()
    if (answer.value.agentId !== null) await conversation.open(answer.value.agentId)
  }

  function load(boot: Boot): void {
    useLanguage(boot.locale, boot.texts)
    serviceUrl.value = boot.serviceUrl
    account.value = boot.account
    context.value = boot.context
    contextReadAt = clock.now()
    conversations.value = boot.conversations
    savedPrompts.value = boot.savedPrompts
    models.defaults.value = boot.defaultModels
    composer.load(boot.draft, boot.history)
    if (boot.intent) show(boot.intent)
  }

  function show(intent: Intent): void {
    switch (intent.kind) {
      case 'draft':
        composer.put(intent.prompt)
        if (intent.error) {
          notice.value = { kind: 'bad', text: '', error: intent.error, retry: () => void send() }
        }
        break
      case 'panel':
        panel.value = intent.panel
        break
      case 'copied':
        noticeCopied(intent.tab)
        break
      case 'failed':
        notice.value = { kind: 'bad', text: '', error: intent.error, retry: () => openPanel('copyTab') }
        break
    }
  }

  function noticeCopied(tab: { title: string; url: string }): void {
    notice.value = {
      kind: 'good',
      text: t('copy.done', { title: tab.title }),
      link: { label: t('copy.open'), url: tab.url },
    }
  }

  function beforeStart(): Promise<unknown> {
    return Promise.all([choosing, composer.saved()])
  }

  function remember(agentId: string | null): void {
    choosing = choosing.then(() => host.chooseConversation(agentId))
  }

  function onMilestone(milestone: Milestone): void {
    announcer.milestone(milestone)
    if (milestone.kind === 'notStopped') notice.value = { kind: 'bad', text: '', error: milestone.error }
    if (milestone.kind === 'summary') {
      const { summary } = milestone
      const others = conversations.peek().filter(other => other.agentId !== summary.agentId)
      conversations.value = [summary, ...others].sort((one, other) => other.at - one.at)
    }
  }

  async function send(): Promise<void> {
    const prompt = composer.text.peek().trim()
    if (prompt === '' || busy.peek()) return
    composer.clear()
    composer.remember(prompt)
    notice.value = null
    await conversation.send(prompt, models.chosen.peek())
    models.forTurn.value = {}
  }

  /** Sends the prompt of a start that was refused or lost, in its place. */
  async function sendAgain(prompt: string): Promise<void> {
    if (busy.peek()) return
    const last = conversation.thread.turns.peek().at(-1)
    if (last?.status.peek().state === 'rejected') conversation.thread.remove(last)
    await conversation.send(prompt, models.chosen.peek())
  }

  /** Puts a prompt that was not started back where it can be changed. */
  function editRejected(turn: Turn): void {
    const status = turn.status.peek()
    if (status.state !== 'rejected') return
    conversation.thread.remove(turn)
    composer.put(status.prompt)
  }

  /** Asks once more for what a failed turn was asked for, or asks it to go on from where it stopped. */
  function retryTurn(turn: Turn, goOn: boolean): void {
    const first = turn.cells.peek()[0]?.entry.peek()
    const prompt = goOn ? t('next.goOn') : first?.type === 'user' ? first.text : ''
    if (prompt !== '' && !busy.peek()) void conversation.send(prompt, models.chosen.peek())
  }

  /** The running turn that stood in the way of a prompt. */
  async function reopen(): Promise<void> {
    const last = conversation.thread.turns.peek().at(-1)
    if (last) editRejected(last)
    const id = conversation.agent.peek()?.id
    if (id !== undefined) await conversation.open(id)
  }

  function askForKey(): void {
    panel.value = null
    screen.value = { name: 'connect' }
  }

  function openPanel(name: PanelName): void {
    panel.value = name
    if (name === 'models') void models.load()
  }

  async function connect(apiKey: string): Promise<RpcError | null> {
    const answer = await host.connect(apiKey)
    if (!answer.ok) return answer.error
    if (account.peek()?.keyEnding !== answer.value.keyEnding) {
      conversation.beginNew()
      conversations.value = []
    }
    account.value = answer.value
    notice.value = null
    screen.value = { name: 'chat' }
    panel.value = null
    void models.load(true)
    return null
  }

  async function checkKey(): Promise<RpcError | null> {
    const answer = await host.checkKey()
    if (answer.ok) account.value = answer.value
    return answer.ok ? null : answer.error
  }

  async function disconnect(): Promise<void> {
    const answer = await host.disconnect()
    if (!answer.ok) {
      notice.value = { kind: 'bad', text: '', error: answer.error }
      return
    }
    conversation.beginNew()
    conversations.value = []
    account.value = null
    panel.value = null
    screen.value = { name: 'connect' }
  }

  function newConversation(): void {
    conversation.beginNew()
    panel.value = null
    composer.focusRequests.value += 1
    remember(null)
  }

  async function openConversation(agentId: string): Promise<void> {
    panel.value = null
    remember(agentId)
    await conversation.open(agentId)
  }

  async function forgetConversation(agentId: string): Promise<void> {
    conversations.value = conversations.peek().filter(other => other.agentId !== agentId)
    if (conversation.agent.peek()?.id === agentId) conversation.beginNew()
    await host.forgetConversation(agentId)
  }

  async function refreshContext(force = false): Promise<void> {
    if (screen.peek().name !== 'chat') return
    if (!force && clock.now() - contextReadAt < CONTEXT_PAUSE_MS) return
    contextReadAt = clock.now()
    const answer = await host.readContext()
    if (answer.ok && JSON.stringify(answer.value) !== JSON.stringify(context.peek())) {
      context.value = answer.value
    }
  }

  /** Attaches what the chip shows: by the time Google answered, the person may have moved on. */
  function attachSelection(): void {
    const shown = context.peek()
    if (shown) composer.attach(shown)
  }

  async function selectRange(sheetName: string | null, range: string): Promise<void> {
    const mine = `${sheetName ?? ''}!${range}`
    selecting.value = mine
    const answer = await host.selectRange(sheetName, range)
    if (selecting.peek() === mine) selecting.value = null
    if (answer.ok) void refreshContext(true)
    else notice.value = { kind: 'bad', text: '', error: answer.error }
  }

  async function copyTab(destination: string | null): Promise<RpcError | null> {
    const answer = await host.copyTab(destination)
    if (!answer.ok) return answer.error
    panel.value = null
    noticeCopied(answer.value)
    return null
  }

  async function savePrompts(prompts: readonly string[]): Promise<void> {
    const before = savedPrompts.peek()
    savedPrompts.value = prompts
    const answer = await host.savePrompts([...prompts])
    if (answer.ok) return
    savedPrompts.value = before
    notice.value = { kind: 'bad', text: '', error: answer.error }
  }

  return {
    screen,
    panel,
    notice,
    account,
    context,
    conversations,
    savedPrompts,
    serviceUrl,
    announcer,
    composer,
    models,
    conversation,
    busy,
    selecting,
    start,
    send,
    sendAgain,
    editRejected,
    retryTurn,
    reopen,
    askForKey,
    openPanel,
    connect,
    checkKey,
    disconnect,
    newConversation,
    openConversation,
    forgetConversation,
    refreshContext,
    attachSelection,
    selectRange,
    copyTab,
    savePrompts,
  }
}
export type App = ReturnType<typeof createApp>
