/** A column that is cut into two. */
import type { Column } from '../../linking/sheet.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Kind, Reading } from '../kind.ts'
import { newColumn } from '../support/column.ts'
import { textOf } from '../support/formulas.ts'
import { nameOf } from '../support/table.ts'

export const splitNames: Kind = {
  name: 'Split a column',
  does: 'Cuts the texts of a column at a sign or a space into two new columns beside the table.',
  examples: ['Split Customer by comma', 'Split Email at "@"'],
  effect: 'add',
}

/** Cuts the texts at the first such sign into two new columns beside the table. */
export function cut(scope: Scope, column: Column, sign: string, names: readonly string[]): Reading | null {
  const [first = `${nameOf(column)} 1`, second = `${nameOf(column)} 2`] = names
  const text = (row: number): string => `TRIM(${column.column}${row})`
  const found = (row: number): string => `FIND(${textOf(sign)},${text(row)})`
  return newColumn(
    scope,
    row => ({
      header: first,
      formula: `IFERROR(TRIM(LEFT(${text(row)},${found(row)}-1)),${text(row)})`,
    }),
    {
      name: first,
      words: `what stands before ${sign === ' ' ? 'the first space' : `“${sign}”`} in ${nameOf(column)}`,
      also: row => ({
        header: second,
        formula: `IFERROR(TRIM(MID(${text(row)},${found(row)}+${sign.length},255)),"")`,
      }),
    },
  )
}
