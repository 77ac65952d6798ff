/** What a person comes back to: the conversations about this spreadsheet, and saved prompts. */
import { signal } from '@preact/signals'
import type { ConversationSummary } from '../../contract/rpc.ts'
import type { Conversation } from '../conversation/conversation.ts'
import type { Host } from '../host/host.ts'
import type { Composer } from './composer.ts'
import type { Shell } from './shell.ts'

export function createLibrary(
  host: Pick<Host, 'chooseConversation' | 'forgetConversation' | 'savePrompts'>,
  shell: Shell,
  composer: Composer,
  conversation: () => Conversation,
) {
  const conversations = signal<readonly ConversationSummary[]>([])
  const savedPrompts = signal<readonly string[]>([])
  /** Choices are saved one after the other: the bridge keeps no order. */
  let choosing: Promise<unknown> = Promise.resolve()

  function remember(agentId: string | null): void {
    choosing = choosing.then(() => host.chooseConversation(agentId))
  }

  function noteSummary(summary: ConversationSummary): void {
    const others = conversations.peek().filter(other => other.agentId !== summary.agentId)
    conversations.value = [summary, ...others].sort((one, other) => other.at - one.at)
  }

  function newConversation(): void {
    conversation().beginNew()
    shell.panel.value = null
    composer.focusRequests.value += 1
    remember(null)
  }

  async function openConversation(agentId: string): Promise<void> {
    shell.panel.value = null
    remember(agentId)
    await conversation().open(agentId)
  }

  async function forgetConversation(agentId: string): Promise<void> {
    conversations.value = conversations.peek().filter(other => other.agentId !== agentId)
    if (conversation().agent.peek()?.id === agentId) conversation().beginNew()
    await host.forgetConversation(agentId)
  }

  async function savePrompts(prompts: readonly string[]): Promise<void> {
    const before = savedPrompts.peek()
    savedPrompts.value = prompts
    const answer = await host.savePrompts([...prompts])
    if (answer.ok) return
    savedPrompts.value = before
    shell.noticeFailure(answer.error)
  }

  return {
    conversations,
    savedPrompts,
    noteSummary,
    newConversation,
    openConversation,
    forgetConversation,
    savePrompts,
    /** Done when the latest choice is saved. */
    chosen: () => choosing,
  }
}
