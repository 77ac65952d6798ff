/** Frozen rows and columns, names for ranges, the size of the grid. */

import { toGridRange } from '../../sheets/grid-range.ts'
import { endOfData } from '../../sheets/last-row.ts'
import { isFilled, readGrid } from '../support/cells.ts'
import { recordChange } from '../support/journal.ts'
import { Refusal } from '../support/refusal.ts'
import { findTab, resolveTarget, targetFields, targetOf } from '../support/target.ts'
import type { ToolContext, ToolOutcome } from '../tool.ts'
import type { StructureArgs } from './args.ts'

export async function freeze(args: StructureArgs, context: ToolContext): Promise<ToolOutcome> {
  const meta = await context.spreadsheet.meta()
  const tab = findTab(context, meta, args.tab)
  const details = meta.details.get(tab.sheetId)
  const rows = args.rows ?? (args.columns === undefined ? 1 : (details?.frozenRows ?? 0))
  const columns = args.columns ?? details?.frozenColumns ?? 0
  if (rows >= tab.rows || columns >= tab.columns) {
    throw new Refusal('At least one row and one column must stay unfrozen. Nothing was changed.')
  }
  await recordChange(context, 0, {
    kind: 'structure',
    sheetId: tab.sheetId,
    range: null,
    before: { frozenRows: details?.frozenRows, frozenColumns: details?.frozenColumns },
    after: { frozenRows: rows, frozenColumns: columns },
  })
  await context.spreadsheet.batchUpdate([
    {
      updateSheetProperties: {
        properties: {
          sheetId: tab.sheetId,
          gridProperties: { frozenRowCount: rows, frozenColumnCount: columns },
        },
        fields: 'gridProperties.frozenRowCount,gridProperties.frozenColumnCount',
      },
    },
  ])
  return {
    state: 'succeeded',
    output: { tab: tab.title, frozen_rows: rows, frozen_columns: columns },
    fields: { sheet_name: tab.title },
  }
}

/** Google's rule for names: a letter or underscore first, no spaces, nothing that reads as a cell. */
const NAME = /^(?![A-Za-z]{1,3}\d+$)(?![Rr]\d*[Cc]\d*$)(?!(?:true|false)$)[\p{L}_][\p{L}\p{N}_.]{0,249}$/iu

export async function nameRange(args: StructureArgs, context: ToolContext): Promise<ToolOutcome> {
  const name = args.name ?? args.new_name
  if (args.range === undefined || name === undefined) {
    throw new Refusal('name_range needs range and name. Nothing was changed.')
  }
  if (!NAME.test(name)) {
    throw new Refusal(
      `"${name}" cannot be a name: letters, digits and _ only, no spaces, not like a cell. Nothing was changed.`,
    )
  }
  const target = await resolveTarget(context, args.range)
  const { namedRanges } = await context.spreadsheet.meta()
  const known = namedRanges.find(range => range.name.toLowerCase() === name.toLowerCase())
  const namedRange = { name, range: toGridRange(target.tab.sheetId, target.box) }
  await recordChange(context, 0, {
    kind: 'structure',
    sheetId: target.tab.sheetId,
    range: target.a1,
    before: { named: known ?? null },
    after: { named: name },
  })
  // The same name again means the same thing moved.
  await context.spreadsheet.batchUpdate([
    known
      ? { updateNamedRange: { namedRange: { ...namedRange, namedRangeId: known.id }, fields: 'name,range' } }
      : { addNamedRange: { namedRange } },
  ])
  return { state: 'succeeded', output: { name, range: target.full }, fields: targetFields(target) }
}

export async function resize(args: StructureArgs, context: ToolContext): Promise<ToolOutcome> {
  const meta = await context.spreadsheet.meta()
  const tab = findTab(context, meta, args.tab)
  const rows = args.rows || tab.rows
  const columns = args.columns || tab.columns
  await guardKeepsData(context, tab.sheetId, rows, columns)
  await recordChange(context, 0, {
    kind: 'structure',
    sheetId: tab.sheetId,
    range: null,
    before: { rows: tab.rows, columns: tab.columns },
    after: { rows, columns },
  })
  await context.spreadsheet.batchUpdate([
    {
      updateSheetProperties: {
        properties: { sheetId: tab.sheetId, gridProperties: { rowCount: rows, columnCount: columns } },
        fields: 'gridProperties.rowCount,gridProperties.columnCount',
      },
    },
  ])
  return { state: 'succeeded', output: { tab: tab.title, rows, columns }, fields: { sheet_name: tab.title } }
}

/** A smaller grid must not cut off what is filled. */
async function guardKeepsData(
  context: ToolContext,
  sheetId: number,
  rows: number,
  columns: number,
): Promise<void> {
  const { tabs } = await context.spreadsheet.meta()
  const tab = tabs.find(candidate => candidate.sheetId === sheetId)!
  const endRow = rows < tab.rows || columns < tab.columns ? await endOfData(context.spreadsheet, tab) : 0
  if (endRow > rows)
    throw new Refusal(`Row ${endRow} is filled: ${rows} rows would cut it off. Nothing was changed.`)
  if (columns >= tab.columns || endRow === 0) return
  const cut = await targetOf(context, tab, {
    startRow: 0,
    endRow,
    startColumn: columns,
    endColumn: tab.columns,
  })
  const filled = (await readGrid(context, cut, 'FORMULA')).flat().filter(isFilled).length
  if (filled > 0)
    throw new Refusal(`${cut.full} holds ${filled} filled cells that would be cut off. Nothing was changed.`)
}
