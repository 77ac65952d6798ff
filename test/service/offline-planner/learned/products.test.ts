/** Linear layers of the learned reader, as linear.wasm computes them. */
import { expect, test } from 'vitest'
import {
  type Levels,
  linear,
  linearOf,
  newStore,
} from '../../../../service/offline-planner/learned/products.ts'

const numbers = (count: number, seed: number): Float32Array =>
  Float32Array.from({ length: count }, (_, at) => Math.sin(at * 12.9898 + seed) * 4)

const levelsOf = (inputs: number, outputs: number, seed: number): Levels => ({
  scales: numbers(outputs, seed).map(number => Math.abs(number) / 100),
  levels: Int8Array.from(numbers(inputs * outputs, seed + 1).map(number => Math.round(number * 31.7))),
})

const NO_BIAS = new Float32Array(64)

/** One product after the other; and by how much the kernel may miss it, which halves a 32,767th of the largest. */
function plainly(x: Float32Array, inputs: number, { scales, levels }: Levels, bias: Float32Array) {
  return Array.from({ length: (x.length / inputs) * scales.length }, (_, at) => {
    const [row, output] = [Math.floor(at / scales.length), at % scales.length]
    const own = [...x.subarray(row * inputs, (row + 1) * inputs)]
    const half = Math.max(...own.map(Math.abs)) / 65_534
    let sum = 0
    let sizes = 0
    for (const [input, number] of own.entries()) {
      const weight = scales[output]! * levels[output * inputs + input]!
      sum += number * weight
      sizes += Math.abs(weight)
    }
    return { sum: sum + bias[output]!, miss: half * sizes + Math.abs(sum) * 1e-6 + 1e-6 }
  })
}

test.each([
  [1, 8, 8],
  [3, 12, 5],
  [4, 128, 384],
  [2, 768, 192],
  [109, 256, 130],
])(
  'a linear layer of %i rows, %i inputs and %i outputs is what one product after the other gives',
  (rows, inputs, outputs) => {
    const [x, levels, bias] = [numbers(rows * inputs, 1), levelsOf(inputs, outputs, 2), numbers(outputs, 3)]
    const layer = linearOf(newStore(), inputs, levels, bias)
    const out = new Float32Array(rows * layer.outputs)
    linear(layer, x, rows, out)
    for (const [at, { sum, miss }] of plainly(x, inputs, levels, bias).entries()) {
      const got = out[Math.floor(at / outputs) * layer.outputs + (at % outputs)]!
      expect(Math.abs(got - sum)).toBeLessThan(miss)
    }
  },
)

test('the largest sums that a layer can have fit', () => {
  const levels = { scales: Float32Array.of(1), levels: new Int8Array(768).fill(-127) }
  const layer = linearOf(newStore(), 768, levels, null)
  const out = new Float32Array(layer.outputs)
  linear(layer, new Float32Array(768).fill(3), 1, out)
  expect(out[0]).toBeCloseTo(-127 * 768 * 3, 0)
})

test('a row of zeros gives the bias, whatever stands in the rows beside it', () => {
  const layer = linearOf(newStore(), 8, levelsOf(8, 4, 1), Float32Array.of(1, 2, 3, 4))
  const out = new Float32Array(layer.outputs * 2)
  linear(
    layer,
    Float32Array.from({ length: 16 }, (_, at) => (at < 8 ? 0 : 1e6)),
    2,
    out,
  )
  expect([...out.subarray(0, 4)]).toEqual([1, 2, 3, 4])
})

test('layers of one memory keep their weights while it grows', () => {
  const store = newStore()
  const layers = [1, 2, 3, 4, 5, 6, 7, 8].map(seed => {
    const levels = levelsOf(64, 64, seed)
    return { levels, layer: linearOf(store, 64, levels, null) }
  })
  const x = numbers(64, 9)
  for (const { layer, levels } of layers) {
    const out = new Float32Array(64)
    linear(layer, x, 1, out)
    for (const [at, { sum, miss }] of plainly(x, 64, levels, NO_BIAS).entries())
      expect(Math.abs(out[at]! - sum)).toBeLessThan(miss)
  }
})

test('a layer answers the same whether its room grew in between or not', () => {
  const layer = linearOf(newStore(), 16, levelsOf(16, 8, 1), null)
  const x = numbers(300 * 16, 2)
  const answers = (rows: number): number[] => {
    const out = new Float32Array(rows * layer.outputs + 4)
    linear(layer, x, rows, out, 4)
    return [...out.subarray(4, 12)]
  }
  expect([answers(300), answers(1)]).toEqual([answers(1), answers(1)])
})
