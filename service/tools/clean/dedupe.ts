/** Removes rows that repeat an earlier one, with Google's own request. */
import { toGridRange } from '../../sheets/grid-range.ts'
import { readTable } from '../sort-filter/table.ts'
import { findColumn } from '../support/columns.ts'
import { guardProtected } from '../support/guards.ts'
import { recordChange } from '../support/journal.ts'
import { rowsOf, targetFields } from '../support/target.ts'
import type { ToolContext, ToolOutcome } from '../tool.ts'
import type { CleanArgs } from './args.ts'

export async function dedupe(args: CleanArgs, context: ToolContext): Promise<ToolOutcome> {
  const { whole, body, header, cells } = await readTable(context, args.range, args.has_header)
  if (!body)
    return { state: 'succeeded', output: { removed_rows: 0, kept_rows: 0 }, fields: targetFields(whole) }
  guardProtected(context, body)
  const keys = (args.key_columns ?? []).map(column => findColumn(whole, column, header))
  await recordChange(context, 0, {
    kind: 'values',
    sheetId: body.tab.sheetId,
    range: body.a1,
    before: header ? cells.slice(1) : cells,
    after: { action: 'dedupe', key_columns: args.key_columns ?? null },
  })
  const answer = await context.spreadsheet.batchUpdate([
    {
      deleteDuplicates: {
        range: toGridRange(body.tab.sheetId, body.box),
        ...(keys.length > 0
          ? {
              comparisonColumns: keys.map(column => ({
                sheetId: body.tab.sheetId,
                dimension: 'COLUMNS',
                startIndex: column,
                endIndex: column + 1,
              })),
            }
          : {}),
      },
    },
  ])
  const removed = answer.replies?.[0]?.deleteDuplicates?.duplicatesRemovedCount ?? 0
  return {
    state: 'succeeded',
    output: {
      range: body.full,
      removed_rows: removed,
      kept_rows: rowsOf(body) - removed,
      header: header ?? null,
    },
    fields: targetFields(body),
  }
}
