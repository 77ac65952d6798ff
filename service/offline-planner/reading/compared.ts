/** Conditions that compare: numbers with bounds and units, and columns of one row with each other. */
import type { Node } from '../linking/link.ts'
import { type Column, isDate, isNumeric } from '../linking/sheet.ts'
import { betweenDates } from './dated.ts'
import { type Draft, isColumn, isName } from './draft.ts'
import { columnNear, isNegated, near } from './nearby.ts'
import { amountIn, textual } from './valued.ts'
import { type Atom, NEGATED, OPS, type Operator } from './where.ts'

/** "over 30", "Price is at least 5", "deeper than 30 m", "deadline before filed". */
export function compared(draft: Draft, at: number, last: Column | undefined): Atom[] | null {
  const node = draft.nodes[at]!
  const number = node.number
  if (number?.isAtLeast) return atLeast(draft, at, last)
  const [concept, hint] = operatorOf(node)
  if (concept === null) return sameDay(draft, at)
  const op = OPS[concept] ?? null
  const isTextOp = concept === 'contains' || concept === 'starts' || concept === 'ends'
  if (isTextOp) return textual(draft, at, op!)
  const sides: (1 | -1)[] = draft.isPostpositional
    ? [-1, 1]
    : concept === 'ge' || concept === 'le'
      ? [1, -1]
      : [1]
  for (const side of sides) {
    const value =
      near(
        draft,
        at,
        side,
        each =>
          each.number !== undefined ||
          each.date !== undefined ||
          (side === 1 && isColumn(each, draft.scope) && draft.columnOf(each) !== null),
        concept === 'before' || concept === 'after' ? 5 : 3,
      ) ?? beyondUnit(draft, at, side)
    if (!value) continue
    if (value.date && (!value.number || concept === 'before' || concept === 'after')) return null
    if (value.number && (concept === 'before' || concept === 'after')) return null
    const negation = isNegated(draft, Math.min(at, draft.nodes.indexOf(value)))
    const signed: Operator = op ?? (concept === 'before' ? '<' : '>')
    const final = negation ? NEGATED[signed] : signed
    if (value.number) {
      const column = numberColumn(draft, at, value, hint, last)
      if (!column) continue
      draft.take(node, value, negation ?? undefined, ...column[1])
      // The third place or better is the third or an earlier one.
      const isPlace = /better/i.test(node.text) && /place|rank|position/i.test(column[0].header)
      return [{ column: column[0], op: isPlace ? '<=' : final, values: [amountIn(value.number, column[0])] }]
    }
    const left = columnNear(draft, at, 'any', [-1])
    const right = draft.columnOf(value, 'any')
    if (
      left &&
      right &&
      left[0] !== right &&
      left[0].type === right.type &&
      isDate(right) === (concept === 'before' || concept === 'after' || isDate(right))
    ) {
      draft.take(node, value, left[1], negation ?? undefined)
      return [{ column: left[0], op: final, values: [], other: right }]
    }
  }
  return null
}

/** "returned on the very day on which it was due": two dates of a row are one. */
function sameDay(draft: Draft, at: number): Atom[] | null {
  if (!/^on$/i.test(draft.nodes[at]!.text)) return null
  const day = draft.nodes.findIndex((node, index) => index > at && index < at + 5 && /^day$/i.test(node.text))
  const left = columnNear(draft, at, 'date', [-1])
  const right = day === -1 ? null : near(draft, day, 1, each => isDateOf(draft, each), 5)
  const other = right && draft.columnOf(right, 'date')
  if (!left || !other || left[0] === other) return null
  draft.take(draft.nodes[at], draft.nodes[day], left[1], right)
  return [{ column: left[0], op: '=', values: [], other }]
}

const isDateOf = (draft: Draft, node: Node): boolean => {
  const column = isColumn(node, draft.scope) ? draft.columnOf(node, 'date') : null
  return column !== null && isDate(column) && !/^day$/i.test(node.text)
}

/** "1 hour or less": the number before its unit. */
function beyondUnit(draft: Draft, at: number, side: 1 | -1): Node | null {
  const [unit, number] = [draft.nodes[at - 1], draft.nodes[at - 2]]
  return side === -1 && unit && number?.number && isColumn(unit, draft.scope) ? number : null
}

function operatorOf(node: Node): [string | null, string | null] {
  for (const each of node.concepts) {
    if (each in OPS || each === 'before' || each === 'after') return [each, null]
    const hinted = /^(gt|lt):(\w+)$/.exec(each)
    if (hinted) return [hinted[1]!, hinted[2]!]
  }
  return [null, null]
}

/** Which column a number is compared with: named beside it, by its unit, by the adjective, or the last one. */
function numberColumn(
  draft: Draft,
  at: number,
  value: Node,
  hint: string | null,
  last: Column | undefined,
): [Column, Node[]] | null {
  const place = draft.nodes.indexOf(value)
  const { unit } = value.number!
  const byUnit = unit && unit.length > 0 ? unitColumn(draft, unit) : null
  if (byUnit) {
    const said = columnNear(draft, Math.min(at, place), 'number', [-1])
    return said?.[0] === byUnit ? [byUnit, [said[1]]] : [byUnit, []]
  }
  const right = near(
    draft,
    place,
    1,
    each => isColumn(each, draft.scope) && draft.columnOf(each, 'number') !== null,
    1,
  )
  const left = columnNear(draft, Math.min(at, place), 'number', [-1])
  const rightColumn = right && draft.columnOf(right, 'number')
  if (rightColumn && isNumeric(rightColumn) && !(left && isName(left[1], draft.scope)))
    return [rightColumn, [right]]
  if (left) return [left[0], [left[1]]]
  if (rightColumn && isNumeric(rightColumn)) return [rightColumn, [right]]
  if (hint) {
    const [match] = draft.scope.index
      .columnsLike([hint])
      .filter(({ column }) => column.tab.title === draft.tab.title && isNumeric(column))
    if (match) return [match.column, []]
    const money = hint === 'price' ? unitColumn(draft, '$') : null
    if (money) return [money, []]
  }
  const others = draft
    .free()
    .filter(node => isColumn(node, draft.scope))
    .map(node => [draft.columnOf(node, 'number'), node] as const)
  const numeric = others.filter(([column]) => column && isNumeric(column))
  if (numeric.length === 1) return [numeric[0]![0]!, []]
  if (last && isNumeric(last)) return [last, []]
  const only = draft.only('number')
  return only ? [only, []] : null
}

export function unitColumn(draft: Draft, unit: string): Column | null {
  const money = /^[$€£¥]$|^(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|quid|bucks)$/.test(unit)
  const matches = draft.scope.index
    .columnsLike([unit])
    .filter(({ column }) => column.tab.title === draft.tab.title && isNumeric(column))
  const [first, second] = matches
  if (first && (!second || first.quality > second.quality)) return first.column
  if (!money) return null
  const sums = draft.scope.index.columns.filter(
    column =>
      column.tab.title === draft.tab.title &&
      isNumeric(column) &&
      (column.type === 'currency' || /[€£$]|\b(?:eur|usd|gbp|chf|price|cost|fee)\b/i.test(column.header)),
  )
  return sums.length === 1 ? sums[0]! : null
}

/** "80+ scores" */
function atLeast(draft: Draft, at: number, last: Column | undefined): Atom[] | null {
  const node = draft.nodes[at]!
  const column = numberColumn(draft, at, node, null, last)
  if (!column) return null
  draft.take(node, ...column[1])
  return [{ column: column[0], op: '>=', values: [node.number!.value] }]
}

/** "between 5 and 10", "from 1 September until 31 October", "70-80". */
export function between(draft: Draft, at: number, last: Column | undefined): Atom[] | null {
  const node = draft.nodes[at]!
  const opens = node.concepts.has('between') || node.concepts.has('from') || node.concepts.has('since')
  const first = opens
    ? near(draft, at, 1, each => each.number !== undefined || each.date !== undefined, 2)
    : node.number || node.date
      ? node
      : null
  if (!first) return null
  const place = draft.nodes.indexOf(first)
  const joint = draft.nodes[place + 1]
  const isJoint =
    joint !== undefined &&
    (joint.concepts.has('until') ||
      joint.concepts.has('to') ||
      joint.concepts.has('le') ||
      /^[-–]$/.test(joint.text) ||
      (opens && !node.concepts.has('from') && joint.concepts.has('and')))
  const unit = !isJoint && joint && opens ? draft.nodes[place + 2] : undefined
  const start = isJoint
    ? place + 1
    : unit?.concepts.has('and') || unit?.concepts.has('until')
      ? place + 2
      : -1
  if (start === -1) return null
  const second = near(
    draft,
    start,
    1,
    each => (first.number && !first.date ? each.number !== undefined : each.date !== undefined),
    3,
  )
  if (!second) return null
  const negation = isNegated(draft, at)
  if (negation) return null
  const whole = draft.nodes.slice(opens ? at : place, draft.nodes.indexOf(second) + 1)
  if (first.date && second.date && !(first.number && second.number && !first.date.isDay))
    return betweenDates(draft, first.date, second.date, whole)
  if (!first.number || !second.number) return null
  const column =
    numberColumn(draft, opens ? at : place, second, null, last) ??
    numberColumn(draft, opens ? at : place, first, null, last)
  if (!column) return null
  draft.take(...whole, ...column[1])
  return [
    { column: column[0], op: '>=', values: [amountIn(first.number, column[0])] },
    { column: column[0], op: '<=', values: [amountIn(second.number, column[0])] },
  ]
}
