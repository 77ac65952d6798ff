/**
 * One spreadsheet, opened with one user's grant. This is the whole surface through which the service
 * touches Google: tools, admission and copy-tab use nothing else.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import type { SpreadsheetOverview } from './overview.ts'

export interface Tab {
  sheetId: number
  title: string
  index: number
  rows: number
  columns: number
  hidden: boolean
}

/** Opens spreadsheets for users. Built once in main. */
export interface Sheets {
  /** Throws SheetsError GOOGLE_NOT_CONNECTED where the user has no usable grant. Does no call itself. */
  open(userId: string, spreadsheetId: string): Promise<Spreadsheet>
}

export interface Spreadsheet {
  readonly id: string
  /** Calls to Google so far, for benchmarks and tests. */
  readonly calls: { reads: number; writes: number }
  /** All tabs in order. Cached within a step; `refresh` forgets the cache. Throws SheetsError. */
  tabs(): Promise<Tab[]>
  refresh(): void
  overview(activeSheetId: number): Promise<SpreadsheetOverview>
  /** Google's spreadsheets.get with a field mask. */
  get(params: { fields: string; ranges?: string[] }): Promise<sheets_v4.Schema$Spreadsheet>
  /** Google's values.batchGet, one call for all ranges. */
  values(
    ranges: string[],
    render?: 'FORMATTED_VALUE' | 'UNFORMATTED_VALUE' | 'FORMULA',
  ): Promise<sheets_v4.Schema$ValueRange[]>
  /** Google's spreadsheets.batchUpdate: all or nothing, one call. */
  batchUpdate(requests: sheets_v4.Schema$Request[]): Promise<sheets_v4.Schema$BatchUpdateSpreadsheetResponse>
  /** Google's values.batchUpdate, USER_ENTERED unless told otherwise, one call. */
  writeValues(
    data: { range: string; values: unknown[][] }[],
    input?: 'USER_ENTERED' | 'RAW',
  ): Promise<sheets_v4.Schema$BatchUpdateValuesResponse>
  /** Google's sheets.copyTo. Never retried: each success makes a new tab. */
  copyTabTo(sheetId: number, destinationSpreadsheetId: string): Promise<{ sheetId: number; title: string }>
}
