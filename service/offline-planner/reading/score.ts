/** How much of a clause a reading explains, and what it leaves over. */
import type { Effect } from '../frames/frame.ts'
import type { Node } from '../linking/link.ts'
import { type Draft, FREE, isLoose, isName, isRowName } from './draft.ts'
import { denialsOf } from './mood.ts'

export interface Explained {
  gain: number
  /** At most 0. */
  penalty: number
  /** Words that stay without an explanation, as written. */
  left: string[]
}

/** Words of restraint, which every reading keeps to. */
const RESTRAINT = new Set(
  'keep other but sure any nothingdo atend front blankelse zeroelse on instead same otherwise'.split(' '),
)

export function explain(draft: Draft, effect: Effect): Explained {
  const result: Explained = { gain: 0, penalty: 0, left: [] }
  for (const [at, node] of draft.nodes.entries()) {
    if (draft.isTaken(at)) result.gain += gainOf(node)
    else {
      const penalty = penaltyOf(node, draft, at, effect)
      result.penalty -= penalty
      if (penalty >= 1) result.left.push(node.text)
    }
  }
  result.penalty -= draft.guessed
  if (effect === 'read') return result
  const { withheld } = draft.scope
  const against = [...(withheld ? [withheld] : []), ...denialsOf(draft, effect)]
  result.penalty -= 9 * against.length
  result.left.push(...against)
  return result
}

function gainOf(node: Node): number {
  if (node.date || node.number) return 2
  if (node.isQuoted) return 1.5
  if (node.values.some(({ isWhole }) => isWhole)) return 2
  if (node.columns.length > 0) return 2 * node.columns[0]!.quality
  if (node.values.length > 0 || node.tab || node.range) return 1.5
  if (node.isUnknown) return 0.2
  return [...node.concepts].some(each => !FREE.has(each)) ? 1.2 : 0
}

function penaltyOf(node: Node, draft: Draft, at: number, effect: Effect): number {
  const { concepts } = node
  const isFree = [...concepts].some(each => FREE.has(each))
  const isWhole = node.values.some(({ isWhole: whole }) => whole) || isName(node, draft.scope)
  if (node.tokens.every(({ kind }) => kind === 'sign') && concepts.size === 0)
    return /[=<>]/.test(node.text) ? 1 : 0
  // "Which city": a column of another tab is no word for rows.
  if (effect === 'read' && isForeign(node, draft)) return 1.6
  if (isSaidBefore(node, draft)) return 0.2
  if (APPOSED.test(node.text) && draft.isTaken(at - 1) && (draft.nodes[at - 1]?.columns.length ?? 0) > 0)
    return 0.2
  if (node.isRowNoun || (isLoose(node) && concepts.size === 0))
    return effect === 'read' || draft.conditionCount > 0 ? 0.3 : 1.7
  if (isRowName(node, draft.scope)) return 0.2
  if (concepts.has('not')) return isFree && at === 0 ? 0 : effect === 'read' ? 5 : 2.5
  if (draft.nodes[at - 1]?.number && ['day', 'week', 'month', 'year'].some(each => concepts.has(each)))
    return 6
  if (isFree) return isWhole ? 1 : 0
  if ([...concepts].some(each => RESTRAINT.has(each))) return isWhole ? 1 : 0
  // "What do we buy" tells of the rows, and "buy more" is an errand.
  if (concepts.has('outside')) return draft.nodes[at - 1]?.concepts.has('subject') ? 0.5 : 6
  if (node.isQuoted || node.range) return 3
  if (node.number || node.date) return 2.5
  if (isWhole) return 2.5
  if (node.tab) return 0.5
  // Of what is asked for the number, nothing else can stand in.
  if (node.isUnknown && draft.nodes[at - 1]?.concepts.has('howmany')) return 4
  // "Expenditure on parts": a general name for what is named more closely.
  if (
    (node.isUnknown || concepts.has('revenue')) &&
    draft.scope.index.lexicon.synonyms.has(node.tokens[0]!.norm)
  )
    return 0.8
  if (node.isUnknown) return unknownWeight(node, at) * UNKNOWN[effect]
  if (node.columns.length > 0 || node.values.length > 0) return 1.4
  if (concepts.size === 0) return 0
  return 1.3
}

const isForeign = ({ columns, values, tab }: Node, { scope }: Draft): boolean =>
  !tab &&
  values.length === 0 &&
  (columns[0]?.quality ?? 0) >= 0.97 &&
  columns.every(({ column }) => column.tab !== scope.tab)

/** "Arrival date", "fee amount": says once more what the column before it is. */
const APPOSED = /^(?:dates?|days?|times?|amounts?|numbers?|names?|values?|columns?)$/i

/** An unknown word harms least where nothing, and little where nothing that stands there is changed. */
const UNKNOWN: Record<Effect, number> = { read: 0.65, add: 0.75, change: 1 }

/** A column that the reading uses already, or what the rows are called. */
function isSaidBefore(node: Node, draft: Draft): boolean {
  if (node.columns.length === 0 || node.number || node.date || node.values.some(({ isWhole }) => isWhole))
    return false
  const known = new Set(
    draft.nodes.flatMap((each, at) =>
      draft.isTaken(at)
        ? [...each.columns.slice(0, 1), ...each.values.slice(0, 2)].map(({ column }) => column)
        : [],
    ),
  )
  const [first] = node.columns
  return (
    known.has(first!.column) ||
    (first!.column.index === 0 && first!.quality < 0.97) ||
    (node.columns.length > 1 && first!.quality < 0.9 && first!.quality - node.columns[1]!.quality < 0.05)
  )
}

/** A name in the middle of a sentence says something; a single letter says little. */
function unknownWeight({ text }: Node, at: number): number {
  if (!/[\p{L}\p{N}]/u.test(text)) return 0
  if (text.length === 1) return /\p{Script=Han}/u.test(text) ? 0.8 : 0.3
  return at > 0 && /^\p{Lu}/u.test(text) ? 2.6 : 2
}
