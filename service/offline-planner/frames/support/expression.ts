/** Calculations in words: "Qty times Price", "fee per minute", "Price plus 19%", "(A - B) / A". */

import type { Node } from '../../linking/link.ts'
import { isNumeric, isTextual } from '../../linking/sheet.ts'
import { type Draft, isColumn, isName } from '../../reading/draft.ts'
import type { Sign, Tree } from '../../reading/tree.ts'
import { columnsOf, type Expression, STRENGTH, wordsOf } from './tree.ts'

interface Part {
  sign?: Sign
  open?: boolean
  close?: boolean
  operand?: Tree
  percent?: number
  node: Node
}

/**
 * The calculation that the free words spell or imply, taking its words; null where there is none.
 */
export function expressionIn(draft: Draft, isColumnWanted = false): Expression | null {
  return impliedIn(draft) ?? spelledIn(draft, isColumnWanted)
}

/**
 * "Revenue" of a table of quantities and prices, where no column has it: their product. Null where there is
 * more than one of either.
 */
function impliedIn(draft: Draft): Expression | null {
  const isSaid = draft.free().some(node => isRevenue(node, draft))
  const isSold = draft.has('sold') && draft.hasAnywhere('howmuch', 'max', 'min', 'total')
  if (!isSaid && !isSold) return null
  const numbers = draft.scope.index.columns.filter(
    column => column.tab.title === draft.tab.title && column.header !== '' && isNumeric(column),
  )
  const prices = numbers.filter(({ header }) => PRICE.test(header))
  const amounts = numbers.filter(
    ({ header, type }) => QUANTITY.test(header) && !PRICE.test(header) && type !== 'currency',
  )
  const [price, amount] = [prices[0], amounts[0]]
  if (!price || !amount || prices.length > 1 || amounts.length > 1) return null
  const said = draft.free().find(node => isRevenue(node, draft))?.text ?? 'revenue'
  draft.take(...draft.free().filter(node => isRevenue(node, draft) || node.concepts.has('sold')))
  const tree: Tree = { sign: '*', left: { column: amount }, right: { column: price } }
  return { tree, words: `${said[0]!.toUpperCase()}${said.slice(1)}`, columns: [amount, price] }
}

const PRICE = /price|\brate\b|tariff|unit cost|\/\s*\p{L}|\bper\b/iu
const QUANTITY =
  /\b(?:qty|quantity|quantities|units?|pieces?|pcs|copies|tickets|nights|hours|hrs|days|count|amount|number|sold|kg|kilos?|lit(?:re|er)s?)\b/i

/** The word for it, which no column of the tab bears. */
export const isRevenue = (node: Node, { tab }: Draft): boolean =>
  node.concepts.has('revenue') &&
  !node.columns.some(({ column, quality }) => column.tab.title === tab.title && quality >= 0.9)

function spelledIn(draft: Draft, isColumnWanted: boolean): Expression | null {
  const parts = partsIn(draft, isColumnWanted)
  const [from, to] = longest(parts)
  if (from === -1) return null
  const run = parts.slice(from, to)
  const tree = parse(run)
  if (!tree) return null
  for (const { node } of run) draft.take(node)
  return { tree, words: wordsOf(tree), columns: columnsOf(tree) }
}

function partsIn(draft: Draft, isColumnWanted: boolean): Part[] {
  const parts: Part[] = []
  for (const [at, node] of draft.nodes.entries()) {
    if (draft.isTaken(at)) {
      parts.push({ node })
      continue
    }
    const column = isColumn(node, draft.scope)
      ? (draft.columnOf(node, 'number') ?? draft.columnOf(node))
      : null
    const sign = signOf(draft, node, at, isColumnWanted)
    if (column && !(isTextual(column) && !isName(node, draft.scope)))
      parts.push({ operand: { column }, node })
    else if (sign) parts.push({ sign, node })
    else if (node.number)
      parts.push({
        operand: { number: node.number.isPercent ? node.number.value / 100 : node.number.value },
        node,
        ...(node.number.isPercent || percentFollows(draft, at)
          ? { percent: node.number.isPercent ? node.number.value / 100 : node.number.value / 100 }
          : {}),
      })
    else if (node.text === '(') parts.push({ open: true, node })
    else if (node.text === ')') parts.push({ close: true, node })
    else if (!isSkipped(node)) parts.push({ node })
  }
  return parts
}

const percentFollows = (draft: Draft, at: number): boolean =>
  draft.nodes[at + 1]?.concepts.has('percentformat') ?? false
const isSkipped = (node: Node): boolean =>
  [
    'noise',
    'of',
    'column',
    'value',
    'percentformat',
    'vat',
    'with',
    'incl',
    'eachrow',
    'yearpart',
    'subject',
  ].some(each => node.concepts.has(each)) &&
  !node.concepts.has('and') &&
  !node.concepts.has('times')

function signOf(draft: Draft, node: Node, at: number, isColumnWanted: boolean): Sign | null {
  const { concepts } = node
  const between = hasOperand(draft, at, -1) && hasOperand(draft, at, 1)
  if (!between) return null
  if (concepts.has('times')) return '*'
  if (concepts.has('dividedby')) return '/'
  if (concepts.has('minus') && (node.tokens[0]!.kind !== 'sign' || /[-−–]/.test(node.text))) return '-'
  if (concepts.has('plus') || node.text === '+') return '+'
  // "kilos by price" and "fee per minute", where a column of numbers is asked for.
  const isNumber = (step: 1 | -1) => {
    const other = neighbour(draft, at, step)
    const column = other && draft.columnOf(other, 'number')
    return column !== null && column !== undefined && isNumeric(column)
  }
  if (concepts.has('per') && isColumnWanted && isNumber(1) && isNumber(-1)) return '/'
  if (
    (concepts.has('by') || node.text.toLowerCase() === 'for') &&
    isNumber(1) &&
    isNumber(-1) &&
    draft.hasAnywhere('total', 'newcolumn', 'add', 'howmuch')
  )
    return draft.hasAnywhere('dividedby') ? '/' : '*'
  if (concepts.has('of') && neighbour(draft, at, -1)?.number?.isPercent) return '*'
  return null
}

function neighbour(draft: Draft, at: number, step: 1 | -1): Node | null {
  for (let next = at + step, seen = 0; seen < 4; next += step, seen++) {
    const node = draft.nodes[next]
    if (!node || draft.isTaken(next)) return null
    if (node.columns.length > 0 || node.number || node.text === '(' || node.text === ')') return node
    if (!isSkipped(node)) return null
  }
  return null
}

const hasOperand = (draft: Draft, at: number, step: 1 | -1): boolean => neighbour(draft, at, step) !== null

/** The longest run of parts that alternates operands and signs; it has at least one sign. */
function longest(parts: readonly Part[]): [number, number] {
  let best: [number, number] = [-1, -1]
  for (let from = 0; from < parts.length; from++) {
    if (!parts[from]!.operand && !parts[from]!.open) continue
    let end = from
    let depth = 0
    let wantsOperand = true
    let last = -1
    let signs = 0
    for (; end < parts.length; end++) {
      const { operand, sign, open, close } = parts[end]!
      if (wantsOperand && open) depth++
      else if (wantsOperand && operand) {
        wantsOperand = false
        if (depth === 0 && signs > 0) last = end + 1
      } else if (!wantsOperand && close && depth > 0) {
        depth--
        if (depth === 0 && signs > 0) last = end + 1
      } else if (!wantsOperand && sign) {
        wantsOperand = true
        signs++
      } else break
    }
    if (last !== -1 && last - from > best[1] - best[0]) best = [from, last]
    if (last !== -1) from = last
  }
  return best
}

function parse(parts: readonly Part[]): Tree | null {
  let at = 0
  const primary = (): Tree | null => {
    const part = parts[at++]
    if (!part?.open) return part?.operand ?? null
    const inner = level(1)
    at++
    return inner
  }
  const level = (least: number): Tree | null => {
    let left = primary()
    while (left && parts[at]?.sign && STRENGTH[parts[at]!.sign!] >= least) {
      const sign = parts[at++]!.sign!
      const percent = parts[at]?.percent
      const right = level(STRENGTH[sign] + 1)
      if (!right) return null
      // "Price plus 19%" is Price times 1.19.
      left =
        percent !== undefined && (sign === '+' || sign === '-')
          ? { sign: '*', left, right: { number: rounded(sign === '+' ? 1 + percent : 1 - percent) } }
          : { sign, left, right }
    }
    return left
  }
  return level(1)
}

const rounded = (value: number): number => Math.round(value * 1e10) / 1e10
