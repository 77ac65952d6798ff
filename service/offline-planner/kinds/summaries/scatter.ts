/** Scatter charts: two columns of numbers, one upwards over the other. */
import type { Column } from '../../linking/sheet.ts'
import { call, notDone, type Plan } from '../../plan.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Filled } from '../kind.ts'
import { nameOf, rowsOf, tableRange } from '../support/table.ts'

/** One column upwards over another. */
export function scattered(scope: Scope, up: Column, across: Column): Filled | null {
  const rows = rowsOf(scope)
  if (!rows) return null
  return {
    *plan(): Plan {
      const result = yield* call('insert_chart', {
        type: 'scatter',
        data_range: tableRange(scope.tab, rows),
        x_column: across.column,
        series: [up.column],
        title: `${nameOf(up)} over ${nameOf(across)}`,
      })
      return result.error === undefined
        ? `Drew a scatter chart of **${nameOf(up)}** over **${nameOf(across)}**.`
        : notDone(result)
    },
    says: `Draw a scatter chart of ${nameOf(up)} over ${nameOf(across)}`,
  }
}
