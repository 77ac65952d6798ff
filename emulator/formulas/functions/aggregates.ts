/** SUM, AVERAGE, COUNT, MAX and their kin over many cells, plain and by conditions. */

import { toNumber } from '../coerce.ts'
import type { Define, Output } from '../signature.ts'
import {
  BLANK,
  cellsOf,
  heightOf,
  isError,
  isScalar,
  type Matrix,
  notAvailable,
  Reference,
  type Scalar,
  scalar,
  toMatrix,
  type Value,
  wrongValue,
} from '../values.ts'
import { type Criterion, matchesAll, readCriterion } from './criteria.ts'
import { ascending, mean, numbersOf, numbersOfAll, sum } from './numbers.ts'

type Summary = (numbers: number[]) => number

export const most = (numbers: readonly number[]) =>
  numbers.reduce((a, b) => (b > a ? b : a), Number.NEGATIVE_INFINITY)
export const least = (numbers: readonly number[]) =>
  numbers.reduce((a, b) => (b < a ? b : a), Number.POSITIVE_INFINITY)
export const product = (numbers: readonly number[]) =>
  numbers.length === 0 ? 0 : numbers.reduce((a, b) => a * b, 1)

export function median(numbers: readonly number[]): number {
  const sorted = ascending(numbers)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

const SUMMARIES: Record<string, Summary> = {
  SUM: sum,
  AVERAGE: numbers => mean(numbers, 'AVERAGE'),
  MAX: numbers => (numbers.length === 0 ? 0 : most(numbers)),
  MIN: numbers => (numbers.length === 0 ? 0 : least(numbers)),
  PRODUCT: product,
}

export function defineAggregates(define: Define): void {
  const first = { format: 'first' }
  for (const [name, summary] of Object.entries(SUMMARIES))
    define(name, 'x+', (...args: Value[]) => summary(numbersOf(name, args)), first)
  define(
    'AVERAGEA',
    'x+',
    (...args: Value[]) => mean(numbersOfAll('AVERAGEA', args.map(emptyAsZero)), 'AVERAGEA'),
    first,
  )
  define('MAXA', 'x+', (...args: Value[]) => most(orZero(numbersOfAll('MAXA', args.map(emptyAsZero)))), first)
  define(
    'MINA',
    'x+',
    (...args: Value[]) => least(orZero(numbersOfAll('MINA', args.map(emptyAsZero)))),
    first,
  )
  defineCounts(define)
  defineConditional(define)
  defineSumProduct(define)
}

export function emptyAsZero(arg: Value): Value {
  return isScalar(arg) && arg.value === '' ? { value: 0 } : arg
}

export const orZero = (numbers: number[]) => (numbers.length === 0 ? [0] : numbers)

// ---- counting

function defineCounts(define: Define): void {
  define('COUNT', 'x+', (...args: Value[]) =>
    countWhere(args, isCounted, cell => typeof cell.value === 'number'),
  )
  define('COUNTA', 'x+', (...args: Value[]) =>
    countWhere(
      args,
      cell => cell.value !== null,
      cell => cell.value !== null,
    ),
  )
  define('COUNTBLANK', 'x+', (...args: Value[]) => countWhere(args, isBlankText, isBlankText))
  define('COUNTUNIQUE', 'x+', (...args: Value[]) => {
    const seen = new Set<string>()
    for (const arg of args)
      for (const cell of cellsOf(toMatrix(arg)))
        if (cell.value !== null && cell.value !== '') seen.add(`${typeof cell.value}:${String(cell.value)}`)
    return seen.size
  })
}

const isBlankText = ({ value }: Scalar) => value === null || value === ''

function isCounted(cell: Scalar): boolean {
  if (isError(cell) || cell.value === null || cell.value === '') return false
  try {
    toNumber(cell, { name: 'COUNT', index: 0 })
    return true
  } catch {
    return false
  }
}

export function countWhere(
  args: Value[],
  typed: (cell: Scalar) => boolean,
  inCells: (cell: Scalar) => boolean,
): number {
  let count = 0
  for (const arg of args) {
    if (isScalar(arg)) count += typed(arg) ? 1 : 0
    else for (const column of toMatrix(arg)) for (const cell of column) if (inCells(cell)) count++
  }
  return count
}

// ---- by conditions

function defineConditional(define: Define): void {
  const first = { format: 'first' }
  define('SUMIF', 'xex?', (range: Value, condition: Scalar, values?: Value) =>
    picked('SUMIF', [range, condition], values ?? range, sum),
  )
  define('SUMIFS', 'xxe(xe)*', (values: Value, ...conditions: Value[]) =>
    picked('SUMIFS', conditions, values, sum),
  )
  define('AVERAGEIF', 'xex?', (range: Value, condition: Scalar, values?: Value) =>
    picked('AVERAGEIF', [range, condition], values ?? range, numbers => mean(numbers, 'AVERAGEIF')),
  )
  define('AVERAGEIFS', 'xxe(xe)*', (values: Value, ...conditions: Value[]) =>
    picked('AVERAGEIFS', conditions, values, numbers => mean(numbers, 'AVERAGEIFS')),
  )
  define(
    'MAXIFS',
    'xxe(xe)*',
    (values: Value, ...conditions: Value[]) =>
      picked('MAXIFS', conditions, values, numbers => (numbers.length === 0 ? 0 : most(numbers))),
    first,
  )
  define(
    'MINIFS',
    'xxe(xe)*',
    (values: Value, ...conditions: Value[]) =>
      picked('MINIFS', conditions, values, numbers => (numbers.length === 0 ? 0 : least(numbers))),
    first,
  )
  define('COUNTIF', 'xe', (range: Value, condition: Scalar) => {
    const criterion = readCriterion(condition)
    const matrix = toMatrix(range)
    return criterion.count(matrix)
  })
  define('COUNTIFS', 'xe(xe)*', (...conditions: Value[]) => {
    let count = 0
    matchesAll('COUNTIFS', readConditions(conditions), () => count++)
    return count
  })
  define('COUNTUNIQUEIFS', 'xxe(xe)*', (values: Value, ...conditions: Value[]) => {
    const matrix = toMatrix(values)
    const seen = new Set<string>()
    matchesAll('COUNTUNIQUEIFS', readConditions(conditions), (x, y) => {
      const value = matrix[x]?.[y]?.value ?? null
      if (value !== null) seen.add(`${typeof value}:${String(value)}`)
    })
    return seen.size
  })
}

function readConditions(given: Value[]): { matrix: Matrix; criterion: Criterion }[] {
  const conditions: { matrix: Matrix; criterion: Criterion }[] = []
  for (let i = 0; i + 1 < given.length; i += 2)
    conditions.push({ matrix: toMatrix(given[i] as Value), criterion: readCriterion(given[i + 1] as Scalar) })
  return conditions
}

function picked(name: string, given: Value[], values: Value, summary: Summary): Output {
  const isWithRange = name === 'SUMIF' || name === 'AVERAGEIF'
  // What is summed must be cells; an array will do where it is the tested one too.
  if (!(values instanceof Reference) && values !== given[0]) throw notAvailable('Argument must be a range.')
  const conditions = readConditions(given)
  const matrix = isWithRange ? extended(values, conditions[0]?.matrix ?? []) : toMatrix(values)
  const sized = conditions[0]?.matrix
  if (
    !isWithRange &&
    sized !== undefined &&
    (sized.length !== matrix.length || heightOf(sized) !== heightOf(matrix))
  )
    throw wrongValue(`Array arguments to ${name} are of different size.`)
  const numbers: number[] = []
  let format: string | undefined
  matchesAll(name, conditions, (x, y) => {
    const cell = matrix[x]?.[y] ?? BLANK
    if (isError(cell)) throw cell
    if (typeof cell.value !== 'number') return
    numbers.push(cell.value)
    format ??= cell.format
  })
  return scalar(summary(numbers), format)
}

/** SUMIF's third argument says where the cells begin; how many there are, the first says. */
function extended(values: Value, like: Matrix): Matrix {
  const matrix = toMatrix(values)
  if (!(values instanceof Reference) || (matrix.length >= like.length && heightOf(matrix) >= heightOf(like)))
    return matrix
  const { sheetId, zone } = values.area
  const all = { ...zone, right: zone.left + like.length - 1, bottom: zone.top + heightOf(like) - 1 }
  return values.at({ sheetId, zone: all }).followed().matrix
}

// ---- SUMPRODUCT

function defineSumProduct(define: Define): void {
  define('SUMPRODUCT', 'A+', (...matrices: Matrix[]) => {
    const [first] = matrices
    if (first === undefined) return 0
    const height = heightOf(first)
    if (matrices.some(matrix => matrix.length !== first.length || heightOf(matrix) !== height))
      throw wrongValue('Array arguments to SUMPRODUCT are of different size.')
    let total = 0
    for (let x = 0; x < first.length; x++)
      for (let y = 0; y < height; y++) {
        let term = 1
        for (const matrix of matrices) term *= factor(matrix[x]?.[y] ?? BLANK)
        total += term
      }
    return total
  })
}

function factor(cell: Scalar): number {
  if (isError(cell)) throw cell
  return typeof cell.value === 'number' ? cell.value : 0
}
