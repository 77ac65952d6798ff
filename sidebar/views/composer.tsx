/** Where a prompt is written: what it works on, the words, the model, Send; above it a running turn and Stop. */
import { useEffect, useRef } from 'preact/hooks'
import { isFatal } from '../conversation/following.ts'
import type { StartNote } from '../conversation/starter.ts'
import type { Turn } from '../conversation/thread.ts'
import type { App } from '../state/app.ts'
import { attachedPlace } from '../state/composer.ts'
import { formatDollars, t } from '../words/texts.ts'
import { AttachButton, AttachmentList } from './attachments.tsx'
import { RequestError } from './error-card.tsx'
import { Icon } from './icons.tsx'
import { Ticking } from './tool-card.tsx'

export function ComposerView({ app }: { app: App }) {
  const { composer, busy } = app
  const isEmpty = composer.text.value.trim() === ''
  const isWaiting = app.attachments.isSending.value
  return (
    <footer class="foot">
      <WorkStrip app={app} />
      <form
        class="composer"
        onSubmit={event => {
          event.preventDefault()
          void app.send()
        }}
      >
        <ContextChip app={app} />
        <AttachmentList app={app} />
        <PromptBox app={app} />
        <div class="composer-line">
          {app.screen.value.name === 'chat' ? <Choices app={app} /> : null}
          <button
            type="submit"
            class="send"
            disabled={isEmpty || busy.value || isWaiting || app.sendsSoon.value}
            aria-label={t('composer.send')}
            title={t(isWaiting ? 'files.wait' : 'composer.send')}
          >
            <Icon name="send" />
          </button>
        </div>
      </form>
    </footer>
  )
}

const Choices = ({ app }: { app: App }) => (
  <>
    <ModelButton app={app} />
    <PlanSwitch app={app} />
    <AttachButton app={app} />
    <button
      type="button"
      class="icon-button"
      aria-label={t('composer.prompts')}
      title={t('composer.prompts')}
      onClick={() => app.openPanel('prompts')}
    >
      <Icon name="book" />
    </button>
  </>
)

function ContextChip({ app }: { app: App }) {
  const context = app.context.value
  if (!context) return null
  const place = attachedPlace(context)
  const hasSelection = context.selection !== null
  return (
    <div class="context">
      <Icon name="table" size={14} />
      <span class="hidden">{t('composer.context')} </span>
      <span class="context-tab">{context.tab.name}</span>
      {hasSelection ? (
        <button
          type="button"
          class="attach"
          aria-label={t('composer.attach', { place })}
          title={t('composer.attach', { place })}
          onClick={app.attachSelection}
        >
          <Icon name="plus" size={12} />
          {context.selection}
        </button>
      ) : null}
    </div>
  )
}

function PromptBox({ app }: { app: App }) {
  const box = useRef<HTMLTextAreaElement>(null)
  const { composer } = app
  const text = composer.text.value
  const hasTurns = app.conversation.thread.turns.value.length > 0
  const requests = composer.focusRequests.value

  useEffect(() => {
    const element = box.current
    if (!element || requests === 0) return
    element.focus()
    element.setSelectionRange(element.value.length, element.value.length)
  }, [requests])

  return (
    <div class="grow" data-text={text}>
      <textarea
        ref={box}
        rows={1}
        value={text}
        readOnly={app.sendsSoon.value}
        aria-label={t('composer.label')}
        placeholder={t(hasTurns ? 'composer.placeholderFollowUp' : 'composer.placeholder')}
        onInput={event => composer.write(event.currentTarget.value)}
        onFocus={() => void app.refreshContext()}
        onBlur={composer.flush}
        onKeyDown={event => onKey(event, app)}
      />
    </div>
  )
}

function onKey(event: KeyboardEvent & { currentTarget: HTMLTextAreaElement }, app: App): void {
  // While an input method composes, Enter accepts its suggestion; 229 is how Safari says so.
  if (event.isComposing || event.keyCode === 229) return
  const box = event.currentTarget
  if (event.key === 'Enter' && !event.shiftKey) {
    event.preventDefault()
    void app.send()
  } else if (box.readOnly) {
    // What is on its way stays as it is.
    return
  } else if (event.key === 'ArrowUp' && box.selectionEnd <= firstLineEnd(box.value)) {
    if (app.composer.recall('earlier')) event.preventDefault()
  } else if (event.key === 'ArrowDown' && box.selectionStart > box.value.lastIndexOf('\n')) {
    if (app.composer.recall('later')) event.preventDefault()
  }
}

function firstLineEnd(text: string): number {
  const end = text.indexOf('\n')
  return end < 0 ? text.length : end
}

/** Switched on, a prompt is answered with what would be done, and the sheet stays as it is. */
function PlanSwitch({ app }: { app: App }) {
  if (!app.abilities.value.plans) return null
  const isOn = app.planFirst.value
  return (
    <button
      type="button"
      class={isOn ? 'plan plan-on' : 'plan'}
      role="switch"
      aria-checked={isOn}
      aria-label={t('plan.first')}
      title={t('plan.hint')}
      onClick={() => {
        app.planFirst.value = !isOn
      }}
    >
      <Icon name="plan" size={16} />
      {isOn ? <span>{t('plan.first')}</span> : null}
    </button>
  )
}

function ModelButton({ app }: { app: App }) {
  const { models } = app
  const id = models.chosen.value.agent_model
  const label = models.labelOf('agent_model', id) || t('composer.defaultModel')
  return (
    <button
      type="button"
      class="model"
      aria-label={t('composer.model', { model: label })}
      title={t('composer.model', { model: label })}
      onClick={() => app.openPanel('models')}
    >
      <Icon name="models" size={14} />
      <span>{label}</span>
    </button>
  )
}

function WorkStrip({ app }: { app: App }) {
  const turn = app.conversation.thread.turns.value.at(-1)
  if (app.sendsSoon.value) return <StartStrip note="sending" />
  return turn ? <TurnStrip app={app} turn={turn} /> : null
}

function StartStrip({ note }: { note: StartNote }) {
  const words = { sending: 'work.starting', retrying: 'work.retrying', checking: 'work.checking' } as const
  return (
    <div class="work">
      <span class="pulse" />
      <span>{t(words[note])}</span>
    </div>
  )
}

function TurnStrip({ app, turn }: { app: App; turn: Turn }) {
  const status = turn.status.value
  if (status.state === 'starting') return <StartStrip note={status.note} />
  if (status.state !== 'active') return null
  const word =
    status.statusWord === 'active' ? t('work.active') : t('work.other', { status: status.statusWord })
  return (
    <>
      <Trouble app={app} />
      <div class="work">
        <span class="pulse" />
        <span>{status.stopping ? t('work.stopping') : word}</span>
        <Ticking since={turn.startedAt} />
        {status.usage && status.usage.totalNano > 0 ? (
          <span class="running-cost">{formatDollars(status.usage.totalNano)}</span>
        ) : null}
        <button
          type="button"
          class="button stop"
          disabled={status.stopping}
          onClick={() => {
            // The button goes with the press: one goes on in the box.
            app.composer.focusRequests.value += 1
            void app.conversation.stop()
          }}
        >
          <Icon name="stop" size={14} />
          {t('work.stop')}
        </button>
      </div>
    </>
  )
}

/** A service that is away comes back to the turn by itself; with a refused key nobody can look until the person acts. */
function Trouble({ app }: { app: App }) {
  const error = app.conversation.trouble.value
  if (!error) return null
  if (isFatal(error)) return <RequestError app={app} error={error} onRetry={() => void app.reopen()} />
  return <p class="trouble">{t('work.trouble')}</p>
}
