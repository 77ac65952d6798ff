/** What many kinds ask in common: which measure, of what, by what, in which order, how many. */
import { numberIn } from '../../linking/cells.ts'
import { type Grouping, PERIODS, type Period } from '../../linking/dates.ts'
import type { Node } from '../../linking/link.ts'
import { type Column, isDate, isNumeric } from '../../linking/sheet.ts'
import type { Draft } from '../../reading/draft.ts'
import { isColumn, isName } from '../../reading/draft.ts'
import type { Measure } from './formulas.ts'
import { sortable } from './table.ts'

export interface Group {
  column: Column
  period?: Grouping
}

/** "by Region", "per month", "for each supplier", "monthly". */
export function groups(draft: Draft): Group[] {
  const found: Group[] = []
  const { nodes } = draft
  for (const [at, node] of nodes.entries()) {
    if (draft.isTaken(at)) continue
    const period = PERIODS.find(each => node.concepts.has(each))
    if (node.concepts.has('perperiod') && period && !isName(node, draft.scope)) {
      add(found, dateGroup(draft, period))
      draft.take(node)
    } else if (isMarker(node)) takeGroups(draft, at, found)
    else if (node.concepts.has('down') && !draft.has('pivot', 'across', 'transpose')) {
      // "Keepers down the side"
      const before = nodes[at - 1]
      const column = before && isColumn(before, draft.scope) ? draft.columnOf(before) : null
      if (column) {
        add(found, { column })
        draft.take(before, node)
      }
    }
  }
  // "Per month, by received date": which date the months are of.
  const month = found.find(({ period }) => period)
  const day = found.find(({ column, period }) => !period && isDate(column))
  return month && day
    ? [{ ...month, column: day.column }, ...found.filter(each => each !== month && each !== day)]
    : found
}

const isMarker = (node: Node): boolean => node.concepts.has('by') || node.concepts.has('per')

function takeGroups(draft: Draft, marker: number, found: Group[]): void {
  const step = draft.isPostpositional ? -1 : 1
  let taken = false
  for (let at = marker + step, seen = 0; seen < 6; at += step, seen++) {
    const node = draft.nodes[at]
    if (!node || draft.isTaken(at)) break
    // "Each child counted only once" parts nothing.
    if (draft.nodes.slice(at + 1, at + 4).some(({ text }) => /\bonce\b/i.test(text))) break
    const period = periodIn(node)
    const column = isColumn(node, draft.scope) ? draft.columnOf(node, period ? 'date' : 'any') : null
    const day = found.at(-1)?.period ? draft.columnOf(node, 'date') : null
    if (period && !isName(node, draft.scope)) add(found, dateGroup(draft, period))
    // "By month of sampling": which day it is the month of.
    else if (day && isDate(day) && taken) found.push({ ...found.pop()!, column: day })
    else if (column && (!isNumeric(column) || fewValues(draft, column))) add(found, { column })
    else if (taken && (node.concepts.has('and') || node.text === ',')) continue
    else if (taken && node.concepts.has('of') && isDay(draft, at + step) && found.at(-1)?.period) continue
    else if (
      !taken &&
      (node.concepts.has('noise') ||
        node.concepts.has('of') ||
        node.concepts.has('column') ||
        node.concepts.has('tier'))
    )
      continue
    else break
    draft.takeAt(at)
    taken = true
  }
  if (taken) draft.takeAt(marker)
}

const isDay = (draft: Draft, at: number): boolean => {
  const column = draft.columnOf(draft.nodes[at], 'date')
  return column !== null && isDate(column)
}

/** "By month of delivery" */
const periodIn = ({ concepts }: Node): Period | undefined =>
  PERIODS.find(each => concepts.has(each) || concepts.has(`${each}part`))

/** Numbers are categories only where there are few of them. */
const fewValues = (draft: Draft, column: Column): boolean =>
  new Set((draft.data?.rows ?? []).map(row => row[column.index])).size <=
    Math.min(12, (draft.data?.rows.length ?? 0) / 3) && !draft.hasAnywhere('total', 'sort', 'times')

const dateGroup = (draft: Draft, period: Period): Group | null => {
  const named = draft.nodes
    .map(node => (isColumn(node, draft.scope) ? draft.columnOf(node, 'date') : null))
    .find(column => column && isDate(column))
  const column = named ?? draft.first('date')
  return column ? { column, period } : null
}

function add(found: Group[], group: Group | null): void {
  if (group && !found.some(({ column, period }) => column === group.column && period === group.period))
    found.push(group)
}

export interface Extreme {
  measure: 'max' | 'min'
  /** What the word is about: "deepest" is about depth. */
  hint: string | null
  node: Node
}

export function extreme(draft: Draft): Extreme | null {
  for (const node of draft.free()) {
    if (isName(node, draft.scope)) continue
    for (const each of node.concepts) {
      const found = /^(max|min)(?::(\w+))?$/.exec(each)
      if (!found || (node.concepts.has('noise') && found[2] === undefined && node.concepts.has('with')))
        continue
      draft.take(node)
      return { measure: found[1] as 'max' | 'min', hint: found[2] ?? null, node }
    }
  }
  return null
}

/** The column that a hint like "depth" is about. */
export function hinted(draft: Draft, hint: string | null): Column | null {
  if (hint === null) return null
  if (hint === 'date' && /young|old/i.test(draft.nodes.map(({ text }) => text).join(' '))) {
    const born = bornColumn(draft)
    if (born) return born
  }
  if (hint === 'date') return draft.columns('date')[0] ?? draft.first('date')
  const [match] = draft.scope.index
    .columnsLike([hint])
    .filter(
      ({ column, quality }) => column.tab.title === draft.tab.title && isNumeric(column) && quality > 0.4,
    )
  const money = hint === 'price' && !match ? moneyColumns(draft) : []
  return match?.column ?? (money.length === 1 ? money[0]! : null)
}

/** Ages go by the day of birth, where there is one. */
export const bornColumn = (draft: Draft): Column | null =>
  draft.scope.index.columns.find(
    column => column.tab === draft.tab && isDate(column) && /born|birth|dob/i.test(column.header),
  ) ?? null

/** What is not added up. */
export const RATE =
  /\bper\b|rate|price|temp|\bage\b|depth|height|score|rating|grade|share|%|percent|average|level|discount|target|\/\s*\p{L}/iu

/** Columns of amounts: numbers, but not ids, years and rates. */
export const summable = (draft: Draft): Column[] => {
  const amounts = numbered(draft)
  const plain = amounts.filter(({ header, type }) => type !== 'percent' && !RATE.test(header))
  return plain.length > 0 ? plain : amounts
}

/** Columns of numbers, but not ids and years. */
export const numbered = (draft: Draft): Column[] =>
  draft.scope.index.columns.filter(
    column =>
      column.tab.title === draft.tab.title &&
      isNumeric(column) &&
      !/\b(?:id|no|nr|number|year|zip|code|phone|rank|place)\b|#/i.test(column.header),
  )

/** Columns of money, by their type or by what they are called. */
export function moneyColumns(draft: Draft): Column[] {
  const found = summable(draft).filter(
    ({ type, header }) =>
      type === 'currency' ||
      /fee|price|cost|amount|total|revenue|paid|value|[€£$]|\b(?:eur|usd|gbp|chf)\b/i.test(header),
  )
  if (found.length > 0) return found
  const signed = numbered(draft).filter(
    ({ type, header }) => (type === 'currency' || /[€£$]/.test(header)) && !/\bper\b|\//.test(header),
  )
  return signed.length === 1 ? signed : []
}

/** A figure of numbers; null where there are none. */
export function calculate(measure: Measure, values: readonly (number | string)[]): number | null {
  const numbers = values.map(numberIn).filter(number => number !== null)
  if (measure === 'count') return values.length
  if (measure === 'distinct') return new Set(values.map(value => String(value).trim().toLowerCase())).size
  if (measure === 'total') return numbers.reduce((sum, number) => sum + number, 0)
  if (numbers.length === 0) return null
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle =
    (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
  return {
    average: numbers.reduce((sum, number) => sum + number, 0) / numbers.length,
    median: middle,
    max: sorted.at(-1)!,
    min: sorted[0]!,
  }[measure]
}

/** Filled values of a column in rows. */
export const valuesIn = (
  rows: readonly { row: unknown[] }[],
  column: Column,
  locale: string,
): (number | string)[] => rows.map(({ row }) => sortable(row, column, locale)).filter(value => value !== null)
