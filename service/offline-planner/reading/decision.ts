/**
 * What is done with a sentence that two readers have read: the rules, which know words and what they leave over,
 * and the learned reader, which knows how people put things and how often it is right. A sentence that the rules
 * account for word by word is theirs. What else both read alike is done; where they differ the one must be sure and
 * the other in doubt; else what they read is offered.
 */

import type { TabOverview } from '../../sheets/overview/overview.ts'
import type { Effect } from '../frames/frame.ts'
import type { Learned } from '../learned/reader.ts'
import {
  besides,
  type Choice,
  choiceOfAll,
  choicesOf,
  firstUnsure,
  isToldWhy,
  RESTRAINING,
} from './choices.ts'
import type { Clause } from './clauses.ts'
import { type Candidate, effectOf, isSure } from './read.ts'
import { has } from './segments.ts'

export interface Decision {
  instructions: readonly Clause[]
  /** Where they are read by the learned reader. */
  learned: Learned | null
  /** What is offered instead of doing anything. */
  choices: Choice[]
  /** What is offered after an answer in words. */
  others: Choice[]
}

type Weight = Effect | 'loses'

export interface Sureness {
  /** How likely the learned reader must be to have it done, alone; more than 1 is never. */
  alone: Record<Weight, number>
  /** The same where it takes columns that no word names. */
  guessed: Record<Weight, number>
  /** At least this, where the rules are sure of something else. */
  against: { read: number; changes: number }
  /** Less likely than this, it is no reason to doubt what the rules are sure of. */
  doubted: number
  /** The same where it reads that nothing is to be done. */
  nothing: number
  /** From here on it is taken to know what words deny, or what those mean that the rules do not know. */
  trusted: number
  /** What is less likely is not even offered. */
  offered: number
  /** What may be left in doubt and unexplained of a sentence that is the rules'. */
  clean: { doubt: number; penalty: number }
}

/** Measured on writers whom neither reader had met; docs/offline-planner.md tells the figures. */
export const SURENESS: Sureness = {
  alone: { read: 0.5, add: 0.7, change: 0.97, loses: 2 },
  guessed: { read: 0.5, add: 0.9, change: 0.98, loses: 2 },
  against: { read: 0.95, changes: 0.85 },
  doubted: 0.5,
  nothing: 0.9,
  trusted: 0.97,
  offered: 0.05,
  clean: { doubt: 0.45, penalty: 0.6 },
}
const MOST_OFFERED = 3
const LIKELY_AS_WELL = 0.2

export interface Read {
  rules: readonly Clause[]
  /** The likeliest first; asked only where it matters. */
  learned: () => readonly Learned[]
  home: TabOverview
  /** The words forbid to change anything. */
  isWithheld: boolean
}

export function decide({ rules, learned, home, isWithheld }: Read, sureness = SURENESS): Decision {
  const own: Decision = {
    instructions: rules,
    learned: null,
    choices: choicesOf(rules, home),
    others: besides(rules, home),
  }
  const isRuled = firstUnsure(rules) === undefined && own.choices.length === 0
  const isTheirs = isRuled && isClean(rules, sureness.clean)
  if (isTheirs && !loses(rules)) return own
  const readings = learned()
  const [best] = readings
  const isNothing = best?.clauses.length === 0
  // What would be lost is not taken away where it may be that nothing is meant.
  const isVetoed = isNothing && best.probability >= sureness.nothing
  const isTrusted = ({ probability }: Learned) => probability >= sureness.trusted && !isSaid(rules, KEEPING)
  if (!best || (isTheirs && !isVetoed)) return own
  const offers = offersOf(readings, home, sureness).filter(
    ({ learned: each }) => isTrusted(each!) || mayBeOffered(each!, rules),
  )
  const ruled = isRuled ? [choiceOfAll(rules.map(firstOf), home)] : own.choices
  // It need not be the likeliest: where the rules are sure of what is likely as well, both are right about it.
  const isSame =
    isRuled &&
    !isNothing &&
    offers.some(({ says, learned: each }) => says === ruled[0]?.says && each!.probability >= LIKELY_AS_WELL)
  if (isSame || (isRuled && best.probability < doubtFrom(rules, isNothing, sureness))) return own
  if (isNothing) return { ...own, choices: isRuled ? ruled : merged(ruled, offers) }
  const needed = neededFor(best, isRuled, sureness)
  const isHeld = isSaid(rules, HOLDING) && !isRestrained(best) && replaces(best.clauses)
  const isDoubtful = !isTrusted(best) && (isHeld || isPartial(best, rules))
  const isForbidden = changes(best.clauses) && (isWithheld || isDoubtful)
  if (best.probability >= needed && !isForbidden)
    return { instructions: best.clauses, learned: best, choices: [], others: [] }
  // An answer in words harms nobody.
  return isRuled && !changes(rules) ? own : { ...own, choices: merged(offers, ruled) }
}

/** How likely another reading must be, so that the rules are doubted in what they are sure of. */
function doubtFrom(rules: readonly Clause[], isNothing: boolean, { doubted, nothing }: Sureness): number {
  // An answer to what asks for nothing harms nobody.
  if (isNothing) return changes(rules) ? nothing : 2
  return doubted
}

/** Words that hold something back, or make it depend on something. */
const HOLDING = ['not', 'without', 'keep', 'stays', 'withheld']
const DENYING = ['not', 'withheld']
const KEEPING = ['keep', 'stays', 'withheld']

const isSaid = (rules: readonly Clause[], concepts: readonly string[]): boolean =>
  rules.some(({ nodes }) => nodes.some(node => has(node, ...concepts) || /^(?:if|unless)$/i.test(node.text)))

/** "… but the returned ones": without these words too much would be gone. */
const mayBeOffered = (reading: Learned, rules: readonly Clause[]): boolean =>
  isRestrained(reading) ||
  !(
    (isLosing(reading) && isSaid(rules, RESTRAINING)) ||
    (replaces(reading.clauses) && isSaid(rules, DENYING))
  )

/** An instruction that nobody understands is among those that are. */
const isPartial = ({ clauses }: Learned, rules: readonly Clause[]): boolean =>
  rules.length > Math.max(1, clauses.length) &&
  rules.some(
    ({ nodes, candidates: [first] }) =>
      !(first && isSure(first)) && nodes.some(({ isUnknown, text }) => isUnknown && text.length > 3),
  )

const RESTRAINTS = new Set(['!=', 'empty', 'if', 'unbold', '<', '<=', 'none'])

/** Whether a reading takes such words for what it does. */
const isRestrained = ({ items }: Learned): boolean =>
  items.some(item => item.kind === 'word' && RESTRAINTS.has(item.word))

const loses = (clauses: readonly Clause[]): boolean =>
  clauses.some(({ candidates: [first] }) => first?.frame.loses === true)

const TAKING = new Set(['deleterows', 'deleterow', 'deletecolumn', 'deletetab', 'dedupe', 'clear'])

/** Whether it takes rows, columns, tabs or what cells hold away. */
const isLosing = ({ items }: Learned): boolean =>
  items.some(item => item.kind === 'word' && TAKING.has(item.word))

const replaces = (clauses: readonly Clause[]): boolean =>
  clauses.some(({ candidates: [first] }) => first !== undefined && effectOf(first) === 'change')

const firstOf = ({ candidates: [first] }: Clause): Candidate | null => first ?? null

const changes = (clauses: readonly Clause[]): boolean =>
  clauses.some(({ candidates: [first] }) => first !== undefined && effectOf(first) !== 'read')

/** What is in a range is theirs, too, for they know to touch nothing else; and what they know can't be done. */
const isClean = (rules: readonly Clause[], clean: Sureness['clean']): boolean =>
  rules.every(
    ({ candidates: [first], nodes }) =>
      first !== undefined &&
      (isToldWhy(first) ||
        nodes.some(({ range }) => range) ||
        (first.doubt.weight - (first.frame.doubt ?? 0) < clean.doubt && -first.penalty < clean.penalty)),
  )

function neededFor(reading: Learned, isRuled: boolean, sureness: Sureness): number {
  const { clauses, isGuessed } = reading
  const needed = isGuessed ? sureness.guessed : sureness.alone
  return Math.max(
    isRuled ? (changes(clauses) ? sureness.against.changes : sureness.against.read) : 0,
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
