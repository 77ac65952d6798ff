/**
 * Whether words ask for a change at all: what is only thought of, told of others, taken back, broken off, or
 * both done and not done is no instruction. Knows words and what a reading took, no kind.
 */
import type { Effect } from '../frames/frame.ts'
import type { Node } from '../linking/link.ts'
import type { Draft } from './draft.ts'
import { has, isVerb } from './segments.ts'

const isSign = ({ text }: Node): boolean => /^[.,;:!?()\n。、！？；–—-]$/.test(text)

/** Words with which no sentence ends. */
const OPEN = /^(?:and|or|by|to|than|the|an?|with|of|where|between|und|oder|et|ou|y|o|mit|par|por|nach)$/i

/** "Gonna colour them when I get home": an intention of the speaker. */
const INTENDED =
  /^(?:(?:ok|so|well|btw|fyi)[, ]+)?(?:(?:i|we)(?: ?['’]?(?:m|re| am| are))? )?(?:gonna|going to|about to) (?!need|want|have)/i

/** What says that nothing is to be changed now, anywhere in the text; null where it asks. */
export function withheldIn(nodes: readonly Node[]): string | null {
  const said = nodes.find(node => has(node, 'withheld') && node.values.length === 0)
  if (said) return said.text
  const intended = INTENDED.exec(nodes.map(({ text }) => text).join(' '))
  if (intended) return intended[0].trim()
  const last = nodes.findLast(node => !/^[.!?)\n]$/.test(node.text))
  if (last && OPEN.test(last.text) && last.columns.length + last.values.length === 0) return last.text
  // "I sorted it already": told, not asked.
  const told = nodes.find(
    (node, at) =>
      /^[^ ]{3,}ed$/i.test(node.text) &&
      isVerb(node) &&
      nodes[at - 1] !== undefined &&
      /^(?:i|we|he|she|they|i've|we've|had|ive|weve)$/i.test(nodes[at - 1]!.text),
  )
  return told?.text ?? forbiddenIn(nodes)
}

/** "No cell may be altered": whatever is asked beside it. */
function forbiddenIn(nodes: readonly Node[]): string | null {
  const at = nodes.findIndex((node, index) => {
    const next = nodes[index + 1]
    return has(node, 'without', 'none') && next !== undefined && has(next, 'cell', 'row', 'value', 'table')
  })
  const after = at === -1 ? [] : nodes.slice(at + 1)
  const may = after.findIndex(node => has(node, 'auxiliary'))
  const isDone = after.slice(may + 1, may + 5).some(node => has(node, 'change', 'delete', 'move', 'write'))
  return may !== -1 && may < 6 && isDone && !after.slice(0, may).some(node => has(node, 'other', 'where'))
    ? nodes[at]!.text
    : null
}

/** "Don't highlight …", "a tab without adding any": the very thing that the reading does. */
function isDenied(draft: Draft, at: number): boolean {
  const node = draft.nodes[at]!
  if (
    !draft.isTaken(at) ||
    !isVerb(node) ||
    has(node, 'trim', 'duplicates') ||
    node.columns.length + node.values.length > 0
  )
    return false
  for (let before = at - 1; before >= Math.max(0, at - 3); before--) {
    const other = draft.nodes[before]!
    if (has(other, 'not', 'without') && !has(other, 'keep')) return true
    if (!has(other, 'noise', 'in', 'with')) return false
  }
  return false
}

const ITSELF = /^(?:it|them|these|those|both|all|everything)$/i

/** "Delete them but keep them", "raise prices and let prices stay what they are". */
function isKept(draft: Draft, at: number): boolean {
  const node = draft.nodes[at]!
  if (!has(node, 'keep', 'stays') || node.values.length > 0) return false
  const end = draft.nodes.findIndex(
    (other, index) => index > at && (isSign(other) || has(other, 'but', 'and')),
  )
  const start = draft.nodes.slice(0, at).findLastIndex(other => isSign(other) || has(other, 'but', 'and'))
  const after = draft.nodes.slice(at + 1, end === -1 ? undefined : end).slice(0, 5)
  const around = [...draft.nodes.slice(start + 1, at).slice(-4), ...after]
  if (around.some(other => has(other, 'other', 'only', 'per', 'empty', 'distinct', 'duplicates', 'dedupe')))
    return false
  if (has(node, 'keep') && ITSELF.test(after[0]?.text ?? '')) return true
  const used = draft.nodes
    .slice(0, Math.max(0, start))
    .flatMap((other, index) => (draft.isTaken(index) ? other.columns.slice(0, 1) : []))
    .map(({ column }) => column)
  return around.some(
    other => has(other, 'sort') || other.columns.slice(0, 1).some(({ column }) => used.includes(column)),
  )
}

const OTHERS = /\b(?:others?|rest|remaining|else|headers?|headings?|first|formulas?|formats?|order)\b/i

/** "Delete the column, but the column must stay", "… mind every one of them stays in". */
function stayOf({ nodes, isTaken }: Draft): string[] {
  if (!nodes.some((node, at) => isTaken(at) && has(node, 'delete', 'clear'))) return []
  const turn = nodes.findIndex(({ text }) => /^(?:but|but mind|mind|though|yet)$/i.test(text))
  const tail = turn === -1 ? [] : nodes.slice(turn + 1)
  const words = tail.map(({ text }) => text).join(' ')
  const isSame = /\b(?:it|they|them|all|every|each|columns?|rows?)\b.*\b(?:stays?|remains?)\b/i.test(words)
  return isSame && !OTHERS.test(words) && !tail.some(({ values }) => values.some(({ isWhole }) => isWhole))
    ? ['stay']
    : []
}

/** The words that say the contrary of what a reading does. */
export const denialsOf = (draft: Draft, effect: Effect): string[] => [
  ...draft.nodes.flatMap((node, at) =>
    isDenied(draft, at) || (effect === 'change' && isKept(draft, at)) ? [node.text] : [],
  ),
  ...(effect === 'change' ? stayOf(draft) : []),
]
