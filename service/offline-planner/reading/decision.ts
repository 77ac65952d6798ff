/** What is done with a sentence: the likeliest reading where it is likely enough for what it would do, else a question. */
import type { Reading } from '../learned/reader.ts'
import { firstWordOf } from '../meaning/items.ts'
import { findsNothing } from '../meaning/vain.ts'
import { type Weight, weightOf } from './effects.ts'
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
  const likely = readings.filter(each => mayBeOffered(each, sureness))
  // What finds nothing to do is no choice beside what does.
  const useful = likely.filter(({ instructions }) => !findsNothing(instructions))
  const offers = (useful.length > 0 ? useful : likely).slice(0, MOST_OFFERED)
  if (best.instructions.length === 0)
    return best.probability >= sureness.nothing || offers.length === 0 ? 'nothing' : { ask: offers }
  const weight = weightOf(best)
  const facts = factsOf(readings)
  const isEnough =
    likelihoodOf(facts) >= sureness.needed[weight] &&
    (weight !== 'takes' || best.probability >= sureness.taking)
  const isClose = weight !== 'read' && facts.second! > Math.log(sureness.close)
  if (isEnough && !isClose && !isHeldBack(best, weight)) return { do: best }
  return offers.length > 0 ? { ask: offers } : 'not understood'
}

/** Asked about: what words seem to hold back, what shows the opposite, what goes out of sight though nobody names it. */
const isHeldBack = (reading: Reading, weight: Weight): boolean =>
  (reading.left.withheld > 0 && (weight === 'change' || weight === 'takes')) ||
  reading.left.turned > 0 ||
  (reading.left.guessed > 0 && HIDING.includes(firstWordOf(reading.items) ?? ''))

const HIDING = ['hidecolumn', 'deletecolumn']

const mayBeOffered = ({ says, probability }: Reading, { offered }: typeof SURENESS): boolean =>
  says !== '' && probability >= offered
