/** Days, spans of days and lengths of time in words, as the meaning language has them. */
import {
  dateOf,
  dayOfCalendar,
  daySerial,
  inYearOf,
  isoDate,
  type Span,
  weekdayOf,
} from '../linking/dates.ts'
import type { Node } from '../linking/link.ts'
import type { Column, SheetIndex } from '../linking/sheet.ts'
import { spokenSpan } from '../linking/spoken-days.ts'
import { isUnspaced, normal, tokenize } from '../words/tokens.ts'
import { everydaySpan } from './everyday.ts'
import { type Ground, linked, type Words } from './ground.ts'

/** Of "May", the one that the column's days are about. */
export function spanIn(text: string, column: Column, ground: Ground): Span | null {
  const span = saidIn(asMonth(text), ground)
  return span ? inYearOf(span, daysOf(column, ground.index)) : null
}

/** By itself "may" is mostly the verb. */
const asMonth = (text: string): string => (/^may$/i.test(text) ? 'May' : text)

function saidIn(text: string, ground: Words): Span | null {
  const said = asDigits(text)
  return (
    partIn(said, ground) ??
    everydaySpan(said, ground.today) ??
    spokenSpan(said, ground.today) ??
    numbersIn(said, ground) ??
    linked(said, ground).find(({ date }) => date)?.date ??
    weekdayIn(said, ground)
  )
}

const KANJI = '〇一二三四五六七八九'

/** "十二月" is 12月, "1er décembre" the first, "d'octobre" and "October's" are October. */
const asDigits = (text: string): string =>
  text
    .replace(/[一二三四五六七八九十]+(?=[月日年])/g, number => {
      const [tens, ones] = number.includes('十') ? number.split('十') : ['', number]
      const ten = number.includes('十') ? (tens === '' ? 1 : KANJI.indexOf(tens!)) : 0
      return String(ten * 10 + (ones === '' ? 0 : KANJI.indexOf(ones!)))
    })
    .replace(/(?<!\d)1er(?= )/, '1')
    .replace(/^d['’]/, '')
    .replace(/['’]s$/, '')

/** "22/4" and "27.2." without a year, "24日" and "the 24th" without a month. */
function numbersIn(text: string, { words, today }: Words): Span | null {
  const now = dateOf(today)
  const year = now.getUTCFullYear()
  const pair = /^(\d{1,2})([./])(\d{1,2})\.?$/.exec(text.trim())
  const alone = /^(?:the |le |el |am |den )?(\d{1,2})(?:st|nd|rd|th|\.|日)$/.exec(text.trim())
  if (alone) return dayOf(year, now.getUTCMonth() + 1, Number(alone[1]), text)
  if (!pair) return null
  const [first, second] = [Number(pair[1]), Number(pair[3])]
  const isMonthFirst =
    pair[2] === '/' &&
    /^(?:en_US|ja|ko|zh)/.test(words.overview.locale) &&
    !words.lexicon.partsThousandsByDots
  const [month, day] = isMonthFirst ? [first, second] : [second, first]
  return dayOf(year, month, day, text)
}

function dayOf(year: number, month: number, day: number, words: string): Span | null {
  const from = dayOfCalendar(year, month, day)
  return from === null ? null : { from, to: from + 1, words, isDay: true, isYearless: true }
}

const PARTS: [RegExp, 'start' | 'mid' | 'end' | 'first week' | 'last week'][] = [
  [
    /^(?:the )?(?:start|beginning|early|anfang|debut|principios|inicios|comienzos)$|^(?:上旬|初め|頭)$/,
    'start',
  ],
  [/^(?:the )?(?:mid|middle|mitte|mi|mediados)$|^(?:中旬|半ば)$/, 'mid'],
  [/^(?:the )?(?:end|late|ende|fin|finales|fines)$|^(?:下旬|末)$/, 'end'],
  [/^(?:the )?first week$/, 'first week'],
  [/^(?:the )?last week$/, 'last week'],
]

/** "The first week of May", "fin mars", "mediados de junio", "5月上旬": a part of a month. */
function partIn(text: string, ground: Words): Span | null {
  const found =
    /^(?<part>\p{L}+|(?:the )?(?:first|last) week|the \p{L}+)(?: of| de|-)? ?(?<month>\p{L}.*)$/u.exec(
      normal(text),
    ) ?? /^(?<month>.+?)の?(?<part>上旬|初め|頭|中旬|半ば|下旬|末)$/.exec(text)
  const part = found && PARTS.find(([name]) => name.test(found.groups!.part!))?.[1]
  const whole = part ? monthIn(found.groups!.month!, ground) : null
  if (!whole) return null
  const { from, to } = whole
  const is = (days: Pick<Span, 'from' | 'to'>): Span => ({ ...whole, ...days, words: text })
  if (part === 'first week') return is({ from, to: from + 7 })
  if (part === 'last week') return is({ from: to - 7, to })
  if (part === 'end') return is({ from: to - 3, to })
  return part === 'mid' ? is({ from: from + 10, to: from + 20 }) : is({ from, to: from + 3 })
}

/** Of other spans the words are part of what they are called: "the end of the year". */
function monthIn(text: string, ground: Words): Span | null {
  const [node, ...more] = linked(asMonth(text), ground).filter(
    ({ date, concepts }) => date || !concepts.has('noise'),
  )
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

const LAST = /^(?:last|past|letzte[nmrs]?|dernier|pasado|先)/

/** "Friday", "next Friday", "vendredi prochain": the next one, or the one before today. */
function weekdayIn(text: string, ground: Words): Span | null {
  const said = tokenize(text).filter(({ kind }) => kind === 'word')
  const { weekdays } = ground.words.lexicon
  const days = isUnspaced(text[0] ?? '')
    ? [...weekdays].flatMap(([name, day]) => (name.length > 1 && text.startsWith(name) ? day : []))
    : said.flatMap(({ norm }) => weekdays.get(norm) ?? [])
  if (new Set(days).size !== 1 || (said.length > 3 && !isUnspaced(text[0]!))) return null
  const ahead = (days[0]! + 1 - weekdayOf(ground.today) + 7) % 7
  const from = ground.today + (said.some(({ norm }) => LAST.test(norm)) ? (ahead || 7) - 7 : ahead)
  return { from, to: from + 1, words: text, isDay: true }
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

/** How long something lasts, "a week", "zwei Monate", "2週間": one of the two is 0. */
export interface Duration {
  days: number
  months: number
}

const UNITS: Record<string, Duration> = {
  day: { days: 1, months: 0 },
  week: { days: 7, months: 0 },
  fortnight: { days: 14, months: 0 },
  month: { days: 0, months: 1 },
  quarter: { days: 0, months: 3 },
  year: { days: 0, months: 12 },
}

export const times = ({ days, months }: Duration, count: number): Duration => ({
  days: days * count,
  months: months * count,
})

const ONE = /^(?:an?|the|another|eine?[nmrs]?|une?|una|d['’]une?|d['’])$/i

/** Of a unit with an article there is one: "a week", "une semaine". Null where it is none, or nobody says how many: "some days". */
export function durationIn(text: string, words: Words): Duration | null {
  const nodes = linked(text, words)
  const unit = Object.keys(UNITS).find(name => nodes.some(({ concepts }) => concepts.has(name)))
  const count = nodes.find(({ number }) => number)?.number?.value
  const others = nodes.filter(({ number, concepts }) => !number && !(unit && concepts.has(unit)))
  const isOne = others.every(other => ONE.test(other.text))
  if (!unit || (count === undefined ? !isOne : !Number.isInteger(count) || others.some(isHalf))) return null
  return times(UNITS[unit]!, count ?? 1)
}

const isHalf = ({ concepts }: Node): boolean => concepts.has('half')

const LONGER = Object.keys(UNITS).filter(unit => unit !== 'day')

/** So many days; or what else the sentence counts in that number, "two months" being no two days. */
export function daysOrLonger(count: number, ground: Ground): Duration {
  const nodes = linked(ground.said, ground)
  const behind = new Set(
    nodes.flatMap(({ number }, at) =>
      number?.value === Math.abs(count) ? [...(nodes[at + 1]?.concepts ?? [])] : [],
    ),
  )
  const unit = behind.has('day') ? 'day' : (LONGER.find(name => behind.has(name)) ?? 'day')
  return times(UNITS[unit]!, count)
}
