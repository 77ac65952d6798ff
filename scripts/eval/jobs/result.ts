/** A spreadsheet as it came out, and as it was before: what checks look at. Reads it in one call. */
import type { sheets_v4 } from '@googleapis/sheets'
import { hexOf } from '../../../service/sheets/color.ts'
import type { SheetsClient } from '../sheets-client.ts'
import type { Scalar } from '../workbook.ts'

export interface ResultCell {
  row: number
  column: number
  value: Scalar
  /** As a person reads it. */
  shown: string
  formula: string | null
  /** It follows its inputs: a formula, or a cell that one spills into. */
  live: boolean
  error: boolean
  /** #rrggbb as shown, rules included; null is white. */
  fill: string | null
  validated: boolean
}

export interface ResultTab {
  title: string
  sheetId: number
  hidden: boolean
  rows: number
  columns: number
  frozenRows: number
  charts: number
  pivots: number
  rules: number
  /** Whether a rule may colour this cell. Google tells no colour of cells without value or format. */
  ruled(row: number, column: number): boolean
  /** Filled cells by row, each row by column; empty ones are undefined. */
  grid: (ResultCell | undefined)[][]
}

export interface ResultBook {
  before: ResultTab[]
  tabs: ResultTab[]
}

const FIELDS =
  'sheets(properties,charts.chartId,conditionalFormats.ranges,data(startRow,startColumn,rowData(values(userEnteredValue,effectiveValue,formattedValue,dataValidation.condition.type,pivotTable.source,effectiveFormat.backgroundColor))))'

export async function readResult(client: SheetsClient, spreadsheetId: string): Promise<ResultTab[]> {
  const { data } = await client.spreadsheets.get({ spreadsheetId, fields: FIELDS, includeGridData: true })
  return (data.sheets ?? []).map(resultTab)
}

function resultTab(sheet: sheets_v4.Schema$Sheet): ResultTab {
  const grid: (ResultCell | undefined)[][] = []
  let pivots = 0
  for (const { startRow, startColumn, rowData } of sheet.data ?? []) {
    for (const [down, { values }] of (rowData ?? []).entries()) {
      for (const [along, raw] of (values ?? []).entries()) {
        if (raw.pivotTable) pivots++
        const [row, column] = [(startRow ?? 0) + down, (startColumn ?? 0) + along]
        const cell = resultCell(raw, row, column)
        if (!cell) continue
        grid[row] ??= []
        grid[row][column] = cell
      }
    }
  }
  const properties = sheet.properties ?? {}
  const ruleRanges = (sheet.conditionalFormats ?? []).flatMap(({ ranges }) => ranges ?? [])
  const rows = Array.from(grid, row => row ?? [])
  return {
    title: properties.title ?? '',
    sheetId: properties.sheetId ?? 0,
    hidden: properties.hidden ?? false,
    rows: rows.length,
    columns: Math.max(0, ...rows.map(row => row.length)),
    frozenRows: properties.gridProperties?.frozenRowCount ?? 0,
    charts: sheet.charts?.length ?? 0,
    pivots,
    rules: sheet.conditionalFormats?.length ?? 0,
    ruled: (row, column) => ruleRanges.some(range => covers(range, row, column)),
    grid: rows,
  }
}

const covers = (range: sheets_v4.Schema$GridRange, row: number, column: number) =>
  row >= (range.startRowIndex ?? 0) &&
  row < (range.endRowIndex ?? Infinity) &&
  column >= (range.startColumnIndex ?? 0) &&
  column < (range.endColumnIndex ?? Infinity)

function resultCell(raw: sheets_v4.Schema$CellData, row: number, column: number): ResultCell | undefined {
  const { stringValue, numberValue, boolValue, errorValue } = raw.effectiveValue ?? {}
  const value = stringValue ?? numberValue ?? boolValue ?? errorValue?.type ?? null
  const formula = raw.userEnteredValue?.formulaValue ?? null
  const shownFill = hexOf(raw.effectiveFormat?.backgroundColor)
  const fill = shownFill === '#ffffff' ? null : shownFill
  const validated = raw.dataValidation !== undefined
  if (value === null && !formula && !fill && !validated) return undefined
  return {
    row,
    column,
    value,
    shown: raw.formattedValue ?? '',
    formula,
    live: formula !== null || (value !== null && raw.userEnteredValue === undefined),
    error: errorValue !== undefined && errorValue !== null,
    fill,
    validated,
  }
}
