/** Interest accrued, discounted securities and treasury bills. */
import { dateOf, serialOf } from '../../read-number.ts'
import type { Define } from '../../signature.ts'
import { wrongNumber } from '../../values.ts'
import { checkBasis, daysBetween, shiftMonths } from '../dates/day-counts.ts'
import { must } from '../numbers.ts'
import { frequencyOf, terms, years } from './bond-terms.ts'

export function defineBills(define: Define): void {
  defineDiscounted(define)
  defineAccrued(define)
  defineTreasury(define)
}

function defineDiscounted(define: Define): void {
  const discounted = (
    name: string,
    compute: (a: number, b: number, span: number) => number,
    isAnyRate = false,
  ) =>
    define(name, 'nnnnn?', (settlement: number, maturity: number, a: number, b: number, kind = 0) => {
      const [from, to, basis] = terms(name, settlement, maturity, kind)
      if (!isAnyRate) must(name, 3, a, 'greater than', 0)
      must(name, 4, b, 'greater than', 0)
      return compute(a, b, years(name, from, to, basis))
    })
  discounted('DISC', (price, redemption, span) => (redemption - price) / redemption / span)
  discounted('PRICEDISC', (discount, redemption, span) => redemption * (1 - discount * span))
  discounted('YIELDDISC', (price, redemption, span) => (redemption / price - 1) / span)
  discounted('INTRATE', (paid, redemption, span) => (redemption / paid - 1) / span)
  discounted('RECEIVED', (paid, discount, span) => paid / (1 - discount * span))
}

function defineAccrued(define: Define): void {
  define(
    'ACCRINT',
    'nnnnnnn?b?',
    (
      issue: number,
      first: number,
      settlement: number,
      rate: number,
      par: number,
      times: number,
      kind = 0,
    ) => {
      must('ACCRINT', 4, rate, 'greater than', 0)
      must('ACCRINT', 5, par, 'greater than', 0)
      const frequency = frequencyOf('ACCRINT', times)
      const basis = Math.trunc(kind)
      checkBasis('ACCRINT', basis)
      return (
        (par *
          rate *
          periodsBetween(Math.floor(issue), Math.floor(first), Math.floor(settlement), frequency, basis)) /
        frequency
      )
    },
  )
  define('ACCRINTM', 'nnnnn?', (issue: number, maturity: number, rate: number, par: number, kind = 0) => {
    must('ACCRINTM', 3, rate, 'greater than', 0)
    must('ACCRINTM', 4, par, 'greater than', 0)
    const basis = Math.trunc(kind)
    checkBasis('ACCRINTM', basis)
    return par * rate * span('ACCRINTM', issue, maturity, basis)
  })
}

/** Coupon periods from issue to settlement, counted from the first coupon; a whole one is 1 however long. */
function periodsBetween(
  issue: number,
  first: number,
  settlement: number,
  frequency: number,
  basis: number,
): number {
  if (issue >= settlement) return 0
  const months = 12 / frequency
  let k = 0
  while (shiftMonths(first, k * months, false) > issue) k--
  let total = 0
  for (; ; k++) {
    const [start, end] = [shiftMonths(first, k * months, false), shiftMonths(first, (k + 1) * months, false)]
    if (start >= settlement) return total
    const [from, to] = [Math.max(start, issue), Math.min(end, settlement)]
    const length = basis === 1 ? end - start : (basis === 3 ? 365 : 360) / frequency
    const days = basis === 0 || basis === 4 ? daysBetween(from, to, 4) : to - from
    total += from === start && to === end ? 1 : days / length
  }
}

function span(name: string, from: number, to: number, basis: number): number {
  const [start, end] = [Math.floor(from), Math.floor(to)]
  if (start > end) throw wrongNumber(`Function ${name} parameter 1 should be on or before its end date.`)
  return years(name, start, end, basis)
}

function billDays(name: string, settlement: number, maturity: number): number {
  const [from, to] = terms(name, settlement, maturity, 0)
  const { year, month, day } = dateOf(from)
  if (to > serialOf(year + 1, month, day))
    throw wrongNumber(`Function ${name} parameter 2 should be at most one year after parameter 1.`)
  return to - from
}

function defineTreasury(define: Define): void {
  define('TBILLPRICE', 'nnn', (settlement: number, maturity: number, discount: number) => {
    const days = billDays('TBILLPRICE', settlement, maturity)
    must('TBILLPRICE', 3, discount, 'greater than', 0)
    must('TBILLPRICE', 3, discount, 'less than', 1)
    return 100 * (1 - (discount * days) / 360)
  })
  define('TBILLYIELD', 'nnn', (settlement: number, maturity: number, price: number) => {
    const days = billDays('TBILLYIELD', settlement, maturity)
    must('TBILLYIELD', 3, price, 'greater than', 0)
    return ((100 - price) / price) * (360 / days)
  })
  define('TBILLEQ', 'nnn', (settlement: number, maturity: number, discount: number) => {
    const days = billDays('TBILLEQ', settlement, maturity)
    must('TBILLEQ', 3, discount, 'greater than', 0)
    must('TBILLEQ', 3, discount, 'less than', 1)
    if (days <= 182) return (365 * discount) / (360 - discount * days)
    const price = 1 - (discount * days) / 360
    const time = days / 365
    const root = Math.sqrt(time ** 2 - (2 * time - 1) * (1 - 1 / price))
    return (2 * (root - time)) / (2 * time - 1)
  })
}
