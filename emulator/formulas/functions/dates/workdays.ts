/** Working days: counted between two dates, and from one on. */
import { toText } from '../../coerce.ts'
import type { Define } from '../../signature.ts'
import { cellsOf, isError, type Matrix, toMatrix, type Value, wrongNumber, wrongValue } from '../../values.ts'
import { DATE, day, weekdayOf } from './calendar.ts'

/** Which weekdays are free, Monday first. */
function weekend(name: string, given: Value | undefined): boolean[] {
  const { value } = given === undefined ? { value: 1 } : (toMatrix(given)[0]?.[0] ?? { value: 1 })
  if (typeof value === 'string') {
    if (!/^[01]{7}$/.test(value) || value === '1111111')
      throw wrongNumber(`Function ${name} parameter 3 value '${value}' is not a valid weekend.`)
    return [...value].map(letter => letter === '1')
  }
  const number = Math.trunc(Number(value ?? 1))
  const free = (...days: number[]) => Array.from({ length: 7 }, (_, i) => days.includes(i))
  if (number >= 1 && number <= 7) return free((number + 4) % 7, (number + 5) % 7)
  if (number >= 11 && number <= 17) return free((number - 11 + 6) % 7)
  throw wrongNumber(`Function ${name} parameter 3 value is ${number}. It is not a valid weekend.`)
}

function holidaysOf(name: string, given: Matrix | undefined): Set<number> {
  const cells = given === undefined ? [] : [...cellsOf(given)].filter(({ value }) => value !== null)
  return new Set(
    cells.map(cell => {
      if (isError(cell)) throw cell
      if (typeof cell.value !== 'number')
        throw wrongValue(`Function ${name}: the holiday '${toText(cell)}' is not a date.`)
      return Math.floor(cell.value)
    }),
  )
}

function isFree(serial: number, free: boolean[], holidays: Set<number>): boolean {
  return free[(weekdayOf(serial) + 6) % 7] === true || holidays.has(serial)
}

function workdaysBetween(from: number, to: number, free: boolean[], holidays: Set<number>): number {
  const [low, high] = from <= to ? [from, to] : [to, from]
  let count = 0
  for (let serial = low; serial <= high; serial++) if (!isFree(serial, free, holidays)) count++
  return from <= to ? count : -count
}

function workdayAfter(
  name: string,
  from: number,
  days: number,
  free: boolean[],
  holidays: Set<number>,
): number {
  let serial = from
  for (let left = Math.abs(days); left > 0; ) {
    serial += Math.sign(days)
    day(name, 1, serial)
    if (!isFree(serial, free, holidays)) left--
  }
  return serial
}

export function defineWorkdays(define: Define): void {
  define('NETWORKDAYS', 'nna?', (from: number, to: number, holidays?: Matrix) =>
    workdaysBetween(
      day('NETWORKDAYS', 1, from),
      day('NETWORKDAYS', 2, to),
      weekend('NETWORKDAYS', undefined),
      holidaysOf('NETWORKDAYS', holidays),
    ),
  )
  define('NETWORKDAYS.INTL', 'nnx?a?', (from: number, to: number, free?: Value, holidays?: Matrix) =>
    workdaysBetween(
      day('NETWORKDAYS.INTL', 1, from),
      day('NETWORKDAYS.INTL', 2, to),
      weekend('NETWORKDAYS.INTL', free),
      holidaysOf('NETWORKDAYS.INTL', holidays),
    ),
  )
  define(
    'WORKDAY',
    'nna?',
    (from: number, days: number, holidays?: Matrix) =>
      workdayAfter(
        'WORKDAY',
        day('WORKDAY', 1, from),
        Math.trunc(days),
        weekend('WORKDAY', undefined),
        holidaysOf('WORKDAY', holidays),
      ),
    DATE,
  )
  define(
    'WORKDAY.INTL',
    'nnx?a?',
    (from: number, days: number, free?: Value, holidays?: Matrix) =>
      workdayAfter(
        'WORKDAY.INTL',
        day('WORKDAY.INTL', 1, from),
        Math.trunc(days),
        weekend('WORKDAY.INTL', free),
        holidaysOf('WORKDAY.INTL', holidays),
      ),
    DATE,
  )
}
