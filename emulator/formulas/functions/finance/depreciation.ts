/** What an asset loses each year, and prices in fractions. */
import type { Define } from '../../signature.ts'
import { Failure, wrongNumber } from '../../values.ts'
import { checkBasis, yearFraction } from '../dates/day-counts.ts'
import { must } from '../numbers.ts'

export function defineDepreciation(define: Define): void {
  define('SLN', 'nnn', (cost: number, salvage: number, life: number) => {
    if (life === 0) throw new Failure('#DIV/0!', 'Function SLN parameter 3 cannot be zero.')
    return (cost - salvage) / life
  })
  define('SYD', 'nnnn', (cost: number, salvage: number, life: number, period: number) => {
    must('SYD', 3, life, 'greater than', 0)
    must('SYD', 4, period, 'greater than', 0)
    must('SYD', 4, period, 'less than or equal to', life)
    return ((cost - salvage) * (life - period + 1) * 2) / (life * (life + 1))
  })
  define('DB', 'nnnnn?', (cost: number, salvage: number, life: number, period: number, months = 12) =>
    db(cost, salvage, life, period, Math.trunc(months)),
  )
  define('DDB', 'nnnnn?', (cost: number, salvage: number, life: number, period: number, factor = 2) => {
    checkAsset('DDB', cost, salvage, life, factor)
    must('DDB', 4, period, 'greater than', 0)
    must('DDB', 4, period, 'less than or equal to', life)
    return declining(cost, salvage, life, period, factor)
  })
  define(
    'VDB',
    'nnnnnn?b?',
    (cost: number, salvage: number, life: number, from: number, to: number, factor = 2, isPlain = false) => {
      checkAsset('VDB', cost, salvage, life, factor)
      must('VDB', 4, from, 'greater than or equal to', 0)
      must('VDB', 5, to, 'greater than or equal to', from)
      must('VDB', 5, to, 'less than or equal to', life)
      return variable(cost, salvage, life, from, to, factor, isPlain)
    },
  )
  define(
    'AMORLINC',
    'nnnnnnn?',
    (
      cost: number,
      bought: number,
      firstEnd: number,
      salvage: number,
      period: number,
      rate: number,
      basis = 0,
    ) => {
      must('AMORLINC', 1, cost, 'greater than', 0)
      must('AMORLINC', 6, rate, 'greater than', 0)
      must('AMORLINC', 5, period, 'greater than or equal to', 0)
      if (bought > firstEnd)
        throw wrongNumber('Function AMORLINC parameter 2 should be on or before parameter 3.')
      const whole = Math.trunc(basis)
      checkBasis('AMORLINC', whole)
      return amorlinc(
        cost,
        salvage,
        Math.trunc(period),
        rate,
        yearFraction('AMORLINC', Math.floor(bought), Math.floor(firstEnd), whole),
      )
    },
  )
  defineFractions(define)
}

function checkAsset(name: string, cost: number, salvage: number, life: number, factor: number): void {
  must(name, 1, cost, 'greater than or equal to', 0)
  must(name, 2, salvage, 'greater than or equal to', 0)
  must(name, 3, life, 'greater than', 0)
  must(name, 6, factor, 'greater than', 0)
}

function db(cost: number, salvage: number, life: number, period: number, months: number): number {
  must('DB', 1, cost, 'greater than', 0)
  must('DB', 2, salvage, 'greater than or equal to', 0)
  must('DB', 3, life, 'greater than', 0)
  must('DB', 4, period, 'greater than', 0)
  must('DB', 5, months, 'greater than or equal to', 1)
  must('DB', 5, months, 'less than or equal to', 12)
  must('DB', 4, period, 'less than or equal to', life + (months < 12 ? 1 : 0))
  const rate = Math.round((1 - (salvage / cost) ** (1 / life)) * 1000) / 1000
  const first = (cost * rate * months) / 12
  if (period <= 1) return first
  let total = first
  let lost = first
  for (let i = 2; i <= Math.floor(period); i++) {
    lost = (cost - total) * rate
    if (i > life) lost = ((cost - total) * rate * (12 - months)) / 12
    total += lost
  }
  return lost
}

function declining(cost: number, salvage: number, life: number, period: number, factor: number): number {
  const rate = Math.min(factor / life, 1)
  const before = rate === 1 ? (period === 1 ? cost : 0) : cost * (1 - rate) ** (period - 1)
  const after = cost * (1 - rate) ** period
  return Math.max(0, before - Math.max(after, salvage))
}

/** Year by year: declining until the straight line takes more. */
function variable(
  cost: number,
  salvage: number,
  life: number,
  from: number,
  to: number,
  factor: number,
  isPlain: boolean,
): number {
  let value = cost
  let total = 0
  let isLine = false
  let line = 0
  for (let year = 0; year < Math.ceil(to); year++) {
    const share = declining(cost, salvage, life, year + 1, factor)
    let lost = share
    if (!isPlain) {
      const even = (value - salvage) / (life - year)
      if (!isLine && even > share) {
        isLine = true
        line = even
      }
      if (isLine) lost = Math.min(line, value - salvage)
    }
    const overlap = Math.min(year + 1, to) - Math.max(year, from)
    if (overlap > 0) total += lost * overlap
    value -= lost
  }
  return total
}

function amorlinc(cost: number, salvage: number, period: number, rate: number, firstYear: number): number {
  const yearly = cost * rate
  const first = yearly * (firstYear === 0 ? 1 : firstYear)
  const total = cost - salvage
  if (period === 0) return Math.min(first, total)
  const left = total - first - yearly * (period - 1)
  return Math.max(0, Math.min(yearly, left))
}

function defineFractions(define: Define): void {
  const parts = (name: string, given: number) => {
    const fraction = Math.trunc(given)
    must(name, 2, given, 'greater than or equal to', 0)
    if (fraction === 0) throw new Failure('#DIV/0!', `Function ${name} parameter 2 cannot be zero.`)
    return { fraction, scale: 10 ** Math.ceil(Math.log10(fraction)) }
  }
  define('DOLLARDE', 'nn', (price: number, given: number) => {
    const { fraction, scale } = parts('DOLLARDE', given)
    const whole = Math.trunc(price)
    return whole + ((price - whole) * scale) / fraction
  })
  define('DOLLARFR', 'nn', (price: number, given: number) => {
    const { fraction, scale } = parts('DOLLARFR', given)
    const whole = Math.trunc(price)
    return whole + ((price - whole) * fraction) / scale
  })
}
