/** From the prompt box into the conversation, and back when a prompt was not started. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { Conversation } from '../conversation/conversation.ts'
import type { TurnFile } from '../conversation/files.ts'
import type { Submission } from '../conversation/starter.ts'
import type { Turn } from '../conversation/thread.ts'
import { t } from '../words/texts.ts'
import type { Attachments } from './attachments.ts'
import type { Composer } from './composer.ts'
import type { LanguageModels } from './language-models.ts'
import type { Shell } from './shell.ts'

export interface PromptingParts {
  shell: Shell
  composer: Composer
  attachments: Attachments
  models: LanguageModels
  conversation: Conversation
  /** Something else than a turn is changing the sheet. */
  isUndoing: ReadonlySignal<boolean>
}

export function createPrompting(parts: PromptingParts) {
  const { shell, composer, attachments, models, conversation } = parts
  const { thread } = conversation
  const busy = computed(() => {
    const state = thread.turns.value.at(-1)?.status.value.state
    return state === 'starting' || state === 'active' || parts.isUndoing.value
  })
  /** The next prompt only asks what would be done. Stays until it is switched off. */
  const planFirst = signal(false)
  /** Sent before there was anywhere to send it to: stays in the box until there is. */
  const sendsSoon = signal(false)

  /** Whether a prompt has somewhere to go: the sidebar has opened, and so has the conversation. */
  function isStanding(): 'yes' | 'not yet' | 'no' {
    const { name } = shell.screen.value
    const { state } = conversation.opening.value
    if (name === 'loading' || (name === 'chat' && state === 'yes')) return 'not yet'
    return name === 'chat' ? 'yes' : 'no'
  }

  /** What waits, and for which conversation, as soon as that is known. */
  let wanted = ''
  let into: string | null = null

  effect(() => {
    if (!sendsSoon.value) return
    const opening = conversation.opening.value
    const standing = isStanding()
    if (opening.state === 'yes') into ??= opening.agentId
    if (standing === 'not yet') return
    sendsSoon.value = false
    // What went wrong stands on the screen; the prompt stays where it can be sent once more. So it does where the
    // person has gone elsewhere, or put something else into the box.
    if (standing !== 'yes' || opening.state !== 'no') return
    if (into !== null && conversation.agent.peek()?.id !== into) return
    if (composer.text.peek().trim() === wanted) void send()
  })

  async function send(): Promise<void> {
    const prompt = composer.text.peek().trim()
    if (prompt === '' || busy.peek() || attachments.isSending.peek()) return
    if (isStanding() !== 'yes') {
      wanted = prompt
      into = null
      sendsSoon.value = true
      return
    }
    composer.clear()
    await sendPrompt(prompt, planFirst.peek() ? 'plan' : 'act', attachments.take())
  }

  async function sendPrompt(
    prompt: string,
    mode: 'act' | 'plan',
    files: readonly TurnFile[] = [],
  ): Promise<void> {
    if (busy.peek()) return
    composer.remember(prompt)
    shell.notice.value = null
    const named = files.length > 0 ? { attachmentIds: files.map(({ id }) => id) } : {}
    await conversation.send({ prompt, models: models.chosen.peek(), mode, ...named }, files)
    models.forTurn.value = {}
  }

  /** Carries out the plan that was just made, as it stands. */
  const doPlan = () => sendPrompt(t('plan.doIt'), 'act')

  /** Sends once more what was refused or lost, in its place, with the models that are chosen now. */
  async function sendAgain(submission: Submission): Promise<void> {
    if (busy.peek()) return
    const last = thread.turns.peek().at(-1)
    if (last?.status.peek().state === 'rejected') thread.remove(last)
    await conversation.send({ ...submission, models: models.chosen.peek() }, last?.files.peek() ?? [])
  }

  /** Puts a prompt that was not started back where it can be changed. */
  function editRejected(turn: Turn): void {
    const status = turn.status.peek()
    if (status.state !== 'rejected') return
    thread.remove(turn)
    composer.put(status.submission.prompt)
    attachments.restore(status.submission.attachmentIds ?? [])
  }

  /** Asks once more for what a failed turn was asked for, or asks it to go on from where it stopped. */
  function retryTurn(turn: Turn, goOn: boolean): void {
    const first = turn.cells.peek()[0]?.entry.peek()
    const prompt = goOn ? t('next.goOn') : first?.type === 'user' ? first.text : ''
    if (prompt !== '' && !busy.peek()) void sendPrompt(prompt, turn.mode)
  }

  /** Looks anew at the running turn: the one that stood in a prompt's way, or one lost from sight. */
  async function reopen(): Promise<void> {
    const last = thread.turns.peek().at(-1)
    if (last) editRejected(last)
    const id = conversation.agent.peek()?.id
    if (id !== undefined) await conversation.open(id)
  }

  return { busy, planFirst, sendsSoon, send, sendPrompt, doPlan, sendAgain, editRejected, retryTurn, reopen }
}
