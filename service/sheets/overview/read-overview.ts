/**
 * Reads the picture of a spreadsheet with few calls and bounded data: one read without cells, one with
 * the top rows of each tab, and, for tabs longer than that, reads of their last rows. A tab of 100,000
 * rows is never read whole: what lies between is assumed to be like what was seen, and said so.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { type Box, formatBox, formatRange } from '../a1.ts'
import { findTails, type Tail } from '../last-row.ts'
import { type FoundTable, findTables, mainTable } from '../layout/find-tables.ts'
import type { Spreadsheet, SpreadsheetMeta, Tab } from '../spreadsheet.ts'
import { mayBeWhole, wholeTab } from '../whole-tab.ts'
import { LOOKS, looksOf } from './cell-looks.ts'
import { describeColumns } from './describe-columns.ts'
import { type GridCell, gridCellOf } from './grid-cell.ts'
import { gridsOf } from './grids.ts'
import type { SpreadsheetOverview, TableOverview, TabOverview } from './overview.ts'

/** Cells asked for at the top of all tabs together, and the bounds for one tab. */
const CELL_BUDGET = 240_000
const MOST_TOP_ROWS = 1_000
const FEWEST_TOP_ROWS = 12
const MOST_COLUMNS = 200

const CONTENTS = 'userEnteredValue(formulaValue),effectiveValue,formattedValue,effectiveFormat(numberFormat)'
const fieldsOf = (cell: string) => `sheets(properties(sheetId),data(rowData(values(${cell}))))`
/** Up to so many cells of grid, looks come with the contents; of more, in a read of their own for small tabs. */
const FEW_CELLS = 60_000

interface Sample {
  tab: Tab
  /** The top rows, as many as were asked for or hold something. */
  cells: GridCell[][]
  topRows: number
  columns: number
}

export async function readOverview(
  spreadsheet: Spreadsheet,
  activeSheetId: number,
): Promise<SpreadsheetOverview> {
  const meta = await spreadsheet.meta()
  const samples = await readTops(spreadsheet, meta.tabs)
  const tails = await findTails(
    spreadsheet,
    samples.filter(isLong).map(({ tab, topRows, columns }) => ({ tab, fromRow: topRows, columns })),
  )
  const overview: SpreadsheetOverview = {
    title: meta.title,
    locale: meta.locale,
    time_zone: meta.timeZone,
    active_tab: (meta.tabs.find(tab => tab.sheetId === activeSheetId) ?? meta.tabs[0])?.title ?? '',
    tabs: samples.map(sample => describeTab(sample, tails.get(sample.tab.sheetId), meta, activeSheetId)),
  }
  if (meta.namedRanges.length > 0) overview.named_ranges = namedRanges(meta)
  return overview
}

function namedRanges(meta: SpreadsheetMeta): { name: string; range: string }[] {
  const titles = new Map(meta.tabs.map(tab => [tab.sheetId, tab.title]))
  return meta.namedRanges.map(named => ({
    name: named.name,
    range: formatRange(titles.get(named.sheetId) ?? '', named.box),
  }))
}

/** Chart and object tabs have no grid. */
const hasGrid = (tab: Tab): boolean => tab.rows > 0 && tab.columns > 0

async function readTops(spreadsheet: Spreadsheet, tabs: Tab[]): Promise<Sample[]> {
  const share = CELL_BUDGET / Math.max(1, tabs.filter(hasGrid).length)
  const samples = tabs.map((tab): Sample => {
    const columns = Math.min(tab.columns, MOST_COLUMNS)
    const affordable = Math.max(FEWEST_TOP_ROWS, Math.floor(share / Math.max(1, columns)))
    return { tab, cells: [], topRows: Math.min(tab.rows, MOST_TOP_ROWS, affordable), columns }
  })
  const gridded = samples.filter(sample => hasGrid(sample.tab))
  if (gridded.length === 0) return samples
  const cells = gridded.reduce((sum, { topRows, columns }) => sum + topRows * columns, 0)
  const hasLooks = cells <= FEW_CELLS
  const contents = await readRows(spreadsheet, gridded, hasLooks ? `${CONTENTS},${LOOKS}` : CONTENTS)
  for (const [index, sample] of gridded.entries()) sample.cells = toCells(contents[index]!, hasLooks)
  if (!hasLooks) await readLooks(spreadsheet, gridded)
  return samples
}

/** The top rows of each, in their order. */
async function readRows(
  spreadsheet: Spreadsheet,
  samples: readonly Sample[],
  cell: string,
): Promise<sheets_v4.Schema$RowData[][]> {
  const answer = await spreadsheet.get({
    fields: fieldsOf(cell),
    ranges: samples.map(({ tab, topRows, columns }) =>
      formatRange(tab.title, { startRow: 0, endRow: topRows, startColumn: 0, endColumn: columns }),
    ),
  })
  const grids = gridsOf(
    answer,
    samples.map(({ tab }) => tab),
  )
  return grids.map(grid => grid?.rowData ?? [])
}

/** Of tabs that may stand whole: on large ones every cell may be coloured. */
async function readLooks(spreadsheet: Spreadsheet, samples: readonly Sample[]): Promise<void> {
  const small = samples.filter(sample => !isLong(sample) && mayBeWhole(sample.cells))
  if (small.length === 0) return
  const looks = await readRows(spreadsheet, small, LOOKS)
  for (const [index, { cells }] of small.entries()) {
    for (const [row, { values = [] }] of looks[index]!.entries()) {
      while (cells.length <= row) cells.push([])
      const known = cells[row]!
      for (const [column, cell] of values.entries())
        known[column] = { ...(known[column] ?? EMPTY), ...looksOf(cell) }
    }
  }
}

const EMPTY: GridCell = {
  value: null,
  shown: '',
  error: null,
  formula: null,
  formatType: null,
  pattern: null,
}

/** Looks are told only where they were read: looking for them in each of many cells takes longer than the rest. */
function toCells(rows: sheets_v4.Schema$RowData[], hasLooks: boolean): GridCell[][] {
  return rows.map(row =>
    (row.values ?? []).map((cell): GridCell => {
      const contents = gridCellOf(cell)
      return hasLooks ? { ...contents, ...looksOf(cell) } : contents
    }),
  )
}

const isLong = (sample: Sample): boolean => hasGrid(sample.tab) && sample.tab.rows > sample.topRows

const isFilled = (cell: GridCell | undefined): boolean =>
  cell !== undefined &&
  (cell.value !== null || cell.error !== null || cell.formula !== null || cell.shown !== '')

function describeTab(
  sample: Sample,
  tail: Tail | undefined,
  meta: SpreadsheetMeta,
  activeSheetId: number,
): TabOverview {
  const { tab, cells } = sample
  const filledTop = cells.findLastIndex(row => row.some(isFilled)) + 1
  const endRow = tail?.endRow ?? filledTop
  const endColumn = Math.max(0, tail?.last.length ?? 0, ...cells.map(row => row.findLastIndex(isFilled) + 1))
  const tables = findTables(cells.slice(0, filledTop), meta.details.get(tab.sheetId)?.merges)
  const headerRow = mainTable(tables)?.headerRow ?? null
  const firstData = headerRow === null ? cells.findIndex(row => row.some(isFilled)) : headerRow + 1
  const hasData = endRow > firstData && firstData >= 0
  const overview: TabOverview = {
    sheet_id: tab.sheetId,
    title: tab.title,
    index: tab.index,
    grid_rows: tab.rows,
    grid_columns: tab.columns,
    used_range: endRow === 0 ? null : formatBox({ startRow: 0, endRow, startColumn: 0, endColumn }),
    header_row: headerRow === null ? null : headerRow + 1,
    first_data_row: hasData ? firstData + 1 : null,
    last_data_row: hasData ? endRow : null,
    columns: describeColumns({
      cells,
      headerRow,
      firstData,
      endRow,
      endColumn,
      seenRows: sample.topRows,
      tail,
    }),
  }
  const told = tables.map(toTable)
  if (
    tables.length > 1 ||
    tables.some(({ kind, title, totalsRow }) => kind === 'form' || title !== null || totalsRow !== null)
  )
    overview.tables = told.slice(0, MOST_TABLES)
  const whole = tail ? undefined : wholeTab(cells, endRow, endColumn, tab.sheetId === activeSheetId)
  if (whole) overview.whole = whole
  if (tab.hidden) overview.hidden = true
  if (tail) overview.sampled_rows = sample.topRows
  if (tab.columns > sample.columns) {
    overview.unread_columns = formatBox({ startColumn: sample.columns, endColumn: tab.columns })
  }
  addDetails(overview, meta)
  return overview
}

const MOST_TABLES = 20

function toTable({ box, kind, title, headerRow, totalsRow }: FoundTable): TableOverview {
  return {
    range: formatBox(box),
    kind,
    header_row: headerRow === null ? null : headerRow + 1,
    ...(title === null ? {} : { title: title.slice(0, 80) }),
    ...(totalsRow === null ? {} : { totals_row: totalsRow + 1 }),
  }
}

function addDetails(overview: TabOverview, meta: SpreadsheetMeta): void {
  const details = meta.details.get(overview.sheet_id)
  if (!details) return
  const name = (box: Box) => formatBox(box) || 'the whole tab'
  if (details.frozenRows > 0) overview.frozen_rows = details.frozenRows
  if (details.frozenColumns > 0) overview.frozen_columns = details.frozenColumns
  if (details.merges.length > 0) overview.merges = details.merges.slice(0, 20).map(name)
  if (details.protected.length > 0) {
    overview.protected_ranges = details.protected
      .slice(0, 20)
      .map(range => name(range.box) + (range.description ? ` (${range.description})` : ''))
  }
  if (details.filter) overview.filter = name(details.filter)
  if (details.charts > 0) overview.charts = details.charts
  if (details.conditionalRules) overview.conditional_rules = details.conditionalRules
}
