/** The opened list of a turn's changes: by tab, each with its cells before and after, to be selected and chosen. */
import { type Signal, signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Change, Sample, Summary } from '../conversation/changes.ts'
import type { Turn } from '../conversation/thread.ts'
import type { App } from '../state/app.ts'
import { choiceOf } from '../state/undoing.ts'
import { contentWords, effectsOf } from '../words/changes-words.ts'
import { t } from '../words/texts.ts'
import { RequestError } from './error-card.tsx'
import { Icon } from './icons.tsx'
import { RangeButton } from './range-button.tsx'

const effectIcons = { good: 'check', plain: 'eye', bad: 'warn', open: 'wait' } as const

export function ChangeListView({ app, turn, summary }: { app: App; turn: Turn; summary: Summary }) {
  const chosen = useRef(signal<readonly string[]>([])).current
  const list = turn.changeList.value
  const changes = (list?.changes ?? []).map(change => ({
    ...change,
    sheetName: app.nameOfTab(change.sheetId, change.sheetName),
  }))
  return (
    <div class="change-list">
      {effectsOf(summary).map(({ text, kind }) => (
        <p key={text} class={`effect effect-${kind}`}>
          <Icon name={effectIcons[kind]} size={14} />
          {text}
        </p>
      ))}
      {summary.state === 'expired' ? <p class="quiet">{t('changes.expired')}</p> : null}
      {tabsOf(changes).map(tab => (
        <TabGroup key={tab} app={app} tab={tab} changes={changes} chosen={summary.undoable ? chosen : null} />
      ))}
      {list?.isLoading ? <p class="quiet">{t('changes.loading')}</p> : null}
      {list?.error ? (
        <RequestError app={app} error={list.error} onRetry={() => void app.changes.loadList(turn)} />
      ) : null}
      {list?.hasMore && !list.isLoading && !list.error ? (
        <button type="button" class="button plain" onClick={() => void app.changes.loadList(turn)}>
          {t('changes.more')}
        </button>
      ) : null}
      <UndoChosen app={app} turn={turn} changes={changes} chosen={chosen} />
    </div>
  )
}

const tabsOf = (changes: readonly Change[]): string[] => [
  ...new Set(changes.map(({ sheetName }) => sheetName ?? '')),
]

interface GroupProps {
  app: App
  tab: string
  changes: readonly Change[]
  /** null where nothing can be taken back. */
  chosen: Signal<readonly string[]> | null
}

function TabGroup({ app, tab, changes, chosen }: GroupProps) {
  const mine = changes.filter(({ sheetName }) => (sheetName ?? '') === tab)
  const ranges = [...new Set(mine.flatMap(({ range }) => range ?? []))]
  return (
    <section class="tab-group" aria-label={tab === '' ? t('changes.workbook') : tab}>
      <div class="tab-head">
        <h2>{tab === '' ? t('changes.workbook') : tab}</h2>
        {ranges.length > 1 && tab !== '' ? (
          <button type="button" class="text-button" onClick={() => void app.selectRanges(tab, ranges)}>
            {t('changes.selectAll')}
          </button>
        ) : null}
      </div>
      <ul>
        {mine.map(change => (
          <ChangeItem key={change.id} app={app} change={change} chosen={chosen} />
        ))}
      </ul>
    </section>
  )
}

function ChangeItem({ app, change, chosen }: Omit<GroupProps, 'tab' | 'changes'> & { change: Change }) {
  const open = useRef(signal(false)).current
  const { id, range, sheetName, description, undoState, undoNote } = change
  const samples = change.samples ?? []
  // The range stands beside it, to be pressed.
  const words = range === null ? description : description.replace(` ${range}`, '')
  const canChoose = chosen !== null && (undoState === 'none' || undoState === 'partly')
  return (
    <li class={undoState === 'undone' ? 'change gone' : 'change'}>
      <div class="change-line">
        {canChoose ? <Choice id={id} label={description} chosen={chosen} /> : null}
        <div class="change-what">
          {samples.length === 0 ? (
            <span>{words}</span>
          ) : (
            <button
              type="button"
              class="tool-what"
              aria-label={description}
              aria-expanded={open.value}
              onClick={() => (open.value = !open.value)}
            >
              {words}
              <Icon name="chevron" size={14} />
            </button>
          )}{' '}
          {range === null ? null : <RangeButton app={app} place={{ sheetName, range }} isShort />}
          {undoState === 'none' ? null : <span class="list-note"> · {t(`changes.${undoState}`)}</span>}
          {undoNote === null ? null : <p class="list-note">{undoNote}</p>}
        </div>
      </div>
      {open.value ? <Cells app={app} change={change} samples={samples} /> : null}
    </li>
  )
}

function Choice({ id, label, chosen }: { id: string; label: string; chosen: Signal<readonly string[]> }) {
  return (
    <input
      type="checkbox"
      aria-label={t('changes.choose', { what: label })}
      checked={chosen.value.includes(id)}
      onChange={({ currentTarget }) => {
        const others = chosen.value.filter(other => other !== id)
        chosen.value = currentTarget.checked ? [...others, id] : others
      }}
    />
  )
}

/** Cells shown at first, and more at each press. */
const CELLS_STEP = 10

function Cells({ app, change, samples }: { app: App; change: Change; samples: readonly Sample[] }) {
  const shown = useRef(signal(CELLS_STEP)).current
  const left = samples.length - shown.value
  return (
    <>
      <table class="before-after">
        <colgroup>
          <col class="cell-column" />
        </colgroup>
        <thead class="hidden">
          <tr>
            <th>{t('changes.cell')}</th>
            <th>{t('changes.before')}</th>
            <th>{t('changes.after')}</th>
          </tr>
        </thead>
        <tbody>
          {samples.slice(0, shown.value).map(({ cell, before, after }) => (
            <tr key={cell}>
              <td>
                <RangeButton app={app} place={{ sheetName: change.sheetName, range: cell }} isShort />
              </td>
              <td class="before">
                {contentWords(before)}
                {before.formula === null ? null : <code>{before.formula}</code>}
              </td>
              <td>
                {contentWords(after)}
                {after.formula === null ? null : <code>{after.formula}</code>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 ? (
        <button type="button" class="text-button" onClick={() => (shown.value += CELLS_STEP * 2)}>
          {t('fold.more', { n: left })}
        </button>
      ) : change.isCut ? (
        <p class="list-note">{t('changes.cut', { n: samples.length, all: change.cells })}</p>
      ) : null}
    </>
  )
}

interface ChosenProps {
  app: App
  turn: Turn
  changes: readonly Change[]
  chosen: Signal<readonly string[]>
}

function UndoChosen({ app, turn, changes, chosen }: ChosenProps) {
  const n = chosen.value.length
  if (n === 0) return null
  return (
    <button
      type="button"
      class="button"
      disabled={app.busy.value}
      onClick={() => {
        const wanted = changes.filter(({ id }) => chosen.value.includes(id))
        chosen.value = []
        void app.undo(turn, choiceOf(wanted, changes))
      }}
    >
      {t('undo.chosen', { n })}
    </button>
  )
}
