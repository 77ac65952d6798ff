/** What stands near a word: columns beside it, over words without meaning, and what denies it. */
import type { Node } from '../linking/link.ts'
import { type Column, isDate, isNumeric } from '../linking/sheet.ts'
import { type Draft, isColumn } from './draft.ts'

const EDGE = new Set(
  'noise is than of in with value where row from and by to as on who which what column howmany'.split(' '),
)

export const isEdge = (node: Node | undefined): boolean =>
  node !== undefined &&
  (node.text === ',' ||
    node.text === '(' ||
    node.text === ')' ||
    /^day$/i.test(node.text) ||
    [...node.concepts].some(each => EDGE.has(each))) &&
  node.values.length === 0 &&
  node.number === undefined

/** The nearest node on one side that passes, over words without meaning of their own. */
export function near(
  draft: Draft,
  at: number,
  step: 1 | -1,
  test: (node: Node) => boolean,
  reach = 4,
): Node | null {
  for (let seen = 0, next = at + step; seen < reach; seen++, next += step) {
    const node = draft.nodes[next]
    if (!node) return null
    if (!draft.isTaken(next) && test(node)) return node
    if (!isEdge(node) && !draft.isTaken(next)) return null
  }
  return null
}

export const columnNear = (
  draft: Draft,
  at: number,
  kind: 'number' | 'date' | 'any',
  sides: (1 | -1)[] = [-1, 1],
): [Column, Node] | null => {
  for (const side of sides) {
    const node = near(
      draft,
      at,
      side,
      each => isColumn(each, draft.scope) && draft.columnOf(each, kind) !== null,
    )
    const column = node && draft.columnOf(node, kind)
    if (
      node &&
      column &&
      (kind === 'any' || (kind === 'number' ? isNumeric(column) || column.type === 'mixed' : isDate(column)))
    )
      return [column, node]
  }
  return null
}

const DENIALS = ['not', 'except', 'isnot', 'without']

export function isNegated(draft: Draft, at: number): Node | null {
  const next = draft.nodes[at + 1]
  if (draft.isPostpositional)
    return next && DENIALS.some(each => next.concepts.has(each)) && !draft.isTaken(at + 1) ? next : null
  for (let before = at - 1; before >= Math.max(0, at - 3); before--) {
    const node = draft.nodes[before]!
    const isDenial =
      DENIALS.some(each => node.concepts.has(each)) ||
      (node.concepts.has('compare') && /\b(?:not|never)\b|n't\b/i.test(node.text))
    if (isDenial && !draft.isTaken(before)) return node
    if ((!isEdge(node) && !draft.isTaken(before)) || isCommand(node)) return null
  }
  return null
}

/** "Don't highlight the cracked one" denies the verb, and no value after it. */
const isCommand = (node: Node): boolean =>
  [
    'highlight',
    'delete',
    'sort',
    'filter',
    'hide',
    'chart',
    'fill',
    'replace',
    'move',
    'rename',
    'format',
  ].some(each => node.concepts.has(each)) && !node.concepts.has('noise')
