/** Who or what has the most or the least: rows, categories added up, or periods. */
import { cellText } from '../../linking/cells.ts'
import { type Grouping, groupOf, groupWords } from '../../linking/dates.ts'
import { compact } from '../../linking/letters.ts'
import type { Column } from '../../linking/sheet.ts'
import { told } from '../../plan.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Where } from '../../reading/where.ts'
import type { Filled, Kind } from '../kind.ts'
import { matching, whereWords } from '../support/met.ts'
import { calculate, valuesIn } from '../support/query.ts'
import { likeColumn, nameOf, sortable } from '../support/table.ts'
import { type Expression, expressionValues, moneyOf } from '../support/tree.ts'
import { listRows, type Row } from './ask.ts'

/** What is compared: a column, or what is calculated from several. */
export type Measured = Column | Expression

const isCalculated = (measured: Measured): measured is Expression => 'tree' in measured
export const nameOfMeasured = (measured: Measured): string =>
  isCalculated(measured) ? measured.words : nameOf(measured)
const valuesOf = (rows: readonly Row[], measured: Measured, locale: string): (number | string)[] =>
  isCalculated(measured) ? expressionValues(measured, rows, locale) : valuesIn(rows, measured, locale)
const shownValue = (value: number, measured: Measured | null): string =>
  likeColumn(value, measured && isCalculated(measured) ? moneyOf(measured) : measured)

export const top: Kind = {
  name: 'Most and least',
  does: 'Answers which rows, or which of a category added up, have the most or the least; one or as many as you say.',
  examples: [
    'Top 5 customers by Price',
    'Which Region has the highest Qty?',
    'Bottom 3 Customers by Cost',
    'Show me the top 3 orders by Price',
    'Which customer has the most orders?',
  ],
  effect: 'read',
}

/** Rows with the most or the least of a column. */
export const rankedRows = (
  scope: Scope,
  where: Where,
  by: Measured,
  isMost: boolean,
  limit: number,
): Filled => {
  const words = `${isMost ? 'highest' : 'lowest'} ${nameOfMeasured(by)}`
  const calculated = isCalculated(by) ? by : null
  return {
    plan: () => told(listRows(scope, topRows(scope, where, by, isMost, limit), [], where, words, calculated)),
    says: `Tell the ${limit === 1 ? 'row' : `${limit} rows`} with the ${words}${whereWords(where)}`,
  }
}

/** Categories or periods with the most or the least of a figure of theirs. */
export function rankedGroups(
  scope: Scope,
  where: Where,
  by: { column: Column; period?: Grouping },
  figure: { measure: Ranked; column: Measured | null },
  isMost: boolean,
  limit: number,
): Filled {
  const entity = by.period ? periods(by.column, by.period) : categories(by.column)
  return {
    plan: () => told(byCategory(scope, where, entity, figure.column, figure.measure, isMost, limit)),
    says: `Tell the ${limit === 1 ? '' : `${limit} `}${entity.name} with the ${isMost ? 'highest' : 'lowest'} ${figure.column ? `${figure.measure} of ${nameOfMeasured(figure.column)}` : 'number of rows'}${whereWords(where)}`,
  }
}

/** Of each category. */
export type Ranked = 'total' | 'average' | 'median' | 'max' | 'min' | 'distinct'

export function topRows(scope: Scope, where: Where, column: Measured, isMost: boolean, limit: number): Row[] {
  const { locale } = scope.overview
  const rated = matching(scope, where).flatMap(each => {
    const [value] = isCalculated(column)
      ? expressionValues(column, [each], locale)
      : [sortable(each.row, column, locale)]
    return typeof value === 'number' ? [{ each, value }] : []
  })
  rated.sort((a, b) => (isMost ? b.value - a.value : a.value - b.value))
  const edge = rated[Math.min(limit, rated.length) - 1]?.value
  // Equal ones are not cut apart where a single one is asked for.
  return rated
    .filter(({ value }, index) => index < limit || (limit === 1 && value === edge && index < 5))
    .map(({ each }) => each)
}

/** What rows are put together by, and what each part is called. */
interface Categories {
  name: string
  of(row: Row, locale: string): string
}

const categories = (column: Column): Categories => ({
  name: nameOf(column),
  of: ({ row }) => cellText(row, column),
})

const periods = (column: Column, period: Grouping): Categories => ({
  name: period[0]!.toUpperCase() + period.slice(1),
  of({ row }, locale) {
    const value = sortable(row, column, locale)
    return typeof value === 'number' ? groupWords(groupOf(Math.floor(value), period), period) : ''
  },
})

function byCategory(
  scope: Scope,
  where: Where,
  entity: Categories,
  numeric: Measured | null,
  measure: Ranked,
  isMost: boolean,
  limit: number,
): string {
  const { locale } = scope.overview
  const groups = new Map<string, { name: string; rows: Row[] }>()
  for (const each of matching(scope, where)) {
    const name = entity.of(each, locale)
    if (name === '') continue
    const group = groups.get(compact(name)) ?? { name, rows: [] }
    group.rows.push(each)
    groups.set(compact(name), group)
  }
  const figures = [...groups.values()].flatMap(({ name, rows }) => {
    const value = numeric ? calculate(measure, valuesOf(rows, numeric, locale)) : rows.length
    return value === null ? [] : [{ name, value }]
  })
  figures.sort((a, b) => (isMost ? b.value - a.value : a.value - b.value))
  const what = numeric ? `${measure} ${nameOfMeasured(numeric)}` : 'number of rows'
  if (figures.length === 0) return `No row${whereWords(where)} has a figure for that.`
  const ties = figures.filter(({ value }) => value === figures[0]!.value)
  const shown = limit === 1 ? ties : figures.slice(0, limit)
  return `**${entity.name}** by ${what}${whereWords(where)}:\n\n${shown.map(({ name, value }, index) => `${index + 1}. **${name}**: ${shownValue(value, numeric)}`).join('\n')}`
}
