/**
 * Linear layers `x · weights + bias`: most of what the learned reader computes, by linear.wasm, which multiplies eight
 * whole numbers at once. Weights are put into its memory when they are read, and stay there.
 */
import { readFileSync } from 'node:fs'

export interface Linear {
  store: Store
  inputs: number
  /** A multiple of 32, filled up with outputs that are always 0. */
  outputs: number
  /** Where they are in the memory, in floats. */
  weights: number
  scales: number
  bias: number
}

/** The weights of an output are its `levels`, one for each input, times its scale. */
export interface Levels {
  scales: Float32Array
  levels: Int8Array
}

/** linear.wat says what they take. */
interface Kernel {
  memory: Memory
  shorten: (x: number, rows: number, inputs: number, y: number, units: number) => void
  linear: (
    x: number,
    units: number,
    rows: number,
    inputs: number,
    weights: number,
    scales: number,
    bias: number,
    outputs: number,
    y: number,
  ) => void
  mix: (x: number, rows: number, inputs: number, weights: number, outputs: number, y: number) => void
}

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
  kernel: Kernel
  floats: Float32Array
  /** The same memory. */
  shorts: Int16Array
  /** So many floats are taken. */
  taken: number
}

const PAGE = 65_536
/** Of layers. */
const OUTPUTS_AT_ONCE = 32
/** Places are multiples of four floats. */
const ALIGNED = 4

let compiled: object | undefined

export function newStore(): Store {
  compiled ??= new Module(readFileSync(new URL('./linear.wasm', import.meta.url)))
  const kernel = new Instance(compiled).exports as Kernel
  return { kernel, ...viewsOf(kernel.memory), taken: 0 }
}

const viewsOf = ({ buffer }: Memory) => ({
  floats: new Float32Array(buffer),
  shorts: new Int16Array(buffer),
})

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
  const { memory } = store.kernel
  const missing = store.taken * 4 - memory.buffer.byteLength
  if (missing > 0) {
    memory.grow(Math.ceil(missing / PAGE))
    Object.assign(store, viewsOf(memory))
  }
  return at
}

/** Of a layer with so many `inputs`, a multiple of 4 and at most 768; `bias` of each output, or none. */
export function linearOf(
  store: Store,
  inputs: number,
  { scales, levels }: Levels,
  bias: Float32Array | null,
): Linear {
  const outputs = Math.ceil(scales.length / OUTPUTS_AT_ONCE) * OUTPUTS_AT_ONCE
  const layer = {
    store,
    inputs,
    outputs,
    weights: placeFor(store, (inputs * outputs) / 2),
    scales: placeFor(store, outputs),
    bias: placeFor(store, outputs),
  }
  const { floats, shorts } = store
  floats.fill(0, layer.weights, layer.bias + outputs)
  for (let output = 0; output < scales.length; output++) {
    const inBlock = output % OUTPUTS_AT_ONCE
    const at = layer.weights * 2 + (output - inBlock) * inputs + inBlock * 2
    for (let input = 0; input < inputs; input++) {
      const odd = input % 2
      shorts[at + (input - odd) * OUTPUTS_AT_ONCE + odd] = levels[output * inputs + input]!
    }
  }
  floats.set(scales, layer.scales)
  if (bias) floats.set(bias, layer.bias)
  return layer
}

/** Of `rows` rows of `x`; the answers are written from `at` on. */
export function linear(layer: Linear, x: Float32Array, rows: number, out: Float32Array, at = 0): void {
  if (rows === 0) return
  const { store, inputs, outputs, weights, scales, bias } = layer
  borrowing(store, () => {
    const from = placeFor(store, rows * inputs)
    const short = placeFor(store, (rows * inputs) / 2)
    const units = placeFor(store, rows)
    const to = placeFor(store, rows * outputs)
    const { kernel, floats } = store
    floats.set(x.subarray(0, rows * inputs), from)
    kernel.shorten(from * 4, rows, inputs, short * 4, units * 4)
    kernel.linear(short * 4, units * 4, rows, inputs, weights * 4, scales * 4, bias * 4, outputs, to * 4)
    out.set(floats.subarray(to, to + rows * outputs), at)
  })
}

/** Of `mix`. */
export const COLUMNS_AT_ONCE = 8
export const ROWS_AT_ONCE = 4

export interface Product {
  /** Places in the memory, in floats. */
  x: number
  weights: number
  y: number
  /** Multiples of what is computed at once. */
  rows: number
  outputs: number
  inputs: number
}

/** Of floats, where weights are not known before. */
export const mix = ({ kernel }: Store, { x, rows, inputs, weights, outputs, y }: Product): void =>
  kernel.mix(x * 4, rows, inputs, weights * 4, outputs, y * 4)
