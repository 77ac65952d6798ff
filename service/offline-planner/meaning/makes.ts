/** What is made of the rows of a table: tables of figures, charts, pivots, sorted, filtered, copied and added rows. */
import { addRow as addingRows, rowAdded } from '../kinds/rows/add-row.ts'
import * as deleting from '../kinds/rows/delete-rows.ts'
import { type Firsts, firstsCopied, firstsFiltered } from '../kinds/rows/firsts.ts'
import * as rows from '../kinds/rows/rows.ts'
import { type Key, sorted, sort as sorting } from '../kinds/rows/sort.ts'
import { group, grouped } from '../kinds/summaries/group.ts'
import { scattered } from '../kinds/summaries/scatter.ts'
import * as shapes from '../kinds/summaries/shapes.ts'
import type { Figure, Summary } from '../kinds/summaries/summary.ts'
import { rangeOfArea } from '../kinds/support/places.ts'
import type { Group } from '../kinds/support/query.ts'
import { type Column, isDate, isNumeric } from '../linking/sheet.ts'
import type { Where } from '../reading/where.ts'
import { numberIn } from './amounts.ts'
import { whereIn } from './conditions.ts'
import { dayIn } from './days.ts'
import { dated, figuresIn, groupsIn, measuredIn } from './figures.ts'
import type { Ground } from './ground.ts'
import type { Items } from './items.ts'
import { type Meant, meant, type Reads } from './meant.ts'
import { areaIn } from './targets.ts'
import { valueFor } from './values.ts'

const summaryOf = (figures: Figure[], by: Group[], where: Where): Summary => ({
  figures,
  by,
  where,
  order: null,
  limit: null,
  hasTotal: figures.every(({ measure }) => measure === 'total' || measure === 'count'),
  title: null,
  isBeside: false,
})

/** `table sum [Price] by [Region] where … order desc top 3 tab "x" beside` */
export const table: Reads = (items, ground) => {
  const figures = figuresIn(items, ground)
  const by = figures && groupsIn(items)
  const where = by && whereIn(items, ground)
  if (!where || by.length === 0) return null
  const order = items.word('order') ? (items.word('asc', 'desc') as 'asc' | 'desc' | null) : null
  const limit = items.word('top') ? numberIn(items.amount() ?? '') : null
  const summary = {
    ...summaryOf(figures!, by, [...where, ...dated(figures!)]),
    order: limit !== null && !order ? ('desc' as const) : order,
    limit,
    title: items.word('tab') ? items.text() : null,
    isBeside: items.word('beside') !== null,
  }
  if (limit !== null) summary.hasTotal = false
  return meant(group, grouped(ground, summary), where)
}

export const chart: Reads = (items, ground) => {
  const type = items.word('column', 'bar', 'line', 'pie', 'area', 'scatter')
  if (!type) return null
  const plain = items.columns()
  const figures =
    plain.length > 0
      ? plain.map((column): Figure => ({ measure: 'total', column }))
      : figuresIn(items, ground)
  const by = figures && groupsIn(items)
  const where = by && whereIn(items, ground)
  if (!where || by.length === 0 || by.length > 2) return null
  if (type === 'scatter') {
    const [up, across] = [figures![0]!.column, by[0]!.column]
    return up && where.length === 0 ? meant(shapes.chart, scattered(ground, up, across)) : null
  }
  const summary = { ...summaryOf(figures!, by, [...where, ...dated(figures!)]), hasTotal: false }
  return meant(shapes.chart, shapes.charted(ground, summary, type), where)
}

export const pivot: Reads = (items, ground) => {
  const [figure, ...more] = figuresIn(items, ground) ?? []
  const by = figure && groupsIn(items)
  if (!by || more.length > 0 || figure!.expression || by.some(({ period }) => period)) return null
  return meant(
    shapes.pivot,
    shapes.pivoted(
      ground,
      figure!,
      by.map(({ column }) => column),
    ),
  )
}

export const transpose: Reads = (_, ground) => meant(shapes.transpose, shapes.transposed(ground))

export const unpivot: Reads = (items, ground) => {
  const values = items.columns()
  const keys = items.word('by') ? items.columns() : []
  return meant(shapes.unpivot, shapes.unpivoted(ground, values, keys))
}

/** `sort [A] desc, [B] asc (in A1:F40)` */
export const sort: Reads = (items, ground) => {
  const keys: Key[] = []
  do {
    const column = items.column()
    const order = items.word('asc', 'desc')
    if (!column || !order) return null
    keys.push({ column, order: order as Key['order'] })
  } while (items.word(','))
  const area = items.word('in') ? areaIn(items, ground) : null
  return meant(sorting, area ? sorted(ground, keys, rangeOfArea(area), area.said) : sorted(ground, keys))
}

/** `top 3 by [Since] asc`; null where none is asked for, undefined where it can't be read. */
function firstsIn(items: Items, ground: Ground): Firsts | null | undefined {
  if (!items.word('top')) return null
  const limit = numberIn(items.amount() ?? '')
  const by = limit !== null && limit >= 1 && items.word('by') ? measuredIn(items, ground) : null
  const order = by && items.word('asc', 'desc')
  return by && order ? { limit: limit!, by, isMost: order === 'desc' } : undefined
}

/** `filter where …`, `filter top 10 by [Amount] desc` */
export const filter: Reads = (items, ground) => {
  const firsts = firstsIn(items, ground)
  const where = firsts === undefined ? null : whereIn(items, ground)
  if (!where || (!firsts && where.length === 0)) return null
  const reading = firsts ? firstsFiltered(ground, where, firsts) : rows.filtered(ground, where)
  return meant(rows.filterRows, reading, where)
}

export const unfilter: Reads = (_, ground) => meant(rows.clearFilter, rows.filterCleared(ground))
export const filterButtons: Reads = (_, ground) => meant(rows.clearFilter, rows.filterButtons(ground))

export const copyRows: Reads = (items, ground) => {
  const firsts = firstsIn(items, ground)
  const where = firsts === undefined ? null : whereIn(items, ground)
  const columns = items.word('columns') ? items.columns() : []
  const title = items.word('tab') ? items.text() : null
  if (!where || (!firsts && where.length + columns.length === 0)) return null
  const reading = firsts
    ? firstsCopied(ground, { where, firsts, columns, title })
    : rows.copied(ground, where, columns, title)
  return meant(rows.copyRows, reading, where)
}

/** `dedupe`, `dedupe [Email]`, `dedupe A1:F60` */
export function dedupe(items: Items, ground: Ground): Meant | null {
  const area = areaIn(items, ground)
  return meant(deleting.removeDuplicates, deleting.duplicatesRemoved(ground, items.columns(), area))
}

/** `addrow [Name] "Ada", [Qty] 3, [Paid?] no` */
export const addRow: Reads = (items, ground) => {
  const said = new Map<Column, string>()
  do {
    const column = items.column()
    const written = column && (items.literal() ?? items.word('yes', 'no', 'today'))
    if (!column || !written || said.has(column)) return null
    said.set(column, written)
  } while (items.word(','))
  const days = [...said].flatMap(([column, text]) => (isDate(column) ? (dayIn(text, ground) ?? []) : []))
  const values = new Map<number, string | number>()
  for (const [column, text] of said) {
    const value = isDate(column)
      ? (sameMonth(text, days) ?? dayIn(text, ground))
      : isNumeric(column)
        ? numberIn(text, column)
        : valueFor(column, text, ground)
    if (value === null) return null
    values.set(column.index, value)
  }
  return meant(addingRows, rowAdded(ground, values))
}

/** "15 to 16 Feb 2027", "11月22日返却は24日": a day alone is of the month that another one names. */
function sameMonth(text: string, days: readonly string[]): string | null {
  const day = /^(\d{1,2})(?:st|nd|rd|th|er|\.|日)?$/.exec(text.trim())?.[1]
  const month = days.find(each => !each.endsWith(`-${day?.padStart(2, '0')}`))?.slice(0, 8)
  return day && month ? `${month}${day.padStart(2, '0')}` : null
}
