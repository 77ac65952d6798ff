/** Dates and times: days since 1899-12-30, and what is counted between them. */
import { toText } from '../../coerce.ts'
import { dateOf, readDateTime, readTime, serialOf } from '../../read-number.ts'
import type { Define } from '../../signature.ts'
import { type Scalar, wrongNumber, wrongValue } from '../../values.ts'
import { must } from '../numbers.ts'
import { DATE, day, MAX_SERIAL, weekdayOf } from './calendar.ts'
import { yearFraction } from './day-counts.ts'

export function defineDates(define: Define): void {
  defineMaking(define)
  defineParts(define)
  defineSpans(define)
}

// ---- making

function defineMaking(define: Define): void {
  define(
    'DATE',
    'nnn',
    (year: number, month: number, dayOfMonth: number) => {
      const given = Math.trunc(year)
      if (given < 0 || given > 9999)
        throw wrongNumber(
          `Function DATE parameter 1 value is ${given}. Valid values are between 0 and 9999 inclusive.`,
        )
      const serial = serialOf(given < 1900 ? given + 1900 : given, Math.trunc(month), Math.trunc(dayOfMonth))
      if (serial < 0 || serial > MAX_SERIAL)
        throw wrongNumber('Function DATE evaluates to an out of bounds date.')
      return serial
    },
    DATE,
  )
  define(
    'TIME',
    'nnn',
    (hours: number, minutes: number, seconds: number) => {
      const total = Math.trunc(hours) * 3600 + Math.trunc(minutes) * 60 + Math.trunc(seconds)
      if (total < 0) throw wrongNumber('Function TIME evaluates to an out of bounds time.')
      return (total / 86_400) % 1
    },
    // As the engine writes it; what is shown has one digit where one will do.
    { format: 'hh:mm:ss a' },
  )
  define('DATEVALUE', 'v', (given: Scalar) => {
    const serial =
      typeof given.value === 'string'
        ? readDateTime(given.value.trim())
        : isDateCell(given)
          ? Number(given.value)
          : undefined
    if (serial === undefined)
      throw wrongValue(`DATEVALUE parameter '${toText(given)}' cannot be parsed to date/time.`)
    return Math.floor(serial)
  })
  define('TIMEVALUE', 'v', (given: Scalar) => {
    const text = typeof given.value === 'string' ? given.value.trim() : ''
    const serial = isDateCell(given) ? Number(given.value) : (readTime(text) ?? readDateTime(text))
    if (serial === undefined)
      throw wrongValue(`TIMEVALUE parameter '${toText(given)}' cannot be parsed to date/time.`)
    return serial - Math.floor(serial)
  })
  define(
    'EDATE',
    'nn',
    (from: number, months: number) => shiftMonths('EDATE', day('EDATE', 1, from), Math.trunc(months)),
    DATE,
  )
  define(
    'EOMONTH',
    'nn',
    (from: number, months: number) => {
      const { year, month } = dateOf(day('EOMONTH', 1, from))
      return serialOf(year, month + Math.trunc(months) + 1, 0)
    },
    DATE,
  )
  define(
    'EPOCHTODATE',
    'nn?',
    (stamp: number, unit = 1) => {
      const kind = Math.trunc(unit)
      if (kind < 1 || kind > 3)
        throw wrongNumber(
          `Function EPOCHTODATE parameter 2 value is ${kind}. Valid values are between 1 and 3 inclusive.`,
        )
      must('EPOCHTODATE', 1, stamp, 'greater than or equal to', 0)
      const seconds = stamp / [1, 1000, 1_000_000][kind - 1]!
      return 25_569 + seconds / 86_400
    },
    { format: 'm/d/yyyy hh:mm:ss' },
  )
}

function isDateCell({ value, format }: Scalar): boolean {
  return typeof value === 'number' && format !== undefined && /[ymdh]/i.test(format)
}

function shiftMonths(name: string, from: number, months: number): number {
  const { year, month, day: dayOfMonth } = dateOf(from)
  const last = dateOf(serialOf(year, month + months + 1, 0)).day
  return day(name, 1, serialOf(year, month + months, Math.min(dayOfMonth, last)))
}

// ---- parts

function defineParts(define: Define): void {
  define('YEAR', 'n', (date: number) => dateOf(day('YEAR', 1, date)).year)
  define('MONTH', 'n', (date: number) => dateOf(day('MONTH', 1, date)).month)
  define('DAY', 'n', (date: number) => dateOf(day('DAY', 1, date)).day)
  const seconds = (name: string, time: number) => {
    must(name, 1, time, 'greater than or equal to', 0)
    return Math.round((time - Math.floor(time)) * 86_400) % 86_400
  }
  define('HOUR', 'n', (time: number) => Math.floor(seconds('HOUR', time) / 3600))
  define('MINUTE', 'n', (time: number) => Math.floor(seconds('MINUTE', time) / 60) % 60)
  define('SECOND', 'n', (time: number) => seconds('SECOND', time) % 60)
  define('WEEKDAY', 'nn?', (date: number, type = 1) => {
    const weekday = weekdayOf(day('WEEKDAY', 1, date))
    switch (Math.trunc(type)) {
      case 1:
        return weekday + 1
      case 2:
        return ((weekday + 6) % 7) + 1
      case 3:
        return (weekday + 6) % 7
      default:
        throw wrongNumber(
          `Function WEEKDAY parameter 2 value is ${type}. Valid values are between 1 and 3 inclusive.`,
        )
    }
  })
  define('WEEKNUM', 'nn?', (date: number, type = 1) => weekNumber(day('WEEKNUM', 1, date), Math.trunc(type)))
  define('ISOWEEKNUM', 'n', (date: number) => isoWeek(day('ISOWEEKNUM', 1, date)))
}

function isoWeek(serial: number): number {
  const thursday = serial - ((weekdayOf(serial) + 6) % 7) + 3
  return Math.floor((thursday - serialOf(dateOf(thursday).year, 1, 1)) / 7) + 1
}

function weekNumber(serial: number, type: number): number {
  if (type === 21) return isoWeek(serial)
  const start = type === 1 ? 0 : type === 2 ? 1 : type >= 11 && type <= 17 ? type - 10 : undefined
  if (start === undefined)
    throw wrongNumber(
      `Function WEEKNUM parameter 2 value is ${type}. Valid values are 1, 2, 11 to 17 and 21.`,
    )
  const first = serialOf(dateOf(serial).year, 1, 1)
  const lead = (weekdayOf(first) - start + 7) % 7
  return Math.floor((serial - first + lead) / 7) + 1
}

// ---- spans

function defineSpans(define: Define): void {
  define('DAYS', 'nn', (end: number, start: number) => day('DAYS', 1, end) - day('DAYS', 2, start))
  define('DATEDIF', 'nnt', (from: number, to: number, unit: string) => {
    const [start, end] = [day('DATEDIF', 1, from), day('DATEDIF', 2, to)]
    if (start > end)
      throw wrongNumber(
        `Function DATEDIF parameter 1 (${start}) should be on or before parameter 2 (${end}).`,
      )
    return dateDifference(start, end, unit.toUpperCase())
  })
  define('DAYS360', 'nnb?', (from: number, to: number, isEuropean = false) => {
    const [a, b] = [dateOf(day('DAYS360', 1, from)), dateOf(day('DAYS360', 2, to))]
    let [first, last] = [a.day, b.day]
    if (isEuropean) [first, last] = [Math.min(first, 30), Math.min(last, 30)]
    else {
      if (first === 31) first = 30
      if (last === 31 && first === 30) last = 30
      else if (last === 31) return (b.year - a.year) * 360 + (b.month + 1 - a.month) * 30 + 1 - first
    }
    return (b.year - a.year) * 360 + (b.month - a.month) * 30 + last - first
  })
  define('YEARFRAC', 'nnn?', (from: number, to: number, basis = 0) => {
    const [a, b] = [day('YEARFRAC', 1, from), day('YEARFRAC', 2, to)]
    return yearFraction('YEARFRAC', Math.min(a, b), Math.max(a, b), Math.trunc(basis))
  })
}

function dateDifference(start: number, end: number, unit: string): number {
  const [a, b] = [dateOf(start), dateOf(end)]
  const months = (b.year - a.year) * 12 + b.month - a.month - (b.day < a.day ? 1 : 0)
  switch (unit) {
    case 'Y':
      return Math.floor(months / 12)
    case 'M':
      return months
    case 'D':
      return end - start
    case 'YM':
      return ((months % 12) + 12) % 12
    case 'MD': {
      if (b.day >= a.day) return b.day - a.day
      return dateOf(serialOf(b.year, b.month, 0)).day - a.day + b.day
    }
    case 'YD': {
      const sameYear = serialOf(b.year, a.month, a.day)
      return end - (sameYear <= end ? sameYear : serialOf(b.year - 1, a.month, a.day))
    }
    default:
      throw wrongNumber(
        `Function DATEDIF parameter 3 value is ${unit}. Valid values are 'Y', 'M', 'D', 'MD', 'YM' and 'YD'.`,
      )
  }
}
