/** What is done with a sentence: the likeliest reading where it is likely enough for what it would do, else a question. */
import type { Reading } from '../learned/reader.ts'
import { weightOf } from './effects.ts'
import { factsOf } from './facts.ts'
import { likelihoodOf } from './likelihood.ts'
import { SURENESS } from './sureness.ts'

export type Decision =
  | { do: Reading }
  /** The likeliest first. */
  | { ask: Reading[] }
  /** Nothing is asked for. */
  | 'nothing'
  | 'not understood'

const MOST_OFFERED = 3

/** `readings` with the likeliest first. */
export function decide(readings: readonly Reading[], sureness = SURENESS): Decision {
  const [best] = readings
  if (!best) return 'not understood'
  const offers = readings.filter(each => mayBeOffered(each, sureness)).slice(0, MOST_OFFERED)
  if (best.instructions.length === 0)
    return best.probability >= sureness.nothing || offers.length === 0 ? 'nothing' : { ask: offers }
  const weight = weightOf(best)
  const isEnough = likelihoodOf(factsOf(readings)) >= sureness.needed[weight]
  // What words seem to hold back is asked about.
  const isHeldBack = best.left.withheld > 0 && (weight === 'change' || weight === 'takes')
  if (isEnough && !isHeldBack) return { do: best }
  return offers.length > 0 ? { ask: offers } : 'not understood'
}

const mayBeOffered = ({ says, probability }: Reading, { offered }: typeof SURENESS): boolean =>
  says !== '' && probability >= offered
