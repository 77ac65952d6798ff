/** How functions of many numbers gather them from what they are given. */
import { toNumber } from '../coerce.ts'
import {
  cellsOf,
  divisionByZero,
  Failure,
  isError,
  isScalar,
  type Matrix,
  notAvailable,
  type Scalar,
  toMatrix,
  type Value,
  wrongNumber,
} from '../values.ts'

/** What is typed must be a number or read as one; in cells and arrays only numbers count. */
export function numbersOf(name: string, args: readonly Value[]): number[] {
  const found: number[] = []
  for (const [index, arg] of args.entries()) {
    if (isScalar(arg)) {
      if (arg.value !== null) found.push(toNumber(arg, { name, index }))
      continue
    }
    pushNumbers(toMatrix(arg), found)
  }
  return found
}

function pushNumbers(matrix: Matrix, found: number[]): void {
  for (const column of matrix)
    for (const cell of column) {
      const { value } = cell
      if (typeof value === 'number') found.push(value)
      else if (typeof value === 'string' && isError(cell)) throw cell
    }
}

/** As above, but in cells a truth counts as 1 or 0 and a text as 0. */
export function numbersOfAll(name: string, args: readonly Value[]): number[] {
  return gathered(
    args,
    (arg, index) => toNumber(arg, { name, index }),
    value => (value === null ? undefined : typeof value === 'string' ? 0 : Number(value)),
  )
}

/** What is typed, and what cells hold: nothing of a cell that is left out; the first error ends it. */
export function gathered<T>(
  args: readonly Value[],
  typed: (arg: Scalar, index: number) => T,
  inCell: (value: Scalar['value']) => T | undefined,
): T[] {
  const found: T[] = []
  for (const [index, arg] of args.entries()) {
    if (isScalar(arg)) {
      found.push(typed(arg, index))
      continue
    }
    for (const cell of cellsOf(toMatrix(arg))) {
      if (isError(cell)) throw cell
      const one = inCell(cell.value)
      if (one !== undefined) found.push(one)
    }
  }
  return found
}

/** All values of arrays, in Google's order, without errors. */
export function valuesOf(args: readonly Value[]): Scalar[] {
  const found: Scalar[] = []
  for (const arg of args)
    for (const cell of cellsOf(toMatrix(arg))) {
      if (isError(cell)) throw cell
      found.push(cell)
    }
  return found
}

/** Numbers of one array, column by column. */
export function numbersIn(matrix: Matrix): number[] {
  const found: number[] = []
  pushNumbers(matrix, found)
  return found
}

/** Two arrays of the same size, element by element, where both have numbers. */
export function pairsOf(name: string, first: Matrix, second: Matrix): [number, number][] {
  const [a, b] = [[...cellsOf(first)], [...cellsOf(second)]]
  if (a.length !== b.length)
    throw notAvailable(
      `${name} has mismatched argument sizes. Argument 1 has ${a.length} elements, argument 2 has ${b.length}.`,
    )
  const pairs: [number, number][] = []
  for (const [i, x] of a.entries()) {
    const y = b[i] as Scalar
    if (isError(x)) throw x
    if (isError(y)) throw y
    if (typeof x.value === 'number' && typeof y.value === 'number') pairs.push([x.value, y.value])
  }
  return pairs
}

/** Every element a number: a matrix for algebra, row by row. */
export function algebraOf(name: string, matrix: Matrix, index = 0): number[][] {
  const height = matrix[0]?.length ?? 0
  return Array.from({ length: height }, (_, y) =>
    matrix.map(column => {
      const cell = column[y]
      if (cell !== undefined && isError(cell)) throw cell
      if (typeof cell?.value !== 'number')
        throw new Failure(
          '#VALUE!',
          `Function ${name} parameter ${index + 1} expects number values. But '${cell?.value ?? ''}' is ${cell?.value === null ? 'empty' : 'not a number'}.`,
        )
      return cell.value
    }),
  )
}

export function fromNumbers(rows: readonly (readonly number[])[]): Matrix {
  return Array.from({ length: rows[0]?.length ?? 0 }, (_, x) => rows.map(row => ({ value: row[x] ?? 0 })))
}

// ---- summaries

export function sum(values: readonly number[]): number {
  let total = 0
  for (const value of values) total += value
  return total
}

export function mean(values: readonly number[], name: string): number {
  if (values.length === 0) throw divisionByZero(name)
  return sum(values) / values.length
}

/** Sum of squared distances from the mean. */
export function squares(values: readonly number[]): number {
  const middle = sum(values) / values.length
  let total = 0
  for (const value of values) total += (value - middle) ** 2
  return total
}

export function variance(values: readonly number[], name: string, isSample: boolean): number {
  const count = isSample ? values.length - 1 : values.length
  if (count <= 0) throw divisionByZero(name)
  return squares(values) / count
}

export function ascending(values: readonly number[]): number[] {
  return values.toSorted((a, b) => a - b)
}

// ---- checks, with Google's words

type Bound = 'greater than' | 'greater than or equal to' | 'less than' | 'less than or equal to'

const HOLDS: Record<Bound, (value: number, limit: number) => boolean> = {
  'greater than': (value, limit) => value > limit,
  'greater than or equal to': (value, limit) => value >= limit,
  'less than': (value, limit) => value < limit,
  'less than or equal to': (value, limit) => value <= limit,
}

/** Throws #NUM! in Google's words where argument `index` (from 1) is out of bounds. */
export function must(name: string, index: number, value: number, bound: Bound, limit: number): void {
  if (!HOLDS[bound](value, limit))
    throw wrongNumber(
      `Function ${name} parameter ${index} value is ${value}. It should be ${bound} ${limit}.`,
    )
}

export function mustBeBetween(name: string, index: number, value: number, low: number, high: number): void {
  if (!(value >= low && value <= high))
    throw wrongNumber(
      `Function ${name} parameter ${index} value is ${value}. Valid values are between ${low} and ${high} inclusive.`,
    )
}
