/** Linear layers of the learned reader, as linear.wasm computes them. */
import { expect, test } from 'vitest'
import { linear, linearOf, newStore } from '../../../../service/offline-planner/learned/products.ts'

const numbers = (count: number, seed: number): Float32Array =>
  Float32Array.from({ length: count }, (_, at) => Math.sin(at * 12.9898 + seed) * 4)

/** One product after the other, in single precision. */
function plainly(x: Float32Array, inputs: number, weights: Float32Array, bias: Float32Array): number[] {
  return Array.from({ length: (x.length / inputs) * bias.length }, (_, at) => {
    const [row, output] = [Math.floor(at / bias.length), at % bias.length]
    let sum = bias[output]!
    for (let input = 0; input < inputs; input++)
      sum = Math.fround(sum + Math.fround(x[row * inputs + input]! * weights[output * inputs + input]!))
    return sum
  })
}

test.each([
  [1, 8, 8],
  [3, 7, 5],
  [4, 128, 384],
  [109, 256, 130],
])(
  'a linear layer of %i rows, %i inputs and %i outputs is what one product after the other gives',
  (rows, inputs, outputs) => {
    const [x, weights, bias] = [numbers(rows * inputs, 1), numbers(inputs * outputs, 2), numbers(outputs, 3)]
    const layer = linearOf(
      newStore(),
      { inputs, outputs },
      (output, input) => weights[output * inputs + input]!,
      bias,
    )
    const out = new Float32Array(rows * layer.outputs)
    linear(layer, x, rows, out)
    const wanted = plainly(x, inputs, weights, bias)
    const got = wanted.map((_, at) => out[Math.floor(at / outputs) * layer.outputs + (at % outputs)])
    expect(got).toEqual(wanted)
  },
)

test('layers of one memory keep their weights while it grows', () => {
  const store = newStore()
  const size = { inputs: 64, outputs: 64 }
  const layers = [1, 2, 3, 4, 5, 6, 7, 8].map(seed => {
    const weights = numbers(64 * 64, seed)
    return { weights, layer: linearOf(store, size, (output, input) => weights[output * 64 + input]!, null) }
  })
  const x = numbers(64, 9)
  for (const { layer, weights } of layers) {
    const out = new Float32Array(64)
    linear(layer, x, 1, out)
    expect([...out]).toEqual(plainly(x, 64, weights, new Float32Array(64)))
  }
})

test('a layer answers the same whether its room grew in between or not', () => {
  const weights = numbers(16 * 8, 1)
  const layer = linearOf(
    newStore(),
    { inputs: 16, outputs: 8 },
    (output, input) => weights[output * 16 + input]!,
    null,
  )
  const x = numbers(300 * 16, 2)
  const answers = (rows: number): number[] => {
    const out = new Float32Array(rows * 8 + 4)
    linear(layer, x, rows, out, 4)
    return [...out.subarray(4, 12)]
  }
  expect([answers(300), answers(1)]).toEqual([answers(1), answers(1)])
})
