/**
 * Whether a reading accounts for what was written well enough to change the sheet.
 *
 * Before anything is changed, each word of the sentence as it was written is traced: to something that the
 * reading took for its plan, to what it took before, or to the few words that only hold a sentence together.
 * What can't be traced is a doubt, and weighs by what it could mean: a number, a value or a name the most, a
 * preposition by the argument that it opens and nobody took, a vague verb a little. Texts that would be
 * written though nothing of the sentence hands them over, another tab than the open one, and kinds that are
 * called by everyday words add to it. At MOST_DOUBT nothing is changed: figures are told in words, all else is asked.
 *
 * Knows no kind and no single wording; what words are is said by the vocabulary.
 */
import type { Effect, Frame } from '../frames/frame.ts'
import type { Node } from '../linking/link.ts'
import { type Draft, FREE, isLoose, isName, isRowName } from './draft.ts'
import { ACTS, has } from './segments.ts'

export interface Doubt {
  weight: number
  /** The words behind it, as written. */
  words: string[]
}

const MOST_DOUBT: Record<Effect, number> = { read: 0.9, add: 0.61, change: 0.61 }
/** The same for what takes away what was there. */
const MOST_DOUBT_TO_LOSE = 0.45

/** Where a reading is no longer sure enough to change anything. */
export const mostDoubt = ({ loses }: Frame, effect: Effect): number =>
  loses ? MOST_DOUBT_TO_LOSE : MOST_DOUBT[effect]

/** A long-winded sentence is no doubtful one: of its vague words only so many count. */
const MOST_VAGUE = 2

/** Words that open an argument: without one, what they say of the rows or the result is lost. */
const OPENING = 'of in to from as with and or is where by per on than like contains'.split(' ')
/** Words that turn the meaning of others round. */
const TURNING = 'not without except but none compare or same other instead otherwise'.split(' ')
/** Words that hand over a text which is to be written. */
const GIVING =
  'called to as with write is be rename replace newtab tab column otherwise flag tier fill add insert and or'.split(
    ' ',
  )
/** Tells rows, tells how to ask, or says nothing at all. */
const EMPTY =
  'row eachrow request chat speaker subject reason conjunction value cell table column tab nothingdo keep blankelse'.split(
    ' ',
  )

const isWord = ({ text }: Node): boolean => /[\p{L}\p{N}\p{Sc}%]/u.test(text)
const isWhole = (node: Node): boolean => node.values.some(each => each.isWhole)

/** What of the sentence a reading leaves untraced, and how much that matters. */
export function doubtOf(draft: Draft, ownDoubt = 0): Doubt {
  const doubt: Doubt = {
    weight: ownDoubt + 0.5 * draft.guessed + (draft.isFigureUnsaid ? 0.4 : 0),
    words: [],
  }
  const add = (weight: number, node?: Node) => {
    doubt.weight += weight
    if (node && weight >= 0.4 && !has(node, ...OPENING)) doubt.words.push(node.text)
  }
  const { nodes, scope } = draft
  const vague: Node[] = []
  for (const [at, node] of nodes.entries()) {
    if (!isWord(node)) continue
    if (draft.isTaken(at)) {
      if (isHandedOver(nodes, at)) continue
      add(0.4, node)
    } else if (isVague(draft, node)) vague.push(node)
    else add(weightOf(draft, at), node)
  }
  for (const node of vague.slice(0, MOST_VAGUE)) add(0.2, node)
  const unread = scope.unread?.find(matters)
  if (unread) add(0.4, unread)
  const isElsewhere = scope.home !== undefined && scope.home !== scope.tab
  if (isElsewhere && !nodes.some(({ tab, range }) => tab === scope.tab || range?.tab !== undefined)) add(1.2)
  return doubt
}

/** A part of the sentence that was set aside before it was read, and names something of the sheet. */
const matters = (node: Node): boolean =>
  node.number !== undefined || node.date !== undefined || node.isQuoted || isWhole(node) || isVerb(node)

const isVerb = (node: Node): boolean => has(node, ...ACTS) && !has(node, 'noise')

/** An unknown word that was taken is what will be written: something must hand it over. */
function isHandedOver(nodes: readonly Node[], at: number): boolean {
  const node = nodes[at]!
  if (!node.isUnknown || node.text.length < 3 || /^\p{Lu}|\d/u.test(node.text)) return true
  const before = nodes.slice(0, at).findLast(each => !has(each, 'noise') || has(each, ...GIVING))
  return (
    before === undefined ||
    before.isUnknown ||
    before.number !== undefined ||
    has(before, ...GIVING) ||
    !isWord(before)
  )
}

function weightOf(draft: Draft, at: number): number {
  const { nodes, scope } = draft
  const node = nodes[at]!
  if (node.isUnknown) return node.text.length > 2 ? 0.6 : 0.2
  if (has(node, 'only')) return draft.conditionCount > 0 ? 0 : 0.4
  if (has(node, 'noise') && !has(node, ...TURNING)) return 0
  if (node.number || node.date || node.isQuoted || node.range) return 1
  if (isWhole(node)) return 0.8
  if (isRowName(node, scope) || isLoose(node) || node.isRowNoun || has(node, ...EMPTY)) return 0
  if (has(node, ...TURNING)) return at === 0 ? 0.2 : 0.6
  if (has(node, ...OPENING)) return opensNothing(draft, at) ? 0.4 : 0
  if (node.columns.length > 0) return isName(node, scope) ? 0.8 : 0.6
  if (isVerb(node)) return 0.9
  return [...node.concepts].every(each => FREE.has(each)) ? 0 : 0.35
}

/** The argument that a preposition opens was not taken, or there is none. */
function opensNothing(draft: Draft, at: number): boolean {
  if (draft.isPostpositional) return false
  const next = draft.nodes.findIndex(
    (node, index) =>
      index > at && isWord(node) && (draft.isTaken(index) || !has(node, 'noise', 'in', 'of', ...EMPTY)),
  )
  return next === -1 || !draft.isTaken(next)
}

/** Said to mean nothing, and no word of the closed class: it may mean something after all. */
function isVague({ scope }: Draft, node: Node): boolean {
  if (!has(node, 'noise') || has(node, 'only', ...TURNING) || node.columns.length > 0) return false
  return node.tokens.some(({ norm, kind }) => kind === 'word' && scope.index.lexicon.isGlue(norm) === false)
}
