/** `tell top 3 rows by [C] desc`, `tell top 1 [G] by sum [C] desc`, `tell top 1 month [D] by count asc` */
import { top as kind, type Ranked, rankedGroups, rankedRows } from '../kinds/questions/top.ts'
import type { Group } from '../kinds/support/query.ts'
import { GROUPINGS } from '../linking/dates.ts'
import { numberIn } from './amounts.ts'
import { whereIn } from './conditions.ts'
import { figuresIn, measuredIn } from './figures.ts'
import type { Ground } from './ground.ts'
import type { Items } from './items.ts'
import { type Meant, meant, type Reads } from './meant.ts'

const MOST = 1_000

export const top: Reads = (items, ground) => {
  const count = numberIn(items.amount() ?? '')
  const period = GROUPINGS.find(each => each === items.word(each))
  const column = items.word('rows') ? null : items.column()
  if (count === null || count < 1 || count > MOST || !items.word('by')) return null
  return column
    ? ofGroups(items, ground, { column, ...(period ? { period } : {}) }, count)
    : ofRows(items, ground, count)
}

function ofRows(items: Items, ground: Ground, count: number): Meant | null {
  const measured = measuredIn(items, ground)
  const direction = items.word('asc', 'desc')
  const where = measured && direction && whereIn(items, ground)
  return where ? meant(kind, rankedRows(ground, where, measured, direction === 'desc', count)) : null
}

function ofGroups(items: Items, ground: Ground, by: Group, count: number): Meant | null {
  const figures = figuresIn(items, ground)
  const direction = items.word('asc', 'desc')
  const where = figures && direction && whereIn(items, ground)
  const [figure, ...more] = figures ?? []
  if (!where || !figure || more.length > 0) return null
  const column = figure.expression ?? figure.column
  const measure = figure.measure === 'count' ? 'total' : (figure.measure as Ranked)
  return meant(kind, rankedGroups(ground, where, by, { measure, column }, direction === 'desc', count))
}
