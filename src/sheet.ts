/** Where the person is in the spreadsheet, and taking them somewhere. Knows nothing of the service. */
import type { CellPlace, OpenPlace, RpcResult, SheetContext } from '../contract/rpc.ts'
import { failHere, messageOf, succeed } from './result.ts'

/** Headers further right or further down than this are of no use for a suggestion. */
const MAX_HEADER_COLUMNS = 30
const MAX_HEADER_ROWS = 6

/** Each name is a call of its own inside Google. */
const MAX_NAMED_TABS = 100

export const spreadsheetId = (): string => SpreadsheetApp.getActive().getId()

export function readSheetContext(): RpcResult<SheetContext> {
  try {
    const spreadsheet = SpreadsheetApp.getActive()
    return succeed({
      spreadsheetId: spreadsheet.getId(),
      spreadsheetName: spreadsheet.getName(),
      ...openPlace(spreadsheet),
      ...tabsOf(spreadsheet),
      ...readHeaders(spreadsheet.getActiveSheet()),
    })
  } catch (error) {
    return failHere('SHEET_UNAVAILABLE', messageOf(error))
  }
}

/** For calls that are about something else: null rather than a failure. */
export function readOpenPlace(): OpenPlace | null {
  try {
    return openPlace(SpreadsheetApp.getActive())
  } catch {
    return null
  }
}

function openPlace(spreadsheet: GoogleAppsScript.Spreadsheet.Spreadsheet): OpenPlace {
  const sheet = spreadsheet.getActiveSheet()
  const range = spreadsheet.getActiveRange()
  return {
    tab: { sheetId: sheet.getSheetId(), name: sheet.getName() },
    selection: range ? range.getA1Notation() : null,
    selectedCells: range ? range.getNumRows() * range.getNumColumns() : 0,
  }
}

function tabsOf(spreadsheet: GoogleAppsScript.Spreadsheet.Spreadsheet): Pick<SheetContext, 'tabs'> {
  const sheets = spreadsheet.getSheets()
  if (sheets.length > MAX_NAMED_TABS) return {}
  return { tabs: sheets.map(sheet => ({ sheetId: sheet.getSheetId(), name: sheet.getName() })) }
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

export const selectInSheet = (sheetName: string | null, range: string): RpcResult<null> =>
  selectAllInSheet(sheetName, range.split(','))

export function selectAllInSheet(sheetName: string | null, ranges: string[]): RpcResult<null> {
  const spreadsheet = SpreadsheetApp.getActive()
  const sheet = findSheet(spreadsheet, sheetName)
  if (!sheet) return failHere('TAB_NOT_FOUND')
  try {
    spreadsheet.setActiveSheet(sheet)
    const trimmed = ranges.map(range => range.trim())
    if (trimmed.length === 1) sheet.getRange(trimmed[0] ?? '').activate()
    else sheet.getRangeList(trimmed).activate()
    return succeed(null)
  } catch {
    return failHere('RANGE_NOT_FOUND')
  }
}

const findSheet = (spreadsheet: GoogleAppsScript.Spreadsheet.Spreadsheet, name: string | null) =>
  name === null ? spreadsheet.getActiveSheet() : spreadsheet.getSheetByName(name)

/** More cells in all are not read for it. */
const MAX_CHECKED_CELLS = 50_000
/** In the languages that Google shows errors in: #REF!, #¡REF!, #NAME?, #N/A, #NV. */
const ERROR = /^#(?:[¡¿]?[A-ZÀ-Ý0-9/ ]+[!?]|N\/A|N\/D|NV)$/

/** Formulas that show an error: a text that looks like one is none. */
export function countErrorsInSheet(places: CellPlace[]): RpcResult<(number | null)[]> {
  const spreadsheet = SpreadsheetApp.getActive()
  let left = MAX_CHECKED_CELLS
  return succeed(
    places.map(({ sheetName, range }) => {
      try {
        const cells = findSheet(spreadsheet, sheetName)?.getRange(range)
        if (!cells) return null
        left -= cells.getNumRows() * cells.getNumColumns()
        return left < 0 ? null : countErrors(cells)
      } catch {
        // Deleted since, or a place of another kind.
        return null
      }
    }),
  )
}

function countErrors(cells: GoogleAppsScript.Spreadsheet.Range): number {
  const formulas = cells.getFormulas()
  const isError = (text: string, row: number, column: number) =>
    ERROR.test(text) && (formulas[row]?.[column] ?? '') !== ''
  return cells
    .getDisplayValues()
    .reduce((sum, texts, row) => sum + texts.filter((text, column) => isError(text, row, column)).length, 0)
}

/** `Leads!A1:B2`, with the quotes that a tab's name may need. */
export function withTab(tabName: string, range: string): string {
  const name = /^[A-Za-z_][A-Za-z0-9_]*$/.test(tabName) ? tabName : `'${tabName.replace(/'/g, "''")}'`
  return `${name}!${range}`
}
