/** Who or what has the most or the least: rows, categories added up, or periods. */
import { type Grouping, groupOf, groupWords, PERIODS } from '../../linking/dates.ts'
import { type Column, compact, isDate, isNumeric, isTextual } from '../../linking/sheet.ts'
import { told } from '../../plan.ts'
import { conditions } from '../../reading/conditions.ts'
import { type Draft, isColumn } from '../../reading/draft.ts'
import type { Where } from '../../reading/where.ts'
import type { Filled, Frame } from '../frame.ts'
import { expressionIn } from '../support/expression.ts'
import { matching, whereWords } from '../support/met.ts'
import { nameIn } from '../support/names.ts'
import { OTHER_KINDS } from '../support/others.ts'
import { calculate, extreme, hinted, summable, valuesIn } from '../support/query.ts'
import { likeColumn, nameOf, sortable } from '../support/table.ts'
import { type Expression, expressionValues, moneyOf } from '../support/tree.ts'
import { cellText, entityOf, listRows, type Row, rowsToTab } from './ask.ts'

/** What is compared: a column, or what is calculated from several. */
export type Measured = Column | Expression

const isCalculated = (measured: Measured): measured is Expression => 'tree' in measured
export const nameOfMeasured = (measured: Measured): string =>
  isCalculated(measured) ? measured.words : nameOf(measured)
const valuesOf = (rows: readonly Row[], measured: Measured, locale: string): (number | string)[] =>
  isCalculated(measured) ? expressionValues(measured, rows, locale) : valuesIn(rows, measured, locale)
const shownValue = (value: number, measured: Measured | null): string =>
  likeColumn(value, measured && isCalculated(measured) ? moneyOf(measured) : measured)

export const top: Frame = {
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
  cues: [
    'max|min|max:price|min:price|max:date|min:date|max:weight|min:weight|max:depth|min:depth|max:duration|min:duration|topword|bottomword',
  ],
  uses: 'who which what show when table howmuch max min by topword newtab add value top times distinct copy with',
  prior: 0.1,
  read(draft) {
    if (draft.asks(...OTHER_KINDS, 'newcolumn header freeze bold move rank share total below')) return null
    const title = nameIn(draft)
    const where = conditions(draft)
    const first = extreme(draft)
    // "The top 5 most expensive": the second word says of what.
    const superlative = first && first.hint === null ? (extreme(draft) ?? first) : first
    if (!superlative) return null
    const expression = expressionIn(draft)
    const limit = limitIn(draft)
    const isAverage = draft.cue('average')
    // "biggest customer": the noun right after it is whose figure is asked for.
    const noun = draft.nodes[draft.nodes.indexOf(superlative.node) + 1]
    const nounColumn = noun && isColumn(noun, draft.scope) ? draft.columnOf(noun) : null
    const isOfNoun = nounColumn !== null && isTextual(nounColumn)
    const asks = draft.has('who', 'which', 'what') || limit !== null || (isOfNoun && draft.nodes.length < 5)
    if (!asks) return null
    const toTab = draft.cue('newtab')
    const mentioned = draft
      .free()
      .filter(node => isColumn(node, draft.scope))
      .map(node => draft.columnOf(node))
      .filter(column => column !== null)
    // "top 3 fees" are rows, "top 3 sites" are sums.
    const isRows = limit !== null && isNumeric(mentioned[0] ?? ({ type: 'text' } as Column))
    const entity = entityOf(draft, mentioned)
    const numeric = expression ?? hinted(draft, superlative.hint) ?? draft.columns('number')[0] ?? null
    if (superlative.hint && superlative.hint !== 'date' && !numeric) return null
    const others = draft.columns().filter(column => column !== entity)
    const isMost = superlative.measure === 'max'
    const period = PERIODS.find(each => draft.cue(each))
    const date = period && draft.first('date')
    if (period && !date) return null
    if (period && date) {
      const amount = numeric ?? (summable(draft).length === 1 ? summable(draft)[0]! : null)
      const measure = isAverage ? 'average' : 'total'
      return {
        plan: () =>
          told(byCategory(draft, where, periods(date, period), amount, measure, isMost, limit ?? 1)),
        says: `Tell the ${period} with the ${isMost ? 'highest' : 'lowest'} ${measure}${amount && 'header' in amount ? ` of ${nameOf(amount)}` : ''}`,
        bonus: 0.3,
      }
    }
    // "What is the latest date?" asks for a figure.
    if (
      limit === null &&
      !draft.has('who', 'which', 'row') &&
      mentioned.length === 1 &&
      !isTextual(mentioned[0]!)
    )
      return null
    if (
      entity &&
      !isRows &&
      isRepeated(draft, entity) &&
      (!numeric || isCalculated(numeric) || !isDate(numeric)) &&
      (isAverage || !superlative.hint) &&
      !others.some(isDate)
    ) {
      const counts = draft.has('row', 'howmany') || !numeric
      return {
        plan: () =>
          told(
            byCategory(
              draft,
              where,
              categories(entity),
              counts && !numeric ? null : (numeric ?? null),
              isAverage
                ? 'average'
                : /highest|lowest|biggest|largest|best/i.test(superlative.node.text) &&
                    limit === null &&
                    numeric &&
                    others.length > 0
                  ? 'max'
                  : 'total',
              isMost,
              limit ?? 1,
            ),
          ),
        says: `Tell the ${nameOf(entity)} with the ${isMost ? 'most' : 'least'}`,
      }
    }
    const column = numeric ?? (summable(draft).length === 1 ? summable(draft)[0]! : null)
    if (!column) return null
    const told_ = [...(entity ? [entity] : []), ...others]
    if (toTab)
      return {
        plan: () =>
          rowsToTab(
            draft,
            topRows(draft, where, column, isMost, limit ?? 1),
            [
              ...told_,
              ...(isCalculated(column) ? column.columns : [column]).filter(each => !told_.includes(each)),
            ],
            title ?? `Top ${nameOfMeasured(column)}`,
          ),
        effect: 'add',
      }
    return {
      plan: () =>
        told(
          listRows(
            draft,
            topRows(draft, where, column, isMost, limit ?? 1),
            told_.length > 0 ? [...told_, ...(isCalculated(column) ? column.columns : [column])] : [],
            where,
            `${isMost ? 'highest' : 'lowest'} ${nameOfMeasured(column)}`,
            isCalculated(column) ? column : null,
          ),
        ),
      says: `Tell the rows with the ${isMost ? 'highest' : 'lowest'} ${nameOfMeasured(column)}`,
    }
  },
}

/** Rows with the most or the least of a column. */
export const rankedRows = (
  draft: Draft,
  where: Where,
  by: Measured,
  isMost: boolean,
  limit: number,
): Filled => {
  const words = `${isMost ? 'highest' : 'lowest'} ${nameOfMeasured(by)}`
  const calculated = isCalculated(by) ? by : null
  return {
    plan: () => told(listRows(draft, topRows(draft, where, by, isMost, limit), [], where, words, calculated)),
    says: `Tell the ${limit === 1 ? 'row' : `${limit} rows`} with the ${words}${whereWords(where)}`,
  }
}

/** Categories or periods with the most or the least of a figure of theirs. */
export function rankedGroups(
  draft: Draft,
  where: Where,
  by: { column: Column; period?: Grouping },
  figure: { measure: Ranked; column: Measured | null },
  isMost: boolean,
  limit: number,
): Filled {
  const entity = by.period ? periods(by.column, by.period) : categories(by.column)
  return {
    plan: () => told(byCategory(draft, where, entity, figure.column, figure.measure, isMost, limit)),
    says: `Tell the ${limit === 1 ? '' : `${limit} `}${entity.name} with the ${isMost ? 'highest' : 'lowest'} ${figure.column ? `${figure.measure} of ${nameOfMeasured(figure.column)}` : 'number of rows'}${whereWords(where)}`,
  }
}

/** Of each category. */
export type Ranked = 'total' | 'average' | 'median' | 'max' | 'min' | 'distinct'

const limitIn = (draft: Draft): number | null => {
  const node = draft
    .free()
    .find(
      each =>
        each.number &&
        !each.number.isPercent &&
        each.number.value >= 1 &&
        each.number.value <= 100 &&
        Number.isInteger(each.number.value),
    )
  // "one" is seldom a number of rows.
  if (!node || node.text.toLowerCase() === 'one' || node.concepts.has('min:date')) return null
  draft.take(node)
  return node.number!.value
}

const isRepeated = (draft: Draft, column: Column): boolean => {
  const values = matching(draft, [])
    .map(({ row }) => compact(cellText(row, column)))
    .filter(Boolean)
  return new Set(values).size < values.length * 0.95
}

export function topRows(draft: Draft, where: Where, column: Measured, isMost: boolean, limit: number): Row[] {
  const { locale } = draft.scope.overview
  const rated = matching(draft, where).flatMap(each => {
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
  draft: Draft,
  where: Where,
  entity: Categories,
  numeric: Measured | null,
  measure: Ranked,
  isMost: boolean,
  limit: number,
): string {
  const { locale } = draft.scope.overview
  const groups = new Map<string, { name: string; rows: Row[] }>()
  for (const each of matching(draft, where)) {
    const name = entity.of(each, locale)
    if (name === '') continue
    const group = groups.get(compact(name)) ?? { name, rows: [] }
    group.rows.push(each)
    groups.set(compact(name), group)
  }
  const figures = [...groups.values()].flatMap(({ name, rows }) => {
    const value = numeric
      ? measure === 'max' && !isMost
        ? calculate('min', valuesOf(rows, numeric, locale))
        : calculate(measure, valuesOf(rows, numeric, locale))
      : rows.length
    return value === null ? [] : [{ name, value }]
  })
  figures.sort((a, b) => (isMost ? b.value - a.value : a.value - b.value))
  const what = numeric
    ? `${measure === 'max' ? (isMost ? 'highest' : 'lowest') : measure} ${nameOfMeasured(numeric)}`
    : 'number of rows'
  if (figures.length === 0) return `No row${whereWords(where)} has a figure for that.`
  const ties = figures.filter(({ value }) => value === figures[0]!.value)
  const shown = limit === 1 ? ties : figures.slice(0, limit)
  return `**${entity.name}** by ${what}${whereWords(where)}:\n\n${shown.map(({ name, value }, index) => `${index + 1}. **${name}**: ${shownValue(value, numeric)}`).join('\n')}`
}
