/** Conditions on days: spans, weekdays, and what has passed or is to come. */
import { type Span, serialOf } from '../linking/dates.ts'
import type { Node } from '../linking/link.ts'
import { type Column, isDate } from '../linking/sheet.ts'
import { type Draft, isColumn, isName } from './draft.ts'
import { columnNear, isNegated, near } from './nearby.ts'
import { type Atom, NEGATED, type Operator } from './where.ts'

export function betweenDates(draft: Draft, first: Span, second: Span, nodes: Node[]): Atom[] | null {
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
export function passed(draft: Draft, at: number): Atom[] | null {
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
export function dated(draft: Draft, at: number): Atom[] | null {
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
    (draft.isPostpositional && after?.concepts.has('after'))
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
