/** Texts that are numbers or dates, as the numbers that a sheet keeps. Knows no cells. */
import { asPlain } from '../support/entered.ts'

export interface Typed {
  value: number
  is: 'number' | 'date' | 'time'
}

export interface Wanted {
  as_numbers?: boolean | undefined
  as_dates?: boolean | undefined
}

const DAY_MILLISECONDS = 86_400_000
/** Day 0 of spreadsheets. */
const EPOCH = Date.UTC(1899, 11, 30)

/** Asked for numbers, a date that can be read in one way only is meant as well. */
export function typedText(text: string, { as_numbers: numbers, as_dates: dates }: Wanted, locale: string) {
  if (numbers) {
    const value = asPlain(text)
    if (typeof value === 'number') return { value, is: 'number' } satisfies Typed
  }
  if (!numbers && !dates) return null
  return isoDate(text) ?? (dates ? otherDate(text, locale) : null)
}

/** Whether it would be one, asked for or not. */
export const looksTyped = (text: string, locale: string): Typed['is'] | null =>
  typedText(text, { as_numbers: true, as_dates: true }, locale)?.is ?? null

const TIME = String.raw`(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(?:Z|[ap]m)?)?`
const ISO = new RegExp(String.raw`^\s*(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${TIME}\s*$`, 'i')
const NUMERIC = new RegExp(String.raw`^\s*(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})${TIME}\s*$`, 'i')
const DAY_FIRST = new RegExp(
  String.raw`^\s*(\d{1,2})[-\s.]+([a-z]{3,9})[-\s.,]+(\d{4}|\d{2})${TIME}\s*$`,
  'i',
)
const MONTH_FIRST = new RegExp(
  String.raw`^\s*([a-z]{3,9})[-\s.]+(\d{1,2})[-\s.,]+(\d{4}|\d{2})${TIME}\s*$`,
  'i',
)
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

function isoDate(text: string): Typed | null {
  const match = ISO.exec(text)
  if (!match) return null
  const [, year, , month, day] = match
  return dated(Number(year), Number(month), Number(day), text, match.slice(5))
}

function otherDate(text: string, locale: string): Typed | null {
  const numeric = NUMERIC.exec(text)
  if (numeric) {
    const [, first, , second, year] = numeric
    const [month, day] = isMonthFirst(locale) ? [first, second] : [second, first]
    return dated(fullYear(year!), Number(month), Number(day), text, numeric.slice(5))
  }
  const dayFirst = DAY_FIRST.exec(text)
  const match = dayFirst ?? MONTH_FIRST.exec(text)
  if (!match) return null
  const [, first, second, year] = match
  const [day, name] = dayFirst ? [first, second] : [second, first]
  const month = MONTHS.indexOf(name!.slice(0, 3).toLowerCase()) + 1
  return month === 0 ? null : dated(fullYear(year!), month, Number(day), text, match.slice(4))
}

const isMonthFirst = (locale: string): boolean => /^en_(?:US|PH)$/.test(locale)

/** As sheets read two digits. */
const fullYear = (year: string): number =>
  year.length === 4 ? Number(year) : Number(year) + (Number(year) < 30 ? 2_000 : 1_900)

/** Null where the calendar has no such day. */
function dated(
  year: number,
  month: number,
  day: number,
  text: string,
  [hours, minutes, seconds]: (string | undefined)[],
): Typed | null {
  const at = new Date(Date.UTC(year, month - 1, day))
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null
  const days = (at.getTime() - EPOCH) / DAY_MILLISECONDS
  if (hours === undefined) return { value: days, is: 'date' }
  const half = /([ap])m\s*$/i.exec(text)?.[1]?.toLowerCase()
  const hour = half ? (Number(hours) % 12) + (half === 'p' ? 12 : 0) : Number(hours)
  if (hour > 23 || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return null
  return { value: days + (hour * 3_600 + Number(minutes) * 60 + Number(seconds ?? 0)) / 86_400, is: 'time' }
}
