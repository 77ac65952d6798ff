/** What the rows of a sheet are called: "jobs", "the N gauge engines", "for each delivery". */
import type { Node } from '../linking/link.ts'
import type { SheetIndex } from '../linking/sheet.ts'
import { merged } from './segments.ts'

const isPlain = (node: Node): boolean => node.isUnknown && /^\p{Ll}[\p{Ll}'-]{2,}$/u.test(node.text)

const isRowWord = ({ concepts, columns, values }: Node): boolean =>
  concepts.has('row') && columns.length + values.length === 0

const isIdentity = (node: Node, index: SheetIndex, title: string): boolean =>
  node.columns.some(
    ({ column, quality }) =>
      quality >= 0.8 && column.index === 0 && column.tab.title === title && index.isIdentity(column),
  )

/** At the beginning they tell to do something, and not in the sheet. */
const SENDING = /^(?:e-?mail|mail|phone|message|notify|invite|fax|post|text)$/i

/** "Text Sophie and say …", "can you phone Grace": to somebody, beside what is to be said or asked for. */
const isMessage = (nodes: readonly Node[], at: number): boolean =>
  nodes[at + 1] !== undefined &&
  nodes[at + 1]!.values.length > 0 &&
  (nodes.slice(0, at).some(({ concepts }) => concepts.has('request')) ||
    nodes.slice(at + 2).some(({ text }) => /^(?:say|tell|ask|that|saying)$/i.test(text)))

/** "the four on the Prices tab", "each of the three": as many as there are says nothing new. */
function isTheirCount(nodes: readonly Node[], at: number, index: SheetIndex): boolean {
  const { number, text } = nodes[at]!
  const before = nodes[at - 1]
  if (
    !number ||
    !/^[a-z]+$/.test(text) ||
    !/\b(?:the|all|both|of the|those|these)$/i.test(before?.text ?? '')
  )
    return false
  if (nodes[at + 1] !== undefined && (nodes[at + 1]!.columns.length > 0 || nodes[at + 1]!.isUnknown))
    return false
  return nodes.some(({ columns }) =>
    columns.some(
      ({ column, quality }) => quality >= 0.9 && index.spellings(column).distinct.size === number.value,
    ),
  )
}

const DETERMINERS = ['per', 'all', 'isthere']

/** "Count reviews by rating": what is counted by something are the rows. */
const isCounted = (nodes: readonly Node[], at: number): boolean =>
  nodes[at - 1]?.concepts.has('howmany') === true &&
  /s$/i.test(nodes[at]!.text) &&
  ['by', 'per'].some(each => nodes[at + 1]?.concepts.has(each))

/** Marks what is only a name for rows; "for each <row>" becomes one node. */
export function withRowNouns(nodes: readonly Node[], index: SheetIndex, title: string): Node[] {
  const found: Node[] = []
  const isAggregate = nodes.some(({ concepts }) =>
    ['total', 'howmany', 'by', 'chart', 'pivot', 'distinct'].some(each => concepts.has(each)),
  )
  const opening = nodes.findIndex(({ concepts, text }) => !concepts.has('noise') || SENDING.test(text))
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]!
    if (isTheirCount(nodes, at, index)) {
      found.push(merged([node], 'noise'))
      continue
    }
    if (
      at === opening &&
      SENDING.test(node.text) &&
      (isMessage(nodes, at) ||
        /^(?:the|them|him|her|all|everyone|everybody|my|our|this|it)$/i.test(nodes[at + 1]?.text ?? ''))
    ) {
      found.push(merged([node], 'outside'))
      continue
    }
    const before = found.findLast(each => !each.concepts.has('noise') || each.values.length > 0)
    const next = nodes[at + 1]
    if (
      node.concepts.has('per') &&
      !node.concepts.has('perperiod') &&
      next &&
      !index.lexicon.isPostpositional &&
      (isPlain(next) || isRowWord(next) || (isIdentity(next, index, title) && !isAggregate)) &&
      !next.values.some(({ isWhole }) => isWhole)
    ) {
      found.push(merged([node, next], 'eachrow'))
      at++
      continue
    }
    const isNoun =
      isPlain(node) &&
      before !== undefined &&
      (before.values.length > 0 ||
        (before.columns.length > 0 && (found.at(-2)?.values.length ?? 0) > 0) ||
        DETERMINERS.some(each => before.concepts.has(each)))
    if (isPlain(node) && isCounted(nodes, at)) {
      found.push({ ...node, isUnknown: false, concepts: new Set(['row']) })
      continue
    }
    found.push(isNoun ? { ...node, isUnknown: false, isRowNoun: true } : node)
  }
  return found.map((node, at) => ({ ...node, at }))
}
