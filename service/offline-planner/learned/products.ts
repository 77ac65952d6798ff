/**
 * Linear layers `x · weights + bias`: most of what the learned reader computes, by linear.wasm, which multiplies four
 * numbers at once. Weights are put into its memory when they are read, and stay there.
 */
import { readFileSync } from 'node:fs'

export interface Linear {
  store: Store
  inputs: number
  /** A multiple of 8, filled up with outputs that are always 0. */
  outputs: number
  /** Where they are in the memory, in floats. */
  weights: number
  bias: number
}

type Compute = (
  x: number,
  rows: number,
  inputs: number,
  weights: number,
  bias: number,
  outputs: number,
  y: number,
) => void

/** What of WebAssembly is used: types for it come with browsers' alone. */
interface Memory {
  buffer: ArrayBuffer
  grow(pages: number): number
}
interface Wasm {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { exports: unknown }
}
const { Module, Instance } = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly

/** A memory that only grows, and what computes in it. */
export interface Store {
  memory: Memory
  compute: Compute
  floats: Float32Array
  /** So many floats are taken. */
  taken: number
  /** Zeros, for what has no bias. */
  zeros: number
}

const PAGE = 65_536
export const OUTPUTS_AT_ONCE = 8
export const ROWS_AT_ONCE = 4
/** Outputs without a bias are not more than these. */
const MOST_WITHOUT_BIAS = 512
/** Places are multiples of four floats. */
const ALIGNED = 4

let compiled: object | undefined

export function newStore(): Store {
  compiled ??= new Module(readFileSync(new URL('./linear.wasm', import.meta.url)))
  const { memory, linear } = new Instance(compiled).exports as {
    memory: Memory
    linear: Compute
  }
  const store = {
    memory,
    compute: linear,
    floats: new Float32Array(memory.buffer),
    taken: 0,
    zeros: 0,
  }
  placeFor(store, MOST_WITHOUT_BIAS)
  return store
}

/** Gives back all places that were taken while `use` ran. */
export function borrowing<Result>(store: Store, use: () => Result): Result {
  const { taken } = store
  try {
    return use()
  } finally {
    store.taken = taken
  }
}

/** A place for so many floats. What was seen of the memory before may be gone. */
export function placeFor(store: Store, size: number): number {
  const at = store.taken
  store.taken += Math.ceil(size / ALIGNED) * ALIGNED
  const missing = store.taken * 4 - store.memory.buffer.byteLength
  if (missing > 0) {
    store.memory.grow(Math.ceil(missing / PAGE))
    store.floats = new Float32Array(store.memory.buffer)
  }
  return at
}

/** `weightOf` an output and an input; `bias` of each output, or none. */
export function linearOf(
  store: Store,
  { inputs, outputs: wanted }: { inputs: number; outputs: number },
  weightOf: (output: number, input: number) => number,
  bias: Float32Array | null,
): Linear {
  const outputs = Math.ceil(wanted / OUTPUTS_AT_ONCE) * OUTPUTS_AT_ONCE
  const layer = {
    store,
    inputs,
    outputs,
    weights: placeFor(store, inputs * outputs),
    bias: placeFor(store, outputs),
  }
  const { floats } = store
  floats.fill(0, layer.weights, layer.bias + outputs)
  for (let output = 0; output < wanted; output++) {
    const block = layer.weights + (output - (output % OUTPUTS_AT_ONCE)) * inputs
    for (let input = 0; input < inputs; input++)
      floats[block + input * OUTPUTS_AT_ONCE + (output % OUTPUTS_AT_ONCE)] = weightOf(output, input)
  }
  if (bias) floats.set(bias, layer.bias)
  return layer
}

/** Of `rows` rows of `x`; the answers are written from `at` on. */
export function linear(layer: Linear, x: Float32Array, rows: number, out: Float32Array, at = 0): void {
  if (rows === 0) return
  const { store, inputs, outputs, weights, bias } = layer
  const full = Math.ceil(rows / ROWS_AT_ONCE) * ROWS_AT_ONCE
  borrowing(store, () => {
    const from = placeFor(store, full * inputs)
    const to = placeFor(store, full * outputs)
    // Rows that fill up are whatever was there: nobody reads what becomes of them.
    store.floats.set(x.subarray(0, rows * inputs), from)
    multiply(store, { x: from, rows: full, inputs, weights, bias, outputs, y: to })
    out.set(store.floats.subarray(to, to + rows * outputs), at)
  })
}

export interface Product {
  /** Places in the memory, in floats; without a bias it is 0. */
  x: number
  weights: number
  bias?: number
  y: number
  /** Multiples of what is computed at once. */
  rows: number
  outputs: number
  inputs: number
}

export const multiply = (
  store: Store,
  { x, rows, inputs, weights, bias = store.zeros, outputs, y }: Product,
): void => store.compute(x * 4, rows, inputs, weights * 4, bias * 4, outputs, y * 4)
