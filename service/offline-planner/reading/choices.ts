/**
 * What is offered where it is not clear what is to be done: readings of the whole sentence that differ in what
 * they do, the likeliest first. Knows what readings do and how sure they are, and nothing of the words.
 */
import type { TabOverview } from '../../sheets/overview/overview.ts'
import type { Effect } from '../frames/frame.ts'
import type { Learned } from '../learned/reader.ts'
import type { Clause } from './clauses.ts'
import { type Candidate, effectOf, isClear, isSure } from './read.ts'
import { has } from './segments.ts'

export interface Choice {
  /** What would be done, in words. */
  says: string
  /** For each instruction of the sentence its reading; null where it is left out. */
  readings: readonly (Candidate | null)[]
  /** Where the learned reader reads it so. */
  learned?: Learned
}

const MOST = 3
/** More of those that are not sure are noise: the third is right once in a hundred. */
const MOST_UNSURE = 2
/** How far behind the best a reading may be: of those that are sure, and of those that are not. */
const NEAR = 0.2
const FAR = 2.5
/** What leaves more than this unexplained is seldom what is meant: less than one time in ten. */
const MOST_LEFT: Record<Effect, number> = { read: 8, add: 8, change: 6 }
const MOST_DOUBTED = 3
const MOST_OF_BOTH = 10

/** Words for which a part of the sentence can't be left out: they hold the others back. */
export const RESTRAINING = ['not', 'without', 'keep', 'except', 'but', 'withheld']

/** What is meant is clear, and why it can't be done. */
export const isToldWhy = (reading: Candidate): boolean => reading.problem !== null && isClear(reading)

/** Why not is told rather than what else there is, where that is likely what is meant. */
export const tellsWhy = ({ problem, penalty }: Candidate): boolean => problem !== null && penalty > -2.5

/** Whether an instruction is done as it is read: a part of several must be clear by itself. */
const isDone = ({ candidates: [first] }: Clause, count: number): boolean =>
  first !== undefined && (isSure(first) || isToldWhy(first)) && (count === 1 || isClear(first))

export const firstUnsure = (instructions: readonly Clause[]): Clause | undefined =>
  instructions.find(each => !isDone(each, instructions.length))

/** The sentence as it is read. */
export const asRead = (instructions: readonly Clause[], home: TabOverview): Choice =>
  choiceOfAll(
    instructions.map(({ candidates: [first] }) => (first?.filled ? first : null)),
    home,
  )

/** Empty where the sentence is to be done as it is read, or nothing of it can be. `home` is the open tab. */
export function choicesOf(instructions: readonly Clause[], home: TabOverview): Choice[] {
  const unsure = firstUnsure(instructions)
  if (!unsure) {
    const near = instructions.length === 1 ? equals(instructions[0]!) : []
    return near.length > 1 ? near.map(reading => choiceOfAll([reading], home)) : []
  }
  const options = instructions.map(optionsFor)
  if (options.some((found, at) => found.length === 0 && !mayBeLeftOut(instructions[at]!))) return []
  const likeliest = options.map(([first]) => first ?? null)
  const at = instructions.indexOf(unsure)
  const other = options[at]![1]
  const sure = likeliest.map((reading, index) =>
    isDone(instructions[index]!, instructions.length) ? reading : null,
  )
  const made = [
    likeliest,
    ...(other ? [likeliest.with(at, other)] : []),
    ...(instructions.every(each => isDone(each, instructions.length) || mayBeLeftOut(each)) ? [sure] : []),
  ].map(readings => choiceOfAll(readings, home))
  return made.filter(({ says }, index) => says !== '' && made.findIndex(each => each.says === says) === index)
}

/**
 * What may be meant where a figure is told: a change of the sheet that the words ask for as well, which is not
 * sure enough to be done.
 */
export function besides([only, ...more]: readonly Clause[], home: TabOverview): Choice[] {
  const [best, ...others] = only?.candidates ?? []
  if (!best || more.length > 0 || effectOf(best) !== 'read' || !isSure(best)) return []
  const same = best.untold ? [{ ...best, filled: best.untold }] : []
  const instead =
    best.left.length > 0 ? others.filter(each => effectOf(each) !== 'read' && isPlausible(each)) : []
  return distinct([...same, ...instead])
    .slice(0, MOST_UNSURE)
    .map(reading => choiceOfAll([reading], home))
}

/** What an instruction may mean, the likeliest first; of one that is sure only that. */
const optionsFor = ({ nodes, candidates: [best, ...others] }: Clause): Candidate[] => {
  // What can't be done and explains more of the words is what is meant.
  if (!best || [best, ...others].some(each => tellsWhy(each) && each.penalty >= best.penalty)) return []
  if (isSure(best)) return best.filled?.says ? [best] : []
  const isHeldBack = nodes.some(node => has(node, ...RESTRAINING))
  // “… but the returned ones”: without these words too much would be gone.
  return distinct([best, ...others].filter(each => isPlausible(each) && !(each.frame.loses && isHeldBack)))
    .filter(({ score }, _, [first]) => first!.score - score < FAR)
    .slice(0, MOST_UNSURE)
}

const mayBeLeftOut = ({ nodes }: Clause): boolean => !nodes.some(node => has(node, ...RESTRAINING))

/** Sure readings that are about as good as the best. */
function equals({ candidates: [best, ...others] }: Clause): Candidate[] {
  if (!best?.filled?.says || effectOf(best) === 'read') return []
  const near = others.filter(each => isSure(each) && best.score - each.score < NEAR)
  return distinct([best, ...near]).slice(0, MOST)
}

function isPlausible(reading: Candidate): boolean {
  const { penalty, doubt } = reading
  const isNear = -penalty < MOST_LEFT[effectOf(reading)] && doubt.weight < MOST_DOUBTED
  return isNear && 1.5 * doubt.weight - penalty < MOST_OF_BOTH
}

const distinct = (readings: readonly Candidate[]): Candidate[] => {
  const able = readings.filter(({ filled }) => filled?.says)
  return able.filter((each, at) => able.findIndex(other => other.filled!.says === each.filled!.says) === at)
}

/** All instructions of a sentence as one choice. */
export function choiceOfAll(readings: readonly (Candidate | null)[], home: TabOverview): Choice {
  const says = readings.flatMap(reading => (reading ? inWords(reading, home) : [])).filter(Boolean)
  return {
    says: says
      .map((each, at) => `${at === 0 ? each[0]!.toUpperCase() : each[0]!.toLowerCase()}${each.slice(1)}`)
      .join(', then '),
    readings,
  }
}

function inWords({ filled, tab }: Candidate, home: TabOverview): string {
  const says = (filled?.says ?? '').replace(/\s+/g, ' ')
  return says === '' || tab === home || says.includes(tab.title) ? says : `${says}, on the tab ${tab.title}`
}
