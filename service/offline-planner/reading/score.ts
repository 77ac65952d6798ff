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
  /** A name that nobody knows, or a place that is not kept to. */
  hasUnknownName: boolean
}

/** Words of restraint, which every reading keeps to. */
const RESTRAINT = new Set(
  'keep other but sure any nothingdo atend front blankelse zeroelse on instead same otherwise'.split(' '),
)

export function explain(draft: Draft, effect: Effect): Explained {
  const result: Explained = { gain: 0, penalty: 0, left: [], hasUnknownName: false }
  for (const [at, node] of draft.nodes.entries()) {
    if (draft.isTaken(at)) result.gain += gainOf(node)
    else {
      const penalty = penaltyOf(node, draft, at, effect)
      result.penalty -= penalty
      if (penalty >= 1) result.left.push(node.text)
      if ((penalty > 2 && node.isUnknown) || node.range) result.hasUnknownName = true
    }
  }
  result.penalty -= draft.guessed
  if (effect === 'read') return result
  if (effect === 'change') {
    const open = draft.nodes.findIndex((_, at) => isOpenList(draft, at))
    if (open !== -1) result.left.push(...draft.nodes.slice(open + 1, open + 4).map(({ text }) => text))
    if (open !== -1) result.penalty -= 1.7
  }
  const { withheld } = draft.scope
  const against = [...(withheld ? [withheld] : []), ...denialsOf(draft, effect)]
  result.penalty -= 9 * against.length
  result.left.push(...against)
  return result
}

/** "Hide the fines and the state of the books": what follows the "and" is a thing, and none that was found. */
function isOpenList(draft: Draft, at: number): boolean {
  const { nodes } = draft
  if (!nodes[at]!.concepts.has('and') || !draft.isTaken(at - 1) || (nodes[at - 1]?.columns.length ?? 0) === 0)
    return false
  const rest = nodes.slice(at + 1)
  const end = rest.findIndex(({ text, concepts }) => /^[.,;:!?()\n]$/.test(text) || concepts.has('but'))
  const part = end === -1 ? rest : rest.slice(0, end)
  return (
    part.length > 1 &&
    /^(?:the|a|an|its|their|all)$/i.test(part[0]!.text) &&
    part.slice(0, 2).every((_, index) => !draft.isTaken(at + 1 + index)) &&
    !part.some(({ concepts }) => concepts.has('other') || concepts.has('keep'))
  )
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

const tellsRows = (node: Node): boolean =>
  node.number !== undefined || node.date !== undefined || node.values.some(({ isWhole }) => isWhole)

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
  // Which rows is said, and not understood.
  if (effect === 'change' && draft.conditionCount === 0 && at > 0 && /^(?:where|whose)$/i.test(node.text))
    return 2
  if (isFree) return isWhole ? 1 : 0
  // "Retain those above 6" says which rows: not to be passed over.
  if (concepts.has('keep') && effect !== 'read' && draft.nodes.slice(at + 1, at + 6).some(tellsRows))
    return 2.6
  if ([...concepts].some(each => RESTRAINT.has(each))) return isWhole ? 1 : 0
  // "What do we buy" tells of the rows, and "buy more" is an errand.
  if (concepts.has('outside')) return draft.nodes[at - 1]?.concepts.has('subject') ? 0.5 : 6
  if (concepts.has('except') && effect !== 'read') return 3
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
  return [...concepts].some(each => COMMANDS.has(each)) && !concepts.has('noise') ? 2.2 : 1.3
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

/** What makes another instruction of it: hardly ever to be left over. */
const COMMANDS = new Set(
  'delete sort chart pivot filter highlight rename transpose unpivot freeze dedupe validate newcolumn newtab hide lookup'.split(
    ' ',
  ),
)

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
