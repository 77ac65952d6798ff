/** One entry of a turn: prompt, answer, tool call, or something this version doesn't know. */
import { signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { isOver, type ToolEntry } from '../conversation/entries.ts'
import type { EntryCell, Turn } from '../conversation/thread.ts'
import type { App } from '../state/app.ts'
import { rangeKey } from '../state/sheet.ts'
import { formatSeconds, t } from '../words/texts.ts'
import {
  type Detail,
  detailsOf,
  placeOf,
  placeWords,
  rowsWords,
  sentenceOf,
  timeLeft,
} from '../words/tool-words.ts'
import { Icon, type IconName, iconOf } from './icons.tsx'
import { Markdown, safeHref } from './markdown.tsx'

interface Props {
  app: App
  turn: Turn
  cell: EntryCell
}

export function EntryView({ app, turn, cell }: Props) {
  const entry = cell.entry.value
  switch (entry.type) {
    case 'user':
      return (
        <div class="prompt">
          <span class="hidden">{t('thread.you')}: </span>
          {entry.text}
        </div>
      )
    case 'assistant':
      return <Markdown text={entry.text} />
    case 'tool': {
      // A failure that a later call made good is history, not news.
      const isFolded = entry.state === 'failed' && cell.index < turn.lastSuccess.value
      return <ToolCard app={app} entry={entry} isFolded={isFolded} />
    }
    case 'unknown':
      return (
        <div class="plain-entry">
          {t('tool.unknownEntry', { name: entry.name })}
          {entry.text === '' ? null : <Markdown text={entry.text} />}
        </div>
      )
  }
}

function ToolCard({ app, entry, isFolded }: { app: App; entry: ToolEntry; isFolded: boolean }) {
  const open = useRef(signal(false)).current
  const details = detailsOf(entry)
  const sentence = sentenceOf(entry)
  const what = isFolded ? t('tool.folded', { what: sentence }) : sentence
  const place = placeOf(entry)
  const isOpen = open.value && details.length > 0
  return (
    <div class={`tool tool-${entry.state}${isFolded ? ' tool-folded' : ''}`}>
      <div class="tool-line">
        <StateIcon entry={entry} />
        {details.length > 0 ? (
          <button
            type="button"
            class="tool-what"
            aria-expanded={isOpen}
            onClick={() => {
              open.value = !open.value
            }}
          >
            {what}
            <Icon name="chevron" size={14} />
          </button>
        ) : (
          <span class="tool-what">{what}</span>
        )}
        {place ? (
          <button
            type="button"
            class={
              app.selecting.value === rangeKey(place.sheetName, place.range) ? 'range selecting' : 'range'
            }
            title={t('tool.select', { range: placeWords(place) })}
            aria-label={t('tool.select', { range: placeWords(place) })}
            onClick={() => void app.selectRange(place.sheetName, place.range)}
          >
            {place.sheetName === null ? null : <span class="range-tab">{place.sheetName}</span>}
            <span class="range-cells">{place.sheetName === null ? place.range : `!${place.range}`}</span>
          </button>
        ) : null}
        <Elapsed entry={entry} />
      </div>
      {entry.rows && !isOver(entry) ? <RowProgress entry={entry} /> : null}
      {entry.rows && isOver(entry) && entry.rows.errors > 0 ? (
        <p class="tool-reason">{rowsWords(entry.rows)}</p>
      ) : null}
      {entry.state === 'failed' && !isFolded && !isOpen && typeof entry.fields.message === 'string' ? (
        <p class="tool-reason">{entry.fields.message}</p>
      ) : null}
      {isOpen ? <Details details={details} /> : null}
    </div>
  )
}

const stateIcons: Partial<Record<ToolEntry['state'], IconName>> = {
  waiting: 'wait',
  failed: 'cross',
  cancelled: 'stop',
}

function StateIcon({ entry }: { entry: ToolEntry }) {
  return (
    <span class="tool-icon">
      <Icon name={stateIcons[entry.state] ?? iconOf(entry.tool)} size={16} />
    </span>
  )
}

/** While it runs, the browser's own animation counts: nothing in the page changes for it. */
function Elapsed({ entry }: { entry: ToolEntry }) {
  if (entry.createdAt === null) return null
  if (entry.endedAt !== null) {
    const ms = entry.endedAt - entry.createdAt
    return ms < 0 ? null : <span class="elapsed">{formatSeconds(ms)}</span>
  }
  return entry.state === 'running' ? <Ticking since={entry.createdAt} /> : null
}

/** Seconds since then, counted by CSS from where they stood when this was first drawn. */
export function Ticking({ since }: { since: number }) {
  const delay = useRef(Math.max(0, Math.round((Date.now() - since) / 1000))).current
  return <span class="elapsed ticking" style={{ '--since': `-${delay}s` }} aria-hidden="true" />
}

function RowProgress({ entry }: { entry: ToolEntry }) {
  const rows = entry.rows
  if (!rows) return null
  const done = rows.processed + rows.errors
  const left = entry.createdAt === null ? null : timeLeft(rows, Date.now() - entry.createdAt)
  return (
    <div class="rows">
      <progress
        aria-label={sentenceOf(entry)}
        {...(rows.total === null ? {} : { value: done, max: Math.max(1, rows.total) })}
      />
      <span>{[rowsWords(rows), left].filter(Boolean).join(' · ')}</span>
    </div>
  )
}

function Details({ details }: { details: Detail[] }) {
  return (
    <dl class="details">
      {details.map(detail => (
        <div key={detail.label}>
          <dt>{detail.label}</dt>
          <dd>{detail.links ? <Links links={detail.links} /> : detail.text}</dd>
        </div>
      ))}
    </dl>
  )
}

function Links({ links }: { links: string[] }) {
  return (
    <ul class="links">
      {links.map(link => {
        const href = safeHref(link)
        return (
          <li key={link}>
            {href ? (
              <a href={href} target="_blank" rel="noreferrer noopener">
                {link.replace(/^https?:\/\/(www\.)?/, '')}
              </a>
            ) : (
              link
            )}
          </li>
        )
      })}
    </ul>
  )
}
