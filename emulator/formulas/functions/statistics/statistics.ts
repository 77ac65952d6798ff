/** Spread and means of samples. */
import type { Define } from '../../signature.ts'
import { divisionByZero, type Matrix, type Value, wrongNumber, wrongValue } from '../../values.ts'
import { emptyAsZero, median } from '../aggregates.ts'
import {
  ascending,
  mean,
  must,
  numbersOf,
  numbersOfAll,
  pairsOf,
  squares,
  sum,
  variance,
} from '../numbers.ts'
import { each, some } from './samples.ts'
import { studentInverse } from './test-distributions.ts'

export function defineStatistics(define: Define): void {
  defineSpread(define)
  defineMeans(define)
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
