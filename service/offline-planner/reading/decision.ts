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
import { isHeld, isLosing, isPartial, isRestraint, mayBeOffered, replaces } from './guards.ts'
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

export function decide(
  { rules, learned, home, isWithheld, isLeftAlone }: Read,
  sureness = SURENESS,
): Decision {
  const own: Decision = {
    instructions: rules,
    learned: null,
    choices: choicesOf(rules, home),
    others: besides(rules, home),
  }
  const isRuled = firstUnsure(rules) === undefined && own.choices.length === 0
  if (isRuled && rules.some(isForRulesAlone)) return own
  const readings = learned()
  const [best] = readings
  if (!best) return own
  const isTheirs = isRuled && isClean(rules, sureness.clean)
  const isNothing = best.clauses.length === 0
  const isTrusted = ({ probability }: Learned) => probability >= sureness.trusted && !isRestraint(rules)
  const offers = offersOf(readings, home, sureness).filter(
    ({ learned: each }) => isTrusted(each!) || mayBeOffered(each!, rules),
  )
  const ruled = isRuled ? [choiceOfAll(rules.map(firstOf), home)] : own.choices
  // It need not be the likeliest: where the rules are sure of what is likely as well, both are right about it.
  const isSame =
    isRuled &&
    !isNothing &&
    offers.some(({ says, learned: each }) => says === ruled[0]?.says && each!.probability >= LIKELY_AS_WELL)
  const isPlaced = rules.some(hasPlace)
  // Of the same kind they know the details: each word is accounted for.
  const isLike =
    isRuled && !isPlaced && (isCut(best.clauses, rules) || (isTheirs && makesAlike(best.clauses, rules)))
  if (isSame || (isLike && !isNothing) || (isRuled && isPlaced && !isWriting(best, rules))) return own
  const isDoubted = best.probability >= doubtFrom(rules, isNothing, isTheirs, sureness)
  // What takes something away must be read by both.
  if (isRuled && !isDoubted) return loses(rules) ? { ...own, choices: merged(ruled, offers) } : own
  if (isNothing) return { ...own, choices: isRuled ? ruled : merged(ruled, offers) }
  const needed = neededFor(best, isRuled, isTheirs, sureness)
  const isDoubtful = isPartial(best, rules) || (!isTrusted(best) && isHeld(best, rules))
  const isAnswered = isTheirs && !changes(rules) && (isQuestion(rules) || replaces(best.clauses))
  const isForbidden = changes(best.clauses) && (isWithheld || isLeftAlone || isDoubtful || isAnswered)
  if (best.probability >= needed && !isForbidden)
    return { instructions: best.clauses, learned: best, choices: [], others: [] }
  // An answer in words harms nobody.
  if (isRuled && !changes(rules)) return { ...own, others: merged(own.others, offers.filter(isHarmless)) }
  return { ...own, choices: merged(offers, ruled) }
}

const loses = (clauses: readonly Clause[]): boolean =>
  clauses.some(({ candidates: [first] }) => first?.frame.loses === true)

/** How likely another reading must be, so that the rules are doubted in what they are sure of. */
function doubtFrom(
  rules: readonly Clause[],
  isNothing: boolean,
  isTheirs: boolean,
  { doubted, nothing, clean }: Sureness,
): number {
  // An answer to what asks for nothing harms nobody.
  if (isNothing) return !changes(rules) ? 2 : isTheirs ? clean.nothing : nothing
  return isTheirs ? clean.doubted : doubted
}

/** Kinds that the meaning language has no words for. */
const BEYOND = new Set([
  'Fill a range with a formula',
  'Needs a language model',
  'Row by row with the bulk model',
])

/** What only the rules can read, and what they know can't be done. */
const isForRulesAlone = ({ candidates: [first] }: Clause): boolean =>
  first !== undefined && (BEYOND.has(first.frame.name) || isToldWhy(first))

/** What may be offered beside an answer: a change that takes nothing away. */
const isHarmless = ({ learned }: Choice): boolean =>
  learned !== undefined && changes(learned.clauses) && !isLosing(learned)

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
const hasPlace = ({ nodes }: Clause): boolean => nodes.some(({ range }) => range)

const isWriting = ({ items: [first] }: Learned, rules: readonly Clause[]): boolean =>
  first?.kind === 'word' && first.word === 'write' && textsIn(saidOf(rules)).length < 2

const kindsOf = (clauses: readonly Clause[]): string =>
  [...new Set(clauses.map(({ candidates: [first] }) => first?.frame.name))].join()

const firstOf = ({ candidates: [first] }: Clause): Candidate | null => first ?? null

const changes = (clauses: readonly Clause[]): boolean =>
  clauses.some(({ candidates: [first] }) => first !== undefined && effectOf(first) !== 'read')

/** What is in a range is theirs, too, for they know to touch nothing else. */
const isClean = (rules: readonly Clause[], clean: Sureness['clean']): boolean =>
  rules.every(
    ({ candidates: [first], nodes }) =>
      first !== undefined &&
      (nodes.some(({ range }) => range) ||
        (first.doubt.weight - (first.frame.doubt ?? 0) < clean.doubt && -first.penalty < clean.penalty)),
  )

function neededFor(reading: Learned, isRuled: boolean, isTheirs: boolean, sureness: Sureness): number {
  const { clauses, isGuessed } = reading
  const needed = isGuessed ? sureness.guessed : sureness.alone
  const against = isTheirs ? sureness.clean.against : sureness.against
  return Math.max(
    isRuled ? (changes(clauses) ? against.changes : against.read) : 0,
    isLosing(reading) ? needed.loses : 0,
    ...clauses.map(({ candidates: [first] }) => (first === undefined ? 1 : needed[effectOf(first)])),
  )
}

const offersOf = (learned: readonly Learned[], home: TabOverview, { offered }: Sureness): Choice[] =>
  learned
    .filter(({ clauses, probability }) => clauses.length > 0 && probability >= offered)
    .filter(({ clauses }) => clauses.every(({ candidates: [first] }) => first?.filled?.says))
    .map(each => ({ ...choiceOfAll(each.clauses.map(firstOf), home), learned: each }))

const merged = (first: readonly Choice[], second: readonly Choice[]): Choice[] =>
  [...first, ...second]
    .filter(({ says }, at, all) => says !== '' && all.findIndex(other => other.says === says) === at)
    .slice(0, MOST_OFFERED)
