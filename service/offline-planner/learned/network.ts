/**
 * The learned reader: from the units of a sentence and its spreadsheet to the likeliest sequences of signs. It knows
 * numbers, not the language: whether a sequence means anything, others find out.
 */
import { type Decoder, type DecoderWeights, decoderOf, decoderWeightsOf, type Step } from './decoder.ts'
import { encode, encoderOf } from './encoder.ts'
import type { Sign } from './items.ts'
import { borrowing } from './products.ts'
import type { Unit } from './source.ts'
import { readWeights } from './weights.ts'

export interface Reading {
  signs: Sign[]
  /** Of the whole sequence, its end included. */
  logProbability: number
}

export interface ReadOptions {
  /** Most readings that are wanted, and most sequences that are followed at once. */
  width?: number
  /** Longer sequences are given up. */
  steps?: number
  /** Sequences this much less likely than the best (natural logarithm) are dropped, so a sure reading costs one. */
  margin?: number
}

export interface Network {
  /** Best first; none where no sequence came to its end. */
  read(units: readonly Unit[], options?: ReadOptions): Reading[]
}

/** A sequence that may go on. */
interface Beam extends Step {
  signs: number[]
  logProbability: number
}

interface Candidate {
  beam: Beam
  sign: number
  logProbability: number
}

/** The first two keys. */
const END = 0
const START = 1

/** The `bytes` must not change later: tables stay where they are until a row is needed. */
export function loadNetwork(bytes: Uint8Array): Network {
  const weights = readWeights(bytes)
  const encoder = encoderOf(weights)
  const model = decoderWeightsOf(weights)
  return {
    read(units, { width = 4, steps = 96, margin = 5 } = {}) {
      if (units.length === 0) return []
      return borrowing(weights.store, () => {
        const decoder = decoderOf(model, encode(encoder, units), units.length, width, steps)
        return search(decoder, width, steps, margin).map(({ beam, logProbability }) => ({
          signs: beam.signs.map(sign => signOf(model, sign)),
          logProbability,
        }))
      })
    },
  }
}

const signOf = ({ keys }: DecoderWeights, sign: number): Sign => keys[sign] ?? sign - keys.length

/** Ends that were found, best first. */
function search(decoder: Decoder, width: number, steps: number, margin: number): Candidate[] {
  let finished: Candidate[] = []
  let beams: Beam[] = [{ signs: [], sign: START, rows: new Int32Array(steps), logProbability: 0 }]
  for (let at = 0; at < steps && beams.length > 0; at++) {
    const candidates = likeliest(beams, decoder.next(beams, at), decoder.signs, width)
    const ends = candidates.filter(({ sign }) => sign === END)
    finished = [...finished, ...ends].sort((a, b) => b.logProbability - a.logProbability).slice(0, width)
    const best = Math.max(
      candidates[0]?.logProbability ?? -Infinity,
      finished[0]?.logProbability ?? -Infinity,
    )
    // Going on only makes a sequence less likely: what is behind the last place already never gets it.
    const least = Math.max(best - margin, finished[width - 1]?.logProbability ?? -Infinity)
    beams = candidates.filter(each => each.sign !== END && each.logProbability > least).map(grown)
  }
  return finished
}

/** The `width` best ways to go on, best first. */
function likeliest(beams: readonly Beam[], answers: Float32Array, signs: number, width: number): Candidate[] {
  const found: Candidate[] = []
  beams.forEach((beam, row) => {
    for (let sign = 0; sign < signs; sign++) {
      const logProbability = beam.logProbability + answers[row * signs + sign]!
      if (sign === START || logProbability <= (found[width - 1]?.logProbability ?? -Infinity)) continue
      const place = found.findIndex(other => other.logProbability < logProbability)
      found.splice(place < 0 ? found.length : place, 0, { beam, sign, logProbability })
      if (found.length > width) found.pop()
    }
  })
  return found
}

const grown = ({ beam, sign, logProbability }: Candidate): Beam => ({
  signs: [...beam.signs, sign],
  sign,
  rows: beam.rows.slice(),
  logProbability,
})
