/** Loans, savings and series of payments. */
import { toNumber } from '../../coerce.ts'
import type { Define } from '../../signature.ts'
import { cellsOf, type Matrix, type Value, wrongNumber } from '../../values.ts'
import { must, mustBeBetween, numbersIn, numbersOf } from '../numbers.ts'
import { findRoot } from './roots.ts'

const CURRENCY = { format: '"$"#,##0.00' }

export function defineCashFlows(define: Define): void {
  defineAnnuities(define)
  defineCumulative(define)
  defineRates(define)
  defineSeries(define)
}

// ---- equal payments

export function futureValue(
  rate: number,
  periods: number,
  payment: number,
  present: number,
  isStart: boolean,
): number {
  if (rate === 0) return -(present + payment * periods)
  const growth = (1 + rate) ** periods
  return -(present * growth + (payment * (isStart ? 1 + rate : 1) * (growth - 1)) / rate)
}

function payment(rate: number, periods: number, present: number, future: number, isStart: boolean): number {
  if (rate === 0) return -(present + future) / periods
  const growth = (1 + rate) ** periods
  return (-(present * growth + future) * rate) / ((isStart ? 1 + rate : 1) * (growth - 1))
}

/** The interest within payment number `period`. */
function interest(rate: number, period: number, amount: number, present: number, isStart: boolean): number {
  if (period === 1) return isStart ? 0 : -present * rate
  const owed = futureValue(rate, period - (isStart ? 2 : 1), amount, present, isStart)
  return (isStart ? owed - amount : owed) * rate
}

function checkPeriod(name: string, period: number, periods: number): void {
  mustBeBetween(name, 2, period, 1, Math.max(1, periods))
}

function defineAnnuities(define: Define): void {
  define(
    'FV',
    'nnnn?b?',
    (rate: number, periods: number, amount: number, present = 0, isStart = false) =>
      futureValue(rate, periods, amount, present, isStart),
    CURRENCY,
  )
  define(
    'PV',
    'nnnn?b?',
    (rate: number, periods: number, amount: number, future = 0, isStart = false) => {
      if (rate === 0) return -(future + amount * periods)
      const growth = (1 + rate) ** periods
      return -(future + (amount * (isStart ? 1 + rate : 1) * (growth - 1)) / rate) / growth
    },
    CURRENCY,
  )
  define(
    'PMT',
    'nnnn?b?',
    (rate: number, periods: number, present: number, future = 0, isStart = false) => {
      if (periods === 0) throw wrongNumber('Function PMT parameter 2 value is 0. It should not be 0.')
      return payment(rate, periods, present, future, isStart)
    },
    CURRENCY,
  )
  define(
    'IPMT',
    'nnnnn?b?',
    (rate: number, period: number, periods: number, present: number, future = 0, isStart = false) => {
      checkPeriod('IPMT', period, periods)
      return interest(rate, period, payment(rate, periods, present, future, isStart), present, isStart)
    },
    CURRENCY,
  )
  define(
    'PPMT',
    'nnnnn?b?',
    (rate: number, period: number, periods: number, present: number, future = 0, isStart = false) => {
      checkPeriod('PPMT', period, periods)
      const amount = payment(rate, periods, present, future, isStart)
      return amount - interest(rate, period, amount, present, isStart)
    },
    CURRENCY,
  )
  define('NPER', 'nnnn?b?', (rate: number, amount: number, present: number, future = 0, isStart = false) => {
    if (rate === 0) return -(present + future) / amount
    const paid = amount * (isStart ? 1 + rate : 1)
    return Math.log((paid - future * rate) / (paid + present * rate)) / Math.log(1 + rate)
  })
  define('ISPMT', 'nnnn', (rate: number, period: number, periods: number, present: number) => {
    if (periods === 0) throw { value: '#DIV/0!', message: 'Function ISPMT parameter 3 cannot be zero.' }
    return present * rate * (period / periods - 1)
  })
}

function defineCumulative(define: Define): void {
  for (const name of ['CUMIPMT', 'CUMPRINC'])
    define(
      name,
      'nnnnnb',
      (rate: number, periods: number, present: number, first: number, last: number, isStart: boolean) => {
        must(name, 1, rate, 'greater than', 0)
        must(name, 2, periods, 'greater than', 0)
        must(name, 3, present, 'greater than', 0)
        must(name, 4, first, 'greater than or equal to', 1)
        must(name, 5, last, 'greater than or equal to', first)
        must(name, 5, last, 'less than or equal to', periods)
        const amount = payment(rate, periods, present, 0, isStart)
        let total = 0
        for (let period = Math.trunc(first); period <= Math.trunc(last); period++) {
          const part = interest(rate, period, amount, present, isStart)
          total += name === 'CUMIPMT' ? part : amount - part
        }
        return total
      },
    )
}

// ---- rates

function defineRates(define: Define): void {
  define(
    'RATE',
    'nnnn?b?n?',
    (periods: number, amount: number, present: number, future = 0, isStart = false, guess = 0.1) => {
      must('RATE', 1, periods, 'greater than', 0)
      const rate = findRoot(r => futureValue(r, periods, amount, present, isStart) - future, guess)
      if (rate === undefined) throw wrongNumber('The computation of RATE did not converge.')
      return rate
    },
    { format: '0.00%' },
  )
  define('EFFECT', 'nn', (rate: number, periods: number) => {
    must('EFFECT', 1, rate, 'greater than', 0)
    const count = Math.trunc(periods)
    must('EFFECT', 2, count, 'greater than or equal to', 1)
    return (1 + rate / count) ** count - 1
  })
  define('NOMINAL', 'nn', (rate: number, periods: number) => {
    must('NOMINAL', 1, rate, 'greater than', 0)
    const count = Math.trunc(periods)
    must('NOMINAL', 2, count, 'greater than or equal to', 1)
    return ((1 + rate) ** (1 / count) - 1) * count
  })
  define('PDURATION', 'nnn', (rate: number, present: number, future: number) => {
    must('PDURATION', 1, rate, 'greater than', 0)
    must('PDURATION', 2, present, 'greater than', 0)
    must('PDURATION', 3, future, 'greater than', 0)
    return Math.log(future / present) / Math.log(1 + rate)
  })
  define('RRI', 'nnn', (periods: number, present: number, future: number) => {
    must('RRI', 1, periods, 'greater than', 0)
    return (future / present) ** (1 / periods) - 1
  })
}

// ---- unequal payments

function netPresent(rate: number, values: readonly number[]): number {
  let [total, growth] = [0, 1]
  for (const value of values) {
    growth *= 1 + rate
    total += value / growth
  }
  return total
}

interface Dated {
  values: number[]
  days: number[]
}

function dated(name: string, amounts: Matrix, dates: Matrix): Dated {
  const values = [...cellsOf(amounts)].map((cell, index) => toNumber(cell, { name, index }))
  const days = [...cellsOf(dates)].map((cell, index) => Math.floor(toNumber(cell, { name, index })))
  if (values.length !== days.length)
    throw wrongNumber(
      `${name} has ${values.length} amounts, but ${days.length} dates. They should be as many.`,
    )
  return { values, days }
}

function datedValue(rate: number, { values, days }: Dated): number {
  const start = days[0] ?? 0
  return values.reduce((total, value, i) => total + value / (1 + rate) ** (((days[i] ?? 0) - start) / 365), 0)
}

function mustChangeSign(name: string, values: readonly number[]): void {
  if (!(values.some(value => value > 0) && values.some(value => value < 0)))
    throw wrongNumber(`In ${name} evaluation, the value array must include positive and negative numbers.`)
}

function defineSeries(define: Define): void {
  define('NPV', 'nx+', (rate: number, ...args: Value[]) => netPresent(rate, numbersOf('NPV', args)), CURRENCY)
  define(
    'XNPV',
    'naa',
    (rate: number, amounts: Matrix, dates: Matrix) => datedValue(rate, dated('XNPV', amounts, dates)),
    CURRENCY,
  )
  define(
    'IRR',
    'an?',
    (amounts: Matrix, guess = 0.1) => {
      const values = numbersIn(amounts)
      mustChangeSign('IRR', values)
      return internalRate('IRR', r => netPresent(r, values), guess)
    },
    { format: '0%' },
  )
  define(
    'XIRR',
    'aan?',
    (amounts: Matrix, dates: Matrix, guess = 0.1) => {
      const series = dated('XIRR', amounts, dates)
      mustChangeSign('XIRR', series.values)
      if (new Set(series.days).size < 2) throw wrongNumber('XIRR needs payments at more than one date.')
      return internalRate('XIRR', r => datedValue(r, series), guess)
    },
    { format: '0%' },
  )
  define(
    'MIRR',
    'ann',
    (amounts: Matrix, finance: number, reinvest: number) => {
      const values = numbersIn(amounts)
      const count = values.length
      const paid = netPresent(
        finance,
        values.map(value => Math.min(value, 0)),
      )
      const earned = netPresent(
        reinvest,
        values.map(value => Math.max(value, 0)),
      )
      if (paid === 0 || earned === 0)
        throw {
          value: '#DIV/0!',
          message: 'For MIRR, the values must include positive and negative numbers.',
        }
      return ((-earned * (1 + reinvest) ** count) / (paid * (1 + finance))) ** (1 / (count - 1)) - 1
    },
    { format: '0%' },
  )
  define('FVSCHEDULE', 'na', (principal: number, rates: Matrix) =>
    [...cellsOf(rates)].reduce(
      (total, cell) => total * (1 + toNumber(cell, { name: 'FVSCHEDULE', index: 1 })),
      principal,
    ),
  )
}

function internalRate(name: string, valueAt: (rate: number) => number, guess: number): number {
  const rate = findRoot(valueAt, guess)
  if (rate === undefined)
    throw wrongNumber(`${name} attempted to compute the internal rate of return but did not converge.`)
  return rate
}
