/** Bonds and bills: prices, yields, interest accrued, coupon dates. */

import { dateOf, serialOf } from '../read-number.ts'
import type { Define } from '../signature.ts'
import { wrongNumber } from '../values.ts'
import {
  checkBasis,
  couponDays,
  couponsOf,
  daysBetween,
  daysToNext,
  shiftMonths,
  yearFraction,
} from './day-counts.ts'
import { must } from './numbers.ts'
import { findRoot } from './roots.ts'

const DATE = { format: 'm/d/yyyy' }

export function defineBonds(define: Define): void {
  defineCoupons(define)
  defineRegular(define)
  defineAtMaturity(define)
  defineDiscounted(define)
  defineAccrued(define)
  defineBills(define)
}

/** Settlement before maturity; both whole days. */
function terms(name: string, settlement: number, maturity: number, basis: number): [number, number, number] {
  const [from, to, kind] = [Math.floor(settlement), Math.floor(maturity), Math.trunc(basis)]
  if (from >= to)
    throw wrongNumber(`Function ${name} parameter 1 (${from}) should be before parameter 2 (${to}).`)
  checkBasis(name, kind)
  return [from, to, kind]
}

function frequencyOf(name: string, given: number): number {
  const frequency = Math.trunc(given)
  if (![1, 2, 4].includes(frequency))
    throw wrongNumber(`Function ${name}: the frequency is ${frequency}. Valid values are 1, 2 and 4.`)
  return frequency
}

/** As banks count: whole years, and the rest by the length of its year. */
function years(name: string, from: number, to: number, basis: number): number {
  if (basis !== 1) return yearFraction(name, from, to, basis)
  const a = dateOf(from)
  const anniversary = (year: number) => serialOf(year, a.month, a.day)
  let whole = dateOf(to).year - a.year
  if (anniversary(a.year + whole) > to) whole--
  const start = anniversary(a.year + whole)
  return whole + (to - start) / (anniversary(a.year + whole + 1) - start)
}

// ---- coupons

function defineCoupons(define: Define): void {
  const coupon = (
    name: string,
    compute: (given: { from: number; to: number; frequency: number; basis: number }) => number,
    format = {},
  ) =>
    define(
      name,
      'nnnn?',
      (settlement: number, maturity: number, times: number, kind = 0) => {
        const [from, to, basis] = terms(name, settlement, maturity, kind)
        return compute({ from, to, frequency: frequencyOf(name, times), basis })
      },
      format,
    )
  coupon('COUPNUM', ({ from, to, frequency }) => couponsOf(from, to, frequency).count)
  coupon('COUPPCD', ({ from, to, frequency }) => couponsOf(from, to, frequency).previous, DATE)
  coupon('COUPNCD', ({ from, to, frequency }) => couponsOf(from, to, frequency).next, DATE)
  coupon('COUPDAYS', ({ from, to, frequency, basis }) =>
    couponDays(couponsOf(from, to, frequency), frequency, basis),
  )
  coupon('COUPDAYBS', ({ from, to, frequency, basis }) =>
    daysBetween(couponsOf(from, to, frequency).previous, from, basis),
  )
  coupon('COUPDAYSNC', ({ from, to, frequency, basis }) =>
    daysToNext(couponsOf(from, to, frequency), from, frequency, basis),
  )
}

// ---- with coupons

interface Bond {
  from: number
  to: number
  rate: number
  redemption: number
  frequency: number
  basis: number
}

function priceOf({ from, to, rate, redemption, frequency, basis }: Bond, yearly: number): number {
  const coupons = couponsOf(from, to, frequency)
  const period = couponDays(coupons, frequency, basis)
  const toNext = daysToNext(coupons, from, frequency, basis) / period
  const since = daysBetween(coupons.previous, from, basis) / period
  const paid = (100 * rate) / frequency
  if (coupons.count === 1) return (redemption + paid) / (1 + (toNext * yearly) / frequency) - since * paid
  const step = 1 + yearly / frequency
  let price = redemption / step ** (coupons.count - 1 + toNext)
  for (let k = 0; k < coupons.count; k++) price += paid / step ** (k + toNext)
  return price - since * paid
}

function durationOf(bond: Omit<Bond, 'redemption'>, yearly: number): number {
  const { from, to, rate, frequency, basis } = bond
  const coupons = couponsOf(from, to, frequency)
  const toNext = daysToNext(coupons, from, frequency, basis) / couponDays(coupons, frequency, basis)
  const paid = (100 * rate) / frequency
  const step = 1 + yearly / frequency
  let [value, weighted] = [0, 0]
  for (let k = 0; k < coupons.count; k++) {
    const time = k + toNext
    const present = (paid + (k === coupons.count - 1 ? 100 : 0)) / step ** time
    value += present
    weighted += time * present
  }
  return weighted / value / frequency
}

function defineRegular(define: Define): void {
  define(
    'PRICE',
    'nnnnnnn?',
    (
      settlement: number,
      maturity: number,
      rate: number,
      yearly: number,
      redemption: number,
      times: number,
      kind = 0,
    ) => {
      const [from, to, basis] = terms('PRICE', settlement, maturity, kind)
      must('PRICE', 3, rate, 'greater than or equal to', 0)
      must('PRICE', 4, yearly, 'greater than or equal to', 0)
      must('PRICE', 5, redemption, 'greater than', 0)
      return priceOf({ from, to, rate, redemption, frequency: frequencyOf('PRICE', times), basis }, yearly)
    },
  )
  define(
    'YIELD',
    'nnnnnnn?',
    (
      settlement: number,
      maturity: number,
      rate: number,
      price: number,
      redemption: number,
      times: number,
      kind = 0,
    ) => {
      const [from, to, basis] = terms('YIELD', settlement, maturity, kind)
      must('YIELD', 3, rate, 'greater than or equal to', 0)
      must('YIELD', 4, price, 'greater than', 0)
      must('YIELD', 5, redemption, 'greater than', 0)
      const bond = { from, to, rate, redemption, frequency: frequencyOf('YIELD', times), basis }
      const found = findRoot(yearly => priceOf(bond, yearly) - price, Math.max(rate, 0.01))
      if (found === undefined) throw wrongNumber('The computation of YIELD did not converge.')
      return found
    },
  )
  for (const name of ['DURATION', 'MDURATION'])
    define(
      name,
      'nnnnnn?',
      (settlement: number, maturity: number, rate: number, yearly: number, times: number, kind = 0) => {
        const [from, to, basis] = terms(name, settlement, maturity, kind)
        must(name, 3, rate, 'greater than or equal to', 0)
        must(name, 4, yearly, 'greater than or equal to', 0)
        const frequency = frequencyOf(name, times)
        const duration = durationOf({ from, to, rate, frequency, basis }, yearly)
        return name === 'DURATION' ? duration : duration / (1 + yearly / frequency)
      },
    )
}

// ---- interest at maturity

function defineAtMaturity(define: Define): void {
  define(
    'PRICEMAT',
    'nnnnnn?',
    (settlement: number, maturity: number, issue: number, rate: number, yearly: number, kind = 0) => {
      const [from, to, basis] = terms('PRICEMAT', settlement, maturity, kind)
      must('PRICEMAT', 4, rate, 'greater than or equal to', 0)
      must('PRICEMAT', 5, yearly, 'greater than or equal to', 0)
      must('PRICEMAT', 3, issue, 'less than', from)
      const [life, held, left] = [
        years('PRICEMAT', Math.floor(issue), to, basis),
        years('PRICEMAT', Math.floor(issue), from, basis),
        years('PRICEMAT', from, to, basis),
      ]
      return (100 + life * rate * 100) / (1 + left * yearly) - held * rate * 100
    },
  )
  define(
    'YIELDMAT',
    'nnnnnn?',
    (settlement: number, maturity: number, issue: number, rate: number, price: number, kind = 0) => {
      const [from, to, basis] = terms('YIELDMAT', settlement, maturity, kind)
      must('YIELDMAT', 4, rate, 'greater than or equal to', 0)
      must('YIELDMAT', 5, price, 'greater than', 0)
      must('YIELDMAT', 3, issue, 'less than', from)
      const [life, held, left] = [
        years('YIELDMAT', Math.floor(issue), to, basis),
        years('YIELDMAT', Math.floor(issue), from, basis),
        years('YIELDMAT', from, to, basis),
      ]
      return ((1 + life * rate) / (price / 100 + held * rate) - 1) / left
    },
  )
}

// ---- discounted

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

// ---- accrued

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

// ---- treasury bills

function billDays(name: string, settlement: number, maturity: number): number {
  const [from, to] = terms(name, settlement, maturity, 0)
  const { year, month, day } = dateOf(from)
  if (to > serialOf(year + 1, month, day))
    throw wrongNumber(`Function ${name} parameter 2 should be at most one year after parameter 1.`)
  return to - from
}

function defineBills(define: Define): void {
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
