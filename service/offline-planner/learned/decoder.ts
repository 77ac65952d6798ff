/**
 * The learned reader's second half: from what was read and the signs so far, how likely each sign is the next. Goes
 * on with several sequences at once. What a step computed stays, and later steps of any sequence look at it.
 */
import { attendTogether, seenOf } from './attention.ts'
import { type Forward, feedForward, forwardOf, widestOf } from './encoder.ts'
import { addTo, attend, dot, layerNorm, type Shape } from './layers.ts'
import { borrowing, type Linear, linear } from './products.ts'
import { addRow, type Norm, type Table, type Weights } from './weights.ts'

interface Layer {
  norm: Norm
  queryKeyValue: Linear
  mix: Linear
  crossNorm: Norm
  crossQuery: Linear
  crossKeyValue: Linear
  crossMix: Linear
  forward: Forward
  /** Room for what each step of each sequence computed; used anew by each reading. */
  own: Float32Array
}

export interface DecoderWeights {
  width: number
  heads: number
  keys: readonly string[]
  key: Table
  place: Table
  pointed: Linear
  layers: Layer[]
  norm: Norm
  toKeys: Linear
  pointerQuery: Linear
  pointerKey: Linear
}

export function decoderWeightsOf(weights: Weights): DecoderWeights {
  const { header, linear, table, norm } = weights
  return {
    width: header.width,
    heads: header.heads,
    keys: header.keys,
    key: table('key'),
    place: table('dpos'),
    pointed: linear('ptr'),
    layers: Array.from({ length: header.decoder }, (_, at) => ({
      norm: norm(`dec.${at}.n1`),
      queryKeyValue: linear(`dec.${at}.att.qkv`),
      mix: linear(`dec.${at}.att.o`),
      crossNorm: norm(`dec.${at}.n2`),
      crossQuery: linear(`dec.${at}.cross.q`),
      crossKeyValue: linear(`dec.${at}.cross.kv`),
      crossMix: linear(`dec.${at}.cross.o`),
      forward: forwardOf(weights, `dec.${at}`, 'n3'),
      own: new Float32Array(0),
    })),
    norm: norm('dn'),
    toKeys: linear('out'),
    pointerQuery: linear('pq'),
    pointerKey: linear('pk'),
  }
}

/** A sequence to go on with. */
export interface Step {
  /** Its last sign: a key's number, or as many as there are keys and a unit's number. */
  sign: number
  /** The rows that its signs were given, one a step; this step writes its own. */
  rows: Int32Array
}

export interface Decoder {
  /** Of `steps.length` sequences with `at` signs each; logarithms of probabilities, a row of `signs` for each. */
  next(steps: readonly Step[], at: number): Float32Array
  /** How many signs there are: keys, then units. */
  signs: number
}

/** For `beams` sequences of up to `most` signs. `memory` is what the encoder made of `count` units. */
export function decoderOf(
  model: DecoderWeights,
  memory: Float32Array,
  count: number,
  beams: number,
  most: number,
): Decoder {
  const { width, heads, keys, layers } = model
  const shape: Shape = { width, heads, scores: new Float32Array(most) }
  const { store } = model.pointed
  const states = layers.map(layer => ({
    layer,
    own: roomOf(layer, most * beams * width * 3),
    units: seenOf(
      store,
      { data: linearOf(layer.crossKeyValue, memory, count), stride: width * 2, keyAt: 0, count },
      width,
      heads,
    ),
  }))
  const pointers = linearOf(model.pointerKey, memory, count)
  const signs = keys.length + count
  const x = new Float32Array(beams * width)
  const inner = new Float32Array(beams * width)
  const wide = new Float32Array(beams * widestOf(layers))
  const toKeys = new Float32Array(beams * model.toKeys.outputs)
  const answers = new Float32Array(beams * signs)

  /** Rows of keys and values are never moved: a sequence keeps the places of its own. */
  function attendOwn(data: Float32Array, steps: readonly Step[], at: number): void {
    const stride = width * 3
    steps.forEach(({ rows }, beam) => {
      const row = at * beams + beam
      rows[at] = row
      const seen = { data, stride, keyAt: width, rows, count: at + 1 }
      attend(shape, data, row * stride, seen, inner, beam * width)
    })
  }

  function answer(count: number): void {
    layerNorm(model.norm, x, count, inner)
    linear(model.toKeys, inner, count, toKeys)
    linear(model.pointerQuery, inner, count, x)
    for (let beam = 0; beam < count; beam++) {
      const from = beam * signs
      const keysFrom = beam * model.toKeys.outputs
      for (let i = 0; i < keys.length; i++) answers[from + i] = toKeys[keysFrom + i]!
      for (let i = keys.length; i < signs; i++)
        answers[from + i] =
          dot(x, beam * width, pointers, (i - keys.length) * width, width) / Math.sqrt(width)
      logSoftmax(answers, from, signs)
    }
  }

  function next(steps: readonly Step[], at: number): Float32Array {
    const size = steps.length * width
    embed(model, memory, steps, at, x)
    for (const { layer, own, units } of states) {
      layerNorm(layer.norm, x, steps.length, inner)
      linear(layer.queryKeyValue, inner, steps.length, own, at * beams * width * 3)
      attendOwn(own, steps, at)
      linear(layer.mix, inner, steps.length, wide)
      addTo(x, wide, size)
      layerNorm(layer.crossNorm, x, steps.length, inner)
      linear(layer.crossQuery, inner, steps.length, wide)
      borrowing(store, () => attendTogether(units, wide, width, steps.length, inner))
      linear(layer.crossMix, inner, steps.length, wide)
      addTo(x, wide, size)
      feedForward(layer.forward, x, steps.length, inner, wide)
    }
    answer(steps.length)
    return answers
  }
  return { next, signs }
}

function roomOf(layer: Layer, size: number): Float32Array {
  if (layer.own.length < size) layer.own = new Float32Array(size)
  return layer.own
}

function linearOf(layer: Linear, x: Float32Array, rows: number): Float32Array {
  const out = new Float32Array(rows * layer.outputs)
  linear(layer, x, rows, out)
  return out
}

/** What each sequence's last sign looks like at its place. */
function embed(
  { width, keys, key, place, pointed }: DecoderWeights,
  memory: Float32Array,
  steps: readonly Step[],
  at: number,
  x: Float32Array,
): void {
  x.fill(0)
  steps.forEach(({ sign }, beam) => {
    const from = beam * width
    const unit = sign - keys.length
    if (unit < 0) addRow(key, sign, 1, x, from)
    else linear(pointed, memory.subarray(unit * width, (unit + 1) * width), 1, x, from)
    addRow(place, Math.min(at, place.scales.length - 1), 1, x, from)
  })
}

function logSoftmax(x: Float32Array, from: number, count: number): void {
  let most = -Infinity
  for (let i = from; i < from + count; i++) if (x[i]! > most) most = x[i]!
  let sum = 0
  for (let i = from; i < from + count; i++) sum += Math.exp(x[i]! - most)
  const less = most + Math.log(sum)
  for (let i = from; i < from + count; i++) x[i]! -= less
}
