/** What a person comes back to: the conversations about this spreadsheet, and saved prompts. */
import { signal } from '@preact/signals'
import type { ConversationSummary } from '../../contract/rpc.ts'
import type { Conversation } from '../conversation/conversation.ts'
import type { Host } from '../host/host.ts'
import { t } from '../words/texts.ts'
import type { Composer } from './composer.ts'
import type { Shell } from './shell.ts'

export function createLibrary(
  host: Pick<Host, 'chooseConversation' | 'deleteConversation' | 'savePrompts'>,
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

  /** Erases it at the service; where that cannot erase, it leaves this list only, and that is said. */
  async function deleteConversation(agentId: string): Promise<void> {
    const answer = await host.deleteConversation(agentId)
    if (!answer.ok) {
      shell.panel.value = null
      shell.noticeFailure(answer.error, () => void deleteConversation(agentId))
      return
    }
    conversations.value = conversations.peek().filter(other => other.agentId !== agentId)
    if (conversation().agent.peek()?.id === agentId) conversation().beginNew()
    if (!answer.value.isErased) shell.notice.value = { kind: 'good', text: t('conversations.onlyHere') }
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
    deleteConversation,
    savePrompts,
    /** Done when the latest choice is saved. */
    chosen: () => choosing,
  }
}
