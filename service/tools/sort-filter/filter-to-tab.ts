/** Copies the header and the rows that meet all conditions to a new tab, as values with their formats. */
import type { sheets_v4 } from '@googleapis/sheets'
import { type ClosedBox, formatRange } from '../../sheets/a1.ts'
import { Slices } from '../../sheets/breathe.ts'
import { meets } from '../../sheets/conditions.ts'
import { toGridRange } from '../../sheets/grid-range.ts'
import { type CellValue, readGrid } from '../support/cells.ts'
import { findColumn } from '../support/columns.ts'
import { ownTab, recordOwnTab } from '../support/new-tab.ts'
import { Refusal } from '../support/refusal.ts'
import { columnsOf, targetFields, targetOf } from '../support/target.ts'
import { toChunks, writeBlocks } from '../support/writing.ts'
import type { ToolContext, ToolOutcome } from '../tool.ts'
import type { SortFilterArgs } from './args.ts'
import { readTable, type Table } from './table.ts'

export async function filterToTab(args: SortFilterArgs, context: ToolContext): Promise<ToolOutcome> {
  if (!args.conditions || args.conditions.length === 0) {
    throw new Refusal('filter_to_tab needs conditions. Nothing was changed.')
  }
  const table = await readTable(context, args.range, args.has_header)
  const rows = await matchingRows(context, table, args)
  const tab = await ownTab(context, args.target_tab ?? `${table.whole.tab.title} (filtered)`.slice(0, 100))
  const { sheetId, title } = tab
  const values = table.header ? [table.header, ...rows] : rows
  await recordOwnTab(context, tab)
  if (!tab.isThere) {
    await context.spreadsheet.batchUpdate(newTab(table, sheetId, title, values.length))
  }
  if (values.length > 0) await writeRows(context, sheetId, values)
  return {
    state: 'succeeded',
    output: {
      new_tab: title,
      sheet_id: sheetId,
      rows: rows.length,
      of_rows: table.cells.length - (table.header ? 1 : 0),
      header: table.header ?? null,
    },
    fields: targetFields(table.whole),
  }
}

async function matchingRows(
  context: ToolContext,
  table: Table,
  args: SortFilterArgs,
): Promise<CellValue[][]> {
  if (!table.body) return []
  const values = await readGrid(context, table.body, 'UNFORMATTED_VALUE')
  const shown = await readGrid(context, table.body, 'FORMATTED_VALUE')
  const { startColumn } = table.whole.box
  const conditions = args.conditions!.map(condition => ({
    condition,
    at: findColumn(table.whole, condition.column, table.header) - startColumn,
  }))
  const slices = new Slices()
  const found: CellValue[][] = []
  for (const [index, row] of values.entries()) {
    if (slices.isDue()) await slices.giveWay()
    const isMet = conditions.every(({ condition, at }) =>
      meets({ value: row[at] ?? '', shown: String(shown[index]?.[at] ?? '') }, condition),
    )
    if (isMet) found.push(row)
  }
  return found
}

/** The tab, with the looks of the header and of the first data row for all rows below. */
function newTab(table: Table, sheetId: number, title: string, rows: number): sheets_v4.Schema$Request[] {
  const width = columnsOf(table.whole)
  const headerRows = table.header ? 1 : 0
  const grid = {
    rowCount: Math.max(rows + 20, 100),
    columnCount: Math.max(width, 10),
    ...(headerRows > 0 ? { frozenRowCount: 1 } : {}),
  }
  const paste = (from: ClosedBox, to: ClosedBox): sheets_v4.Schema$Request => ({
    copyPaste: {
      source: toGridRange(table.whole.tab.sheetId, from),
      destination: toGridRange(sheetId, to),
      pasteType: 'PASTE_FORMAT',
    },
  })
  const line = (startRow: number): ClosedBox => ({ ...table.whole.box, startRow, endRow: startRow + 1 })
  const { startRow } = table.whole.box
  const requests: sheets_v4.Schema$Request[] = [
    { addSheet: { properties: { sheetId, title, gridProperties: grid } } },
  ]
  if (headerRows > 0)
    requests.push(paste(line(startRow), { startRow: 0, endRow: 1, startColumn: 0, endColumn: width }))
  if (table.body && rows > headerRows) {
    requests.push(
      paste(line(table.body.box.startRow), {
        startRow: headerRows,
        endRow: rows,
        startColumn: 0,
        endColumn: width,
      }),
    )
  }
  return requests
}

/** RAW: a text that looks like a formula stays a text, dates stay the numbers that their format shows. */
async function writeRows(context: ToolContext, sheetId: number, values: CellValue[][]): Promise<void> {
  const meta = await context.spreadsheet.meta()
  const tab = meta.tabs.find(candidate => candidate.sheetId === sheetId)
  if (!tab) throw new Refusal('The new tab was deleted before it could be filled. Nothing else was changed.')
  const box = { startRow: 0, endRow: values.length, startColumn: 0, endColumn: values[0]!.length }
  const target = { ...(await targetOf(context, tab, box)), full: formatRange(tab.title, box) }
  await writeBlocks(context, toChunks(target, values), 'RAW')
}
