/**
 * Attention of many rows at once, by the kernel of linear layers: to it the keys that are looked at are weights, and so
 * are the values that are mixed. They are put into its memory once, however many rows look at them.
 */
import { softmax } from './layers.ts'
import { COLUMNS_AT_ONCE, mix, placeFor, ROWS_AT_ONCE, type Store } from './products.ts'

/** Rows of a key and, right after it, a value, each as wide as a query. */
export interface KeysAndValues {
  data: Float32Array
  /** From a row to the next. */
  stride: number
  /** Where in a row the key begins. */
  keyAt: number
  count: number
}

/** What is looked at, in the kernel's memory. */
export interface Seen {
  store: Store
  heads: { keys: number; values: number }[]
  /** Numbers in a head. */
  size: number
  count: number
  /** As many, filled up. */
  filled: number
}

const upTo = (count: number, multiple: number): number => Math.ceil(count / multiple) * multiple

export function seenOf(store: Store, given: KeysAndValues, width: number, heads: number): Seen {
  const size = width / heads
  const filled = upTo(given.count, COLUMNS_AT_ONCE)
  const places = Array.from({ length: heads }, () => ({
    keys: placeFor(store, filled * size),
    values: placeFor(store, filled * size),
  }))
  places.forEach(({ keys, values }, head) => {
    putKeys(store.floats, keys, given, head * size, size)
    putValues(store.floats, values, given, width + head * size, size, filled)
  })
  return { store, heads: places, size, count: given.count, filled }
}

/** Eight rows side by side, number by number; divided by the root of their length, once for all who look. */
function putKeys(
  out: Float32Array,
  at: number,
  { data, stride, keyAt, count }: KeysAndValues,
  from: number,
  size: number,
): void {
  const scale = 1 / Math.sqrt(size)
  for (let row = 0; row < count; row++) {
    const to = at + (row - (row % COLUMNS_AT_ONCE)) * size + (row % COLUMNS_AT_ONCE)
    const start = row * stride + keyAt + from
    for (let i = 0; i < size; i++) out[to + i * COLUMNS_AT_ONCE] = data[start + i]! * scale
  }
}

/** Eight columns after the other, row by row; rows that fill up are 0. */
function putValues(
  out: Float32Array,
  at: number,
  { data, stride, keyAt, count }: KeysAndValues,
  from: number,
  size: number,
  filled: number,
): void {
  out.fill(0, at, at + filled * size)
  for (let block = 0; block < size; block += COLUMNS_AT_ONCE)
    for (let row = 0; row < count; row++) {
      const to = at + block * filled + row * COLUMNS_AT_ONCE
      const start = row * stride + keyAt + from + block
      for (let i = 0; i < COLUMNS_AT_ONCE; i++) out[to + i] = data[start + i]!
    }
}

/** Of each of `rows` queries, `stride` apart, the mean of the values by how well their keys fit; one after the other. */
export function attendTogether(
  { store, heads, size, count, filled }: Seen,
  queries: Float32Array,
  stride: number,
  rows: number,
  out: Float32Array,
): void {
  const full = upTo(rows, ROWS_AT_ONCE)
  const from = placeFor(store, full * size)
  const scores = placeFor(store, full * filled)
  const { floats } = store
  heads.forEach(({ keys, values }, head) => {
    for (let row = 0; row < rows; row++) {
      const start = row * stride + head * size
      floats.set(queries.subarray(start, start + size), from + row * size)
    }
    mix(store, { x: from, rows: full, inputs: size, weights: keys, outputs: filled, y: scores })
    for (let row = 0; row < rows; row++) {
      softmax(floats, scores + row * filled, count)
      floats.fill(0, scores + row * filled + count, scores + (row + 1) * filled)
    }
    mix(store, { x: scores, rows: full, inputs: filled, weights: values, outputs: size, y: from })
    for (let row = 0; row < rows; row++)
      out.set(floats.subarray(from + row * size, from + (row + 1) * size), (row * heads.length + head) * size)
  })
}
