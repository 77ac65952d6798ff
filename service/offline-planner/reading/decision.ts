/**
 * What is done with a sentence that two readers have read: the rules, which know words and what they leave over, and
 * the learned reader, which knows how people put things. What speaks for each of them is weighed: the one that is
 * likelier to be right is followed where that is likely enough for what it would do; else what they read is offered.
 */

import type { TabOverview } from '../../sheets/overview/overview.ts'
import type { Learned } from '../learned/reader.ts'
import { besides, type Choice, choiceOfAll, choicesOf, firstUnsure, isToldWhy } from './choices.ts'
import type { Clause } from './clauses.ts'
import {
  type BothRead,
  isClean,
  isPlain,
  isReadInPart,
  learnedFacts,
  ruledProbability,
  rulesFacts,
} from './facts.ts'
import {
  changes,
  isForbidden,
  isLosing,
  isTrusted,
  loses,
  mayBeOffered,
  replaces,
  some,
  takes,
} from './guards.ts'
import { likelihoodOf, WEIGHTS } from './likelihood.ts'
import { type Candidate, effectOf } from './read.ts'
import { SURENESS, type Sureness } from './sureness.ts'

export interface Decision {
  instructions: readonly Clause[]
  /** Where they are read by the learned reader. */
  learned: Learned | null
  /** What is offered instead of doing anything. */
  choices: Choice[]
  /** What is offered after an answer in words. */
  others: Choice[]
}

const MOST_OFFERED = 3
const LIKELY_AS_WELL = 0.2
/** Less than that is nothing against rules that leave nothing open. */
const LIKELY = 0.4

export interface Read {
  rules: readonly Clause[]
  /** The likeliest first. */
  learned: () => readonly Learned[]
  home: TabOverview
  /** The sentence. */
  said: string
  /** Words seem to forbid to change anything. */
  isWithheld: boolean
  /** The sheet is to be left as it is, whatever else is said. */
  isLeftAlone: boolean
}

export function decide(read: Read, sureness = SURENESS): Decision {
  const { rules, home } = read
  const own: Decision = {
    instructions: rules,
    learned: null,
    choices: choicesOf(rules, home),
    others: besides(rules, home),
  }
  const both = readByBoth(read, own.choices)
  if (!both) return own
  const { isRuled, readings } = both
  const best = readings[0]!
  const ruled = isRuled ? [choiceOfAll(rules.map(firstOf), home)] : own.choices
  const offers = offersOf(readings, read, sureness)
  const [theirs, its] = rightnessOf(both, read, sureness)
  if (theirs.isEnough && (!its.isEnough || theirs.likelihood >= its.likelihood || isCut(best.clauses, rules)))
    return own
  if (its.isEnough) return { instructions: best.clauses, learned: best, choices: [], others: [] }
  // An answer in words harms nobody.
  if (isRuled && !some(rules, changes))
    return { ...own, others: merged(own.others, offers.filter(isHarmless)) }
  return { ...own, choices: best.clauses.length === 0 && isRuled ? ruled : merged(offers, ruled) }
}

/** Null where only the rules are asked, or only they have read something. */
export function readByBoth(
  { rules, home, said, learned }: Read,
  choices: readonly Choice[] = choicesOf(rules, home),
): BothRead | null {
  const isRuled = firstUnsure(rules) === undefined && choices.length === 0
  if (isRuled && rules.some(isForRulesAlone)) return null
  const readings = learned()
  const [best] = readings
  if (!best || (isRuled && rules.some(hasPlace) && !isWriting(best, rules))) return null
  const saysOf = (clauses: readonly Clause[]): string => choiceOfAll(clauses.map(firstOf), home).says
  return {
    rules,
    isRuled,
    ruledSays: isRuled ? saysOf(rules) : '',
    readings: readings.map(each => ({ ...each, says: saysOf(each.clauses) })),
    words: said.split(/\s+/).length,
  }
}

interface Rightness {
  likelihood: number
  /** For what it would do. */
  isEnough: boolean
}

/** Of the rules, and of the learned reader. */
function rightnessOf(both: BothRead, read: Read, { needed, lead }: Sureness): [Rightness, Rightness] {
  const { rules, isRuled, readings } = both
  const [best] = readings
  const theirs = isRuled ? likelihoodOf(rulesFacts(both), WEIGHTS.rules) + (isClean(rules) ? lead : 0) : 0
  const its = best!.clauses.length > 0 ? likelihoodOf(learnedFacts(both), WEIGHTS.learned) : 0
  const isWithheld =
    some(best!.clauses, changes) && (read.isWithheld || read.isLeftAlone || isAnswered(both, best!))
  // Where the other is in doubt, rules that account for each word know better.
  const isTheirs = isRuled && isClean(rules) && best!.probability < LIKELY
  return [
    {
      likelihood: theirs,
      isEnough: (isTheirs || theirs >= neededFor(rules, needed)) && !isUnshared(both),
    },
    {
      likelihood: its,
      isEnough:
        its >= neededFor(best!.clauses, needed, isLosing(best!)) &&
        !(isRuled && best!.probability < LIKELY) &&
        !isWithheld &&
        !isForbidden(best!, rules),
    },
  ]
}

/** A change is needless where the rules know the answer to a question, or have one and would change nothing. */
const isAnswered = ({ rules, isRuled }: BothRead, { clauses }: Learned): boolean =>
  isRuled && isClean(rules) && !some(rules, changes) && (isQuestion(rules) || some(clauses, replaces))

const isQuestion = (rules: readonly Clause[]): boolean =>
  /^[?？]$/.test(rules.at(-1)?.nodes.at(-1)?.text ?? '')

/** What overwrites something must be likely to both; what takes something away, both must want to take away. */
function isUnshared(both: BothRead): boolean {
  const { rules, readings } = both
  const isLikely = ruledProbability(both) >= LIKELY_AS_WELL
  // Of several instructions the other reader may have read a part, where each word is accounted for.
  if (isPlain(rules) && rules.length > 1 && isReadInPart(both)) return false
  if (some(rules, takes)) return !isLikely || !isLosing(readings[0]!)
  return some(rules, loses) && !isClean(rules) && !isLikely
}

/** Each instruction as what it does to the sheet needs it. */
const neededFor = (clauses: readonly Clause[], needed: Sureness['needed'], isTaking = false): number =>
  Math.max(
    isTaking ? needed.takes : 0,
    ...clauses.map(clause => {
      const first = firstOf(clause)
      return first ? needed[effectOf(first)] : 1
    }),
  )

/** What only the rules can read, and what they know can't be done. */
const isForRulesAlone = ({ candidates: [first] }: Clause): boolean =>
  first !== undefined && (first.frame.isForRulesAlone === true || isToldWhy(first))

/** What may be offered beside an answer: a change that takes nothing away. */
const isHarmless = ({ learned }: Choice): boolean =>
  learned !== undefined && some(learned.clauses, changes) && !isLosing(learned)

const QUOTED = /“([^”]*)”/g
/** What ends a sentence is no part of a name. */
const ENDING = /[\s.,;:!?]+$/

/** The same with a shorter name or text, which is a part of what was meant. */
function isCut(clauses: readonly Clause[], rules: readonly Clause[]): boolean {
  const [short, long] = [saidOf(clauses), saidOf(rules)]
  return (
    short.replaceAll(QUOTED, '') === long.replaceAll(QUOTED, '') &&
    textsIn(short).every((text, at) => textsIn(long)[at]!.replace(ENDING, '').includes(text)) &&
    !textsIn(short).every((text, at) => text === textsIn(long)[at]!.replace(ENDING, ''))
  )
}

const textsIn = (says: string): string[] => [...says.matchAll(QUOTED)].map(([, text]) => text!)

const saidOf = (clauses: readonly Clause[]): string =>
  clauses.map(({ candidates: [first] }) => first?.filled?.says ?? '').join(', then ')

/** What is in a place is for the rules: they know to touch nothing else. The other knows what is to be written. */
const hasPlace = ({ nodes }: Pick<Clause, 'nodes'>): boolean => nodes.some(({ range }) => range)

const isWriting = ({ items: [first] }: Learned, rules: readonly Clause[]): boolean =>
  first?.kind === 'word' && first.word === 'write' && textsIn(saidOf(rules)).length < 2

const firstOf = ({ candidates: [first] }: Clause): Candidate | null => first ?? null

/** The likeliest first; without those that words hold back. */
const offersOf = (learned: readonly Learned[], { rules, home }: Read, { offered }: Sureness): Choice[] =>
  learned
    .filter(({ clauses, probability }) => clauses.length > 0 && probability >= offered)
    .filter(({ clauses }) => clauses.every(({ candidates: [first] }) => first?.filled?.says))
    .filter(each => isTrusted(each, rules) || mayBeOffered(each, rules))
    .map(each => ({ ...choiceOfAll(each.clauses.map(firstOf), home), learned: each }))

/** In turn, so that each of the readers is among those that are offered. */
const merged = (first: readonly Choice[], second: readonly Choice[]): Choice[] =>
  Array.from({ length: Math.max(first.length, second.length) })
    .flatMap((_, at) => [first[at], second[at]].filter(choice => choice !== undefined))
    .filter(({ says }, at, all) => says !== '' && all.findIndex(other => other.says === says) === at)
    .slice(0, MOST_OFFERED)
