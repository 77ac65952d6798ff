/** Finds the reading of a clause that explains it best, among all kinds and tabs; or says what it lacks. */
import type { TabOverview } from '../../sheets/overview/overview.ts'
import type { Effect, Filled, Frame } from '../frames/frame.ts'
import type { Node } from '../linking/link.ts'
import { type Doubt, doubtOf, mostDoubt } from './acceptance.ts'
import { Draft, type Scope } from './draft.ts'
import { explain } from './score.ts'

export interface Candidate {
  frame: Frame
  tab: TabOverview
  score: number
  penalty: number
  gain: number
  left: string[]
  filled: Filled | null
  /** What it would do to the sheet, where it is only told in words. */
  untold?: Filled
  problem: string | null
  /** What it would change the sheet without accounting for. */
  doubt: Doubt
  /** The words ask for an answer, and it would change what is there. */
  isAgainstQuestion: boolean
}

/** What may stay unexplained. A figure in words harms nobody; a changed cell may. */
const TOLERANCE: Record<Effect, number> = { read: 4.6, add: 1.3, change: 1 }
/** Whoever explains much may leave a little more. */
const PER_GAIN: Record<Effect, number> = { read: 0.3, add: 0.07, change: 0.1 }
/** A long sentence may not hide what is not understood. */
const MOST_GAIN: Record<Effect, number> = { read: 12, add: 8, change: 5 }
/** Readings of another tab than the one that is open, where nothing names it. */
const OTHER_TAB = 1.6
const GUESSED_TAB: Record<Effect, number> = { read: 0, add: 1.6, change: 1.6 }

export function candidates(
  nodes: readonly Node[],
  scope: Scope,
  frames: readonly Frame[],
  text: string,
): Candidate[] {
  const found: Candidate[] = []
  const concepts = new Set(nodes.flatMap(node => [...node.concepts]))
  const fitting = frames.filter(frame => isCalled(frame, concepts))
  for (const tab of tabsOf(nodes, scope)) {
    const isNamed = nodes.some(node => node.tab === tab)
    const distance =
      tab === scope.tab || nodes.some(node => node.range?.tab !== undefined) ? 0 : isNamed ? 0.4 : OTHER_TAB
    for (const frame of fitting) {
      const candidate = attempt(frame, nodes, { ...scope, tab }, text, distance === OTHER_TAB)
      if (candidate) found.push({ ...candidate, score: candidate.score - distance })
    }
  }
  return found.sort((a, b) => b.score - a.score)
}

/** The open tab, those that are named, and those that have a column or value which the open one lacks. */
function tabsOf(nodes: readonly Node[], { tab, overview }: Scope): TabOverview[] {
  const placed = nodes.find(node => node.range?.tab !== undefined)?.range?.tab
  const own =
    placed === undefined
      ? undefined
      : overview.tabs.find(each => each.title.toLowerCase() === placed.toLowerCase())
  // A range names its tab, and no other is meant.
  if (placed !== undefined) return own ? [own] : []
  const linked = new Set(nodes.flatMap(node => [node.tab, ...missedBy(tab, node)]))
  return [tab, ...overview.tabs.filter(each => each !== tab && linked.has(each)).slice(0, 5)]
}

/** Tabs that know a word clearly better than the open one does. */
function missedBy(tab: TabOverview, { columns, values }: Node): TabOverview[] {
  const known = [
    ...columns.map(({ column, quality }) => ({ tab: column.tab, quality })),
    ...values.map(({ column, isWhole }) => ({ tab: column.tab, quality: isWhole ? 1 : 0.75 })),
  ]
  const own = Math.max(0, ...known.filter(each => each.tab === tab).map(({ quality }) => quality))
  return known.filter(({ quality }) => quality > own + 0.15).map(each => each.tab)
}

const isCalled = ({ cues }: Frame, concepts: ReadonlySet<string>): boolean =>
  cues.length === 0 ||
  cues.some(
    set => set === '' || set.split(' ').every(each => each.split('|').some(concept => concepts.has(concept))),
  )

function attempt(
  frame: Frame,
  nodes: readonly Node[],
  scope: Scope,
  text: string,
  isGuess: boolean,
): Candidate | null {
  const draft = new Draft(nodes, scope)
  draft.isClose = frame.effect === 'change'
  // The tab that is worked on explains its own name.
  draft.assume(...nodes.filter(node => node.tab === scope.tab && node.values.length === 0))
  const found = frame.read(draft, text)
  if (!found) return null
  if (frame.uses) draft.cue(...frame.uses.split(' '))
  // Who says where it is to be written wants it written.
  const doubt = doubtOf(draft, draft.hasAnywhere('newtab', 'newcolumn') ? 0 : frame.doubt)
  const filled = 'plan' in found ? found : null
  // What is not sure enough for the sheet may be told: that harms nobody.
  const told = doubt.weight >= mostDoubt(frame, filled?.effect ?? frame.effect) ? filled?.told : undefined
  const reading = filled && told ? { ...filled, plan: told, effect: 'read' as const } : filled
  const effect = reading?.effect ?? frame.effect
  if (isGuess) draft.guessed += GUESSED_TAB[effect]
  const { gain, penalty, left } = explain(draft, effect)
  // A question asks for an answer; "can you …?" is none.
  const isAgainstQuestion = effect === 'change' && isQuestion(nodes)
  const asks = isAgainstQuestion ? 3 : 0
  const score = gain + penalty * 1.6 + (frame.prior ?? 0) + (found.bonus ?? 0) - (filled ? 0 : 2) - asks
  return {
    frame,
    tab: scope.tab,
    score,
    penalty,
    gain,
    left,
    filled: reading,
    ...(told && filled ? { untold: filled } : {}),
    problem: 'problem' in found ? found.problem : null,
    doubt,
    isAgainstQuestion,
  }
}

const ASKING = new Set(['who', 'which', 'what', 'when', 'howmany', 'howmuch', 'howlong', 'isthere'])

const isQuestion = (nodes: readonly Node[]): boolean =>
  nodes
    .slice(0, 2)
    .some(node => [...node.concepts].some(each => ASKING.has(each)) && !node.concepts.has('row'))

/** Nothing of weight stays unexplained: a part of several instructions, or a reason why not, must be clear. */
export const isClear = ({ penalty }: Pick<Candidate, 'penalty'>): boolean => penalty > -1.05

export const effectOf = ({ filled, frame }: Candidate): Effect => filled?.effect ?? frame.effect

export function isSure(candidate: Candidate): boolean {
  const { frame, filled, penalty, gain, doubt } = candidate
  if (filled === null || candidate.isAgainstQuestion) return false
  const effect = effectOf(candidate)
  if (effect !== 'read' && doubt.weight >= mostDoubt(frame, effect)) return false
  return -penalty <= TOLERANCE[effect] + PER_GAIN[effect] * Math.min(gain, MOST_GAIN[effect])
}
