/** spreadsheets.create, and the empty workbook every new one starts from. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { WorkbookData } from '../../dialect/engine.ts'
import { invalid } from '../google/errors.ts'
import { runBatch } from '../requests/index.ts'
import type { Library } from '../workbook/library.ts'
import { toEngineTitle } from '../workbook/titles.ts'
import type { Workbook } from '../workbook/workbook.ts'

export const DEFAULT_ROWS = 1000
export const DEFAULT_COLUMNS = 26
const MAX_FIRST_CELLS = 10_000_000

/** One empty tab as Google's new spreadsheets have: gid 0, 1000 × 26. */
export function emptyWorkbookData(
  title: string,
  firstTab = 'Sheet1',
  gid = 0,
  { rows, columns }: { rows: number; columns: number } = { rows: DEFAULT_ROWS, columns: DEFAULT_COLUMNS },
): WorkbookData {
  return {
    sheets: [{ id: String(gid), name: toEngineTitle(firstTab), rowNumber: rows, colNumber: columns }],
    annotations: [{ id: 'spreadsheet:0', kind: 'spreadsheet', ranges: [], data: { title } }],
  }
}

type Annotation = { id?: string; data?: object }

/** The same workbook under this title. */
export function titled(title: string, data: WorkbookData): WorkbookData {
  const [own] = emptyWorkbookData(title).annotations as Annotation[]
  const all = (data.annotations ?? []) as Annotation[]
  const known = all.find(({ id }) => id === own?.id)
  const annotation = { ...own, data: { ...known?.data, title } }
  return { ...data, annotations: [annotation, ...all.filter(one => one !== known)] }
}

export function createWorkbook(
  library: Library,
  owner: string,
  given: sheets_v4.Schema$Spreadsheet,
): Workbook {
  if (given.sheets?.some(sheet => sheet.properties?.sheetType && sheet.properties.sheetType !== 'GRID'))
    throw invalid('Only sheets of type GRID can be created.')
  const title = given.properties?.title || 'Untitled spreadsheet'
  const [first, ...others] = given.sheets ?? []
  const firstGid = first?.properties?.sheetId ?? 0
  const firstTitle = first?.properties?.title || 'Sheet1'
  const data = emptyWorkbookData(title, firstTitle, firstGid, firstGrid(first))
  const workbook = library.create({ owner, data })
  const requests: sheets_v4.Schema$Request[] = []
  const { title: _title, ...properties } = given.properties ?? {}
  const fields = Object.keys(properties).filter(
    field => field === 'locale' || field === 'timeZone' || field === 'autoRecalc',
  )
  if (fields.length > 0) requests.push({ updateSpreadsheetProperties: { properties, fields: fields.join() } })
  if (first?.properties)
    requests.push({
      updateSheetProperties: {
        properties: { ...first.properties, sheetId: firstGid, title: firstTitle, index: 0 },
        fields: '*',
      },
    })
  for (const sheet of others) requests.push({ addSheet: { properties: sheet.properties ?? {} } })
  if (requests.length > 0) runBatch(workbook, requests, { user: owner, role: 'owner', owner })
  writeGivenCells(workbook, given, owner)
  return workbook
}

/** Made in its size at once; a size that Google refuses is refused when its properties are set. */
function firstGrid(sheet: sheets_v4.Schema$Sheet | undefined): { rows: number; columns: number } {
  const { rowCount, columnCount } = sheet?.properties?.gridProperties ?? {}
  const rows = rowCount ?? DEFAULT_ROWS
  const columns = columnCount ?? DEFAULT_COLUMNS
  const isFair = rows >= 1 && columns >= 1 && rows * columns <= MAX_FIRST_CELLS
  return isFair ? { rows, columns } : { rows: DEFAULT_ROWS, columns: DEFAULT_COLUMNS }
}

function writeGivenCells(workbook: Workbook, given: sheets_v4.Schema$Spreadsheet, owner: string): void {
  const sheetIds = workbook.getters.getSheetIds()
  const requests = (given.sheets ?? []).flatMap((sheet, i) =>
    (sheet.data ?? []).map(data => ({
      updateCells: {
        start: {
          sheetId: workbook.gidOf(sheetIds[i] ?? ''),
          rowIndex: data.startRow ?? 0,
          columnIndex: data.startColumn ?? 0,
        },
        rows: data.rowData ?? [],
        fields: '*',
      },
    })),
  )
  if (requests.length > 0) runBatch(workbook, requests, { user: owner, role: 'owner', owner })
}
