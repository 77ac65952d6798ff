/** What may be entered into cells: lists to choose from and checkboxes. */
import { columnIndex, formatRange } from '../../../sheets/a1.ts'
import { cellText } from '../../linking/cells.ts'
import { type Column, isDate, isNumeric } from '../../linking/sheet.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Filled, Kind } from '../kind.ts'
import { problem, type Reading } from '../kind.ts'
import { format, formatCall } from '../looks/looks.ts'
import { headerCalls } from '../support/column.ts'
import { matching } from '../support/met.ts'
import { cellRange, columnRange, inList, nameOf, nextFreeColumn, rowsOf } from '../support/table.ts'

export const validation: Kind = {
  name: 'Lists to choose from and checkboxes',
  does: 'Lets a column take only the values of a list or of another tab’s column, or turns it into checkboxes.',
  examples: [
    'Add a dropdown to Status with Open, Paid and Late',
    'Make Region a dropdown of North, South, East, West',
    'Allow only Open or Paid in Status',
  ],
  effect: 'change',
}

const MOST_TO_CHOOSE = 30

/** "Add a dropdown for region": of the values that it has, where they are few. */
function valuesToChoose(scope: Scope, column: Column): string[] {
  const values = matching(scope, []).map(({ row }) => cellText(row, column))
  const distinct = [...new Set(values.filter(Boolean))].sort((a, b) => a.localeCompare(b))
  return distinct.length <= MOST_TO_CHOOSE && distinct.length < values.length ? distinct : []
}

/** The column takes what the other one, of another tab, holds. */
export function limitedTo(scope: Scope, column: Column, source: Column): Filled | null {
  const [rows, others] = [rowsOf(scope), rowsOf(scope, source.tab)]
  if (!rows || !others) return null
  const list = formatRange(source.tab.title, {
    startRow: others.first - 1,
    endRow: others.last,
    startColumn: columnIndex(source.column),
    endColumn: columnIndex(source.column) + 1,
  })
  return {
    plan: () =>
      format(
        [
          formatCall(columnRange(column, rows.first, rows.last), {
            action: 'validation',
            list_range: list,
            strict: true,
          }),
        ],
        `**${nameOf(column)}** takes only values of ${list}.`,
      ),
    says: `Let ${nameOf(column)} take only the values of ${list}`,
  }
}

/** A new column that holds nothing but checkboxes. */
export function boxesAdded(scope: Scope, name: string): Filled | null {
  const rows = rowsOf(scope)
  if (!rows) return null
  const letters = nextFreeColumn(scope.tab)
  const header = rows.header === null ? [] : headerCalls(scope, name, letters, rows.header)
  const cells = cellRange(scope.tab, letters, rows.first, rows.last)
  return {
    plan: () =>
      format(
        [...header, formatCall(cells, { action: 'validation', checkbox: true })],
        `Added checkboxes in the new column **${name}**.`,
      ),
    says: `Add a column “${name}” of checkboxes`,
    effect: 'add',
    creates: [name],
  }
}

export function boxes(scope: Scope, column: Column): Reading | null {
  const rows = rowsOf(scope)
  if (!rows) return null
  if ((isNumeric(column) || isDate(column)) && column.non_empty > 0)
    return problem(
      `**${nameOf(column)}** holds numbers or dates, which can’t be ticked. Nothing was changed.`,
    )
  const range = columnRange(column, rows.first, rows.last)
  return {
    plan: () =>
      format(
        [formatCall(range, { action: 'validation', checkbox: true })],
        `**${nameOf(column)}** has checkboxes now.`,
      ),
    says: `Turn ${nameOf(column)} into checkboxes`,
  }
}

/** `said` are the values; without any, those that the column has, where they are few. */
export function listed(scope: Scope, column: Column, said: readonly string[]): Reading | null {
  const rows = rowsOf(scope)
  if (!rows) return null
  const list = said.length > 0 ? [...said] : valuesToChoose(scope, column)
  if (list.length === 0)
    return problem(
      `**${nameOf(column)}** has too many different values for a list to choose from. Name those that it may take. Nothing was changed.`,
    )
  const range = columnRange(column, rows.first, rows.last)
  return {
    plan: () =>
      format(
        [formatCall(range, { action: 'validation', list })],
        `**${nameOf(column)}** takes only ${inList(list)} now. Cells that hold something else stay as they are.`,
      ),
    says: `Let ${nameOf(column)} take only ${inList(list)}`,
  }
}
