/** The whole sidebar without its looks: puts its parts together and opens it. */
import type { ReadonlySignal } from '@preact/signals'
import { batch, signal } from '@preact/signals'
import type { Boot } from '../../contract/rpc.ts'
import { createConversation } from '../conversation/conversation.ts'
import type { Milestone } from '../conversation/following.ts'
import type { Early } from '../host/early.ts'
import { readBase64 } from '../host/files.ts'
import type { Clock, Host } from '../host/host.ts'
import { undoSentence } from '../words/changes-words.ts'
import { t, useLanguage } from '../words/texts.ts'
import { createAbilities } from './abilities.ts'
import { createAccount } from './account.ts'
import { createAnnouncer } from './announcer.ts'
import { createAttachments } from './attachments.ts'
import { createChanges } from './changes.ts'
import { createComposer } from './composer.ts'
import { showIntent } from './intents.ts'
import { createLanguageModels } from './language-models.ts'
import { createLibrary } from './library.ts'
import { createPermissions } from './permissions.ts'
import { createPrompting } from './prompting.ts'
import { createSheet } from './sheet.ts'
import { createShell } from './shell.ts'
import { followFiles } from './turn-files.ts'
import { createUndoing } from './undoing.ts'

export interface AppParts {
  host: Host
  clock: Clock
  visible: ReadonlySignal<boolean>
  newId: () => string
  /** What was written before the program was there; null where the page stands without a box. */
  early?: Early | null
}

function createParts({ host, clock, visible, newId, early }: AppParts) {
  const shell = createShell(early !== null)
  const announcer = createAnnouncer(clock)
  const composer = createComposer(host, clock, {
    text: early?.text ?? '',
    // What was kept from last time is not known yet, and would be overwritten.
    isHeld: () => ['loading', 'failed'].includes(shell.screen.peek().name),
  })
  const models = createLanguageModels(host)
  const sheet = createSheet(host, clock, shell, composer)
  const attachments = createAttachments(host, readBase64)
  const offered = createAbilities(host)
  const library = createLibrary(host, shell, composer, () => conversation)

  function onMilestone(milestone: Milestone): void {
    announcer.milestone(milestone)
    if (milestone.kind === 'notStopped') shell.noticeFailure(milestone.error)
    if (milestone.kind === 'rejectedElsewhere') {
      shell.noticeFailure(milestone.error)
      if (composer.text.peek() === '') composer.put(milestone.prompt)
    }
    if (milestone.kind === 'summary') library.noteSummary(milestone.summary)
    // The turn may have renamed the tab, or made another one.
    if (milestone.kind === 'ended') {
      void sheet.refreshContext(true)
      void changes.onEnded(milestone.turn)
      void permissions.onEnded(milestone.turn)
    }
  }
  const beforeStart = () => Promise.all([library.chosen(), composer.saved()])
  const conversation = createConversation({
    host,
    clock,
    visible,
    newId,
    beforeStart,
    onMilestone,
    onPlace: sheet.notePlace,
  })
  const changes = createChanges({ host, clock, conversation: () => conversation })
  const { isUndoing, undo, redo } = createUndoing({
    host,
    clock,
    conversation: () => conversation,
    changes,
    onUndone: undone => {
      announcer.say(undoSentence(undone))
      void sheet.refreshContext(true)
    },
  })
  function onAnswered(isAllowed: boolean): void {
    if (!isAllowed) announcer.say(t('permission.denied'))
    // The buttons go with the press: one goes on in the box.
    composer.focusRequests.value += 1
  }
  const permissions = createPermissions(host, shell, () => conversation, onAnswered)
  followFiles(host, conversation, offered.abilities)
  const prompting = createPrompting({ shell, composer, attachments, models, conversation, isUndoing })
  const account = createAccount(host, shell, {
    onSwitched() {
      conversation.beginNew()
      library.conversations.value = []
    },
    onConnected() {
      void models.load(true)
      void offered.readAbilities()
    },
  })
  const beside = {
    announcer,
    composer,
    attachments,
    models,
    changes,
    undo,
    redo,
    permissions,
    conversation,
    ...offered,
  }
  return { shell, sheet, library, prompting, account, beside }
}

export function createApp(appParts: AppParts) {
  const { shell, sheet, library, prompting, account, beside } = createParts(appParts)
  const { composer, models, conversation } = beside
  const serviceUrl = signal('')
  const isDropping = signal(false)

  async function start(): Promise<void> {
    shell.beginLoading()
    const answer = await appParts.host.boot()
    if (!answer.ok) {
      shell.screen.value = { name: 'failed', error: answer.error }
      return
    }
    load(answer.value)
    if (!answer.value.hasKey) {
      if (shell.panel.peek() === 'connection') shell.panel.value = null
      shell.screen.value = { name: 'connect' }
      return
    }
    void models.load()
    void beside.readAbilities()
    if (answer.value.account === null) void account.checkKey()
    // Together: a prompt that waits must not take the moment between them for a new conversation.
    await batch(() => {
      shell.screen.value = { name: 'chat' }
      return answer.value.agentId === null ? undefined : conversation.open(answer.value.agentId)
    })
  }

  /** The person is back: what they did in another window belongs here, too. */
  async function lookAgain(): Promise<void> {
    await conversation.lookAgain()
    await beside.permissions.lookAgain()
  }

  function load(boot: Boot): void {
    useLanguage(boot.locale, boot.texts)
    serviceUrl.value = boot.serviceUrl
    account.account.value = boot.account
    sheet.loadContext(boot.context)
    library.conversations.value = boot.conversations
    library.savedPrompts.value = boot.savedPrompts
    models.defaults.value = boot.defaultModels
    const typed = composer.text.peek()
    composer.load(boot.draft, boot.history)
    if (boot.intent) showIntent(boot.intent, typed, { shell, composer, prompting })
  }

  return {
    ...shell,
    ...account,
    ...sheet,
    ...library,
    ...prompting,
    ...beside,
    serviceUrl,
    isDropping,
    start,
    lookAgain,
  }
}
export type App = ReturnType<typeof createApp>
