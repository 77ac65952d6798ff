/** What functions over bonds have in common: dates in their order, how often a year, the time between. */
import { dateOf, serialOf } from '../../read-number.ts'
import { wrongNumber } from '../../values.ts'
import { checkBasis, yearFraction } from '../dates/day-counts.ts'

export const DATE = { format: 'm/d/yyyy' }

/** Settlement before maturity; both whole days. */
export function terms(
  name: string,
  settlement: number,
  maturity: number,
  basis: number,
): [number, number, number] {
  const [from, to, kind] = [Math.floor(settlement), Math.floor(maturity), Math.trunc(basis)]
  if (from >= to)
    throw wrongNumber(`Function ${name} parameter 1 (${from}) should be before parameter 2 (${to}).`)
  checkBasis(name, kind)
  return [from, to, kind]
}

export function frequencyOf(name: string, given: number): number {
  const frequency = Math.trunc(given)
  if (![1, 2, 4].includes(frequency))
    throw wrongNumber(`Function ${name}: the frequency is ${frequency}. Valid values are 1, 2 and 4.`)
  return frequency
}

/** As banks count: whole years, and the rest by the length of its year. */
export function years(name: string, from: number, to: number, basis: number): number {
  if (basis !== 1) return yearFraction(name, from, to, basis)
  const a = dateOf(from)
  const anniversary = (year: number) => serialOf(year, a.month, a.day)
  let whole = dateOf(to).year - a.year
  if (anniversary(a.year + whole) > to) whole--
  const start = anniversary(a.year + whole)
  return whole + (to - start) / (anniversary(a.year + whole + 1) - start)
}
