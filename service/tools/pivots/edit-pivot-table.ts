/** Pivot tables that are there: listed, changed, made plain values, deleted. */
import type { sheets_v4 } from '@googleapis/sheets'
import { z } from 'zod'
import { type ClosedBox, closeBox, columnLetters, formatRange, quoteTab } from '../../sheets/a1.ts'
import { fromGridRange } from '../../sheets/grid-range.ts'
import { readTable, type Table } from '../sort-filter/table.ts'
import { guardProtected } from '../support/guards.ts'
import { Refusal } from '../support/refusal.ts'
import { spreadsheetTool } from '../support/spreadsheet-tool.ts'
import { resolveTarget, withBox } from '../support/target.ts'
import type { ToolContext, ToolOutcome } from '../tool.ts'
import { pivotArgs, pivotSpec } from './insert-pivot-table.ts'

const { rows, columns, values, totals, filters } = pivotArgs

const args = z.object({
  action: z.enum(['list', 'change', 'to_values', 'delete']).optional().describe('Default list'),
  at: z.string().optional().describe('Its top left cell, where there is more than one'),
  source_range: z.string().optional(),
  rows,
  columns,
  values: values.optional(),
  totals,
  filters,
})
type Args = z.output<typeof args>

/** Of the area that a pivot table may show, looked at to find its end. */
const MOST_ROWS = 1_000
const MOST_COLUMNS = 60
const SHOWN_ROWS = 12
const SHOWN_COLUMNS = 8

interface PlacedPivot {
  sheetId: number
  tab: string
  row: number
  column: number
  pivot: sheets_v4.Schema$PivotTable
}

export const editPivotTable = spreadsheetTool({
  name: 'edit_pivot_table',
  brief: 'list, change, to_values, delete; at',
  description:
    'Lists pivot tables, changes what one groups, sums, totals or filters, turns it into plain values, or deletes it. Only what is given changes. Examples: {"action":"change","at":"Pivot!A1","rows":["Region","City"],"filters":[{"column":"Year","only":["2024"]}]}, {"action":"to_values","at":"Pivot!A1"}',
  args,
  looks: ({ action }) => action === undefined || action === 'list',
  fields: () => ({}),
  async run(input, context) {
    const pivots = await pivotsOf(context)
    const { action = 'list' } = input
    if (action === 'list') {
      const words = await Promise.all(pivots.map(each => pivotWords(context, each)))
      return { state: 'succeeded', output: { pivot_tables: words.length > 0 ? words : 'none' } }
    }
    const chosen = await choose(context, pivots, input.at)
    const place = await resolveTarget(context, cellOf(chosen))
    guardProtected(context, place)
    if (action === 'change') return change(context, chosen, input)
    const shown = await shownBy(context, chosen)
    const requests = action === 'delete' ? [cleared(chosen)] : [cleared(chosen), asValues(chosen, shown)]
    await context.spreadsheet.batchUpdate(requests)
    const end = { endRow: chosen.row + shown.length, endColumn: chosen.column + widthOf(shown) }
    const box = { startRow: chosen.row, startColumn: chosen.column, ...end }
    const range = withBox(place, box)
    return {
      state: 'succeeded',
      output:
        action === 'delete' ? { deleted: cellOf(chosen), was_shown_in: range.a1 } : { values_in: range.full },
      fields: { range: range.a1, sheet_name: chosen.tab },
    }
  },
})

async function pivotsOf(context: ToolContext): Promise<PlacedPivot[]> {
  const answer = await context.spreadsheet.get({
    fields: 'sheets(properties(sheetId,title),data(startRow,startColumn,rowData(values(pivotTable))))',
  })
  return (answer.sheets ?? []).flatMap(({ properties, data = [] }) =>
    data.flatMap(({ startRow, startColumn, rowData = [] }) =>
      rowData.flatMap(({ values: cells = [] }, down) =>
        cells.flatMap(({ pivotTable }, along) =>
          pivotTable
            ? {
                sheetId: properties?.sheetId ?? 0,
                tab: properties?.title ?? '',
                row: (startRow ?? 0) + down,
                column: (startColumn ?? 0) + along,
                pivot: pivotTable,
              }
            : [],
        ),
      ),
    ),
  )
}

const cellOf = ({ tab, row, column }: PlacedPivot) => `${quoteTab(tab)}!${columnLetters(column)}${row + 1}`

async function choose(
  context: ToolContext,
  pivots: PlacedPivot[],
  at: string | undefined,
): Promise<PlacedPivot> {
  const known = { pivot_tables: pivots.length > 0 ? pivots.map(cellOf) : 'none' }
  if (at === undefined) {
    const [only, other] = pivots
    if (only && !other) return only
    throw new Refusal('Say which pivot table with at, its top left cell. Nothing was changed.', known)
  }
  const { tab, box } = await resolveTarget(context, at)
  const found = pivots.find(
    each => each.sheetId === tab.sheetId && each.row === box.startRow && each.column === box.startColumn,
  )
  if (found) return found
  throw new Refusal(`No pivot table begins at ${at}. Nothing was changed.`, known)
}

/** With its columns by their headers, as the arguments name them. */
async function pivotWords(context: ToolContext, placed: PlacedPivot) {
  const source = await rangeOf(context, placed)
  // The first row says all that a list tells: the source itself may be long.
  const [top] = await context.spreadsheet.values(
    [formatRange(source.tab, { ...source.box, endRow: source.box.startRow + 1 })],
    'FORMATTED_VALUE',
  )
  const header = (top?.values?.[0] ?? []) as unknown[]
  const name = (offset: number | null | undefined) => {
    const said = String(header[offset ?? 0] ?? '')
    return said === '' ? `column ${(offset ?? 0) + 1}` : said
  }
  const { pivot } = placed
  const groups = (all: sheets_v4.Schema$PivotGroup[] | undefined) =>
    (all ?? []).map(each => name(each.sourceColumnOffset))
  return {
    at: cellOf(placed),
    source_range: formatRange(source.tab, source.box),
    ...(pivot.rows ? { rows: groups(pivot.rows) } : {}),
    ...(pivot.columns ? { columns: groups(pivot.columns) } : {}),
    values: (pivot.values ?? []).map(
      value => `${value.summarizeFunction ?? 'CUSTOM'} of ${value.formula ?? name(value.sourceColumnOffset)}`,
    ),
    ...(pivot.filterSpecs?.length
      ? {
          filters: pivot.filterSpecs.map(each => ({
            column: name(each.columnOffsetIndex),
            only: each.filterCriteria?.visibleValues ?? 'by condition',
          })),
        }
      : {}),
  }
}

async function rangeOf(
  context: ToolContext,
  { pivot }: PlacedPivot,
): Promise<{ tab: string; box: ClosedBox }> {
  const { sheetId, box } = fromGridRange(pivot.source ?? {})
  const { tabs } = await context.spreadsheet.meta()
  const tab = tabs.find(each => each.sheetId === sheetId)
  if (!tab)
    throw new Refusal('The tab that this pivot table reads is gone. Nothing was changed. Give source_range.')
  return { tab: tab.title, box: closeBox(box, tab.rows, tab.columns) }
}

async function sourceOf(context: ToolContext, placed: PlacedPivot): Promise<Table> {
  const { tab, box } = await rangeOf(context, placed)
  return readTable(context, formatRange(tab, box), true)
}

async function change(context: ToolContext, placed: PlacedPivot, input: Args): Promise<ToolOutcome> {
  const given = [input.source_range, input.rows, input.columns, input.values, input.totals, input.filters]
  if (given.every(each => each === undefined))
    throw new Refusal('Say what to change, for example rows or values. Nothing was changed.')
  const table =
    input.source_range === undefined
      ? await sourceOf(context, placed)
      : await readTable(context, input.source_range, true)
  const pivot = pivotSpec(input, table, placed.pivot)
  if ((pivot.rows ?? []).length + (pivot.columns ?? []).length === 0)
    throw new Refusal('A pivot table needs rows or columns to group by. Nothing was changed.')
  await context.spreadsheet.batchUpdate([setTo(placed, pivot)])
  const shown = await shownBy(context, placed)
  const error = shown[0]?.[0]?.effectiveValue?.errorValue
  return {
    state: 'succeeded',
    output: {
      changed: cellOf(placed),
      ...(error ? { error: error.message ?? shown[0]?.[0]?.formattedValue } : {}),
      rows: shown.length,
      shown: shown
        .slice(0, SHOWN_ROWS)
        .map(row => row.slice(0, SHOWN_COLUMNS).map(cell => cell.formattedValue ?? '')),
    },
    fields: { range: cellOf(placed).split('!').at(-1)!, sheet_name: placed.tab },
  }
}

const setTo = (
  { sheetId, row, column }: PlacedPivot,
  pivotTable: sheets_v4.Schema$PivotTable | undefined,
) => ({
  updateCells: {
    start: { sheetId, rowIndex: row, columnIndex: column },
    rows: [{ values: [pivotTable ? { pivotTable } : {}] }],
    fields: 'pivotTable',
  },
})

const cleared = (placed: PlacedPivot) => setTo(placed, undefined)

/** What it shows now: cells with a value that nobody entered, from its first cell on. */
async function shownBy(context: ToolContext, { sheetId, tab, row, column }: PlacedPivot) {
  context.spreadsheet.refresh()
  const { tabs } = await context.spreadsheet.meta()
  const grid = tabs.find(each => each.sheetId === sheetId)
  const box = {
    startRow: row,
    endRow: Math.min(row + MOST_ROWS, grid?.rows ?? row + 1),
    startColumn: column,
    endColumn: Math.min(column + MOST_COLUMNS, grid?.columns ?? column + 1),
  }
  const answer = await context.spreadsheet.get({
    fields:
      'sheets(data(rowData(values(userEnteredValue,effectiveValue,formattedValue,effectiveFormat(numberFormat)))))',
    ranges: [formatRange(tab, box)],
  })
  const cells = (answer.sheets?.[0]?.data?.[0]?.rowData ?? []).map(({ values: all = [] }) => all)
  const isShown = (cell: sheets_v4.Schema$CellData | undefined) =>
    cell?.effectiveValue !== undefined && cell.userEnteredValue === undefined
  const firstOther = cells.findIndex(line => !line.some(isShown))
  const lines = firstOther < 0 ? cells : cells.slice(0, firstOther)
  let width = 0
  while (width < MOST_COLUMNS && lines.some(line => isShown(line[width]))) width++
  if (lines.length === MOST_ROWS || width === MOST_COLUMNS)
    throw new Refusal(
      `The pivot table shows more than ${MOST_ROWS} rows or ${MOST_COLUMNS} columns. Nothing was changed; query_data groups tables of any size.`,
    )
  return lines.map(line => line.slice(0, width).map(cell => (isShown(cell) ? cell : {})))
}

const widthOf = (shown: unknown[][]) => Math.max(1, ...shown.map(line => line.length))

function asValues({ sheetId, row, column }: PlacedPivot, shown: sheets_v4.Schema$CellData[][]) {
  const plainCell = ({
    effectiveValue,
    effectiveFormat,
  }: sheets_v4.Schema$CellData): sheets_v4.Schema$CellData => ({
    ...(effectiveValue ? { userEnteredValue: effectiveValue } : {}),
    ...(effectiveFormat?.numberFormat
      ? { userEnteredFormat: { numberFormat: effectiveFormat.numberFormat } }
      : {}),
  })
  return {
    updateCells: {
      start: { sheetId, rowIndex: row, columnIndex: column },
      rows: shown.map(line => ({ values: line.map(plainCell) })),
      fields: 'userEnteredValue,userEnteredFormat.numberFormat',
    },
  }
}
