/** Spread, rank, correlation, regression and tests over samples. */
import type { Define, Run } from '../signature.ts'
import { divisionByZero, type Matrix, notAvailable, type Value, wrongNumber, wrongValue } from '../values.ts'
import { emptyAsZero, median } from './aggregates.ts'
import { studentInverse } from './distributions.ts'
import {
  ascending,
  mean,
  must,
  mustBeBetween,
  numbersOf,
  numbersOfAll,
  pairsOf,
  squares,
  sum,
  variance,
} from './numbers.ts'

export function defineStatistics(define: Define): void {
  defineSpread(define)
  defineMeans(define)
  defineRanks(define)
  defineModes(define)
  definePairs(define)
}

function each(define: Define, names: string, spec: string, make: (name: string) => Run): void {
  for (const name of names.split(' ')) define(name, spec, make(name))
}

export function some(name: string, values: number[], least = 1): number[] {
  if (values.length < least)
    throw least === 1 ? wrongNumber(`${name} has no valid input data.`) : divisionByZero(name)
  return values
}

// ---- spread

function defineSpread(define: Define): void {
  const kinds: [string, boolean, boolean][] = [
    ['VAR VAR.S', true, false],
    ['VARP VAR.P', false, false],
    ['VARA', true, true],
    ['VARPA', false, true],
  ]
  const gather = (name: string, args: Value[], isAll: boolean) =>
    isAll ? numbersOfAll(name, args.map(emptyAsZero)) : numbersOf(name, args)
  for (const [names, isSample, isAll] of kinds) {
    each(
      define,
      names,
      'x+',
      name =>
        (...args: Value[]) =>
          variance(gather(name, args, isAll), name, isSample),
    )
    each(
      define,
      names.replaceAll('VAR', 'STDEV'),
      'x+',
      name =>
        (...args: Value[]) =>
          Math.sqrt(variance(gather(name, args, isAll), name, isSample)),
    )
  }
  define('DEVSQ', 'x+', (...args: Value[]) => {
    const values = numbersOf('DEVSQ', args)
    return values.length === 0 ? 0 : squares(values)
  })
  define('AVEDEV', 'x+', (...args: Value[]) => {
    const values = some('AVEDEV', numbersOf('AVEDEV', args))
    const middle = mean(values, 'AVEDEV')
    return mean(
      values.map(x => Math.abs(x - middle)),
      'AVEDEV',
    )
  })
  const moment = (values: number[], power: number) => {
    const middle = sum(values) / values.length
    return sum(values.map(x => (x - middle) ** power))
  }
  define('SKEW', 'x+', (...args: Value[]) => {
    const values = some('SKEW', numbersOf('SKEW', args), 3)
    const n = values.length
    const deviation = Math.sqrt(squares(values) / (n - 1))
    if (deviation === 0) throw divisionByZero('SKEW')
    return (n * moment(values, 3)) / ((n - 1) * (n - 2) * deviation ** 3)
  })
  define('SKEW.P', 'x+', (...args: Value[]) => {
    const values = some('SKEW.P', numbersOf('SKEW.P', args), 3)
    const deviation = Math.sqrt(squares(values) / values.length)
    if (deviation === 0) throw divisionByZero('SKEW.P')
    return moment(values, 3) / values.length / deviation ** 3
  })
  define('KURT', 'x+', (...args: Value[]) => {
    const values = some('KURT', numbersOf('KURT', args), 4)
    const n = values.length
    const spread = squares(values) / (n - 1)
    if (spread === 0) throw divisionByZero('KURT')
    const front = (n * (n + 1)) / ((n - 1) * (n - 2) * (n - 3))
    return (front * moment(values, 4)) / spread ** 2 - (3 * (n - 1) ** 2) / ((n - 2) * (n - 3))
  })
  define('MARGINOFERROR', 'xn', (range: Value, confidence: number) => {
    if (!(confidence > 0 && confidence < 1))
      throw wrongNumber(
        `Function MARGINOFERROR parameter 2 value is ${confidence}. Valid values are between 0 and 1 exclusive.`,
      )
    const values = some('MARGINOFERROR', numbersOf('MARGINOFERROR', [range]), 2)
    const error = Math.sqrt(variance(values, 'MARGINOFERROR', true) / values.length)
    if (error === 0) throw wrongNumber('MARGINOFERROR needs values that differ.')
    return -studentInverse((1 - confidence) / 2, values.length - 1) * error
  })
}

// ---- means

function defineMeans(define: Define): void {
  const first = { format: 'first' }
  define('MEDIAN', 'x+', (...args: Value[]) => median(some('MEDIAN', numbersOf('MEDIAN', args))), first)
  define('GEOMEAN', 'x+', (...args: Value[]) => {
    const values = some('GEOMEAN', numbersOf('GEOMEAN', args))
    for (const x of values) must('GEOMEAN', 1, x, 'greater than', 0)
    return Math.exp(sum(values.map(Math.log)) / values.length)
  })
  define('HARMEAN', 'x+', (...args: Value[]) => {
    const values = some('HARMEAN', numbersOf('HARMEAN', args))
    for (const x of values) must('HARMEAN', 1, x, 'greater than', 0)
    return values.length / sum(values.map(x => 1 / x))
  })
  define('TRIMMEAN', 'xn', (range: Value, share: number) => {
    if (!(share >= 0 && share < 1))
      throw wrongNumber(
        `Function TRIMMEAN parameter 2 value is ${share}. It should be greater than or equal to 0 and less than 1.`,
      )
    const values = ascending(some('TRIMMEAN', numbersOf('TRIMMEAN', [range])))
    const cut = Math.floor((values.length * share) / 2)
    return mean(values.slice(cut, values.length - cut), 'TRIMMEAN')
  })
  define(
    'AVERAGE.WEIGHTED',
    'aa(aa)*',
    (...args: Matrix[]) => {
      let [total, weights] = [0, 0]
      for (let i = 0; i + 1 < args.length; i += 2)
        for (const [value, weight] of pairsOf(
          'AVERAGE.WEIGHTED',
          onlyNumbers(args[i]),
          onlyNumbers(args[i + 1]),
        )) {
          if (weight < 0) throw wrongValue('AVERAGE.WEIGHTED cannot have negative weights.')
          total += value * weight
          weights += weight
        }
      if (weights === 0) throw divisionByZero('AVERAGE.WEIGHTED')
      return total / weights
    },
    first,
  )
}

function onlyNumbers(matrix: Matrix = []): Matrix {
  for (const { value } of matrix.flat())
    if (value !== null && typeof value !== 'number')
      throw wrongValue(`Function AVERAGE.WEIGHTED expects number values. But '${value}' is not a number.`)
  return matrix
}

// ---- ranks

/** Between the values, `at` counted from 0. */
function quantile(sorted: number[], at: number): number {
  const below = Math.floor(at)
  const low = sorted[below] ?? 0
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? low
  return low + (at - below) * (high - low)
}

function inclusive(name: string, range: Value, p: number): number {
  const sorted = ascending(some(name, numbersOf(name, [range])))
  mustBeBetween(name, 2, p, 0, 1)
  return quantile(sorted, p * (sorted.length - 1))
}

function exclusive(name: string, range: Value, p: number): number {
  const sorted = ascending(some(name, numbersOf(name, [range])))
  const at = p * (sorted.length + 1)
  if (!(p > 0 && p < 1) || at < 1 || at > sorted.length)
    throw wrongNumber(
      `Function ${name} parameter 2 value is ${p}. It is outside of what ${sorted.length} values allow.`,
    )
  return quantile(sorted, at - 1)
}

function nth(name: string, range: Value, given: number, isFromTop: boolean): number {
  const sorted = ascending(numbersOf(name, [range]))
  const n = Math.trunc(given)
  mustBeBetween(name, 2, n, 1, sorted.length)
  return sorted[isFromTop ? sorted.length - n : n - 1] ?? 0
}

function defineRanks(define: Define): void {
  const first = { format: 'first' }
  each(
    define,
    'PERCENTILE PERCENTILE.INC',
    'xn',
    name => (range: Value, p: number) => inclusive(name, range, p),
  )
  define('PERCENTILE.EXC', 'xn', (range: Value, p: number) => exclusive('PERCENTILE.EXC', range, p))
  each(define, 'QUARTILE QUARTILE.INC', 'xn', name => (range: Value, quarter: number) => {
    mustBeBetween(name, 2, Math.trunc(quarter), 0, 4)
    return inclusive(name, range, Math.trunc(quarter) / 4)
  })
  define('QUARTILE.EXC', 'xn', (range: Value, quarter: number) => {
    mustBeBetween('QUARTILE.EXC', 2, Math.trunc(quarter), 1, 3)
    return exclusive('QUARTILE.EXC', range, Math.trunc(quarter) / 4)
  })
  define('LARGE', 'xn', (range: Value, n: number) => nth('LARGE', range, n, true), first)
  define('SMALL', 'xn', (range: Value, n: number) => nth('SMALL', range, n, false), first)
  each(define, 'RANK RANK.EQ RANK.AVG', 'nxn?', name => (x: number, range: Value, isAscending = 0) => {
    const values = numbersOf(name, [range])
    if (!values.includes(x))
      throw notAvailable(`Function ${name} parameter 1 value ${x} is not in the range.`)
    const before = values.filter(y => (isAscending === 0 ? y > x : y < x)).length
    return name === 'RANK.AVG' ? before + (values.filter(y => y === x).length + 1) / 2 : before + 1
  })
  each(
    define,
    'PERCENTRANK PERCENTRANK.INC PERCENTRANK.EXC',
    'xnn?',
    name =>
      (range: Value, x: number, digits = 3) => {
        must(name, 3, Math.trunc(digits), 'greater than or equal to', 0)
        const rank = percentRank(name, ascending(some(name, numbersOf(name, [range]))), x)
        if (Math.trunc(digits) === 0) return rank
        const scale = 10 ** Math.trunc(digits)
        if (name === 'PERCENTRANK.EXC') return Math.round(rank * scale) / scale
        return Math.floor(rank * scale + 1e-9) / scale
      },
  )
}

function percentRank(name: string, sorted: number[], x: number): number {
  const [low = 0, high = 0] = [sorted[0], sorted.at(-1)]
  if (x < low || x > high)
    throw notAvailable(`Function ${name} parameter 2 value ${x} is outside of the range.`)
  const below = sorted.filter(y => y < x).length
  let at = below
  if (sorted[below] !== x) {
    const [before = 0, after = 0] = [sorted[below - 1], sorted[below]]
    at = below - 1 + (x - before) / (after - before)
  }
  if (name === 'PERCENTRANK.EXC') return (at + 1) / (sorted.length + 1)
  return sorted.length === 1 ? 1 : at / (sorted.length - 1)
}

function defineModes(define: Define): void {
  const modes = (name: string, args: Value[]): number[] => {
    const counts = new Map<number, number>()
    for (const x of numbersOf(name, args)) counts.set(x, (counts.get(x) ?? 0) + 1)
    const most = Math.max(0, ...counts.values())
    if (most < 2) throw notAvailable(`${name} found no value that occurs more than once.`)
    return [...counts].filter(([, count]) => count === most).map(([x]) => x)
  }
  each(
    define,
    'MODE MODE.SNGL',
    'x+',
    name =>
      (...args: Value[]) =>
        modes(name, args)[0] ?? 0,
  )
  define('MODE.MULT', 'x+', (...args: Value[]) => [modes('MODE.MULT', args).map(value => ({ value }))])
}

// ---- pairs

interface Moments {
  n: number
  meanX: number
  meanY: number
  xx: number
  yy: number
  xy: number
}

/** Functions of a line through points, which have nothing to say without any. */
const LINES = new Set(['RSQ', 'SLOPE', 'INTERCEPT', 'STEYX', 'FORECAST', 'FORECAST.LINEAR'])

function moments(name: string, first: Matrix, second: Matrix, least: number): Moments {
  const pairs = pairsOf(name, first, second)
  const n = pairs.length
  if (n === 0 && LINES.has(name)) throw notAvailable(`${name} has no valid input data.`)
  if (n < least) throw divisionByZero(name)
  const meanX = sum(pairs.map(([x]) => x)) / n
  const meanY = sum(pairs.map(([, y]) => y)) / n
  let [xx, yy, xy] = [0, 0, 0]
  for (const [x, y] of pairs) {
    xx += (x - meanX) ** 2
    yy += (y - meanY) ** 2
    xy += (x - meanX) * (y - meanY)
  }
  return { n, meanX, meanY, xx, yy, xy }
}

export function notZero(name: string, value: number): number {
  if (value === 0) throw divisionByZero(name)
  return value
}

function definePairs(define: Define): void {
  each(define, 'CORREL PEARSON', 'aa', name => (a: Matrix, b: Matrix) => {
    const { xx, yy, xy } = moments(name, a, b, 2)
    return xy / notZero(name, Math.sqrt(xx) * Math.sqrt(yy))
  })
  define('RSQ', 'aa', (a: Matrix, b: Matrix) => {
    const { xx, yy, xy } = moments('RSQ', a, b, 2)
    return xy ** 2 / notZero('RSQ', xx * yy)
  })
  each(define, 'COVAR COVARIANCE.P', 'aa', name => (a: Matrix, b: Matrix) => {
    const { n, xy } = moments(name, a, b, 1)
    return xy / n
  })
  define('COVARIANCE.S', 'aa', (a: Matrix, b: Matrix) => {
    const { n, xy } = moments('COVARIANCE.S', a, b, 1)
    if (n === 1) throw wrongNumber('COVARIANCE.S needs at least two pairs of numbers.')
    return xy / (n - 1)
  })
  define('SLOPE', 'aa', (y: Matrix, x: Matrix) => {
    const { yy: xx, xy } = moments('SLOPE', y, x, 2)
    return xy / notZero('SLOPE', xx)
  })
  define('INTERCEPT', 'aa', (y: Matrix, x: Matrix) => {
    const { meanX, meanY, yy: xx, xy } = moments('INTERCEPT', y, x, 2)
    return meanX - (xy / notZero('INTERCEPT', xx)) * meanY
  })
  define('STEYX', 'aa', (y: Matrix, x: Matrix) => {
    const { n, xx: yy, yy: xx, xy } = moments('STEYX', y, x, 3)
    return Math.sqrt((yy - xy ** 2 / notZero('STEYX', xx)) / (n - 2))
  })
  each(define, 'FORECAST FORECAST.LINEAR', 'naa', name => (at: number, y: Matrix, x: Matrix) => {
    const { meanX, meanY, yy: xx, xy } = moments(name, y, x, 1)
    return meanX + (xy / notZero(name, xx)) * (at - meanY)
  })
  const over = (name: string, term: (x: number, y: number) => number) =>
    define(name, 'AA', (a: Matrix, b: Matrix) => {
      const pairs = pairsOf(name, a, b)
      return sum(pairs.map(([x, y]) => term(x, y)))
    })
  over('SUMX2MY2', (x, y) => x * x - y * y)
  over('SUMX2PY2', (x, y) => x * x + y * y)
  over('SUMXMY2', (x, y) => (x - y) ** 2)
}
