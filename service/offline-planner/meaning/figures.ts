/** Figures and groups of the meaning language: `sum [Fee] - [Paid] by month [Due]`. */
import type { Measured } from '../kinds/questions/top.ts'
import type { Figure } from '../kinds/summaries/summary.ts'
import type { Measure } from '../kinds/support/formulas.ts'
import type { Group } from '../kinds/support/query.ts'
import { nameOf } from '../kinds/support/table.ts'
import { GROUPINGS } from '../linking/dates.ts'
import { type Column, isDate, mayHoldAmounts } from '../linking/sheet.ts'
import type { Where } from '../reading/where.ts'
import { expressionOf, isCalculation } from './calculation.ts'
import type { Ground } from './ground.ts'
import type { Items } from './items.ts'

export const MEASURES: Record<string, Measure> = {
  sum: 'total',
  avg: 'average',
  median: 'median',
  max: 'max',
  min: 'min',
  distinct: 'distinct',
}

/** A column, or what is calculated of several. */
export const measuredIn = (items: Items, ground: Ground): Measured | null =>
  isCalculation(items) ? expressionOf(items, ground) : items.column()

/** Formulas take a blank day for day 0: only rows that have all days count. */
export const dated = (figures: readonly Figure[]): Where =>
  [...new Set(figures.flatMap(({ expression }) => expression?.columns.filter(isDate) ?? []))].map(column => [
    { column, op: 'not_empty', values: [] },
  ])

/** "sum [A], avg [B]", "count"; null where they are none. */
export function figuresIn(items: Items, ground: Ground): Figure[] | null {
  const figures: Figure[] = []
  do {
    if (items.word('count')) figures.push({ measure: 'count', column: null })
    else {
      const name = items.word(...Object.keys(MEASURES))
      const measured = name ? measuredIn(items, ground) : null
      if (!name || !measured) return null
      const measure = MEASURES[name]!
      if ('tree' in measured && measure === 'distinct') return null
      if ('tree' in measured) figures.push({ measure, column: null, expression: measured })
      else if (!figures.some(each => each.measure === measure && each.column === measured))
        figures.push({ measure, column: measured, ...amountsIn(measured, measure, ground) })
    }
  } while (items.word(','))
  return figures
}

/** "16 hrs" counts as 16. */
const amountsIn = (column: Column, measure: Measure, { index }: Ground): Pick<Figure, 'expression'> =>
  measure !== 'distinct' && mayHoldAmounts(column, index)
    ? { expression: { tree: { amountIn: column }, words: nameOf(column), columns: [column] } }
    : {}

/** "by [G], [H]", "by month [D]"; empty where nothing says by what. */
export function groupsIn(items: Items): Group[] | null {
  const groups: Group[] = []
  if (!items.word('by')) return groups
  do {
    const period = GROUPINGS.find(each => each === items.word(each))
    const column = items.column()
    if (!column || (period && !isDate(column))) return null
    // The same twice is a slip.
    if (groups.some(each => each.column === column && each.period === period)) continue
    groups.push(period ? { column, period } : { column })
  } while (items.word(','))
  return groups
}
