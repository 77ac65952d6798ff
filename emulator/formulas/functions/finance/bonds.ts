/** PRICE, YIELD, DURATION, COUPNUM and their kin: bonds with coupons, in a regular span and at maturity. */
import type { Define } from '../../signature.ts'
import { wrongNumber } from '../../values.ts'
import { couponDays, couponsOf, daysBetween, daysToNext } from '../dates/day-counts.ts'
import { must } from '../numbers.ts'
import { DATE, frequencyOf, terms, years } from './bond-terms.ts'
import { findRoot } from './roots.ts'

export function defineBonds(define: Define): void {
  defineCoupons(define)
  defineRegular(define)
  defineAtMaturity(define)
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

/** Years from its issue to its end, to the settlement, and from there to the end. */
function spansOf(name: string, issue: number, from: number, to: number, basis: number) {
  must(name, 3, issue, 'less than', from)
  const issued = Math.floor(issue)
  return {
    life: years(name, issued, to, basis),
    held: years(name, issued, from, basis),
    left: years(name, from, to, basis),
  }
}

function defineAtMaturity(define: Define): void {
  define(
    'PRICEMAT',
    'nnnnnn?',
    (settlement: number, maturity: number, issue: number, rate: number, yearly: number, kind = 0) => {
      const [from, to, basis] = terms('PRICEMAT', settlement, maturity, kind)
      must('PRICEMAT', 4, rate, 'greater than or equal to', 0)
      must('PRICEMAT', 5, yearly, 'greater than or equal to', 0)
      const { life, held, left } = spansOf('PRICEMAT', issue, from, to, basis)
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
      const { life, held, left } = spansOf('YIELDMAT', issue, from, to, basis)
      return ((1 + life * rate) / (price / 100 + held * rate) - 1) / left
    },
  )
}
