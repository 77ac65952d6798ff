/**
 * What is done with a sentence that two readers have read: the rules, which know words and what they leave over,
 * and the learned reader, which knows how people put things and how often it is right. What both read alike is
 * done. Where they differ the one must be sure and the other in doubt, the more so where the rules account for the
 * sentence word by word; else what they read is offered.
 */

import type { TabOverview } from '../../sheets/overview/overview.ts'
import type { Learned } from '../learned/reader.ts'
import { besides, type Choice, choiceOfAll, choicesOf, firstUnsure, isToldWhy } from './choices.ts'
import type { Clause } from './clauses.ts'
import {
  changes,
  isHeld,
  isLosing,
  isPartial,
  isRestraint,
  loses,
  mayBeOffered,
  replaces,
  some,
} from './guards.ts'
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

export interface Read {
  rules: readonly Clause[]
  /** The likeliest first. */
  learned: () => readonly Learned[]
  home: TabOverview
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
  const isRuled = firstUnsure(rules) === undefined && own.choices.length === 0
  if (isRuled && rules.some(isForRulesAlone)) return own
  const readings = read.learned()
  const [best] = readings
  if (!best) return own
  const isTheirs = isRuled && isClean(rules, sureness.clean)
  const isNothing = best.clauses.length === 0
  const offers = offersOf(readings, read, sureness)
  const ruled = isRuled ? [choiceOfAll(rules.map(firstOf), home)] : own.choices
  if (isRuled && rules.some(hasPlace) && !isWriting(best, rules)) return own
  if (isRuled && !isNothing && (isReadToo(ruled[0]!, offers) || isKnownBetter(best, rules, isTheirs)))
    return own
  const isDoubted = best.probability >= doubtFrom(rules, isNothing, isTheirs, sureness)
  // What takes something away must be read by both.
  if (isRuled && !isDoubted) return some(rules, loses) ? { ...own, choices: merged(ruled, offers) } : own
  if (isNothing) return { ...own, choices: isRuled ? ruled : merged(ruled, offers) }
  if (
    best.probability >= neededFor(best, isRuled, isTheirs, sureness) &&
    !isForbidden(best, read, isTheirs, sureness)
  )
    return { instructions: best.clauses, learned: best, choices: [], others: [] }
  // An answer in words harms nobody.
  if (isRuled && !some(rules, changes))
    return { ...own, others: merged(own.others, offers.filter(isHarmless)) }
  return { ...own, choices: merged(offers, ruled) }
}

/** It need not be the likeliest: where the rules are sure of what is likely as well, both are right about it. */
const isReadToo = ({ says }: Choice, offers: readonly Choice[]): boolean =>
  offers.some(offer => offer.says === says && offer.learned!.probability >= LIKELY_AS_WELL)

/** Of what is meant alike the rules know the details: they cut no name short, and may account for each word. */
const isKnownBetter = ({ clauses }: Learned, rules: readonly Clause[], isTheirs: boolean): boolean =>
  !rules.some(hasPlace) && (isCut(clauses, rules) || (isTheirs && makesAlike(clauses, rules)))

/** A change that words seem to hold back, or that an answer of the rules makes needless. */
function isForbidden(
  best: Learned,
  { rules, isWithheld, isLeftAlone }: Read,
  isTheirs: boolean,
  sureness: Sureness,
): boolean {
  if (!some(best.clauses, changes)) return false
  const isDoubtful = isPartial(best, rules) || (!isTrusted(best, rules, sureness) && isHeld(best, rules))
  const isAnswered = isTheirs && !some(rules, changes) && (isQuestion(rules) || some(best.clauses, replaces))
  return isWithheld || isLeftAlone || isDoubtful || isAnswered
}

const isTrusted = ({ probability }: Learned, rules: readonly Clause[], { trusted }: Sureness): boolean =>
  probability >= trusted && !isRestraint(rules)

/** How likely another reading must be, so that the rules are doubted in what they are sure of. */
function doubtFrom(
  rules: readonly Clause[],
  isNothing: boolean,
  isTheirs: boolean,
  { doubted, nothing, clean }: Sureness,
): number {
  // An answer to what asks for nothing harms nobody.
  if (isNothing) return !some(rules, changes) ? 2 : isTheirs ? clean.nothing : nothing
  return isTheirs ? clean.doubted : doubted
}

/** What only the rules can read, and what they know can't be done. */
const isForRulesAlone = ({ candidates: [first] }: Clause): boolean =>
  first !== undefined && (first.frame.isForRulesAlone === true || isToldWhy(first))

/** What may be offered beside an answer: a change that takes nothing away. */
const isHarmless = ({ learned }: Choice): boolean =>
  learned !== undefined && some(learned.clauses, changes) && !isLosing(learned)

const isQuestion = (rules: readonly Clause[]): boolean =>
  /^[?？]$/.test(rules.at(-1)?.nodes.at(-1)?.text ?? '')

/** The same kinds, or a column of the same name. */
const makesAlike = (clauses: readonly Clause[], rules: readonly Clause[]): boolean =>
  kindsOf(clauses) === kindsOf(rules) || (createdBy(rules) !== '' && createdBy(clauses) === createdBy(rules))

const QUOTED = /“([^”]*)”/g

/** The same with a shorter name or text, which is a part of what was meant. */
function isCut(clauses: readonly Clause[], rules: readonly Clause[]): boolean {
  const [short, long] = [saidOf(clauses), saidOf(rules)]
  return (
    short.replaceAll(QUOTED, '') === long.replaceAll(QUOTED, '') &&
    textsIn(short).every((text, at) => textsIn(long)[at]!.includes(text))
  )
}

const textsIn = (says: string): string[] => [...says.matchAll(QUOTED)].map(([, text]) => text!)

const saidOf = (clauses: readonly Clause[]): string =>
  clauses.map(({ candidates: [first] }) => first?.filled?.says ?? '').join(', then ')

const createdBy = (clauses: readonly Clause[]): string =>
  clauses.map(({ candidates: [first] }) => first?.filled?.creates ?? '').join()

/** What is in a place is for the rules: they know to touch nothing else. The other knows what is to be written. */
const hasPlace = ({ nodes }: Pick<Clause, 'nodes'>): boolean => nodes.some(({ range }) => range)

const isWriting = ({ items: [first] }: Learned, rules: readonly Clause[]): boolean =>
  first?.kind === 'word' && first.word === 'write' && textsIn(saidOf(rules)).length < 2

const kindsOf = (clauses: readonly Clause[]): string =>
  [...new Set(clauses.map(({ candidates: [first] }) => first?.frame.name))].join()

const firstOf = ({ candidates: [first] }: Clause): Candidate | null => first ?? null

/** What is in a range is theirs, too, for they know to touch nothing else. */
const isClean = (rules: readonly Clause[], clean: Sureness['clean']): boolean =>
  rules.every(
    ({ candidates: [first], nodes }) =>
      first !== undefined &&
      (hasPlace({ nodes }) ||
        (first.doubt.weight - (first.frame.doubt ?? 0) < clean.doubt && -first.penalty < clean.penalty)),
  )

function neededFor(reading: Learned, isRuled: boolean, isTheirs: boolean, sureness: Sureness): number {
  const { clauses, isGuessed } = reading
  const needed = isGuessed ? sureness.guessed : sureness.alone
  const against = isTheirs ? sureness.clean.against : sureness.against
  return Math.max(
    isRuled ? (some(clauses, changes) ? against.changes : against.read) : 0,
    isLosing(reading) ? needed.loses : 0,
    ...clauses.map(({ candidates: [first] }) => (first === undefined ? 1 : needed[effectOf(first)])),
  )
}

/** The likeliest first; without those that words hold back. */
const offersOf = (learned: readonly Learned[], { rules, home }: Read, sureness: Sureness): Choice[] =>
  learned
    .filter(({ clauses, probability }) => clauses.length > 0 && probability >= sureness.offered)
    .filter(({ clauses }) => clauses.every(({ candidates: [first] }) => first?.filled?.says))
    .filter(each => isTrusted(each, rules, sureness) || mayBeOffered(each, rules))
    .map(each => ({ ...choiceOfAll(each.clauses.map(firstOf), home), learned: each }))

const merged = (first: readonly Choice[], second: readonly Choice[]): Choice[] =>
  [...first, ...second]
    .filter(({ says }, at, all) => says !== '' && all.findIndex(other => other.says === says) === at)
    .slice(0, MOST_OFFERED)
