/**
 * One kind of value made of another, as Google does it for an argument of a function or an operator, with
 * the sentence Google says when it can't.
 */
import type { CellValue } from '../dialect/engine.ts'
import { readNumber } from './read-number.ts'
import { type Failure, isError, type Scalar, wrongValue } from './values.ts'

/** Where a value is wanted, for the message: `Function ADD parameter 1`. */
export interface Place {
  readonly name: string
  readonly index: number
}

const at = ({ name, index }: Place) => `Function ${name} parameter ${index + 1}`

/** Throws a Failure: the value's own error, or that it is no number. */
export function toNumber(given: Scalar, place: Place): number {
  const { value } = given
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === null) return 0
  if (isError(given)) throw given
  const number = readNumber(value)
  if (number === undefined) throw notCoerced(place, 'number', value)
  return number
}

export function toBoolean(given: Scalar, place: Place): boolean {
  const { value } = given
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return value !== 0
  if (value === null) return false
  if (isError(given)) throw given
  if (value === '') return false
  const upper = value.toUpperCase()
  if (upper === 'TRUE' || upper === 'FALSE') return upper === 'TRUE'
  throw notCoerced(place, 'boolean', value)
}

export function toText(given: Scalar): string {
  const { value } = given
  if (typeof value === 'string') {
    if (isError(given)) throw given
    return value
  }
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return textOfValue(given)
}

/** A number's text in a formula: dates as dates, everything else with up to 15 digits. */
let formatMoment: ((value: number, format: string) => string) | undefined

export function setMomentFormatter(format: (value: number, pattern: string) => string): void {
  formatMoment = format
}

const MOMENT = /[ymdhs]/i

export function isMoment(format: string | undefined): format is string {
  return (
    format !== undefined &&
    MOMENT.test(format.replace(/"[^"]*"|\\.|\[[$][^\]]*\]|\[[a-z]{3,}\d*\]|general/gi, ''))
  )
}

/** A format with a day, month or year in it: not only hours and minutes. */
export function isDate(format: string | undefined): boolean {
  return isMoment(format) && /[yd]|m(?!.*[hs])/i.test(format.replace(/"[^"]*"|\\.|am\/pm/gi, ''))
}

function textOfValue({ value, format }: Scalar): string {
  if (typeof value !== 'number') return String(value)
  if (isMoment(format) && formatMoment !== undefined) return formatMoment(value, format)
  return textOfNumber(value)
}

export function textOfNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return Object.is(value, -0) ? '0' : String(value)
  const size = Math.abs(value)
  if (size >= 1e15 || size < 1e-5) return scientific(value)
  return String(Number(value.toPrecision(15)))
}

function scientific(value: number): string {
  const [digits = '0', exponent = '0'] = Number(value.toPrecision(15)).toExponential().split('e')
  const power = Number(exponent)
  const size = Math.abs(power).toString().padStart(2, '0')
  return `${digits}E${power < 0 ? '-' : '+'}${size}`
}

function notCoerced(place: Place, kind: 'number' | 'boolean', text: string): Failure {
  return wrongValue(
    `${at(place)} expects ${kind} values. But '${text}' is a text and cannot be coerced to a ${kind}.`,
  )
}

// ---- comparing

const RANK: Record<string, number> = { number: 0, string: 1, boolean: 2 }
const collator = new Intl.Collator('en', { sensitivity: 'accent' })

/** Numbers before texts before booleans; texts without regard to case; a blank is as its partner needs. */
export function compareValues(a: CellValue, b: CellValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0
  const left = a === null ? blankAs(b) : a
  const right = b === null ? blankAs(a) : b
  if (typeof left === 'string' && typeof right === 'string') return compareTexts(left, right)
  const byRank = (RANK[typeof left] ?? 0) - (RANK[typeof right] ?? 0)
  if (byRank !== 0) return byRank
  return Number(left) - Number(right)
}

export function compareTexts(a: string, b: string): number {
  return a === b ? 0 : collator.compare(a, b)
}

export function sameText(a: string, b: string): boolean {
  return a === b || (a.length === b.length && a.toLowerCase() === b.toLowerCase())
}

function blankAs(other: CellValue): string | number | boolean {
  if (typeof other === 'string') return ''
  return typeof other === 'boolean' ? false : 0
}
