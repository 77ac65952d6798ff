/** Conditions on rows: every phrase that says which rows are meant, wherever in the clause it stands. */
import { type Span, serialOf } from '../linking/dates.ts'
import type { Node } from '../linking/link.ts'
import { EVENT, NO, saysYesOrNo, YES } from '../linking/loose.ts'
import { type Column, isDate, isNumeric, isTextual, type ValueMatch } from '../linking/sheet.ts'
import { type Draft, isColumn, isName } from './draft.ts'

export type Operator =
  | '='
  | '!='
  | '>'
  | '>='
  | '<'
  | '<='
  | 'contains'
  | 'not_contains'
  | 'starts_with'
  | 'ends_with'
  | 'empty'
  | 'not_empty'
  | 'weekday'

export interface Atom {
  column: Column
  op: Operator
  /** Any of them. Dates are days since day 0. */
  values: (string | number)[]
  /** Compared with this column of the same row. */
  other?: Column
  /** Follows the day on which the sheet is looked at. */
  isToday?: boolean
  /** As people read it, for spans of days. */
  words?: string
}

/** All of the groups hold; of a group any. */
export type Where = Atom[][]

const OPS: Record<string, Operator> = {
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
  contains: 'contains',
  starts: 'starts_with',
  ends: 'ends_with',
}
const NEGATED: Record<Operator, Operator> = {
  '=': '!=',
  '!=': '=',
  '>': '<=',
  '>=': '<',
  '<': '>=',
  '<=': '>',
  contains: 'not_contains',
  not_contains: 'contains',
  starts_with: '!=',
  ends_with: '!=',
  empty: 'not_empty',
  not_empty: 'empty',
  weekday: 'weekday',
}

export interface ConditionOptions {
  /** Values that no column has may be meant all the same: "where Region is Atlantis". */
  literals?: boolean
  /** Numbers alone ("80+") are no conditions: they are what is to be written. */
  noNumbers?: boolean
  noValues?: boolean
  noEmpty?: boolean
}

interface Found {
  atoms: Atom[]
  at: number
  isOr: boolean
}

export function conditions(draft: Draft, options: ConditionOptions = {}): Where {
  const found: Found[] = []
  for (let at = 0; at < draft.nodes.length; at++) {
    if (draft.isTaken(at)) continue
    const atoms = atomsAt(draft, at, options, found.at(-1)?.atoms.at(-1)?.column)
    if (atoms) found.push({ atoms, at, isOr: isOrBefore(draft, at) })
  }
  leftOut(draft, found)
  const where = joined(found)
  draft.conditionCount += where.length
  return where
}

/** "…, oppositions being excluded": said after what is meant. */
function leftOut(draft: Draft, found: readonly Found[]): void {
  for (const [at, node] of draft.nodes.entries()) {
    const next = draft.nodes[at + 1]
    const isLast = next === undefined || /^[.,;:!?)\n-]$/.test(next.text)
    if (draft.isTaken(at) || !node.concepts.has('except') || !isLast) continue
    const start = draft.nodes.slice(0, at).findLastIndex(({ text }) => /^[.,;:!?(\n-]$/.test(text))
    const denied = found.filter(each => each.at > start && each.at < at)
    if (denied.length === 0) continue
    for (const atom of denied.flatMap(({ atoms }) => atoms)) atom.op = NEGATED[atom.op]
    draft.take(node)
  }
}

function isOrBefore(draft: Draft, at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - 3); before--) {
    const node = draft.nodes[before]!
    if (node.concepts.has('or')) return true
    if (node.concepts.has('and') || node.text === ',') return false
  }
  return false
}

function joined(found: Found[]): Where {
  const where: Where = []
  let before: Atom[] | null = null
  let span: Atom[] | null = null
  for (const { atoms, isOr } of found) {
    const [atom, second] = atoms
    const isSpan = atoms.length === 2 && second!.words !== undefined
    const same =
      atom!.op === '=' && !isDate(atom!.column)
        ? where.find(group => group.every(each => each.column === atom!.column && each.op === '='))
        : undefined
    const denied =
      atom!.op === '=' && isOr
        ? where.find(
            group => group.length === 1 && group[0]!.column === atom!.column && group[0]!.op === '!=',
          )
        : undefined
    if (where.flat().some(each => each.isToday && atom!.isToday && each.column === atom!.column)) continue
    if (denied && atoms.length === 1) denied[0]!.values.push(...atom!.values)
    else if (same && atoms.length === 1) same.push(atom!)
    else if (isSpan && span && span[0]!.column === atom!.column) {
      span = either(where, span, atoms)
      continue
    } else if (isOr && before && atoms.length === 1) before.push(atom!)
    else
      for (const each of atoms) {
        before = [each]
        where.push(before)
      }
    if (isSpan) span = atoms
  }
  return where
}

/** "in September and October": a day of one of them, said in conditions that all hold. */
function either(where: Where, [from, to]: Atom[], [otherFrom, otherTo]: Atom[]): Atom[] {
  const groups = where.filter(group => group.length === 1 && (group[0] === from || group[0] === to))
  for (const group of groups) where.splice(where.indexOf(group), 1)
  const isNext = to!.values[0] === otherFrom!.values[0]
  if (isNext || otherTo!.values[0] === from!.values[0]) {
    const whole = isNext ? [from!, otherTo!] : [otherFrom!, to!]
    where.push(...whole.map(atom => [atom]))
    return whole
  }
  where.push([from!, otherFrom!], [from!, otherTo!], [to!, otherFrom!], [to!, otherTo!])
  return [otherFrom!, otherTo!]
}

function atomsAt(
  draft: Draft,
  at: number,
  options: ConditionOptions,
  last: Column | undefined,
): Atom[] | null {
  const node = draft.nodes[at]!
  return (
    between(draft, at, last) ??
    compared(draft, at, last) ??
    (options.noEmpty ? null : emptiness(draft, at)) ??
    passed(draft, at) ??
    dated(draft, at) ??
    (options.noValues ? null : (valued(draft, node) ?? predicated(draft, at))) ??
    ordinal(draft, at) ??
    equal(draft, at, options)
  )
}

const EDGE = new Set(
  'noise is than of in with value where row from and by to as on who which what column howmany'.split(' '),
)
const isEdge = (node: Node | undefined): boolean =>
  node !== undefined &&
  (node.text === ',' ||
    node.text === '(' ||
    node.text === ')' ||
    /^day$/i.test(node.text) ||
    [...node.concepts].some(each => EDGE.has(each))) &&
  node.values.length === 0 &&
  node.number === undefined

/** The nearest node on one side that passes, over words without meaning of their own. */
function near(draft: Draft, at: number, step: 1 | -1, test: (node: Node) => boolean, reach = 4): Node | null {
  for (let seen = 0, next = at + step; seen < reach; seen++, next += step) {
    const node = draft.nodes[next]
    if (!node) return null
    if (!draft.isTaken(next) && test(node)) return node
    if (!isEdge(node) && !draft.isTaken(next)) return null
  }
  return null
}

const columnNear = (
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

function isNegated(draft: Draft, at: number): Node | null {
  const next = draft.nodes[at + 1]
  if (draft.scope.index.lexicon.isPostpositional)
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

/** "over 30", "Price is at least 5", "deeper than 30 m", "deadline before filed". */
function compared(draft: Draft, at: number, last: Column | undefined): Atom[] | null {
  const node = draft.nodes[at]!
  const number = node.number
  if (number?.isAtLeast) return atLeast(draft, at, last)
  const [concept, hint] = operatorOf(node)
  if (concept === null) return sameDay(draft, at)
  const op = OPS[concept] ?? null
  const isTextOp = concept === 'contains' || concept === 'starts' || concept === 'ends'
  if (isTextOp) return textual(draft, at, op!)
  const sides: (1 | -1)[] = draft.scope.index.lexicon.isPostpositional
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

const amountIn = ({ value, isPercent }: { value: number; isPercent: boolean }, column: Column): number =>
  isPercent && column.type === 'percent'
    ? value / 100
    : !isPercent && column.type === 'percent' && value > 1
      ? value / 100
      : isPercent
        ? value / 100
        : value

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

/** "starts with O", "has late in the notes". */
function textual(draft: Draft, at: number, op: Operator): Atom[] | null {
  const node = draft.nodes[at]!
  const value = near(
    draft,
    at,
    1,
    each =>
      each.isQuoted ||
      each.isUnknown ||
      (each.values.length > 0 && !isName(each, draft.scope)) ||
      (op !== 'contains' && /^\p{L}{1,3}$/u.test(each.text) && each.concepts.size === 0),
    5,
  )
  if (!value) return null
  const values = [value.text]
  const place = draft.nodes.indexOf(value)
  const or = draft.nodes[place + 1]
  if (or?.concepts.has('or')) {
    const next = near(
      draft,
      place + 1,
      1,
      each => each.text.length <= 3 || each.isQuoted || each.isUnknown,
      4,
    )
    if (next) {
      values.push(next.text)
      draft.take(
        or,
        next,
        ...draft.nodes
          .slice(place + 1, draft.nodes.indexOf(next))
          .filter(each => isEdge(each) || /letter|word|text/i.test(each.text)),
      )
    }
  }
  const named = columnNear(draft, at, 'any', [-1]) ?? columnNear(draft, place, 'any', [1])
  const guessed =
    named?.[0] ??
    value.values.find(match => match.column.tab.title === draft.tab.title)?.column ??
    draft.first('text')
  if (!guessed) return null
  const negation = isNegated(draft, at)
  draft.take(
    node,
    value,
    named?.[1],
    negation ?? undefined,
    ...draft.nodes.slice(at, place).filter(each => each.isUnknown && /letter|word|text/i.test(each.text)),
  )
  return [{ column: guessed, op: negation ? NEGATED[op] : op, values }]
}

/** "between 5 and 10", "from 1 September until 31 October", "70-80". */
function between(draft: Draft, at: number, last: Column | undefined): Atom[] | null {
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

function betweenDates(draft: Draft, first: Span, second: Span, nodes: Node[]): Atom[] | null {
  const column = dateColumn(draft, draft.nodes.indexOf(nodes[0]!), draft.nodes.indexOf(nodes.at(-1)!))
  if (!column) return null
  draft.take(...nodes, ...column[1])
  const year = second.isYearless ? 0 : dateYears(second, first)
  return [
    { column: column[0], op: '>=', values: [fixedYear(first, year)] },
    { column: column[0], op: '<', values: [second.to] },
  ]
}

/** "1 May and end of August 2026": the year that was said counts for both. */
const dateYears = (second: Span, first: Span): number =>
  first.isYearless ? new Date(Date.UTC(1899, 11, 30) + second.from * 86_400_000).getUTCFullYear() : 0
const fixedYear = (span: Span, year: number): number => {
  if (year === 0) return span.from
  const date = new Date(Date.UTC(1899, 11, 30) + span.from * 86_400_000)
  return serialOf(year, date.getUTCMonth() + 1, date.getUTCDate())
}

function dateColumn(draft: Draft, from: number, to: number): [Column, Node[]] | null {
  const named = columnNear(draft, from, 'date', [-1]) ?? columnNear(draft, to, 'date', [1])
  if (named) return [named[0], [named[1]]]
  const elsewhere = draft.nodes
    .map(node =>
      node.columns.length > 0 && isColumn(node, draft.scope) ? draft.columnOf(node, 'date') : null,
    )
    .filter(column => column && isDate(column))
  const words = draft.nodes
    .slice(Math.max(0, from - 3), to + 3)
    .map(({ text }) => text)
    .join(' ')
  const guessed =
    elsewhere[0] ??
    (/expir|overdue|\bdue\b|lapse/i.test(words) ? dueColumn(draft) : null) ??
    draft.first('date')
  return guessed ? [guessed, []] : null
}

/** What expires does so on its last day, not on the day it came. */
export const dueColumn = (draft: Draft): Column | null =>
  draft.scope.index.columns.find(
    column =>
      column.tab === draft.tab &&
      isDate(column) &&
      /due|deadline|expir|before|until|valid|end/i.test(column.header),
  ) ?? null

/** "the deadline has passed", "will expire". */
function passed(draft: Draft, at: number): Atom[] | null {
  const node = draft.nodes[at]!
  const isPast = node.concepts.has('expired')
  if (!isPast && !node.concepts.has('upcoming')) return null
  const due = /due/i.test(node.text) ? dueColumn(draft) : null
  const column: [Column, Node[]] | null = due ? [due, []] : dateColumn(draft, at, at)
  if (!column || node.values.length > 0) return null
  const now = draft.nodes[at + 1]
  draft.take(node, ...column[1], now?.date?.words === 'today' ? now : undefined)
  const negation = isNegated(draft, at)
  if (negation) draft.take(negation)
  const isBefore = isPast !== (negation !== null)
  return [
    {
      column: column[0],
      op: isBefore ? '<' : '>=',
      values: [draft.scope.today],
      isToday: true,
      words: 'today',
    },
  ]
}

/** "since March", "before 1 July", "last month", "on a Saturday". */
function dated(draft: Draft, at: number): Atom[] | null {
  const node = draft.nodes[at]!
  const weekdays = weekdaysAt(draft, at)
  if (weekdays) return weekdays
  const isValue = node.values.some(({ isWhole, column }) => isWhole && column.tab.title === draft.tab.title)
  if (!node.date || isValue || isName(node, draft.scope)) return null
  if (
    node.number &&
    !node.date.isDay &&
    !['in', 'since', 'before', 'after', 'until', 'from', 'of', 'noise'].some(each =>
      draft.nodes[at - 1]?.concepts.has(each),
    ) &&
    !isLoneYear(draft, at)
  )
    return null
  if (
    node.text.toLowerCase() === 'today' &&
    !['before', 'after', 'since', 'until', 'on', 'in'].some(each =>
      draft.nodes[at - 1]?.concepts.has(each),
    ) &&
    draft.hasAnywhere('days', 'age', 'howlong', 'add', 'write')
  )
    return null
  const marker =
    near(
      draft,
      at,
      -1,
      each =>
        [
          'since',
          'after',
          'before',
          'until',
          'from',
          'in',
          'on',
          'lt',
          'le',
          'gt',
          'ge',
          'upcoming',
          'expired',
        ].some(concept => each.concepts.has(concept)),
      2,
    ) ?? undefined
  const column = dateColumn(draft, marker ? draft.nodes.indexOf(marker) : at, at)
  if (!column) return null
  const negation = isNegated(draft, marker ? draft.nodes.indexOf(marker) : at)
  const after = draft.nodes[at + 1]
  const onward =
    after?.concepts.has('since') ||
    (after?.concepts.has('ge') && !draft.nodes[at + 2]?.number) ||
    (draft.scope.index.lexicon.isPostpositional && after?.concepts.has('after'))
      ? after
      : undefined
  draft.take(node, marker, negation ?? undefined, onward, ...column[1])
  const span = node.date
  const isToday = span.words === 'today'
  const is = (...concepts: string[]) =>
    concepts.some(each => marker?.concepts.has(each)) && !marker?.concepts.has('in')
  const atom = (op: Operator, value: number): Atom => ({
    column: column[0],
    op: negation ? NEGATED[op] : op,
    values: [value],
    words: span.words,
    ...(isToday ? { isToday } : {}),
  })
  if (is('after', 'gt')) return [atom('>=', span.to)]
  if (is('before', 'lt')) return [atom('<', span.from)]
  if (
    is('since', 'ge') ||
    (is('from') &&
      (span.isDay ||
        draft.nodes
          .slice(at + 1, at + 4)
          .some(({ text }) => /^(?:now|to now|today|until now|onwards?)$/i.test(text)))) ||
    onward
  )
    return [atom('>=', span.from)]
  if (is('until', 'le')) return [atom('<', span.to)]
  if (span.to - span.from === 1) return [atom('=', span.from)]
  if (negation) return null
  return [atom('>=', span.from), atom('<', span.to)]
}

/** "2025 can go": a year that nothing beside it makes an amount of. */
function isLoneYear(draft: Draft, at: number): boolean {
  const [node, before, after] = [draft.nodes[at]!, draft.nodes[at - 1], draft.nodes[at + 1]]
  const isClear = (each: Node | undefined): boolean =>
    each === undefined ||
    /^[.,;:!?()]$/.test(each.text) ||
    (each.columns.length === 0 &&
      !['to', 'is', 'gt', 'lt', 'ge', 'le', 'raise', 'lower'].some(name => each.concepts.has(name)))
  return (
    /^(?:19|20)\d\d$/.test(node.text) &&
    isClear(before) &&
    isClear(after) &&
    !draft.hasAnywhere('write', 'times', 'minus')
  )
}

/** "on sat or sun", "at the weekend": days from 1 for Monday. */
function weekdaysAt(draft: Draft, at: number): Atom[] | null {
  const days: number[] = []
  const taken: Node[] = []
  const { weekdays } = draft.scope.index.lexicon
  for (let next = at; next < draft.nodes.length; next++) {
    const node = draft.nodes[next]!
    const day = weekdays.get(node.text.toLowerCase())
    if (node.concepts.has('weekend')) days.push(6, 7)
    else if (day !== undefined && node.values.length === 0) days.push(day + 1)
    else if (
      days.length === 0 ||
      !(node.concepts.has('or') || node.concepts.has('and') || node.concepts.has('noise'))
    )
      break
    taken.push(node)
  }
  if (days.length === 0 || draft.hasAnywhere('write')) return null
  const column = dateColumn(draft, at, at)
  if (!column) return null
  while (taken.at(-1) && (taken.at(-1)!.concepts.has('or') || taken.at(-1)!.concepts.has('and'))) taken.pop()
  draft.take(...taken, ...column[1])
  return [{ column: column[0], op: 'weekday', values: days }]
}

/** "price is missing", "without a deadline", "has a note". */
function emptiness(draft: Draft, at: number): Atom[] | null {
  const node = draft.nodes[at]!
  const isEmpty = node.concepts.has('empty')
  const isFilled = node.concepts.has('filled')
  const isWithout =
    node.concepts.has('without') ||
    ((node.concepts.has('not') || node.concepts.has('compare')) && /^(?:no|never)\b/i.test(node.text))
  if (
    (!isEmpty && !isFilled && !isWithout) ||
    node.values.some(({ isWhole }) => isWhole) ||
    isName(node, draft.scope)
  )
    return null
  const isLast = draft.nodes[at + 1] === undefined || /^[.,;:!?]$/.test(draft.nodes[at + 1]!.text)
  const named = isWithout
    ? columnNear(draft, at, 'any', isLast ? [-1] : [1])
    : (columnNear(draft, at, 'any', [-1]) ?? columnNear(draft, at, 'any', [1]))
  if (!named) return null
  if (isWithout && !isEmpty && named[1].values.length > 0) return null
  const negation = isEmpty || isFilled ? isNegated(draft, at) : null
  draft.take(node, named[1], negation ?? undefined)
  return [{ column: named[0], op: isFilled !== (negation !== null) ? 'not_empty' : 'empty', values: [] }]
}

/** A value alone: "the open ones", "for Team Blue", "but not Milo's". */
function valued(draft: Draft, node: Node): Atom[] | null {
  const here = node.values.filter(({ column }) => column.tab.title === draft.tab.title)
  if (here.length === 0 || isName(node, draft.scope)) return null
  const at = draft.nodes.indexOf(node)
  const own = [...node.concepts].filter(each => !WEAKER.has(each))
  if (own.length > 0 && !here.some(({ isWhole }) => isWhole)) return null
  const isIts = (each: Node) =>
    isColumn(each, draft.scope) && here.some(({ column }) => column === draft.columnOf(each))
  const named =
    near(draft, at, 1, isIts, 1) ??
    near(draft, at, -1, each => isColumn(each, draft.scope) && draft.columnOf(each) !== null)
  const match = bestValue(here, named ? draft.columnOf(named) : null)
  const negation = isNegated(draft, at)
  const isEqualSign = draft.nodes[at - 1]?.concepts.has('isnot') ? draft.nodes[at - 1] : undefined
  draft.take(node, negation ?? undefined, isEqualSign)
  if (named && draft.columnOf(named) === match.column) draft.take(named)
  return [{ column: match.column, op: negation || isEqualSign ? '!=' : '=', values: match.values }]
}

/** "Not yet returned", "those who paid": a column that says yes or no, and that is said of the rows. */
function predicated(draft: Draft, at: number): Atom[] | null {
  const node = draft.nodes[at]!
  const column = isColumn(node, draft.scope) ? draft.columnOf(node) : null
  if (column && isDate(column)) return happened(draft, at, column)
  if (
    !column ||
    (node.columns[0]?.quality !== EVENT &&
      ((node.columns[0]?.quality ?? 0) < 0.9 || !/(?:ed|en|id|ne|nt|t|ve|de|do|da|é|ée)s?$/i.test(node.text)))
  )
    return null
  const before = draft.nodes[at - 1]
  const isSaid =
    before !== undefined &&
    (['is', 'where', 'who', 'not', 'with'].some(each => before.concepts.has(each)) ||
      /^(?:already|yet|was|were|been|has|have|actually|still|only)$/i.test(before.text))
  const isAnswer = (each: Node): boolean => YES.test(each.text) || NO.test(each.text)
  if (!isSaid || near(draft, at, 1, isAnswer, 3)) return null
  const rows = draft.scope.index.data.get(column.tab.title)?.rows ?? []
  const values = [...new Set(rows.map(row => String(row[column.index] ?? '').trim()).filter(Boolean))]
  if (!saysYesOrNo(draft.scope.index, column)) return null
  const negation = isNegated(draft, at)
  draft.take(node, negation ?? undefined)
  const yes = values.filter(value => YES.test(value))
  return [{ column, op: negation ? '!=' : '=', values: yes }]
}

/** "have already come back", "not yet gone out": of a date, that there is one or none. */
function happened(draft: Draft, at: number, column: Column): Atom[] | null {
  const node = draft.nodes[at]!
  const isNoun = (node.columns[0]?.quality ?? 0) >= 0.9 || draft.nodes[at + 1]?.date !== undefined
  const isSameDay =
    /^on$/i.test(draft.nodes[at + 1]?.text ?? '') &&
    draft.nodes.slice(at + 2, at + 5).some(({ text }) => /^day$/i.test(text))
  if (
    isNoun ||
    isSameDay ||
    near(
      draft,
      at,
      1,
      each => each.date !== undefined || each.concepts.has('before') || each.concepts.has('after'),
      3,
    )
  )
    return null
  const before = draft.nodes.slice(Math.max(0, at - 4), at)
  const isSaid = before.some(
    ({ concepts, text }) =>
      ['is', 'auxiliary', 'where', 'who', 'not', 'without', 'compare'].some(each => concepts.has(each)) ||
      /^(?:already|yet|still)$/i.test(text),
  )
  if (!isSaid) return null
  const negation = isNegated(draft, at)
  const next = draft.nodes[at + 1]
  draft.take(node, negation ?? undefined, next && /^(?:yet|already)$/i.test(next.text) ? next : undefined)
  return [{ column, op: negation ? 'empty' : 'not_empty', values: [] }]
}

const WEAKER = new Set(
  'noise write row add first min max title write value currency flag tier is line show keep with light new change of in contains area fill'.split(
    ' ',
  ),
)

/** The column that is named; else a whole value before a part, and one meaning before many. */
function bestValue(matches: ValueMatch[], named: Column | null): ValueMatch {
  const inNamed = matches.find(({ column }) => column === named)
  if (inNamed) return inNamed
  return [...matches].sort(
    (a, b) => Number(b.isWhole) - Number(a.isWhole) || a.values.length - b.values.length,
  )[0]!
}

/** "1st place": a number with its ordinal before a column of numbers. */
function ordinal(draft: Draft, at: number): Atom[] | null {
  const node = draft.nodes[at]!
  const next = draft.nodes[at + 1]
  if (
    !node.number ||
    !/^(?:st|nd|rd|th)$/.test(node.number.unit ?? '') ||
    !next ||
    !isColumn(next, draft.scope)
  )
    return null
  const column = draft.columnOf(next, 'number')
  if (!column || !isNumeric(column)) return null
  draft.take(node, next)
  return [{ column, op: '=', values: [node.number.value] }]
}

/** "Status is Closed", "place = 3", "paid says no". */
function equal(
  draft: Draft,
  at: number,
  { literals = false, noNumbers = false }: ConditionOptions,
): Atom[] | null {
  const node = draft.nodes[at]!
  if (node.isQuoted || node.number || node.isUnknown) {
    const sign = draft.nodes[at - 1]
    const isSaid =
      sign?.concepts.has('is') || sign?.concepts.has('isnot') || sign?.text === '=' || sign?.text === ':'
    const named = columnNear(draft, at, 'any', [-1])
    if (!named || noNumbers) return null
    if (node.number && (draft.nodes[at + 1]?.concepts.has('ge') || draft.nodes[at + 1]?.concepts.has('le')))
      return null
    if (node.isUnknown && !(literals && isSaid)) return null
    if (node.number && !isSaid && !isName(named[1], draft.scope)) return null
    if (node.number && !isNumeric(named[0]) && !isTextual(named[0])) return null
    const negation = isNegated(draft, at) ?? (sign?.concepts.has('isnot') ? sign : null)
    draft.take(node, named[1], negation ?? undefined, sign?.concepts.has('is') ? sign : undefined)
    const value = node.number && isNumeric(named[0]) ? amountIn(node.number, named[0]) : node.text
    return [{ column: named[0], op: negation ? '!=' : '=', values: [value] }]
  }
  return signed(draft, at)
}

/** "negative values in Price" */
function signed(draft: Draft, at: number): Atom[] | null {
  const node = draft.nodes[at]!
  const op = node.concepts.has('negative') ? '<' : node.concepts.has('positive') ? '>' : null
  if (op === null) return null
  const isOne = (each: Node): boolean => {
    const named = isColumn(each, draft.scope) ? draft.columnOf(each, 'number') : null
    return named !== null && isNumeric(named)
  }
  const beside = columnNear(draft, at, 'number')?.[1] ?? draft.free().find(isOne)
  const column = draft.columnOf(beside, 'number') ?? draft.only('number')
  if (!column) return null
  draft.take(node, beside)
  return [{ column, op, values: [0] }]
}
