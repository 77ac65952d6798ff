/** A new row below the last, each value in the column that it fits. */
import { dataOf, type Scope } from '../../reading/scope.ts'
import { say } from '../cells/write-cells.ts'
import { type Kind, problem, type Reading } from '../kind.ts'
import { cellRange, inList, rowsOf } from '../support/table.ts'

export const addRow: Kind = {
  name: 'Add a row',
  does: 'Writes a new row below the last, each value into the column that it belongs to.',
  examples: [],
  effect: 'add',
}

/** `values` by the index of their column. */
export function rowAdded(scope: Scope, values: ReadonlyMap<number, string | number>): Reading | null {
  const rows = rowsOf(scope)
  if (!rows) return null
  if (dataOf(scope)?.hasTotal)
    return problem(
      `**${scope.tab.title}** ends with a row of totals, whose sums would not count a row below the last. Insert a row inside the table, then say what to write there. Nothing was changed.`,
    )
  const last = rows.last + 1
  const cells = scope.tab.columns.map((_, index) => values.get(index) ?? null)
  return {
    plan: () =>
      say(
        'write_range',
        { range: cellRange(scope.tab, 'A', last), values: [cells] },
        `Added row ${last} to **${scope.tab.title}**: ${cells.filter(cell => cell !== null).join(', ')}.`,
      ),
    says: `Add row ${last} below the last: ${inList([...values].map(([index, value]) => `${scope.tab.columns[index]!.header} “${value}”`))}`,
  }
}
