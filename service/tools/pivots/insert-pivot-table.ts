/** Summarises a table in a pivot table, on a tab of its own unless told otherwise. */
import type { sheets_v4 } from '@googleapis/sheets'
import { z } from 'zod'
import { formatRange } from '../../sheets/a1.ts'
import { toGridRange } from '../../sheets/grid-range.ts'
import { readTable, type Table } from '../sort-filter/table.ts'
import { type CellValue, readGrid } from '../support/cells.ts'
import { findColumn } from '../support/columns.ts'
import { guardOverwrite, guardProtected, SOMETHING_ELSE } from '../support/guards.ts'
import { readChange, recordChange } from '../support/journal.ts'
import { ownTab, recordOwnTab } from '../support/new-tab.ts'
import { Refusal } from '../support/refusal.ts'
import { spreadsheetTool } from '../support/spreadsheet-tool.ts'
import { rangeFields, resolveTarget, withBox } from '../support/target.ts'
import type { ToolContext } from '../tool.ts'

const summaries = ['SUM', 'COUNTA', 'COUNT', 'COUNTUNIQUE', 'AVERAGE', 'MAX', 'MIN', 'MEDIAN'] as const

/** Shared by making and changing. */
export const pivotArgs = {
  rows: z.array(z.string()).max(5).optional().describe('Columns to group by, letter or header'),
  columns: z.array(z.string()).max(3).optional(),
  values: z
    .array(
      z.object({ column: z.string(), summarize: z.enum(summaries).optional(), name: z.string().optional() }),
    )
    .min(1)
    .max(10),
  totals: z.boolean().optional().describe('Default true'),
  filters: z
    .array(z.object({ column: z.string(), only: z.array(z.string()).min(1).max(200) }))
    .max(5)
    .optional(),
}

const args = z.object({
  source_range: z.string().describe('The table with its header, for example A1:F'),
  ...pivotArgs,
  target: z.string().optional().describe('Empty top left cell; left out = new tab'),
  new_tab: z.string().optional(),
})
type Args = z.output<typeof args>

/** Looked at around the target before a pivot table is put there. */
const FREE_ROWS = 20
const SHOWN_ROWS = 12

export const insertPivotTable = spreadsheetTool({
  name: 'insert_pivot_table',
  brief: 'source_range, rows, columns, values [{column, summarize}], target',
  description:
    'Groups a table by columns and sums, counts or averages others. Example: {"source_range":"A1:F","rows":["Region"],"values":[{"column":"Revenue","summarize":"SUM"}]}',
  args,
  fields: ({ source_range }, context) => rangeFields(source_range, context),
  async run(input, context) {
    const table = await readTable(context, input.source_range, true)
    if (!table.body) throw new Refusal(`${table.whole.a1} has no data rows. Nothing was changed.`)
    if ((input.rows ?? []).length + (input.columns ?? []).length === 0) {
      throw new Refusal('Say what to group by with rows or columns. Nothing was changed.')
    }
    const pivot = pivotSpec(input, table)
    const place =
      input.target === undefined
        ? await newTab(context, input, table)
        : await givenPlace(context, input.target, input)
    await context.spreadsheet.batchUpdate([
      ...place.requests,
      {
        updateCells: {
          start: { sheetId: place.sheetId, rowIndex: place.row, columnIndex: place.column },
          rows: [{ values: [{ pivotTable: pivot }] }],
          fields: 'pivotTable',
        },
      },
    ])
    const shown = await readBack(context, place)
    return {
      state: 'succeeded',
      output: { pivot_table_at: place.name, shown },
      fields: { range: place.cell, sheet_name: place.title },
    }
  },
})

/** What is given, over what `base` has. */
export function pivotSpec(
  input: { [Name in keyof typeof pivotArgs]?: Args[Name] | undefined },
  table: Table,
  base: sheets_v4.Schema$PivotTable = {},
): sheets_v4.Schema$PivotTable {
  const { startColumn } = table.whole.box
  const offset = (name: string) => findColumn(table.whole, name, table.header) - startColumn
  const group = (name: string): sheets_v4.Schema$PivotGroup => ({
    sourceColumnOffset: offset(name),
    showTotals: input.totals ?? true,
    sortOrder: 'ASCENDING',
  })
  const kept = (groups: sheets_v4.Schema$PivotGroup[] | undefined) =>
    groups?.map(each => (input.totals === undefined ? each : { ...each, showTotals: input.totals }))
  const groups = (names: string[] | undefined, before: sheets_v4.Schema$PivotGroup[] | undefined) =>
    names ? names.map(group) : kept(before)
  // Google's own note on a data source is not for sending back.
  const { dataExecutionStatus: _, ...rest } = base
  const rows = groups(input.rows, base.rows)
  const columns = groups(input.columns, base.columns)
  return {
    ...rest,
    source: toGridRange(table.whole.tab.sheetId, table.whole.box),
    ...(rows ? { rows } : {}),
    ...(columns ? { columns } : {}),
    ...(input.values
      ? {
          values: input.values.map(({ column, summarize = 'SUM', name }) => ({
            sourceColumnOffset: offset(column),
            summarizeFunction: summarize,
            ...(name === undefined ? {} : { name }),
          })),
        }
      : {}),
    ...(input.filters
      ? {
          filterSpecs: input.filters.map(({ column, only }) => ({
            columnOffsetIndex: offset(column),
            filterCriteria: { visibleValues: only },
          })),
        }
      : {}),
    valueLayout: base.valueLayout ?? 'HORIZONTAL',
  }
}

interface Place {
  sheetId: number
  title: string
  row: number
  column: number
  /** "A1", and the same with its tab. */
  cell: string
  name: string
  /** To be sent before the pivot table itself. */
  requests: sheets_v4.Schema$Request[]
}

async function newTab(context: ToolContext, input: Args, table: Table): Promise<Place> {
  const tab = await ownTab(context, input.new_tab ?? `Pivot of ${table.whole.tab.title}`.slice(0, 100))
  await recordOwnTab(context, tab)
  const { sheetId, title, isThere } = tab
  return {
    sheetId,
    title,
    row: 0,
    column: 0,
    cell: 'A1',
    name: formatRange(title, { startRow: 0, endRow: 1, startColumn: 0, endColumn: 1 }),
    requests: isThere ? [] : [{ addSheet: { properties: { sheetId, title } } }],
  }
}

async function givenPlace(context: ToolContext, text: string, input: Args): Promise<Place> {
  const anchor = await resolveTarget(context, text)
  const { startRow, startColumn } = anchor.box
  const width = (input.rows ?? []).length + input.values.length
  const area = withBox(anchor, {
    startRow,
    endRow: startRow + FREE_ROWS,
    startColumn,
    endColumn: startColumn + width,
  })
  guardProtected(context, area)
  const before = await readGrid(context, area, 'FORMULA')
  if ((await readChange(context, 0)) === null) guardOverwrite(area, before, () => SOMETHING_ELSE, 'try')
  const cell = withBox(anchor, { startRow, endRow: startRow + 1, startColumn, endColumn: startColumn + 1 })
  await recordChange(context, 0, {
    kind: 'values',
    sheetId: anchor.tab.sheetId,
    range: area.a1,
    before,
    after: { pivot_table_at: cell.a1 },
  })
  return {
    sheetId: anchor.tab.sheetId,
    title: anchor.tab.title,
    row: startRow,
    column: startColumn,
    cell: cell.a1,
    name: cell.full,
    requests: [],
  }
}

async function readBack(context: ToolContext, place: Place): Promise<CellValue[][]> {
  const box = {
    startRow: place.row,
    endRow: place.row + SHOWN_ROWS,
    startColumn: place.column,
    endColumn: place.column + 8,
  }
  const { tabs } = await context.spreadsheet.meta()
  const tab = tabs.find(candidate => candidate.sheetId === place.sheetId)
  if (!tab) return []
  const visible = {
    ...box,
    endRow: Math.min(box.endRow, tab.rows),
    endColumn: Math.min(box.endColumn, tab.columns),
  }
  const [answer] = await context.spreadsheet.values([formatRange(place.title, visible)], 'FORMATTED_VALUE')
  return (answer?.values ?? []) as CellValue[][]
}
