/** What a workbook holds and how it looks, read as its user's own client sees it. */
import type { sheets_v4 } from '@googleapis/sheets'

export interface SeenCell {
  value: string | number | boolean | ''
  shown: string
  entered: string
  format: sheets_v4.Schema$CellFormat
  /** How it looks with conditional formats. */
  look: sheets_v4.Schema$CellFormat
  hasRule: boolean
  isPivot: boolean
}

export interface SeenTab {
  title: string
  sheetId: number
  hidden: boolean
  frozenRows: number
  frozenColumns: number
  /** By row and column, zero-based. */
  cells: (SeenCell | undefined)[][]
  hiddenRows: Set<number>
  hiddenColumns: Set<number>
  widths: string
  charts: sheets_v4.Schema$EmbeddedChart[]
  rules: sheets_v4.Schema$ConditionalFormatRule[]
  bandings: number
  filter: unknown
  merges: number
}

export type Picture = SeenTab[]

const FIELDS =
  'sheets(properties,data(rowData(values(userEnteredValue,effectiveValue,formattedValue,userEnteredFormat,effectiveFormat,dataValidation,pivotTable)),rowMetadata,columnMetadata),charts,conditionalFormats,bandedRanges,basicFilter,merges)'

export async function takePicture(api: sheets_v4.Sheets, spreadsheetId: string): Promise<Picture> {
  const { data } = await api.spreadsheets.get({ spreadsheetId, includeGridData: true, fields: FIELDS })
  return (data.sheets ?? []).map(seeTab)
}

function seeTab(sheet: sheets_v4.Schema$Sheet): SeenTab {
  const grid = sheet.data?.[0]
  const hidden = (lines: sheets_v4.Schema$DimensionProperties[] = []) =>
    new Set(lines.flatMap((line, index) => (line.hiddenByUser || line.hiddenByFilter ? [index] : [])))
  return {
    title: sheet.properties?.title ?? '',
    sheetId: sheet.properties?.sheetId ?? 0,
    hidden: sheet.properties?.hidden ?? false,
    frozenRows: sheet.properties?.gridProperties?.frozenRowCount ?? 0,
    frozenColumns: sheet.properties?.gridProperties?.frozenColumnCount ?? 0,
    cells: (grid?.rowData ?? []).map(row => (row.values ?? []).map(seeCell)),
    hiddenRows: hidden(grid?.rowMetadata),
    hiddenColumns: hidden(grid?.columnMetadata),
    widths: (grid?.columnMetadata ?? []).map(({ pixelSize }) => pixelSize).join(),
    charts: sheet.charts ?? [],
    rules: sheet.conditionalFormats ?? [],
    bandings: sheet.bandedRanges?.length ?? 0,
    filter: sheet.basicFilter ?? null,
    merges: sheet.merges?.length ?? 0,
  }
}

function seeCell(cell: sheets_v4.Schema$CellData): SeenCell {
  const value = cell.effectiveValue
  return {
    value: value?.numberValue ?? value?.stringValue ?? value?.boolValue ?? (cell.formattedValue || ''),
    shown: cell.formattedValue ?? '',
    entered: JSON.stringify(cell.userEnteredValue ?? null),
    format: cell.userEnteredFormat ?? {},
    look: cell.effectiveFormat ?? {},
    hasRule: cell.dataValidation !== undefined && cell.dataValidation !== null,
    isPivot: cell.pivotTable !== undefined && cell.pivotTable !== null,
  }
}

export const isFilled = (cell: SeenCell | undefined): cell is SeenCell =>
  cell !== undefined && (cell.value !== '' || (cell.entered !== 'null' && cell.entered !== '{}'))

export const cellAt = (tab: SeenTab, row: number, column: number): SeenCell | undefined =>
  tab.cells[row]?.[column]

export const tabNamed = (picture: Picture, title: string): SeenTab | undefined =>
  picture.find(tab => tab.title === title)

const EPOCH = Date.UTC(1899, 11, 30)

/** Whether a cell holds what a writer expects: numbers but for rounding, dates as they were typed. */
export function holds(cell: SeenCell | undefined, wanted: unknown): boolean {
  if (wanted === null) return true
  const value = cell?.value ?? ''
  if (typeof wanted === 'number') return typeof value === 'number' && near(value, wanted)
  if (typeof wanted === 'boolean') return value === wanted
  const text = String(wanted)
  if (text.startsWith('=')) return true
  if (typeof value !== 'number') return String(value) === text
  return cell!.shown === text || numbersIn(text).some(number => near(value, number))
}

/** What a text stands for when it is typed into a cell. */
function numbersIn(text: string): number[] {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (iso) return [(Date.UTC(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3])) - EPOCH) / 86_400_000]
  const plain = text.replaceAll(/[$€£¥,\s]/g, '')
  const percent = plain.endsWith('%')
  const number = Number(percent ? plain.slice(0, -1) : plain)
  return plain === '' || Number.isNaN(number) ? [] : [percent ? number / 100 : number]
}

export const near = (a: number, b: number): boolean =>
  Math.abs(a - b) <= Math.max(0.006, Math.abs(b) * 0.00005)
