/** A plane through points, by least squares: slopes, constant and how well they fit. */
import { notAvailable, wrongNumber } from '../values.ts'
import { sum } from './numbers.ts'

export interface Fit {
  slopes: number[]
  constant: number
  slopeErrors: number[]
  constantError: number
  r2: number
  deviation: number
  f: number
  degrees: number
  explained: number
  residual: number
}

export function leastSquares(name: string, y: number[], xs: number[][], hasConstant: boolean): Fit {
  const count = y.length
  if (count < 2) throw notAvailable(`${name} needs at least two points.`)
  const middles = xs.map(x => (hasConstant ? sum(x) / count : 0))
  const middle = hasConstant ? sum(y) / count : 0
  const centred = xs.map((x, k) => x.map(value => value - (middles[k] ?? 0)))
  const offsets = y.map(value => value - middle)
  const products = centred.map(a => centred.map(b => dot(a, b)))
  const inverse = invert(name, products)
  const slopes = inverse.map(row =>
    dot(
      row,
      centred.map(a => dot(a, offsets)),
    ),
  )
  const constant = middle - dot(slopes, middles)
  const total = dot(offsets, offsets)
  const residual = sum(
    y.map((value, i) => (value - constant - sum(slopes.map((slope, k) => slope * (xs[k]?.[i] ?? 0)))) ** 2),
  )
  const degrees = count - xs.length - (hasConstant ? 1 : 0)
  const spread = residual / degrees
  const explained = total - residual
  const spreadOfMiddle = dot(
    middles,
    inverse.map(row => dot(row, middles)),
  )
  return {
    slopes,
    constant: hasConstant ? constant : 0,
    slopeErrors: inverse.map((row, k) => Math.sqrt(spread * (row[k] ?? 0))),
    constantError: Math.sqrt(spread * (1 / count + spreadOfMiddle)),
    r2: explained / total,
    deviation: Math.sqrt(spread),
    f: explained / xs.length / spread,
    degrees,
    explained,
    residual,
  }
}

function dot(a: readonly number[], b: readonly number[]): number {
  let total = 0
  for (let i = 0; i < a.length; i++) total += (a[i] ?? 0) * (b[i] ?? 0)
  return total
}

function invert(name: string, matrix: number[][]): number[][] {
  const size = matrix.length
  const rows = matrix.map((row, y) => [...row, ...matrix.map((_, x) => Number(x === y))])
  for (let i = 0; i < size; i++) {
    let best = i
    for (let y = i + 1; y < size; y++)
      if (Math.abs(rows[y]?.[i] ?? 0) > Math.abs(rows[best]?.[i] ?? 0)) best = y
    ;[rows[i], rows[best]] = [rows[best] as number[], rows[i] as number[]]
    const pivot = rows[i]?.[i] ?? 0
    if (Math.abs(pivot) < 1e-300) throw wrongNumber(`${name} needs known x values that differ.`)
    rows[i] = (rows[i] ?? []).map(value => value / pivot)
    for (let y = 0; y < size; y++)
      if (y !== i) {
        const factor = rows[y]?.[i] ?? 0
        rows[y] = (rows[y] ?? []).map((value, x) => value - factor * (rows[i]?.[x] ?? 0))
      }
  }
  return rows.map(row => row.slice(size))
}
