/** Attention of the learned reader, many rows at once. */
import { expect, test } from 'vitest'
import { attendTogether, seenOf } from '../../../../service/offline-planner/learned/attention.ts'
import { borrowing, newStore } from '../../../../service/offline-planner/learned/products.ts'

const WIDTH = 16
const HEADS = 2
const SIZE = WIDTH / HEADS

const numbers = (count: number, seed: number): Float32Array =>
  Float32Array.from({ length: count }, (_, at) => Math.sin(at * 12.9898 + seed) * 2)

/** One score after the other, as it is defined: softmax(query · keys / √size) · values, head by head. */
function plainly(queries: Float32Array, data: Float32Array, rows: number, count: number): number[] {
  return Array.from({ length: rows * WIDTH }, (_, at) => {
    const row = Math.floor(at / WIDTH)
    const from = Math.floor((at % WIDTH) / SIZE) * SIZE
    const shares = Array.from({ length: count }, (_, key) => {
      let score = 0
      for (let i = from; i < from + SIZE; i++) score += queries[row * WIDTH + i]! * data[key * WIDTH * 2 + i]!
      return Math.exp(score / Math.sqrt(SIZE))
    })
    const sum = shares.reduce((all, each) => all + each, 0)
    return shares.reduce(
      (all, each, key) => all + (each / sum) * data[key * WIDTH * 2 + WIDTH + (at % WIDTH)]!,
      0,
    )
  })
}

test.each([
  [1, 1],
  [3, 5],
  [4, 8],
  [9, 21],
])('%i rows that look at %i others mix their values by how well the keys fit', (rows, count) => {
  const store = newStore()
  const [queries, data] = [numbers(rows * WIDTH, 1), numbers(count * WIDTH * 2, 2)]
  const out = new Float32Array(rows * WIDTH)
  borrowing(store, () => {
    const seen = seenOf(store, { data, stride: WIDTH * 2, keyAt: 0, count }, WIDTH, HEADS)
    attendTogether(seen, queries, WIDTH, rows, out)
  })
  for (const [at, wanted] of plainly(queries, data, rows, count).entries())
    expect(out[at]).toBeCloseTo(wanted, 5)
})

test('what is borrowed of the memory is given back, so it does not grow with every sentence', () => {
  const store = newStore()
  const data = numbers(40 * WIDTH * 2, 3)
  const read = () =>
    borrowing(store, () => seenOf(store, { data, stride: WIDTH * 2, keyAt: 0, count: 40 }, WIDTH, HEADS))
  read()
  const { byteLength } = store.kernel.memory.buffer
  for (let time = 0; time < 200; time++) read()
  expect(store.kernel.memory.buffer.byteLength).toBe(byteLength)
})
