/** A run of like calls in one line, which opens to its single calls. */
import { signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { placeOf } from '../conversation/calls.ts'
import type { ToolEntry } from '../conversation/entries.ts'
import type { EntryCell } from '../conversation/lines.ts'
import type { Turn } from '../conversation/thread.ts'
import type { App } from '../state/app.ts'
import { formatSeconds, t } from '../words/texts.ts'
import { foldedSentence } from '../words/tool-words.ts'
import { Icon, iconOf } from './icons.tsx'
import { ToolCard, What } from './tool-card.tsx'

/** Calls drawn at first, and more at each press. */
const STEP = 60

export function FoldView({ app, turn, cells }: { app: App; turn: Turn; cells: readonly EntryCell[] }) {
  const open = useRef(signal(false)).current
  const shown = useRef(signal(STEP)).current
  const entries = cells.flatMap(({ entry }) => (entry.value.type === 'tool' ? [entry.value] : []))
  const first = entries[0]
  if (!first) return null
  const tab = onlyTab(app, turn, entries)
  const flawed = entries.reduce((sum, { key }) => sum + (turn.errorCells.value.get(key) ?? 0), 0)
  return (
    <div class={flawed > 0 ? 'tool tool-flawed' : 'tool'}>
      <div class="tool-line">
        <span class="tool-icon">
          <Icon name={flawed > 0 ? 'warn' : iconOf(first.tool)} size={16} />
        </span>
        <What
          words={foldedSentence(entries)}
          isOpen={open.value}
          onToggle={() => (open.value = !open.value)}
        />
        {tab === null ? null : <span class="fold-tab">{tab}</span>}
        <span class="elapsed">{formatSeconds(timeOf(cells, turn))}</span>
      </div>
      {flawed > 0 ? <p class="tool-reason">{t('tool.errors', { n: flawed })}</p> : null}
      {open.value ? (
        <div class="fold">
          {cells.slice(0, shown.value).map(cell => (
            <FoldedCall key={cell.key} app={app} turn={turn} cell={cell} isShort={tab !== null} />
          ))}
          {cells.length > shown.value ? (
            <button type="button" class="button plain" onClick={() => (shown.value += STEP)}>
              {t('fold.more', { n: cells.length - shown.value })}
            </button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

interface CallProps {
  app: App
  turn: Turn
  cell: EntryCell
  isShort: boolean
}

function FoldedCall({ cell, ...props }: CallProps) {
  const entry = cell.entry.value
  return entry.type === 'tool' ? <ToolCard entry={entry} index={cell.index} {...props} /> : null
}

/** The tab that all of them worked on. */
function onlyTab(app: App, turn: Turn, entries: readonly ToolEntry[]): string | null {
  const tabs = new Set(
    entries.map(entry => {
      const place = placeOf(entry)
      return place ? app.placeNow(turn, place).sheetName : null
    }),
  )
  return tabs.size === 1 ? ([...tabs][0] ?? null) : null
}

/** How long any of the calls was at work. */
function timeOf(cells: readonly EntryCell[], turn: Turn): number {
  let total = 0
  let until = 0
  for (const { entry, index } of cells) {
    const { value } = entry
    const start = turn.starts.value[index] ?? null
    if (value.type !== 'tool' || value.endedAt === null || start === null) continue
    total += Math.max(0, value.endedAt - Math.max(start, until))
    until = Math.max(until, value.endedAt)
  }
  return total
}
