/**
 * The learned reader's first half: every unit becomes a row of numbers, first by itself, then by what stands around
 * it. Training (scripts/planner-model) computes the same; a change here makes the file that was trained worthless.
 */
import { addTo, attend, layerNorm, relu, type Shape } from './layers.ts'
import { type Linear, linear } from './products.ts'
import type { Unit } from './source.ts'
import { addRow, type Norm, type Table, unpacked, type Weights } from './weights.ts'

const TRIGRAMS = 2048
const MOST_TRIGRAMS = 14
/** The row for words that are not in the list; the list's follow. */
const UNKNOWN = 0

export interface Forward {
  norm: Norm
  wide: Linear
  narrow: Linear
}

interface Layer {
  norm: Norm
  queryKeyValue: Linear
  mix: Linear
  forward: Forward
}

export interface Encoder {
  width: number
  heads: number
  words: Map<string, number>
  rareWords: Map<string, number>
  marks: Map<string, number>
  tables: Record<'words' | 'rare' | 'tri' | 'mark' | 'tag' | 'pos', Table>
  project: Linear
  layers: Layer[]
  norm: Norm
}

export function encoderOf(weights: Weights): Encoder {
  const { header, linear, table, norm } = weights
  const numbered = (names: string[], first: number): Map<string, number> =>
    new Map(names.map((name, at) => [name, at + first]))
  return {
    width: header.width,
    heads: header.heads,
    words: numbered(unpacked(header.words), UNKNOWN + 1),
    rareWords: numbered(unpacked(header.rare), 0),
    marks: numbered(header.marks, 1),
    tables: {
      words: table('words'),
      rare: table('rare'),
      tri: table('tri'),
      mark: table('mark'),
      tag: table('tag'),
      pos: table('pos'),
    },
    project: linear('project'),
    layers: Array.from({ length: header.encoder }, (_, at) => ({
      norm: norm(`enc.${at}.n1`),
      queryKeyValue: linear(`enc.${at}.att.qkv`),
      mix: linear(`enc.${at}.att.o`),
      forward: forwardOf(weights, `enc.${at}`, 'n2'),
    })),
    norm: norm('en'),
  }
}

export const forwardOf = ({ linear, norm }: Weights, layer: string, name: string): Forward => ({
  norm: norm(`${layer}.${name}`),
  wide: linear(`${layer}.ff.a`),
  narrow: linear(`${layer}.ff.b`),
})

/** A row for each unit. */
export function encode(encoder: Encoder, units: readonly Unit[]): Float32Array {
  const { width, heads, layers } = encoder
  const count = units.length
  const size = count * width
  const x = embed(encoder, units)
  const inner = new Float32Array(size)
  const seen = {
    data: new Float32Array(size * 3),
    stride: width * 3,
    keyAt: width,
    rows: Int32Array.from(units, (_, at) => at),
    count,
  }
  const shape: Shape = { width, heads, scores: new Float32Array(count) }
  const wide = new Float32Array(size * 2)
  for (const { norm, queryKeyValue, mix, forward } of layers) {
    layerNorm(norm, x, count, inner)
    linear(queryKeyValue, inner, count, seen.data)
    for (let row = 0; row < count; row++)
      attend(shape, seen.data, row * seen.stride, seen, inner, row * width)
    linear(mix, inner, count, wide)
    addTo(x, wide, size)
    feedForward(forward, x, count, inner, wide)
  }
  layerNorm(encoder.norm, x, count, inner)
  return inner
}

/** Changes `x`; `inner` and `wide` are room for what is in between. */
export function feedForward(
  { norm, wide: first, narrow: second }: Forward,
  x: Float32Array,
  rows: number,
  inner: Float32Array,
  wide: Float32Array,
): void {
  layerNorm(norm, x, rows, inner)
  linear(first, inner, rows, wide)
  relu(wide, rows * first.outputs)
  linear(second, wide, rows, inner)
  addTo(x, inner, rows * second.outputs)
}

function embed(encoder: Encoder, units: readonly Unit[]): Float32Array {
  const { width, tables, marks } = encoder
  const x = new Float32Array(units.length * width)
  units.forEach((unit, index) => {
    const at = index * width
    addWords(encoder, unit.words, x, at)
    const hashes = trigramsOf(unit.words)
    for (const hash of hashes) addRow(tables.tri, hash, 1 / hashes.length, x, at)
    for (const name of unit.marks) {
      const mark = marks.get(name)
      if (mark !== undefined) addRow(tables.mark, mark, 1, x, at)
    }
    addRow(tables.tag, unit.tag, 1, x, at)
    addRow(tables.pos, unit.token ? index + 1 : 0, 1, x, at)
  })
  return x
}

/** The words' mean. */
function addWords(encoder: Encoder, words: readonly string[], x: Float32Array, at: number): void {
  const { tables, project } = encoder
  const share = 1 / Math.max(1, words.length)
  let sum: Float32Array | undefined
  for (const word of words) {
    const known = encoder.words.get(word)
    addRow(tables.words, known ?? UNKNOWN, share, x, at)
    const rare = known === undefined ? encoder.rareWords.get(word) : undefined
    if (rare === undefined) continue
    sum ??= new Float32Array(project.inputs)
    addRow(tables.rare, rare, share, sum, 0)
  }
  if (!sum) return
  const projected = new Float32Array(project.outputs)
  linear(project, sum, 1, projected)
  for (let i = 0; i < projected.length; i++) x[at + i]! += projected[i]!
}

/** Three letters each, so that words that are spelt alike look alike. */
function trigramsOf(words: readonly string[]): number[] {
  const hashes: number[] = []
  for (const word of words) {
    const letters = ['^', ...word, '$'].map(letter => letter.codePointAt(0) ?? 0)
    for (let at = 0; at + 2 < letters.length && hashes.length < MOST_TRIGRAMS; at++)
      hashes.push(hashOf(letters, at))
  }
  return hashes
}

/** FNV-1a. */
function hashOf(letters: readonly number[], at: number): number {
  let hash = 2166136261
  for (let i = at; i < at + 3; i++) hash = Math.imul(hash ^ letters[i]!, 16777619)
  return (hash >>> 0) % TRIGRAMS
}
