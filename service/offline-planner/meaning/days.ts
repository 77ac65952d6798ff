/** Days and spans of days in words, as the meaning language has them. */
import { daySerial, inYearOf, isoDate, type Span } from '../linking/dates.ts'
import type { Column, SheetIndex } from '../linking/sheet.ts'
import { tokenize } from '../words/tokens.ts'
import { everydaySpan } from './everyday.ts'
import { type Ground, linked, type Words } from './ground.ts'

/** Of "May", the one that the column's days are about. */
export function spanIn(text: string, column: Column, ground: Ground): Span | null {
  // By itself "may" is mostly the verb.
  const said = /^may$/i.test(text) ? 'May' : text
  const span = saidIn(said, ground)
  return span ? inYearOf(span, daysOf(column, ground.index)) : null
}

const saidIn = (text: string, ground: Words): Span | null =>
  partIn(text, ground) ??
  everydaySpan(text, ground.today) ??
  linked(text, ground).find(({ date }) => date)?.date ??
  null

/** "The first week of May", "the end of March", "mid June": a part of a span. */
function partIn(text: string, ground: Words): Span | null {
  const found = /^(?:the )?(first week|last week|end|middle|mid|start|beginning) ?(?:of |-)?(?=\p{L})/iu.exec(
    text,
  )
  const whole = found && monthIn(text.slice(found[0].length), ground)
  if (!found || !whole) return null
  const { from, to } = whole
  const part = found[1]!.toLowerCase()
  if (part === 'first week') return { ...whole, to: from + 7, words: text }
  if (part === 'last week') return { ...whole, from: to - 7, words: text }
  if (part === 'end') return { ...whole, from: to - 3, words: text }
  if (part.startsWith('mid')) return { ...whole, from: from + 10, to: from + 20, words: text }
  return { ...whole, to: from + 3, words: text }
}

/** Of other spans the words are part of what they are called: "the end of the year". */
function monthIn(text: string, ground: Words): Span | null {
  const [node, ...more] = linked(text, ground).filter(({ concepts }) => !concepts.has('noise'))
  const span = more.length === 0 ? node?.date : undefined
  return span && !span.isDay && span.to - span.from >= 28 && span.to - span.from <= 31 ? span : null
}

function daysOf(column: Column, { data, overview }: SheetIndex): number[] {
  const rows = data.get(column.tab.title)?.rows ?? []
  return rows.flatMap(row => daySerial(row[column.index], column, overview.locale) ?? [])
}

/** A day in words, in days since day 0; the last one of a longer span. Null where it is none. */
export function serialIn(text: string, ground: Words): number | null {
  const span = saidIn(text, ground)
  return span ? (span.isDay || isStart(text) ? span.from : span.to - 1) : null
}

const isStart = (text: string): boolean => /^(?:the )?(?:start|beginning)/i.test(text)

/** A day in words as it is written into cells; null where it is none. */
export function dayIn(text: string, ground: Words): string | null {
  const span = saidIn(text, ground)
  return span?.isDay ? isoDate(span.from) : null
}

/** "Saturday or Sunday": days from 1 for Monday. */
export function weekdaysIn(text: string, { words }: Words): number[] | null {
  const named = tokenize(text).filter(({ kind }) => kind === 'word')
  const found = named.flatMap(({ norm }) => {
    const day = words.lexicon.weekdays.get(norm) ?? words.lexicon.weekdays.get(norm.replace(/s$/, ''))
    return /^(?:weekends?|wochenenden?|findes?)$/.test(norm) ? [6, 7] : day === undefined ? [] : [day + 1]
  })
  const rest = named.filter(({ norm }) => /^(?:next|last|this|past|coming)$/.test(norm))
  return found.length > 0 && rest.length === 0 ? found : null
}
