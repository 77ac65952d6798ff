/** Matrices and regressions: MMULT, MINVERSE, LINEST, TREND, FREQUENCY… */
import type { Define } from '../signature.ts'
import {
  BLANK,
  heightOf,
  isError,
  type Matrix,
  notAvailable,
  type Scalar,
  wrongNumber,
  wrongValue,
} from '../values.ts'
import { leastSquares } from './least-squares.ts'
import { algebraOf, ascending, fromNumbers, must, numbersIn, sum } from './numbers.ts'

type Rows = number[][]

export function defineAlgebra(define: Define): void {
  define('MMULT', 'AA', (a: Matrix, b: Matrix) => {
    const [left, right] = [algebraOf('MMULT', a, 0), algebraOf('MMULT', b, 1)]
    if (a.length !== right.length)
      throw wrongValue(
        `Function MMULT has incompatible sizes: parameter 1 has ${a.length} columns, parameter 2 has ${right.length} rows.`,
      )
    return fromNumbers(
      left.map(row => b.map((_, x) => sum(row.map((value, i) => value * (right[i]?.[x] ?? 0))))),
    )
  })
  define('MDETERM', 'A', (source: Matrix) => eliminate(square('MDETERM', source)).determinant)
  define('MINVERSE', 'A', (source: Matrix) => {
    const { inverse, determinant } = eliminate(square('MINVERSE', source))
    if (determinant === 0) throw wrongNumber('Function MINVERSE parameter 1 is a matrix that has no inverse.')
    return fromNumbers(inverse)
  })
  define('MUNIT', 'n', (size: number) => {
    const count = Math.trunc(size)
    must('MUNIT', 1, count, 'greater than or equal to', 1)
    return fromNumbers(
      Array.from({ length: count }, (_, y) => Array.from({ length: count }, (__, x) => Number(x === y))),
    )
  })
  define('FREQUENCY', 'aa', (data: Matrix, classes: Matrix) => {
    const bounds = ascending(numbersIn(classes))
    const counts = new Array<number>(bounds.length + 1).fill(0)
    for (const value of numbersIn(data)) {
      const at = bounds.findIndex(bound => value <= bound)
      const index = at < 0 ? bounds.length : at
      counts[index] = (counts[index] ?? 0) + 1
    }
    return [counts.map(value => ({ value }))]
  })
  defineRegressions(define)
}

function square(name: string, source: Matrix): Rows {
  const rows = algebraOf(name, source)
  if (rows.length !== source.length)
    throw wrongValue(`Function ${name} parameter 1 should be a square matrix.`)
  return rows
}

/** Gauss–Jordan with the largest pivot first. */
function eliminate(given: Rows): { determinant: number; inverse: Rows } {
  const size = given.length
  const left = given.map(row => [...row])
  const right: Rows = given.map((_, y) => given.map((__, x) => Number(x === y)))
  let determinant = 1
  for (let i = 0; i < size; i++) {
    let best = i
    for (let y = i + 1; y < size; y++)
      if (Math.abs(left[y]?.[i] ?? 0) > Math.abs(left[best]?.[i] ?? 0)) best = y
    const pivot = left[best]?.[i] ?? 0
    if (pivot === 0) return { determinant: 0, inverse: right }
    if (best !== i) {
      for (const rows of [left, right]) [rows[i], rows[best]] = [rows[best] as number[], rows[i] as number[]]
      determinant = -determinant
    }
    determinant *= pivot
    for (let y = i + 1; y < size; y++) subtract(left, right, y, i, (left[y]?.[i] ?? 0) / pivot)
  }
  for (let i = size - 1; i >= 0; i--) {
    const pivot = left[i]?.[i] ?? 1
    for (let y = 0; y < i; y++) subtract(left, right, y, i, (left[y]?.[i] ?? 0) / pivot)
    right[i] = (right[i] ?? []).map(value => value / pivot)
  }
  return { determinant, inverse: right }
}

function subtract(left: Rows, right: Rows, y: number, i: number, factor: number): void {
  for (const rows of [left, right])
    rows[y] = (rows[y] ?? []).map((value, x) => value - factor * (rows[i]?.[x] ?? 0))
}

// ---- regressions

/** The known x as lists, one each; 1, 2, 3… where none are given. */
function knownX(name: string, y: Matrix, x: Matrix | undefined): { xs: Rows; isByRow: boolean } {
  const isByRow = y.length > 1 && heightOf(y) === 1
  const count = isByRow ? y.length : heightOf(y)
  if (x === undefined || isBlankArgument(x))
    return { xs: [Array.from({ length: count }, (_, i) => i + 1)], isByRow }
  const rows = algebraOf(name, x, 1)
  const xs = isByRow ? rows : x.map((_, column) => rows.map(row => row[column] ?? 0))
  if (xs.some(list => list.length !== count))
    throw wrongValue(`Array arguments to ${name} are of different size.`)
  return { xs, isByRow }
}

function isBlankArgument(matrix: Matrix): boolean {
  return matrix.length === 1 && heightOf(matrix) === 1 && matrix[0]?.[0] === BLANK
}

function knownY(name: string, y: Matrix): number[] {
  return algebraOf(name, y).flat()
}

function logsOf(name: string, values: number[]): number[] {
  for (const value of values) must(name, 1, value, 'greater than', 0)
  return values.map(Math.log)
}

function defineRegressions(define: Define): void {
  for (const [name, isLog] of [
    ['TREND', false],
    ['GROWTH', true],
  ] as const)
    define(name, 'aa?a?b?', (y: Matrix, x?: Matrix, at?: Matrix, hasConstant = true) => {
      const ys = isLog ? logsOf(name, knownY(name, y)) : knownY(name, y)
      const { xs, isByRow } = knownX(name, y, x)
      const { slopes, constant } = leastSquares(name, ys, xs, hasConstant)
      const points =
        at === undefined || isBlankArgument(at) ? { xs, isByRow } : newX(name, at, xs.length, isByRow)
      const results = (points.xs[0] ?? []).map((_, i): Scalar => {
        const value = constant + sum(slopes.map((slope, k) => slope * (points.xs[k]?.[i] ?? 0)))
        return { value: isLog ? Math.exp(value) : value }
      })
      return points.isByRow ? results.map(result => [result]) : [results]
    })
  for (const [name, isLog] of [
    ['LINEST', false],
    ['LOGEST', true],
  ] as const)
    define(name, 'aa?b?b?', (y: Matrix, x?: Matrix, hasConstant = true, isVerbose = false) => {
      const ys = isLog ? logsOf(name, knownY(name, y)) : knownY(name, y)
      const { xs } = knownX(name, y, x)
      const fit = leastSquares(name, ys, xs, hasConstant)
      const show = (value: number): Scalar => ({ value: isLog ? Math.exp(value) : value })
      const first = [...fit.slopes.toReversed(), fit.constant].map(show)
      if (!isVerbose) return first.map(cell => [cell])
      const gap = (): Scalar => notAvailable('')
      const pad = (...cells: number[]) =>
        first.map((_, i): Scalar => (i < cells.length ? finite(cells[i] ?? 0) : gap()))
      const errors = [...fit.slopeErrors.toReversed(), fit.constantError]
      const rows: Scalar[][] = [
        first,
        errors.map((value, i) => (i === errors.length - 1 && !hasConstant ? gap() : finite(value))),
        pad(fit.r2, fit.deviation),
        pad(fit.f, fit.degrees),
        pad(fit.explained, fit.residual),
      ]
      return first.map((_, i) => rows.map(row => row[i] ?? gap()))
    })
}

function finite(value: number): Scalar {
  return Number.isFinite(value) ? { value } : wrongNumber('Result was not a number.')
}

function newX(name: string, at: Matrix, count: number, isByRow: boolean): { xs: Rows; isByRow: boolean } {
  for (const cell of at.flat()) if (isError(cell)) throw cell
  const rows = algebraOf(name, at, 2)
  if (count === 1) return { xs: [rows.flat()], isByRow: at.length > 1 }
  const xs = isByRow ? rows : at.map((_, column) => rows.map(row => row[column] ?? 0))
  if (xs.length !== count) throw wrongValue(`Array arguments to ${name} are of different size.`)
  return { xs, isByRow }
}
