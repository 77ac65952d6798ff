/** Instructions of the meaning language that are made without words: what is meant is all that a kind needs. */

import type { Reading } from '../frames/frame.ts'
import { rowsTold } from '../frames/questions/ask.ts'
import { figuresTold } from '../frames/questions/figure.ts'
import { totalRow } from '../frames/questions/figure-written.ts'
import { type Ranked, rankedGroups, rankedRows } from '../frames/questions/top.ts'
import { rowAdded } from '../frames/rows/add-row.ts'
import { type Firsts, firstsCopied, firstsFiltered } from '../frames/rows/firsts.ts'
import { copied, filtered } from '../frames/rows/rows.ts'
import { type Key, sorted } from '../frames/rows/sort.ts'
import { grouped } from '../frames/summaries/group.ts'
import { scattered } from '../frames/summaries/scatter.ts'
import { charted } from '../frames/summaries/shapes.ts'
import type { Figure, Summary } from '../frames/summaries/summary.ts'
import type { Group } from '../frames/support/query.ts'
import { GROUPINGS } from '../linking/dates.ts'
import { type Column, isDate, isNumeric } from '../linking/sheet.ts'
import type { Draft } from '../reading/draft.ts'
import type { Where } from '../reading/where.ts'
import { numberIn } from './amounts.ts'
import { whereOf } from './conditions.ts'
import { dayIn } from './days.ts'
import { dated, figuresIn, groupsIn, measuredIn } from './figures.ts'
import type { Ground } from './ground.ts'
import type { Items } from './items.ts'

export interface Made {
  /** The kind whose work it is. */
  frame: string
  /** Which rows it is about. */
  where?: Where
  fill(draft: Draft): Reading | null
}

/** Empty where no condition follows; null where one can't be read. */
export const whereIn = (items: Items, ground: Ground): Where | null =>
  items.word('where') ? whereOf(items, ground) : []

export function figureTold(items: Items, ground: Ground): Made | null {
  const figures = figuresIn(items, ground)
  const where = figures && whereIn(items, ground)
  return where && { frame: 'A figure', fill: draft => figuresTold(draft, figures!, where) }
}

export function columnsTold(items: Items, ground: Ground): Made | null {
  const columns = items.columns()
  const where = whereIn(items, ground)
  return where && where.length > 0
    ? { frame: 'Which rows', where, fill: draft => rowsTold(draft, columns, where) }
    : null
}

/** "3 rows by [C] desc", "1 [G] by sum [C] desc", "1 month [D] by count asc" */
export function topTold(items: Items, ground: Ground): Made | null {
  const count = numberIn(items.amount() ?? '')
  const period = GROUPINGS.find(each => each === items.word(each))
  const group = items.word('rows') ? null : items.column()
  if (count === null || count < 1 || count > 1_000 || !items.word('by')) return null
  return group
    ? topGroups(items, ground, { column: group, ...(period ? { period } : {}) }, count)
    : topRows(items, ground, count)
}

function topRows(items: Items, ground: Ground, count: number): Made | null {
  const column = measuredIn(items, ground)
  const direction = items.word('asc', 'desc')
  const where = column && direction && whereIn(items, ground)
  return where
    ? {
        frame: 'Most and least',
        fill: draft => rankedRows(draft, where, column, direction === 'desc', count),
      }
    : null
}

function topGroups(items: Items, ground: Ground, by: Group, count: number): Made | null {
  const figures = figuresIn(items, ground)
  const direction = items.word('asc', 'desc')
  const where = figures && direction && whereIn(items, ground)
  const [figure, ...more] = figures ?? []
  if (!where || !figure || more.length > 0) return null
  const measured = figure.expression ?? figure.column
  const measure = figure.measure === 'count' ? 'total' : (figure.measure as Ranked)
  return {
    frame: 'Most and least',
    fill: draft => rankedGroups(draft, where, by, { measure, column: measured }, direction === 'desc', count),
  }
}

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

export function table(items: Items, ground: Ground): Made | null {
  const figures = figuresIn(items, ground)
  const by = figures && groupsIn(items)
  const where = by && whereIn(items, ground)
  if (!where || by.length === 0) return null
  const order = items.word('order') ? (items.word('asc', 'desc') as 'asc' | 'desc' | null) : null
  const limit = items.word('top') ? numberIn(items.amount() ?? '') : null
  const title = items.word('tab') ? items.text() : null
  const summary = {
    ...summaryOf(figures!, by, [...where, ...dated(figures!)]),
    order: limit !== null && !order ? ('desc' as const) : order,
    limit,
    title,
  }
  if (limit !== null) summary.hasTotal = false
  return { frame: 'Figures by category', fill: draft => grouped(draft, summary) }
}

export function chart(items: Items, ground: Ground): Made | null {
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
    return up && where.length === 0 ? { frame: 'Charts', fill: draft => scattered(draft, up, across) } : null
  }
  return {
    frame: 'Charts',
    fill: draft =>
      charted(draft, { ...summaryOf(figures!, by, [...where, ...dated(figures!)]), hasTotal: false }, type),
  }
}

export function sort(items: Items): Made | null {
  const keys: Key[] = []
  do {
    const column: Column | null = items.column()
    const order = items.word('asc', 'desc')
    if (!column || !order) return null
    keys.push({ column, order: order as Key['order'] })
  } while (items.word(','))
  return { frame: 'Sort', fill: draft => sorted(draft, keys) }
}

/** "top 3 by [Since] asc"; null where none is asked for, undefined where it can't be read. */
function firstsIn(items: Items, ground: Ground): Firsts | null | undefined {
  if (!items.word('top')) return null
  const limit = numberIn(items.amount() ?? '')
  const by = limit !== null && limit >= 1 && items.word('by') ? measuredIn(items, ground) : null
  const order = by && items.word('asc', 'desc')
  return by && order ? { limit: limit!, by, isMost: order === 'desc' } : undefined
}

/** `filter where …`, `filter top 10 by [Amount] desc` */
export function filter(items: Items, ground: Ground): Made | null {
  const firsts = firstsIn(items, ground)
  if (firsts === undefined) return null
  const where = whereIn(items, ground)
  if (!where || (!firsts && where.length === 0)) return null
  return {
    frame: 'Filter',
    where,
    fill: draft => (firsts ? firstsFiltered(draft, where, firsts) : filtered(draft, where)),
  }
}

export function copyRows(items: Items, ground: Ground): Made | null {
  const firsts = firstsIn(items, ground)
  if (firsts === undefined) return null
  const where = whereIn(items, ground)
  const columns = items.word('columns') ? items.columns() : []
  const title = items.word('tab') ? items.text() : null
  if (!where || (!firsts && where.length + columns.length === 0)) return null
  return {
    frame: 'Rows to a new tab',
    where,
    fill: draft =>
      firsts ? firstsCopied(draft, { where, firsts, columns, title }) : copied(draft, where, columns, title),
  }
}

export function totals(items: Items): Made {
  const columns = items.columns()
  return { frame: 'A figure', fill: draft => totalRow(draft, columns) }
}

/** "addrow [Name] "Ada", [Qty] 3" */
export function addRow(items: Items, ground: Ground): Made | null {
  const values = new Map<number, string | number>()
  do {
    const column = items.column()
    const written = column && items.literal()
    if (!column || written === null) return null
    const value = isDate(column) ? dayIn(written, ground) : isNumeric(column) ? numberIn(written) : written
    if (value === null || values.has(column.index)) return null
    values.set(column.index, value)
  } while (items.word(','))
  return values.size > 0 ? { frame: 'Add a row', fill: draft => rowAdded(draft, values) } : null
}
