/** Where the person is in the spreadsheet, and taking them somewhere. Knows nothing of the service. */
import type { RpcResult, SheetContext } from '../contract/rpc.ts'
import { failHere, messageOf, succeed } from './result.ts'

/** Headers further right or further down than this are of no use for a suggestion. */
const MAX_HEADER_COLUMNS = 30
const MAX_HEADER_ROWS = 6

export const spreadsheetId = (): string => SpreadsheetApp.getActive().getId()

export function readSheetContext(): RpcResult<SheetContext> {
  try {
    const spreadsheet = SpreadsheetApp.getActive()
    const sheet = spreadsheet.getActiveSheet()
    const range = spreadsheet.getActiveRange()
    return succeed({
      spreadsheetId: spreadsheet.getId(),
      spreadsheetName: spreadsheet.getName(),
      tab: { sheetId: sheet.getSheetId(), name: sheet.getName() },
      selection: range ? range.getA1Notation() : null,
      selectedCells: range ? range.getNumRows() * range.getNumColumns() : 0,
      ...readHeaders(sheet),
    })
  } catch (error) {
    return failHere('SHEET_UNAVAILABLE', messageOf(error))
  }
}

function readHeaders(sheet: GoogleAppsScript.Spreadsheet.Sheet): Pick<SheetContext, 'headers' | 'samples'> {
  const columns = Math.min(sheet.getLastColumn(), MAX_HEADER_COLUMNS)
  const rows = Math.min(sheet.getLastRow(), MAX_HEADER_ROWS)
  if (columns < 1 || rows < 1) return { headers: [], samples: [] }
  const values = sheet.getRange(1, 1, rows, columns).getDisplayValues()
  const filled = (row: string[]) => row.filter(text => text.trim() !== '').length
  // The header is the first row that is about as full as any: titles above a table fill one cell.
  const most = Math.max(...values.map(filled))
  const headerRow = values.findIndex(row => filled(row) * 2 > most)
  if (headerRow < 0) return { headers: [], samples: [] }
  const headers = (values[headerRow] ?? []).map(text => text.trim().slice(0, 60))
  const samples = headers.map((_, column) => firstFilled(values.slice(headerRow + 1), column))
  return { headers, samples }
}

function firstFilled(rows: string[][], column: number): string {
  for (const row of rows) {
    const text = row[column]?.trim()
    if (text) return text.slice(0, 60)
  }
  return ''
}

export function selectInSheet(sheetName: string | null, range: string): RpcResult<null> {
  const spreadsheet = SpreadsheetApp.getActive()
  const sheet = sheetName === null ? spreadsheet.getActiveSheet() : spreadsheet.getSheetByName(sheetName)
  if (!sheet) return failHere('TAB_NOT_FOUND')
  try {
    // Several areas ("A1:B2, D4") are shown by their first.
    const first = range.split(',')[0]?.trim() ?? range
    spreadsheet.setActiveSheet(sheet)
    sheet.getRange(first).activate()
    return succeed(null)
  } catch {
    return failHere('RANGE_NOT_FOUND')
  }
}

/** `Leads!A1:B2`, with the quotes that a tab's name may need. */
export function withTab(tabName: string, range: string): string {
  const name = /^[A-Za-z_][A-Za-z0-9_]*$/.test(tabName) ? tabName : `'${tabName.replace(/'/g, "''")}'`
  return `${name}!${range}`
}
