/** Puts a workbook into the spreadsheet platform and reads it back, through Google's own client. */
import { sheets, type sheets_v4 } from '@googleapis/sheets'
import { OAuth2Client } from 'google-auth-library'
import { hexOf } from '../../service/sheets/color.ts'
import type { TabValues } from './compare.ts'
import { extrasRequests, rgb } from './upload-extras.ts'
import type { Scalar, WorkbookCell, WorkbookTab } from './workbook.ts'
import { cellKey } from './workbook.ts'

export type SheetsClient = sheets_v4.Sheets

export function sheetsClient(rootUrl: string, token: string): SheetsClient {
  const auth = new OAuth2Client()
  auth.setCredentials({ access_token: token })
  // The client library and google-auth-library each bring their own declaration of the same class.
  return sheets({ version: 'v4', rootUrl: `${rootUrl}/`, auth: auth as never })
}

const SPARE_ROWS = 200
const SPARE_COLUMNS = 20

/** Creates a spreadsheet with the tabs of an xlsx file. Returns its id. */
export async function upload(client: SheetsClient, title: string, tabs: WorkbookTab[]): Promise<string> {
  const created = await client.spreadsheets.create({
    requestBody: {
      properties: { title },
      sheets: tabs.map((tab, index) => ({
        properties: {
          sheetId: index + 1,
          title: tab.title,
          gridProperties: { rowCount: tab.rows + SPARE_ROWS, columnCount: tab.columns + SPARE_COLUMNS },
        },
      })),
    },
  })
  const spreadsheetId = created.data.spreadsheetId ?? ''
  const requests = tabs.flatMap((tab, index) => [
    cellsRequest(tab, index + 1),
    ...mergeRequests(tab, index + 1),
    ...extrasRequests(tab, index + 1),
  ])
  await client.spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests } })
  return spreadsheetId
}

function cellsRequest(tab: WorkbookTab, sheetId: number): sheets_v4.Schema$Request {
  const rows = Array.from({ length: tab.rows }, (_, row) => ({
    values: Array.from({ length: tab.columns }, (_, column) => cellData(tab.cells.get(cellKey(row, column)))),
  }))
  const start = { sheetId, rowIndex: 0, columnIndex: 0 }
  return {
    updateCells: {
      start,
      rows,
      fields: 'userEnteredValue,userEnteredFormat(numberFormat,backgroundColorStyle)',
    },
  }
}

function cellData(cell: WorkbookCell | undefined): sheets_v4.Schema$CellData {
  if (!cell) return {}
  const userEnteredFormat = {
    ...(cell.format && { numberFormat: { type: formatType(cell.format), pattern: cell.format } }),
    ...(cell.fill && { backgroundColorStyle: { rgbColor: rgb(cell.fill) } }),
  }
  const isEmpty = cell.value === null && !cell.formula
  return {
    ...(isEmpty ? {} : { userEnteredValue: enteredValue(cell) }),
    ...(Object.keys(userEnteredFormat).length > 0 && { userEnteredFormat }),
  }
}

function enteredValue({ value, formula }: WorkbookCell): sheets_v4.Schema$ExtendedValue {
  if (formula) return { formulaValue: formula }
  if (typeof value === 'number') return { numberValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return { stringValue: value ?? '' }
}

function formatType(pattern: string): string {
  const bare = pattern.replace(/"[^"]*"|\[(?!h|m|s)[^\]]*\]|\\./gi, '')
  const hasDay = /[dy]/i.test(bare) || /m{3,}/i.test(bare)
  const hasTime = /[hs]/i.test(bare)
  if (hasDay) return hasTime ? 'DATE_TIME' : 'DATE'
  if (hasTime) return 'TIME'
  if (/^[^0#]*m[^0#]*$/i.test(bare) && !bare.includes('%')) return 'DATE'
  if (bare.includes('%')) return 'PERCENT'
  return /[$€£¥]/.test(pattern) ? 'CURRENCY' : bare.trim() === '@' ? 'TEXT' : 'NUMBER'
}

const mergeRequests = (tab: WorkbookTab, sheetId: number): sheets_v4.Schema$Request[] =>
  tab.merges.map(({ top, left, bottom, right }) => ({
    mergeCells: {
      mergeType: 'MERGE_ALL',
      range: {
        sheetId,
        startRowIndex: top,
        startColumnIndex: left,
        endRowIndex: bottom + 1,
        endColumnIndex: right + 1,
      },
    },
  }))

/** All tabs as values, or as what was entered (formulas as text). Two calls whatever the size. */
export async function download(
  client: SheetsClient,
  spreadsheetId: string,
  render: 'UNFORMATTED_VALUE' | 'FORMULA',
): Promise<TabValues[]> {
  const { data } = await client.spreadsheets.get({ spreadsheetId, fields: 'sheets.properties.title' })
  const titles = (data.sheets ?? []).map(sheet => sheet.properties?.title ?? '')
  const ranges = titles.map(title => `'${title.replaceAll("'", "''")}'`)
  const answer = await client.spreadsheets.values.batchGet({
    spreadsheetId,
    ranges,
    valueRenderOption: render,
    dateTimeRenderOption: 'SERIAL_NUMBER',
  })
  return titles.map((title, index) => {
    const rows = (answer.data.valueRanges?.[index]?.values ?? []) as Scalar[][]
    const columns = Math.max(0, ...rows.map(row => row.length))
    return { title, rows: rows.length, columns, at: (row, column) => rows[row]?.[column] ?? null }
  })
}

/** The colours that cells show, rules included; null is white. */
export async function downloadFills(
  client: SheetsClient,
  spreadsheetId: string,
): Promise<(title: string, row: number, column: number) => string | null> {
  const { data } = await client.spreadsheets.get({
    spreadsheetId,
    fields:
      'sheets(properties(title),data(startRow,startColumn,rowData(values(effectiveFormat(backgroundColor)))))',
    includeGridData: true,
  })
  const fills = new Map<string, string>()
  for (const sheet of data.sheets ?? []) {
    for (const grid of sheet.data ?? []) {
      for (const [row, { values = [] }] of (grid.rowData ?? []).entries()) {
        for (const [column, cell] of values.entries()) {
          const hex = hexOf(cell.effectiveFormat?.backgroundColor)
          const at = `${(grid.startRow ?? 0) + row}:${(grid.startColumn ?? 0) + column}`
          if (hex !== null && hex !== '#ffffff') fills.set(`${sheet.properties?.title} ${at}`, hex)
        }
      }
    }
  }
  return (title, row, column) => fills.get(`${title} ${row}:${column}`) ?? null
}
