/** How bonds count days and years: five conventions ("basis"), and the dates of coupons. */
import { dateOf, serialOf } from '../../read-number.ts'
import { wrongNumber } from '../../values.ts'

export function checkBasis(name: string, basis: number): void {
  if (basis < 0 || basis > 4)
    throw wrongNumber(
      `Function ${name}: the day count value is ${basis}. Valid values are between 0 and 4 inclusive.`,
    )
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

function isLastOfFebruary(serial: number): boolean {
  const { month } = dateOf(serial)
  return month === 2 && dateOf(serial + 1).month === 3
}

/** 30 days a month, as the American convention has it. */
export function days30(from: number, to: number, isEuropean: boolean): number {
  const [a, b] = [dateOf(from), dateOf(to)]
  let [first, last] = [a.day, b.day]
  if (isEuropean) {
    first = Math.min(first, 30)
    last = Math.min(last, 30)
  } else {
    if (isLastOfFebruary(from) && isLastOfFebruary(to)) last = 30
    if (isLastOfFebruary(from)) first = 30
    if (last === 31 && first >= 30) last = 30
    if (first === 31) first = 30
  }
  return (b.year - a.year) * 360 + (b.month - a.month) * 30 + last - first
}

export function daysBetween(from: number, to: number, basis: number): number {
  if (basis === 0 || basis === 4) return days30(from, to, basis === 4)
  return to - from
}

export function yearFraction(name: string, from: number, to: number, basis: number): number {
  checkBasis(name, basis)
  switch (basis) {
    case 1:
      return from === to ? 0 : (to - from) / averageYear(from, to)
    case 2:
      return (to - from) / 360
    case 3:
      return (to - from) / 365
    default:
      return days30(from, to, basis === 4) / 360
  }
}

/** The length of a year for actual/actual. */
function averageYear(from: number, to: number): number {
  const [a, b] = [dateOf(from), dateOf(to)]
  const isWithinYear =
    b.year === a.year ||
    (b.year === a.year + 1 && (b.month < a.month || (b.month === a.month && b.day <= a.day)))
  if (isWithinYear) {
    if (a.year === b.year) return isLeap(a.year) ? 366 : 365
    const leapDay = (year: number) => (isLeap(year) ? serialOf(year, 2, 29) : -1)
    const hasLeapDay = [a.year, b.year].some(year => leapDay(year) >= from && leapDay(year) <= to)
    return hasLeapDay ? 366 : 365
  }
  let total = 0
  for (let year = a.year; year <= b.year; year++) total += isLeap(year) ? 366 : 365
  return total / (b.year - a.year + 1)
}

/** Days in a year, for what is paid over part of one. */
export function yearDays(basis: number): number {
  return basis === 0 || basis === 2 || basis === 4 ? 360 : 365
}

// ---- coupons

export function shiftMonths(serial: number, months: number, isEndOfMonth: boolean): number {
  const { year, month, day } = dateOf(serial)
  const last = dateOf(serialOf(year, month + months + 1, 0)).day
  return serialOf(year, month + months, isEndOfMonth ? last : Math.min(day, last))
}

export interface Coupons {
  previous: number
  next: number
  count: number
}

/** Counted back from maturity, so that a month's end stays one. */
export function couponsOf(settlement: number, maturity: number, frequency: number): Coupons {
  const step = 12 / frequency
  const isEndOfMonth = dateOf(maturity + 1).day === 1
  let count = 1
  while (shiftMonths(maturity, -count * step, isEndOfMonth) > settlement) count++
  return {
    previous: shiftMonths(maturity, -count * step, isEndOfMonth),
    next: shiftMonths(maturity, -(count - 1) * step, isEndOfMonth),
    count,
  }
}

/** Days of the coupon period that settlement falls into. */
export function couponDays({ previous, next }: Coupons, frequency: number, basis: number): number {
  if (basis === 1) return next - previous
  return (basis === 3 ? 365 : 360) / frequency
}

export function daysToNext(coupons: Coupons, settlement: number, frequency: number, basis: number): number {
  if (basis === 0 || basis === 4)
    return couponDays(coupons, frequency, basis) - daysBetween(coupons.previous, settlement, basis)
  return coupons.next - settlement
}
