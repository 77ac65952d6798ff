/** What speaks for and against each of two readers being right about a sentence, as numbers that are weighed. */
import type { Learned } from '../learned/reader.ts'
import type { Clause } from './clauses.ts'
import { changes, isLosing, isRestraint, loses, replaces, some } from './guards.ts'
import type { Candidate } from './read.ts'

/** A sentence as both have read it. */
export interface BothRead {
  rules: readonly Clause[]
  /** The rules leave nothing open. */
  isRuled: boolean
  /** In the words of what is done. */
  ruledSays: string
  /** The likeliest first; never empty. */
  readings: readonly (Learned & { says: string })[]
  /** Of the sentence. */
  words: number
}

export type Facts = Record<string, number>

/** Less is as good as never. */
const LEAST = 1e-4
const ln = (share: number): number => Math.log(Math.max(share, LEAST))
const odds = (share: number): number => {
  const held = Math.min(Math.max(share, LEAST), 1 - LEAST)
  return Math.log(held / (1 - held))
}

/** So much in doubt or unexplained is left of a sentence that the rules account for word by word. */
const CLEAN = { doubt: 0.45, penalty: 0.6 }

/** Less than that is none. */
const PLAIN = 0.05

/** For and against the likeliest of the learned readings. */
export function learnedFacts(both: BothRead): Facts {
  const { rules, isRuled, readings, words } = both
  const [best, second] = readings
  const { probability, clauses, isGuessed } = best!
  const { isSame, isAlike } = agreementOf(both)
  const isOther = isRuled && !isSame
  const isAccounted = isClean(rules)
  return numbers({
    odds: odds(probability),
    oddsSquared: odds(probability) ** 2 / 5,
    second: ln(Math.max(second?.probability ?? 0, LEAST) / Math.max(probability, LEAST)),
    guessed: isGuessed,
    vain: clauses.some(({ isVain }) => isVain),
    tells: !some(clauses, changes),
    replaces: some(clauses, replaces),
    takes: isLosing(best!),
    same: isSame,
    alike: isAlike && !isSame,
    other: isOther,
    otherClean: isOther && isAccounted,
    otherKindClean: isRuled && isAccounted && !isAlike,
    otherChanges: isOther && some(rules, changes),
    words: words / 20,
    several: clauses.length > 1,
    ruledToo: isRuled ? ln(ruledProbability(both)) : 0,
  })
}

/** For and against what the rules are sure of. */
export function rulesFacts(both: BothRead): Facts {
  const { rules, readings, words, ruledSays } = both
  const [best] = readings
  const { isSame, isAlike } = agreementOf(both)
  const [doubt, penalty] = [doubtIn(rules), penaltyIn(rules)]
  const isNothing = best!.clauses.length === 0
  return numbers({
    ruledToo: ln(ruledProbability(both)),
    against: isSame ? 0 : odds(best!.probability),
    same: isSame,
    alike: isAlike,
    clean: isClean(rules),
    plain: isPlain(rules) ? 1 / words : 0,
    doubt,
    penalty,
    tells: !some(rules, changes),
    replaces: some(rules, replaces),
    loses: some(rules, loses),
    nothing: isNothing,
    surelyNothing: isNothing ? odds(best!.probability) : 0,
    words: words / 20 / Math.max(1, rules.length),
    restraint: isRestraint(rules),
    guessed: best!.isGuessed,
    unsaid: ruledSays === '',
  })
}

/** They account for each word, or nearly so. */
export const isClean = (rules: readonly Clause[]): boolean =>
  doubtIn(rules) < CLEAN.doubt && penaltyIn(rules) < CLEAN.penalty

export const isPlain = (rules: readonly Clause[]): boolean =>
  doubtIn(rules) < PLAIN && penaltyIn(rules) < PLAIN

/** How likely the learned reader finds what the rules are sure of. */
export const ruledProbability = ({ readings, ruledSays }: BothRead): number =>
  readings.find(({ says }) => says === ruledSays)?.probability ?? 0

const agreementOf = ({ rules, isRuled, readings: [best], ruledSays }: BothRead) => {
  const isMoreRead = isClean(rules) && isPartOf(partsOf(ruledSays), partsOf(best!.says))
  return {
    // The rules may have read more; where the other has, each word must be accounted for without it.
    isSame: isRuled && (isReadInPart({ readings: [best!], ruledSays }) || isMoreRead),
    isAlike: best!.clauses.length > 0 && makesAlike(best!.clauses, rules),
  }
}

/** What the learned reader reads is all that the rules do, or some of it. */
export const isReadInPart = ({
  readings: [best],
  ruledSays,
}: Pick<BothRead, 'readings' | 'ruledSays'>): boolean => isPartOf(partsOf(best!.says), partsOf(ruledSays))

const partsOf = (says: string): string[] => (says === '' ? [] : says.split(', then '))

const isPartOf = (some: readonly string[], all: readonly string[]): boolean =>
  some.length > 0 && some.every(each => all.includes(each))

/** The same kinds, or a column of the same name. */
const makesAlike = (clauses: readonly Clause[], rules: readonly Clause[]): boolean =>
  kindsOf(clauses) === kindsOf(rules) || (createdBy(rules) !== '' && createdBy(clauses) === createdBy(rules))

const createdBy = (clauses: readonly Clause[]): string =>
  firsts(clauses)
    .map(({ filled }) => filled?.creates ?? '')
    .join()

const kindsOf = (clauses: readonly Clause[]): string =>
  firsts(clauses)
    .map(({ frame }) => frame.name)
    .join()

const firsts = (clauses: readonly Clause[]): Candidate[] =>
  clauses.flatMap(({ candidates: [first] }) => first ?? [])

const doubtIn = (rules: readonly Clause[]): number =>
  Math.max(0, ...firsts(rules).map(({ doubt, frame }) => doubt.weight - (frame.doubt ?? 0)))

const penaltyIn = (rules: readonly Clause[]): number =>
  Math.max(0, ...firsts(rules).map(({ penalty }) => -penalty))

const numbers = (facts: Record<string, number | boolean>): Facts =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, Number(value)]))
