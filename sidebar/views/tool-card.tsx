/** One tool call: what it does in words, where, how long, and how it ended. */
import { signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { placeOf } from '../conversation/calls.ts'
import { isOver, type ToolEntry } from '../conversation/entries.ts'
import { changesOfCall, type Turn } from '../conversation/thread.ts'
import { permissionAsked } from '../conversation/tools.ts'
import type { App } from '../state/app.ts'
import { formatSeconds, t } from '../words/texts.ts'
import {
  type Detail,
  detailsOf,
  isBadCall,
  reasonWords,
  rowsWords,
  sentenceOf,
  timeLeft,
} from '../words/tool-words.ts'
import { Icon, type IconName, iconOf } from './icons.tsx'
import { useOpenedInView } from './into-view.ts'
import { safeHref } from './markdown.tsx'
import { RangeButton } from './range-button.tsx'

interface CardProps {
  app: App
  turn: Turn
  entry: ToolEntry
  /** Place within the turn. */
  index: number
  /** The tab of its range is said above. */
  isShort?: boolean
}

export function ToolCard({ app, turn, entry, index, isShort = false }: CardProps) {
  const open = useRef(signal(false)).current
  const changes = changesOfCall(turn, entry.key)
  const details = detailsOf(entry)
  const isMadeGood = turn.madeGood.value.has(index)
  const sentence = sentenceOf(entry, changes)
  const named = placeOf(entry)
  const place = named && app.placeNow(turn, named)
  const isOpen = open.value && details.length > 0
  const errors = turn.errorCells.value.get(entry.key) ?? 0
  const look = lookOf(entry, isMadeGood, errors)
  const card = useOpenedInView<HTMLDivElement>(isOpen ? 'open' : null)
  return (
    <div class={`tool tool-${look}`} ref={card}>
      <div class="tool-line">
        <span class="tool-icon">
          <Icon name={iconFor(entry, look)} size={16} />
        </span>
        <What
          words={isMadeGood ? t('tool.folded', { what: sentence }) : sentence}
          isOpen={isOpen}
          onToggle={details.length > 0 ? () => (open.value = !open.value) : null}
        />
        {place ? <RangeButton app={app} place={place} isShort={isShort} /> : null}
        <Elapsed entry={entry} startedAt={turn.starts.value[index] ?? null} />
      </div>
      {entry.rows && !isOver(entry) ? <RowProgress entry={entry} /> : null}
      {isOpen ? null : <Reason turn={turn} entry={entry} isMadeGood={isMadeGood} errors={errors} />}
      {isOpen ? <Details details={details} /> : null}
    </div>
  )
}

type Look = ToolEntry['state'] | 'folded' | 'flawed' | 'asked' | 'refused'

/** How a refusal says that it left the sheet alone: nothing went wrong there. */
const LEFT_ALONE = /nothing (?:was|may be) changed/i

function lookOf(entry: ToolEntry, isMadeGood: boolean, errors: number): Look {
  if (isMadeGood) return 'folded'
  if (errors > 0) return 'flawed'
  if (permissionAsked(entry) !== null) return 'asked'
  const reason = String(entry.fields.message)
  return entry.state === 'failed' && (LEFT_ALONE.test(reason) || isBadCall(reason)) ? 'refused' : entry.state
}

const lookIcons: Partial<Record<Look, IconName>> = {
  waiting: 'wait',
  failed: 'cross',
  folded: 'cross',
  refused: 'cross',
  cancelled: 'stop',
  flawed: 'warn',
  asked: 'help',
}
const iconFor = (entry: ToolEntry, look: Look): IconName => lookIcons[look] ?? iconOf(entry.tool)

interface WhatProps {
  words: string
  isOpen: boolean
  /** null where there is nothing to open. */
  onToggle: (() => void) | null
}

export function What({ words, isOpen, onToggle }: WhatProps) {
  if (!onToggle) return <span class="tool-what">{words}</span>
  return (
    <button type="button" class="tool-what" aria-expanded={isOpen} onClick={onToggle}>
      {words}
      <Icon name="chevron" size={14} />
    </button>
  )
}

interface ReasonProps {
  turn: Turn
  entry: ToolEntry
  isMadeGood: boolean
  errors: number
}

/** Under the line: why it was not done, or what is wrong with what was done. */
function Reason({ turn, entry, isMadeGood, errors }: ReasonProps) {
  if (errors > 0) return <p class="tool-reason">{t('tool.errors', { n: errors })}</p>
  if (entry.rows && isOver(entry) && entry.rows.errors > 0) {
    return <p class="tool-reason">{rowsWords(entry.rows)}</p>
  }
  const { message } = entry.fields
  if (entry.state !== 'failed' || isMadeGood || typeof message !== 'string') return null
  const asked = permissionAsked(entry)
  // Its card says it already.
  if (asked !== null && turn.permissions.value.length > 0) return null
  return <p class="tool-reason">{asked ?? reasonWords(message)}</p>
}

/** While it runs, the browser's own animation counts: nothing in the page changes for it. */
function Elapsed({ entry, startedAt }: { entry: ToolEntry; startedAt: number | null }) {
  if (startedAt === null) return null
  if (entry.endedAt === null)
    return entry.state === 'running' ? <Ticking key={startedAt} since={startedAt} /> : null
  const ms = entry.endedAt - startedAt
  return ms < 0 ? null : <span class="elapsed">{formatSeconds(ms)}</span>
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
