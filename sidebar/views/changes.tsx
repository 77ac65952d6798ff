/** Under a finished turn: what it changed in one line, how to take it back, and what became of that. */
import { signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Summary, Undo } from '../conversation/changes.ts'
import type { Turn } from '../conversation/thread.ts'
import type { App } from '../state/app.ts'
import { effectsOf, summarySentence, undoSentence } from '../words/changes-words.ts'
import { t } from '../words/texts.ts'
import { ChangeListView } from './change-list.tsx'
import { RequestError } from './error-card.tsx'
import { Icon } from './icons.tsx'
import { useOpenedInView } from './into-view.ts'
import { RangeButton } from './range-button.tsx'

export function ChangesView({ app, turn }: { app: App; turn: Turn }) {
  const known = turn.changes.value
  if (known.state === 'failed') {
    return (
      <p class="turn-end">
        {t('changes.failed')}{' '}
        <button type="button" class="text-button" onClick={() => void app.changes.load(turn)}>
          {t('next.retry')}
        </button>
      </p>
    )
  }
  if (known.state !== 'known' || known.summary.state === 'none') return null
  const tabs = known.summary.tabs.map(tab => ({
    ...tab,
    sheetName: app.nameOfTab(tab.sheetId, tab.sheetName),
  }))
  return <Known app={app} turn={turn} summary={{ ...known.summary, tabs }} />
}

function Known({ app, turn, summary }: { app: App; turn: Turn; summary: Summary }) {
  const open = useRef(signal(false)).current
  const toggle = () => {
    open.value = !open.value
    if (open.value && turn.changeList.peek() === null) void app.changes.loadList(turn)
  }
  const list = turn.changeList.value
  const section = useOpenedInView(open.value ? `${list?.changes.length ?? 0}` : null)
  const bad = effectsOf(summary).filter(({ kind }) => kind === 'bad')
  return (
    <section class="changes" ref={section} aria-label={t('changes.label')}>
      <div class="changes-line">
        <button type="button" class="changes-what" aria-expanded={open.value} onClick={toggle}>
          <span class={summary.undone === 'yes' ? 'gone' : ''}>{summarySentence(summary)}</span>
          <Icon name="chevron" size={14} />
        </button>
        <UndoButton app={app} turn={turn} summary={summary} />
      </div>
      {open.value
        ? null
        : bad.map(({ text }) => (
            <p key={text} class="effect effect-bad">
              <Icon name="warn" size={14} />
              {text}
            </p>
          ))}
      <Outcome app={app} turn={turn} />
      {open.value ? <ChangeListView app={app} turn={turn} summary={summary} /> : null}
    </section>
  )
}

function UndoButton({ app, turn, summary }: { app: App; turn: Turn; summary: Summary }) {
  const undoing = turn.undoing.value
  const isBusy = app.busy.value
  if (undoing.state === 'running') {
    return (
      <span class="undo-running">
        <span class="pulse" />
        {t(undoing.kind === 'undo' ? 'undo.running' : 'redo.running')}
      </span>
    )
  }
  const isRedo = undoing.state === 'over' ? isUndone(undoing.undo) : summary.undone === 'yes'
  if (isRedo) {
    if (undoing.state === 'over' && !undoing.undo.redoable) return null
    return (
      <button
        type="button"
        class="button small"
        disabled={isBusy}
        onClick={event => andStay(event, app.redo(turn))}
      >
        {t('redo.button')}
      </button>
    )
  }
  if (!summary.undoable) return null
  return (
    <button
      type="button"
      class="button small"
      disabled={isBusy}
      onClick={event => andStay(event, app.undo(turn))}
    >
      <Icon name="undo" size={14} />
      {t('undo.button')}
    </button>
  )
}

/** The button goes with its press: whoever pressed it by the keyboard stays at the line. */
function andStay({ currentTarget }: { currentTarget: HTMLElement }, _: Promise<void>): void {
  currentTarget.closest('.changes-line')?.querySelector<HTMLElement>('.changes-what')?.focus()
}

const isUndone = ({ kind, status }: Undo): boolean => kind === 'undo' && status === 'succeeded'

/** What became of taking it back: what stays, and what could not be done. */
function Outcome({ app, turn }: { app: App; turn: Turn }) {
  const undoing = turn.undoing.value
  if (undoing.state === 'failed') {
    return <RequestError app={app} error={undoing.error} onRetry={() => void app.changes.load(turn)} />
  }
  if (undoing.state !== 'over') return null
  const { undo } = undoing
  return (
    <div class="outcome">
      <p>{undoSentence(undo)}</p>
      {undo.kept.length > 0 ? (
        <ul class="kept">
          {undo.kept.map(({ sheetName, range, reason }) => (
            <li key={`${sheetName}!${range}`}>
              <RangeButton app={app} place={{ sheetName, range }} /> <span class="list-note">{reason}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {undo.notPossible.map(({ description, reason }) => (
        <p key={description} class="effect effect-bad">
          <Icon name="warn" size={14} />
          {description}: {reason}
        </p>
      ))}
    </div>
  )
}
