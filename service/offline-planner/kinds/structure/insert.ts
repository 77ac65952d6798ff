/** Empty columns and rows at a place. */
import { columnLetters } from '../../../sheets/a1.ts'
import type { Column } from '../../linking/sheet.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Filled, Kind } from '../kind.ts'
import { cellRange, counted, nextFreeColumn } from '../support/table.ts'
import { act, actInOrder } from './act.ts'

export const inserting: Kind = {
  name: 'Insert columns and rows',
  does: 'Inserts an empty column or rows at a place, with a header where you name one; or adds an empty column at the end.',
  examples: ['Insert a column before Price', 'Insert 2 rows above row 5', 'Add an empty column called Notes'],
  effect: 'change',
}

const headerAction = ({ tab }: Scope, letters: string, name: string) => ({
  range: cellRange(tab, letters, tab.header_row ?? 1),
  values: [[name]],
})

export function columnInserted(
  scope: Scope,
  name: string | null,
  side: 'before' | 'after',
  of: Column,
): Filled {
  const letters = columnLetters(of.index + (side === 'after' ? 1 : 0))
  const inserted = { action: 'insert_columns', tab: scope.tab.title, index: letters, count: 1 }
  return {
    plan: () =>
      actInOrder(
        [inserted, ...(name === null ? [] : [headerAction(scope, letters, name)])],
        `Inserted the empty column **${name ?? letters}** at ${letters}.`,
      ),
    says: `Insert an empty column at ${letters}${name === null ? '' : ` with the header “${name}”`}`,
  }
}

export function columnAdded(scope: Scope, name: string): Filled {
  const letters = nextFreeColumn(scope.tab)
  return {
    plan: () =>
      act(
        [headerAction(scope, letters, name)],
        `Added the empty column **${name}** in ${letters}. I can fill it when you say how it is calculated.`,
      ),
    says: `Add an empty column at the end with the header “${name}”`,
    effect: 'add',
    creates: [name],
  }
}

export function rowsInserted({ tab }: Scope, count: number, side: 'above' | 'below', row: number): Filled {
  const index = side === 'below' ? row + 1 : row
  const lines = counted(count, 'empty row')
  return {
    plan: () =>
      act([{ action: 'insert_rows', tab: tab.title, index, count }], `Inserted ${lines} ${side} row ${row}.`),
    says: `Insert ${lines} ${side} row ${row}`,
  }
}
