/** A new column that the bulk model fills, row by row. */
import type { Column } from '../../linking/sheet.ts'
import { call, notDone, type Plan } from '../../plan.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Filled, Kind } from '../kind.ts'
import { counted, nameOf, nextFreeColumn, rowsOf, tableRange } from '../support/table.ts'

export const rowByRow: Kind = {
  name: 'Row by row with the bulk model',
  does: 'Runs a small task for each row with the bulk model; offline, sentiment goes by English keywords only.',
  examples: ['Add a column Mood with the sentiment of each Customer'],
  effect: 'add',
}

export function sentiments(scope: Scope, column: Column, name: string): Filled | null {
  const rows = rowsOf(scope)
  if (!rows) return null
  return {
    *plan(): Plan {
      const result = yield* call('bulk_prompt', {
        range: tableRange(scope.tab, { header: null, first: rows.first, last: rows.last }, false),
        prompt_template: `Sentiment: {{${column.column}}}`,
        output_column: nextFreeColumn(scope.tab),
        output_header: name,
      })
      return result.error === undefined
        ? `Wrote the sentiment of **${nameOf(column)}** in ${counted(rows.last - rows.first + 1, 'row')}, by English keywords.`
        : notDone(result)
    },
    says: `Write the sentiment of each ${nameOf(column)} into a new column, by English keywords`,
    creates: [name],
  }
}
