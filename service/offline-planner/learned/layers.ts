/**
 * The arithmetic that the learned reader is made of, apart from linear layers: layer norm, attention. Rows lie one
 * after the other in one array. Nothing is allocated here, and sums are kept in variables.
 */
import type { Norm } from './weights.ts'

const EPSILON = 1e-5

function write4(out: Float32Array, at: number, a: number, b: number, c: number, d: number): void {
  out[at] = a
  out[at + 1] = b
  out[at + 2] = c
  out[at + 3] = d
}

export function layerNorm(norm: Norm, x: Float32Array, rows: number, out: Float32Array): void {
  const width = norm.length / 2
  for (let row = 0, at = 0; row < rows; row++, at += width) {
    let sum = 0
    for (let i = 0; i < width; i++) sum += x[at + i]!
    const mean = sum / width
    let squares = 0
    for (let i = 0; i < width; i++) squares += (x[at + i]! - mean) ** 2
    const factor = 1 / Math.sqrt(squares / width + EPSILON)
    for (let i = 0; i < width; i++) out[at + i] = (x[at + i]! - mean) * factor * norm[i]! + norm[width + i]!
  }
}

export function relu(x: Float32Array, count: number): void {
  for (let i = 0; i < count; i++) if (x[i]! < 0) x[i] = 0
}

export function addTo(x: Float32Array, more: Float32Array, count: number): void {
  for (let i = 0; i < count; i++) x[i]! += more[i]!
}

/** Products of 4 at a time; `size` is a multiple of 4. */
export function dot(a: Float32Array, aAt: number, b: Float32Array, bAt: number, size: number): number {
  let s0 = 0
  let s1 = 0
  let s2 = 0
  let s3 = 0
  for (let i = 0; i < size; i += 4) {
    s0 += a[aAt + i]! * b[bAt + i]!
    s1 += a[aAt + i + 1]! * b[bAt + i + 1]!
    s2 += a[aAt + i + 2]! * b[bAt + i + 2]!
    s3 += a[aAt + i + 3]! * b[bAt + i + 3]!
  }
  return s0 + s1 + (s2 + s3)
}

/** What attention looks at: rows of a key and, right after it, a value, each as wide as the query. */
export interface Seen {
  data: Float32Array
  /** From a row to the next. */
  stride: number
  /** Where in a row the key begins. */
  keyAt: number
  /** The rows that are looked at. */
  rows: Int32Array
  count: number
}

export interface Shape {
  width: number
  heads: number
  /** Room for as many numbers as rows are looked at. */
  scores: Float32Array
}

export function attend(
  { width, heads, scores }: Shape,
  query: Float32Array,
  queryAt: number,
  seen: Seen,
  out: Float32Array,
  outAt: number,
): void {
  const size = width / heads
  const { data, stride, keyAt, rows, count } = seen
  for (let from = 0; from < width; from += size) {
    for (let i = 0; i < count; i++)
      scores[i] = dot(query, queryAt + from, data, rows[i]! * stride + keyAt + from, size) / Math.sqrt(size)
    softmax(scores, 0, count)
    for (let j = from; j < from + size; j += 4) mixed4(seen, scores, keyAt + width + j, out, outAt + j)
  }
}

/** The values' mean by their scores, of 4 columns. */
function mixed4(seen: Seen, scores: Float32Array, column: number, out: Float32Array, outAt: number): void {
  const { data, stride, rows, count } = seen
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  for (let i = 0; i < count; i++) {
    const at = rows[i]! * stride + column
    const share = scores[i]!
    a += share * data[at]!
    b += share * data[at + 1]!
    c += share * data[at + 2]!
    d += share * data[at + 3]!
  }
  write4(out, outAt, a, b, c, d)
}

export function softmax(x: Float32Array, from: number, count: number): void {
  const end = from + count
  let most = -Infinity
  for (let i = from; i < end; i++) if (x[i]! > most) most = x[i]!
  let sum = 0
  for (let i = from; i < end; i++) {
    const share = Math.exp(x[i]! - most)
    x[i] = share
    sum += share
  }
  for (let i = from; i < end; i++) x[i]! /= sum
}
