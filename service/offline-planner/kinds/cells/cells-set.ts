/** Cells of rows that are written anew: each column with its value, or with what another cell of the row holds. */

import type { Column } from '../../linking/sheet.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Where } from '../../reading/where.ts'
import { problem, type Reading } from '../kind.ts'
import { matching, whereWords } from '../support/met.ts'
import { columnRange, counted, inList, nameOf } from '../support/table.ts'
import { partOfTable } from '../support/whole.ts'
import { fillCells } from './values.ts'

export interface Setting {
  column: Column
  /** What is written into a row; null where its cell stays as it is. */
  value: (row: readonly unknown[]) => string | number | null
  /** How that is told: "“paid”", "the cell of Fee". */
  words: string
}

export function cellsSet(scope: Scope, settings: readonly Setting[], where: Where): Reading {
  const formula = settings.find(({ column }) => column.formula)
  if (formula)
    return problem(
      `**${nameOf(formula.column)}** holds formulas, so its cells can’t be changed in place. Nothing was changed.`,
    )
  const part = partOfTable(scope)
  if (part) return part
  const rows = matching(scope, where)
  if (rows.length === 0) return problem(`No row is one${whereWords(where)}. Nothing was changed.`)
  const cells = rows.flatMap(({ row, number }) =>
    settings.flatMap(({ column, value }) => {
      const written = value(row)
      return written === null ? [] : [{ range: columnRange(column, number, number), value: written }]
    }),
  )
  const said = (mark: string): string =>
    inList(settings.map(({ column, words }) => `${mark}${nameOf(column)}${mark} to ${words}`))
  const those = `in ${counted(rows.length, 'row')}${whereWords(where)}`
  return {
    plan: () => fillCells(cells, `Set ${said('**')} ${those}.`),
    says: `Set ${said('')} ${those}`,
    takes: cells.every(({ value }) => value === ''),
  }
}
