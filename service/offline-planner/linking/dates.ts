/** Dates in words and in cells, as days since the spreadsheet's day 0. */
import type { ColumnOverview } from '../../sheets/overview/overview.ts'
import type { Lexicon } from '../words/lexicon.ts'
import type { Token } from '../words/tokens.ts'

const DAY_MILLISECONDS = 86_400_000
const EPOCH = Date.UTC(1899, 11, 30)

export const dateOf = (serial: number): Date => new Date(EPOCH + serial * DAY_MILLISECONDS)
export const serialOf = (year: number, month: number, day: number): number =>
  (Date.UTC(year, month - 1, day) - EPOCH) / DAY_MILLISECONDS
export const isoDate = (serial: number): string => dateOf(serial).toISOString().slice(0, 10)

/** The same day of a later month, or the last one of a month that is too short, as EDATE has it. */
export function monthsLater(serial: number, months: number): number {
  const date = dateOf(serial)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return serialOf(year, month + 1, Math.min(date.getUTCDate(), last))
}

/** Days from the first to before the last; `month` alone is that month of any year that the data has. */
export interface Span {
  from: number
  to: number
  /** As said, for the answer. */
  words: string
  /** A day, or a span of days: "since March" and "since 1 March" begin alike, "after" does not. */
  isDay: boolean
  /** No year was said: the last such month, unless the cells tell another. */
  isYearless?: boolean
}

/** The span in the year nearest to it in which there are such days, the past first; itself where there are none. */
export function inYearOf(span: Span, days: readonly number[]): Span {
  const isIn = ({ from, to }: Span) => days.some(each => each >= from && each < to)
  if (!span.isYearless || days.length === 0 || isIn(span)) return span
  const [first, last] = [Math.min(...days), Math.max(...days)]
  const moved = (years: number) => ({
    ...span,
    from: yearsBack(span.from, years),
    to: yearsBack(span.to, years),
  })
  for (let years = 1; moved(years).to > first || moved(-years).from <= last; years++) {
    const found = [moved(years), moved(-years)].find(isIn)
    if (found) return found
  }
  return span
}

function yearsBack(serial: number, years: number): number {
  const date = dateOf(serial)
  return serialOf(date.getUTCFullYear() - years, date.getUTCMonth() + 1, date.getUTCDate())
}

/** Null where the cell is no date. `column` tells whether 3/4 is in March or in April. */
export function daySerial(
  cell: unknown,
  column: Pick<ColumnOverview, 'number_format'>,
  locale: string,
): number | null {
  if (typeof cell === 'number') return cell
  if (typeof cell !== 'string') return null
  const text = cell.trim()
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(text)
  if (iso) return dayOfCalendar(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{2}|\d{4})(?!\d)/.exec(text)
  if (parts) {
    const [first, second, year] = [Number(parts[1]), Number(parts[2]), fullYear(Number(parts[3]))]
    return isMonthFirst(column.number_format, locale) && first <= 12
      ? dayOfCalendar(year, first, second)
      : dayOfCalendar(year, second, first)
  }
  if (!/[a-z]{3}/i.test(text) || !/\d{4}/.test(text)) return null
  const time = Date.parse(`${text} UTC`)
  return Number.isNaN(time) ? null : Math.floor((time - EPOCH) / DAY_MILLISECONDS)
}

function isMonthFirst(pattern: string | undefined, locale: string): boolean {
  const [month, day] = [pattern?.toLowerCase().indexOf('m') ?? -1, pattern?.toLowerCase().indexOf('d') ?? -1]
  return month === -1 || day === -1 ? locale === 'en_US' : month < day
}

const fullYear = (year: number): number => (year < 100 ? 2000 + year : year)

/** Months are counted from 1; null where the calendar has no such day. */
export function dayOfCalendar(year: number, month: number, day: number): number | null {
  const serial = serialOf(year, month, day)
  const date = dateOf(serial)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? serial : null
}

export type Period = 'day' | 'week' | 'month' | 'quarter' | 'year'
export const PERIODS: readonly Period[] = ['day', 'week', 'month', 'quarter', 'year']

/** What days are put together by: a period, or the day of the week, whichever week. */
export type Grouping = Period | 'weekday'
export const GROUPINGS: readonly Grouping[] = [...PERIODS, 'weekday']

/** The first day of a day's period, or from 1 for Monday to 7. */
export const groupOf = (day: number, grouping: Grouping): number =>
  grouping === 'weekday' ? weekdayOf(day) : periodOf(day, grouping).from

export const groupWords = (key: number, grouping: Grouping): string =>
  grouping === 'weekday' ? WEEKDAYS[key - 1]! : periodWords(key, grouping)

/** From 1 for Monday to 7. */
export const weekdayOf = (day: number): number => ((dateOf(day).getUTCDay() + 6) % 7) + 1

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The period that a day lies in, moved by `steps` periods. */
export function periodOf(day: number, period: Period, steps = 0): { from: number; to: number } {
  const date = dateOf(day)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  if (period === 'day') return { from: day + steps, to: day + steps + 1 }
  if (period === 'week') {
    const monday = day - (weekdayOf(day) - 1) + steps * 7
    return { from: monday, to: monday + 7 }
  }
  const size = { month: 1, quarter: 3, year: 12 }[period]
  const first = Math.floor(month / size) * size + steps * size
  return { from: serialOf(year, first + 1, 1), to: serialOf(year, first + size + 1, 1) }
}

/** "March 2026", "Q1 2026", "2026", else the day that it begins with. */
export function periodWords(from: number, period: Period): string {
  const date = dateOf(from)
  const year = date.getUTCFullYear()
  if (period === 'year') return String(year)
  if (period === 'quarter') return `Q${Math.floor(date.getUTCMonth() / 3) + 1} ${year}`
  return period === 'month'
    ? `${date.toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })} ${year}`
    : isoDate(from)
}

export interface DateMatch {
  length: number
  span: Span
}

interface Reader {
  tokens: readonly Token[]
  lexicon: Lexicon
  today: number
  locale: string
}

/** A date or a span of days that begins at `at`. */
export function dateAt(reader: Reader, at: number): DateMatch | null {
  return (
    written(reader, at) ??
    signed(reader, at) ??
    monthAt(reader, at) ??
    relative(reader, at) ??
    quarterOrYear(reader, at)
  )
}

const conceptsAt = ({ tokens, lexicon }: Reader, at: number): { length: number; concepts: string[] } => {
  const [match] = tokens[at] ? lexicon.matches(tokens, at) : []
  return match ?? { length: 1, concepts: [] }
}
const has = (reader: Reader, at: number, concept: string): boolean =>
  reader.tokens[at] !== undefined &&
  reader.lexicon
    .matches(reader.tokens, at)
    .some(({ length, concepts }) => length === 1 && concepts.includes(concept))

const day = (serial: number, length: number, words: string): DateMatch => ({
  length,
  span: { from: serial, to: serial + 1, words, isDay: true },
})

function written({ tokens, locale }: Reader, at: number): DateMatch | null {
  const token = tokens[at]!
  if (token.kind !== 'word' && token.kind !== 'quoted') return null
  if (!/^\d/.test(token.text)) return null
  const serial = daySerial(
    token.text,
    { number_format: token.text.includes('.') ? 'dd.mm.yyyy' : '' },
    locale,
  )
  return serial === null ? null : day(serial, 1, isoDate(serial))
}

/** "8月", "2026年8月", "8月31日": each number has its sign after it. */
function signed(reader: Reader, at: number): DateMatch | null {
  const { tokens, today } = reader
  const part = (index: number, sign: string): number | null =>
    tokens[index]?.kind === 'number' && tokens[index + 1]?.text === sign ? tokens[index].value! : null
  const year = part(at, '年')
  const next = year === null ? at : at + 2
  const month = part(next, '月')
  if (month === null || month < 1 || month > 12) return null
  const number = part(next + 2, '日')
  const own = year ?? (number === null ? latestYear(today, month - 1) : dateOf(today).getUTCFullYear())
  const length = (year === null ? 2 : 4) + (number === null ? 0 : 2)
  const words = tokens
    .slice(at, at + length)
    .map(({ text }) => text)
    .join('')
  const yearless = year === null ? { isYearless: true } : {}
  const [from, to] =
    number === null
      ? [serialOf(own, month, 1), serialOf(own, month + 1, 1)]
      : [serialOf(own, month, number), serialOf(own, month, number) + 1]
  return { length, span: { from, to, words, isDay: number !== null, ...yearless } }
}

const dayNumber = (token: Token | undefined, lexicon: Lexicon): number | null => {
  if (!token) return null
  const number =
    token.kind === 'number' && (token.unit === undefined || /^(?:st|nd|rd|th)$/.test(token.unit))
      ? token.value!
      : /(?:th|st|nd|rd)$/.test(token.norm) || token.norm.length > 4
        ? (lexicon.numbers.get(token.norm) ?? null)
        : null
  return number !== null && Number.isInteger(number) && number >= 1 && number <= 31 ? number : null
}

const yearOf = (token: Token | undefined): number | null =>
  token?.kind === 'number' &&
  !token.unit &&
  token.value! >= 1900 &&
  token.value! <= 2100 &&
  /^\d{4}$/.test(token.text)
    ? token.value!
    : null

/** "March", "1 July 2025", "sept 1", "the month of August 2026". */
function monthAt(reader: Reader, at: number): DateMatch | null {
  const { tokens, lexicon } = reader
  const month = (index: number) =>
    tokens[index]?.kind === 'word' ? lexicon.months.get(tokens[index].norm) : undefined
  const before = dayNumber(tokens[at], lexicon)
  const skip =
    tokens[at + 1]?.norm === 'of' || tokens[at + 1]?.norm === '.' || tokens[at + 1]?.norm === 'de' ? 1 : 0
  if (before !== null && month(at + 1 + skip) !== undefined)
    return dayOf(reader, before, month(at + 1 + skip)!, at, 2 + skip)
  const own = month(at)
  if (own === undefined) return null
  // "may" is a month where a number, a preposition before it or a capital says so.
  if (
    tokens[at]!.norm === 'may' &&
    tokens[at]!.text === 'may' &&
    dayNumber(tokens[at + 1], lexicon) === null &&
    yearOf(tokens[at + 1]) === null &&
    !/^(?:in|since|of|for|during|from|until|until|by|last|this|and|to)$/.test(tokens[at - 1]?.norm ?? '')
  )
    return null
  const after = dayNumber(tokens[at + 1], lexicon)
  if (after !== null) return dayOf(reader, after, own, at, 2)
  const gap =
    tokens[at + 1]?.norm === 'of' || tokens[at + 1]?.norm === 'de' || tokens[at + 1]?.norm === 'del' ? 1 : 0
  const year = yearOf(tokens[at + 1 + gap])
  const guessed = latestYear(reader.today, own)
  const from = serialOf(year ?? guessed, own + 1, 1)
  return {
    length: year === null ? 1 : 2 + gap,
    span: {
      from,
      to: serialOf(year ?? guessed, own + 2, 1),
      words: tokens[at]!.text + (year ? ` ${year}` : ''),
      isDay: false,
      ...(year === null ? { isYearless: true } : {}),
    },
  }
}

function latestYear(today: number, month: number): number {
  const now = dateOf(today)
  return month <= now.getUTCMonth() ? now.getUTCFullYear() : now.getUTCFullYear() - 1
}

function dayOf(reader: Reader, number: number, month: number, at: number, length: number): DateMatch | null {
  const { tokens } = reader
  const comma = tokens[at + length]?.norm === ',' || tokens[at + length]?.norm === 'of' ? 1 : 0
  const year = yearOf(tokens[at + length + comma])
  const serial = dayOfCalendar(year ?? dateOf(reader.today).getUTCFullYear(), month + 1, number)
  if (serial === null) return null
  const found = day(serial, year === null ? length : length + comma + 1, isoDate(serial))
  if (year === null) found.span.isYearless = true
  return found
}

/** "today", "last month", "this year", "the next 30 days", "7 days ago". */
function relative(reader: Reader, at: number): DateMatch | null {
  const { today, tokens } = reader
  const { length, concepts } = conceptsAt(reader, at)
  if (concepts.includes('today')) return day(today, length, 'today')
  if (concepts.includes('yesterday')) return day(today - 1, length, 'yesterday')
  if (concepts.includes('tomorrow')) return day(today + 1, length, 'tomorrow')
  if (concepts.includes('thisyear'))
    return { length, span: { ...periodOf(today, 'year'), words: 'this year', isDay: false } }
  const step = has(reader, at, 'lastperiod')
    ? -1
    : has(reader, at, 'nextperiod')
      ? 1
      : has(reader, at, 'thisperiod')
        ? 0
        : null
  if (step !== null) return shifted(reader, at, step)
  const count = tokens[at]!.value ?? reader.lexicon.numbers.get(tokens[at]!.norm)
  const unit = count === undefined ? null : periodAt(reader, at + 1)
  return count !== undefined && unit && has(reader, at + 2, 'ago')
    ? day(movedBy(today, unit, -count), 3, `${count} ${unit}s ago`)
    : null
}

function shifted(reader: Reader, at: number, step: number): DateMatch | null {
  const { today, tokens, lexicon } = reader
  const next = tokens[at + 1]
  if (!next) return null
  const count = next.value ?? lexicon.numbers.get(next.norm)
  const unit = periodAt(reader, count === undefined ? at + 1 : at + 2)
  const words = tokens
    .slice(at, at + (count === undefined ? 2 : 3))
    .map(({ text }) => text)
    .join(' ')
  if (unit && count !== undefined) {
    return step === 0
      ? null
      : { length: 3, span: { ...reaching(today, unit, step * count), words, isDay: false } }
  }
  if (unit) return { length: 2, span: { ...periodOf(today, unit, step), words, isDay: false } }
  const month = lexicon.months.get(next.norm)
  if (month === undefined || next.kind !== 'word') return null
  const year = latestYear(today, month)
  return {
    length: 2,
    span: { from: serialOf(year, month + 1, 1), to: serialOf(year, month + 2, 1), words, isDay: false },
  }
}

export function periodAt(reader: Pick<Reader, 'tokens' | 'lexicon'>, at: number): Period | null {
  return PERIODS.find(period => has(reader as Reader, at, period)) ?? null
}

/** From today to the same day so many periods later, or from then to today; both are in it. */
export function reaching(today: number, unit: Period, steps: number): { from: number; to: number } {
  const edge = movedBy(today, unit, steps)
  return steps < 0 ? { from: edge, to: today + 1 } : { from: today, to: edge + 1 }
}

/** The same day so many periods later. */
export function movedBy(today: number, unit: Period, steps: number): number {
  if (unit === 'day') return today + steps
  if (unit === 'week') return today + steps * 7
  return monthsLater(today, { month: 1, quarter: 3, year: 12 }[unit] * steps)
}

/** "Q1 2026", "first quarter of 2025", "2026" after a word like "in". */
function quarterOrYear(reader: Reader, at: number): DateMatch | null {
  const { tokens, today } = reader
  const q = /^q([1-4])$/.exec(tokens[at]!.norm)
  if (q) {
    const year = yearOf(tokens[at + 1])
    const first = Number(q[1]) * 3 - 3
    const from = serialOf(year ?? latestYear(today, first), first + 1, 1)
    return {
      length: year === null ? 1 : 2,
      span: {
        ...periodOf(from, 'quarter'),
        words: `Q${q[1]}`,
        isDay: false,
        ...(year === null ? { isYearless: true } : {}),
      },
    }
  }
  const year = yearOf(tokens[at])
  if (year === null) return null
  return {
    length: 1,
    span: { from: serialOf(year, 1, 1), to: serialOf(year + 1, 1, 1), words: String(year), isDay: false },
  }
}
