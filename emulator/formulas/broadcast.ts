/** Element by element over arrays of any size, and what a thrown error is as a value. Knows no function. */
import {
  BLANK,
  Failure,
  heightOf,
  type Matrix,
  notAvailable,
  Reference,
  type Scalar,
  type Value,
} from './values.ts'

export function failureOf(error: unknown): Scalar {
  if (error instanceof Failure) return error
  if (typeof error === 'object' && error !== null && 'value' in error) return error as Scalar
  return new Failure(
    '#ERROR!',
    error instanceof RangeError ? 'The calculation is too deep.' : 'An unknown error occurred.',
  )
}

export function arrayOf(value: Value): Matrix | undefined {
  if (Array.isArray(value)) return value
  return value instanceof Reference && !value.isCell ? value.matrix : undefined
}

export function broadcast(
  matrices: readonly (Matrix | undefined)[],
  compute: (elements: (Scalar | undefined)[]) => Scalar,
): Matrix {
  let width = 1
  let height = 1
  for (const matrix of matrices)
    if (matrix !== undefined) {
      width = Math.max(width, matrix.length)
      height = Math.max(height, heightOf(matrix))
    }
  const result: Matrix = []
  for (let x = 0; x < width; x++) {
    const column: Scalar[] = []
    for (let y = 0; y < height; y++) {
      const elements = matrices.map(matrix => (matrix === undefined ? undefined : elementAt(matrix, x, y)))
      column.push(elements.includes(OUTSIDE) ? OUTSIDE : compute(elements))
    }
    result.push(column)
  }
  return result
}

const OUTSIDE: Scalar = notAvailable('Argument out of range in array formula.')

function elementAt(matrix: Matrix, x: number, y: number): Scalar {
  const column = matrix.length === 1 ? matrix[0] : matrix[x]
  if (column === undefined) return OUTSIDE
  if (column.length === 1) return column[0] ?? BLANK
  return y < column.length ? (column[y] ?? BLANK) : OUTSIDE
}
