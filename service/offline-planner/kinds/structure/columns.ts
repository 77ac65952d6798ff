/** Columns themselves: renamed, moved, deleted, hidden. */
import { columnIndex, columnLetters, quoteTab } from '../../../sheets/a1.ts'
import type { Column } from '../../linking/sheet.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Filled, Kind } from '../kind.ts'
import { cellRange, inList, nameOf, nextFreeColumn } from '../support/table.ts'
import { act } from './act.ts'

export const renaming: Kind = {
  name: 'Rename columns',
  does: 'Gives columns other headers.',
  examples: [
    'Rename the column Qty to Quantity',
    'call Cost Expenses instead',
    'The heading Qty shall read Quantity',
  ],
  effect: 'change',
}
export const moving: Kind = {
  name: 'Move a column',
  does: 'Moves a column before or after another, to the front or to the end.',
  examples: ['Move Status to the front', 'Move Price after Qty'],
  effect: 'change',
}
export const deleting: Kind = {
  name: 'Delete or hide columns',
  does: 'Deletes columns, hides them or shows them again.',
  examples: ['Delete the column Cost', 'Delete columns First and Last', 'hide Email'],
  effect: 'change',
}

const wholeColumn = ({ tab, column }: Column): string => `${quoteTab(tab.title)}!${column}:${column}`

export function renamed({ tab }: Scope, column: Column, name: string): Filled {
  const range = cellRange(tab, column.column, tab.header_row ?? 1)
  return {
    plan: () =>
      act([{ range, values: [[name]], overwrite: true }], `Renamed **${nameOf(column)}** to **${name}**.`),
    says: `Rename the column ${nameOf(column)} to “${name}”`,
    renames: { column: column.header, to: name },
  }
}

/** To the front, to the end, or before or after another. */
type Spot = 'first' | 'last' | { side: 'before' | 'after'; of: Column }

export function moved({ tab }: Scope, column: Column, spot: Spot): Filled {
  const [to, where] = spotOf(tab, spot)
  return {
    plan: () =>
      act(
        [{ action: 'move', range: wholeColumn(column), before: columnLetters(to) }],
        `Moved **${nameOf(column)}** ${where}.`,
      ),
    says: `Move the column ${nameOf(column)} ${where.replaceAll('**', '')}`,
  }
}

function spotOf(tab: Scope['tab'], spot: Spot): [to: number, where: string] {
  if (spot === 'first') return [0, 'to the front']
  if (spot === 'last') return [columnIndex(nextFreeColumn(tab)), 'to the end']
  const { side, of } = spot
  return [of.index + (side === 'after' ? 1 : 0), `${side} **${nameOf(of)}**`]
}

const DONE = { delete: 'Deleted', hide: 'Hid', show: 'Shows again' }

export function columnsChanged(
  { tab }: Scope,
  columns: readonly Column[],
  way: 'delete' | 'hide' | 'show',
): Filled {
  // From the right, so that the letters of the others stay right.
  const sorted = [...columns].sort((a, b) => b.index - a.index)
  const names = inList(columns.map(nameOf))
  return {
    plan: () =>
      act(
        sorted.map(column =>
          way === 'delete'
            ? { action: 'delete_columns', tab: tab.title, index: column.column }
            : { action: way, range: wholeColumn(column) },
        ),
        `${DONE[way]} ${inList(columns.map(column => `**${nameOf(column)}**`))}.`,
      ),
    says: `${way[0]!.toUpperCase()}${way.slice(1)} the ${columns.length === 1 ? 'column' : `${columns.length} columns`} ${names}`,
    takes: way === 'delete',
  }
}
