/** Sorts the rows of a table; the header and a total row stay where they are. */
import { type Column, isDate, isNumeric } from '../../linking/sheet.ts'
import { call, notDone, type Plan } from '../../plan.ts'
import { dataOf, type Scope } from '../../reading/scope.ts'
import type { Filled, Kind } from '../kind.ts'
import { counted, nameOf, rowsOf, tableRange } from '../support/table.ts'

export interface Key {
  column: Column
  order: 'asc' | 'desc'
}

export const sort: Kind = {
  name: 'Sort',
  does: 'Sorts the table by one or more columns, each in its direction; the header and a total row stay where they are.',
  examples: [
    'Sort by Date',
    'Sort the sheet by Region, then by Price descending',
    'newest on top',
    'Order the rows by Price from high to low',
    'Arrange the table alphabetically by Customer',
  ],
  effect: 'change',
}

export function sorted(
  scope: Scope,
  keys: readonly Key[],
  range: string | null = null,
  place = 'the rows',
): Filled | null {
  if (!rowsOf(scope)) return null
  const said = keys.map(key => `${nameOf(key.column)}, ${firstOf(key)}`).join(', then by ')
  return { plan: () => plan(scope, keys, range), says: `Sort ${place} by ${said}` }
}

const firstOf = ({ column, order }: Key): string => {
  const [low, high] = isDate(column)
    ? ['oldest', 'newest']
    : isNumeric(column)
      ? ['lowest', 'highest']
      : ['A', 'Z']
  return `${order === 'asc' ? low : high} first`
}

function* plan(scope: Scope, keys: readonly Key[], place: string | null): Plan {
  const rows = rowsOf(scope)!
  const by = keys.map(({ column, order }) => ({ column: column.column, order }))
  const result = yield* call('sort_filter_range', {
    action: 'sort',
    range: place ?? tableRange(scope.tab, rows),
    by,
    ...(place ? {} : { has_header: rows.header !== null }),
  })
  if (result.error !== undefined) return notDone(result)
  const said = keys
    .map(({ column, order }) => `**${nameOf(column)}** (${order === 'asc' ? 'ascending' : 'descending'})`)
    .join(', then ')
  const total = dataOf(scope)?.hasTotal ? ` The total row ${rows.last + 1} stayed at the bottom.` : ''
  return `Sorted ${counted(rows.last - rows.first + 1, 'row')} of **${scope.tab.title}** by ${said}.${total}`
}
