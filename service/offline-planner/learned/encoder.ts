/**
 * The learned reader's first half: every unit becomes a row of numbers, first by itself, then by what stands around
 * it. Training (scripts/planner-model) computes the same; a change here makes the file that was trained worthless.
 */
import { attendTogether, seenOf } from './attention.ts'
import { addTo, layerNorm, relu } from './layers.ts'
import { borrowing, type Linear, linear } from './products.ts'
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
  /** Of what the cells of a column hold. */
  content: Linear
  layers: Layer[]
  norm: Norm
}

export function encoderOf(weights: Weights): Encoder {
  const { header, linear, table, norm } = weights
  // Words that mean the same share a row.
  const rareRows = norm('rare.rows')
  const numbered = (names: string[], first: number): Map<string, number> =>
    new Map(names.map((name, at) => [name, at + first]))
  return {
    width: header.width,
    heads: header.heads,
    words: numbered(unpacked(header.words), UNKNOWN + 1),
    rareWords: new Map(unpacked(header.rare).map((word, at) => [word, rareRows[at]!])),
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
    content: linear('content'),
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
  const stride = width * 3
  const data = new Float32Array(size * 3)
  const wide = new Float32Array(count * widestOf(layers))
  for (const { norm, queryKeyValue, mix, forward } of layers) {
    layerNorm(norm, x, count, inner)
    linear(queryKeyValue, inner, count, data)
    borrowing(mix.store, () => {
      const seen = seenOf(mix.store, { data, stride, keyAt: width, count }, width, heads)
      attendTogether(seen, data, stride, count, inner)
    })
    linear(mix, inner, count, wide)
    addTo(x, wide, size)
    feedForward(forward, x, count, inner, wide)
  }
  layerNorm(encoder.norm, x, count, inner)
  return inner
}

/** Room that a row takes between two layers. */
export const widestOf = (layers: readonly { forward: Forward }[]): number =>
  Math.max(...layers.map(({ forward }) => forward.wide.outputs))

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
    addContents(encoder, unit.contents ?? [], x, at)
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
    const rare = known === undefined ? encoder.rareWords.get(word) : undefined
    addRow(tables.words, known ?? UNKNOWN, share, x, at)
    if (rare === undefined) continue
    sum ??= new Float32Array(project.inputs)
    addRow(tables.rare, rare, share, sum, 0)
  }
  if (sum) addLinear(project, sum, x, at)
}

/** The mean of those words that are known. */
function addContents(encoder: Encoder, words: readonly string[], x: Float32Array, at: number): void {
  const { tables, project, content } = encoder
  const own = words.flatMap(word => encoder.words.get(word) ?? [])
  const rare = words.flatMap(word => (encoder.words.has(word) ? [] : (encoder.rareWords.get(word) ?? [])))
  const count = own.length + rare.length
  if (count === 0) return
  const mean = new Float32Array(content.inputs)
  for (const row of own) addRow(tables.words, row, 1 / count, mean, 0)
  const sum = new Float32Array(project.inputs)
  for (const row of rare) addRow(tables.rare, row, 1 / count, sum, 0)
  addLinear(project, sum, mean, 0)
  addLinear(content, mean, x, at)
}

function addLinear(layer: Linear, row: Float32Array, x: Float32Array, at: number): void {
  const out = new Float32Array(layer.outputs)
  linear(layer, row, 1, out)
  for (let i = 0; i < out.length; i++) x[at + i]! += out[i]!
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
