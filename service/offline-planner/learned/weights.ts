/**
 * The learned reader's file, as scripts/planner-model/export.py writes and describes it: words, marks and keys by
 * name, and its numbers. Knows nothing of what the numbers are for.
 */
import { type Levels, type Linear, linearOf, newStore, type Store } from './products.ts'

/** Rows that are looked up one by one, and so stay small until they are. */
export interface Table extends Levels {
  width: number
}

/** First what is multiplied, then what is added. */
export type Norm = Float32Array

export interface Header {
  width: number
  heads: number
  encoder: number
  decoder: number
  marks: string[]
  keys: string[]
  /** Words with a row of their own, sorted, see `unpacked`. */
  words: string
  /** Words of which only the pretrained row is known. */
  rare: string
  /** Of a vector length and place, of a matrix rows, columns and place. */
  tensors: Record<string, number[]>
}

export interface Weights {
  header: Header
  linear(name: string): Linear
  table(name: string): Table
  norm(name: string): Norm
  /** Where the layers are. */
  store: Store
}

export function readWeights(bytes: Uint8Array): Weights {
  // Views of floats must begin at a multiple of 4, which a part of a larger buffer need not.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes)
  const { buffer, byteOffset } = aligned
  const length = new DataView(buffer, byteOffset).getUint32(0, true)
  const header: Header = JSON.parse(new TextDecoder().decode(aligned.subarray(4, 4 + length)))
  const start = byteOffset + 4 + length
  const placeOf = (name: string): number[] => {
    const place = header.tensors[name]
    if (!place) throw new Error(`The reader's file holds no ${name}`)
    return place
  }
  const vector = (name: string): Float32Array => {
    const [size = 0, at = 0] = placeOf(name)
    return new Float32Array(buffer, start + at, size)
  }
  const table = (name: string): Table => {
    const [rows = 0, width = 0, at = 0] = placeOf(name)
    const scales = new Float32Array(buffer, start + at, rows)
    return { width, scales, levels: new Int8Array(buffer, start + at + rows * 4, rows * width) }
  }
  const store = newStore()
  const linear = (name: string): Linear => {
    const { width, ...levels } = table(`${name}.weight`)
    const bias = header.tensors[`${name}.bias`] ? vector(`${name}.bias`) : null
    return linearOf(store, width, levels, bias)
  }
  return { header, linear, table, norm: vector, store }
}

/** Adds a row, `times` as much of it, to what `out` holds from `at` on. */
export function addRow(table: Table, row: number, times: number, out: Float32Array, at: number): void {
  const { width, scales, levels } = table
  const scale = scales[row]! * times
  const from = row * width
  for (let i = 0; i < width; i++) out[at + i]! += scale * levels[from + i]!
}

/** The words of a list that is kept short: a capital tells how many letters a word shares with the one before it. */
export function unpacked(text: string): string[] {
  const words: string[] = []
  let before = ''
  for (const [, shared = 'A', rest = ''] of text.matchAll(/([A-Z])([^A-Z]*)/g)) {
    before = before.slice(0, shared.charCodeAt(0) - 65) + rest
    words.push(before)
  }
  return words
}
