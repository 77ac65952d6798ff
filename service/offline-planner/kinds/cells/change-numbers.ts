/** Numbers changed in their cells: raised, lowered, rounded. */
import { isoDate } from '../../linking/dates.ts'
import { type Column, isDate } from '../../linking/sheet.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Where } from '../../reading/where.ts'
import { type Kind, problem, type Reading } from '../kind.ts'
import { matching, whereWords } from '../support/met.ts'
import { columnRange, counted, nameOf, sortable } from '../support/table.ts'
import { partOfTable } from '../support/whole.ts'
import { fillCells } from './values.ts'

export const changeNumbers: Kind = {
  name: 'Change numbers in place',
  does: 'Raises, lowers or rounds the numbers of a column in their cells, all or those of the rows that meet conditions; moves dates by days. Only where the words ask for it.',
  examples: [
    'Raise Price by 5 %',
    'Increase Cost by 2 where Region is North',
    'Round Price to whole numbers in place',
  ],
  effect: 'change',
}

/** `by` says how: " by +5 %, in place". */
interface Change {
  column: Column
  where: Where
  change: (value: number) => number
  by: string
}

export function changed(scope: Scope, { column, where, change, by }: Change): Reading {
  if (column.formula)
    return problem(
      `**${nameOf(column)}** holds formulas, so its numbers can't be changed in place. Nothing was changed.`,
    )
  const part = partOfTable(scope)
  if (part) return part
  const { locale } = scope.overview
  const rows = matching(scope, where).flatMap(({ row, number }) => {
    const value = sortable(row, column, locale)
    const to = typeof value === 'number' ? Math.round(change(value) * 1e9) / 1e9 : null
    return to === null || to === value
      ? []
      : [
          {
            range: columnRange(column, number, number),
            value: isDate(column) && Number.isInteger(to) ? isoDate(to) : to,
          },
        ]
  })
  const those = (name: string) => `${counted(rows.length, 'number')} of ${name}${whereWords(where)}${by}`
  return {
    plan: () => fillCells(rows, `Changed ${those(`**${nameOf(column)}**`)}.`),
    says: `Change ${those(nameOf(column))}`,
  }
}
