/**
 * One spreadsheet, opened with one user's grant. This is the whole surface through which the service
 * touches Google: tools, admission and copy-tab use nothing else.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Box } from './a1.ts'
import type { SpreadsheetOverview } from './overview/overview.ts'

export interface Tab {
  sheetId: number
  title: string
  index: number
  rows: number
  columns: number
  hidden: boolean
}

/** What a tab has besides its cells. */
export interface TabMeta {
  frozenRows: number
  frozenColumns: number
  merges: Box[]
  protected: {
    box: Box
    description: string
    /** The connected account may write here all the same. */
    editable: boolean
    /** Boxes inside that are free again. */
    exceptions: Box[]
  }[]
  filter: Box | null
  charts: number
  conditionalRules?: number
}

/** The whole spreadsheet without its cells. */
export interface SpreadsheetMeta {
  title: string
  /** For example "en_US"; decides how formulas separate their arguments. */
  locale: string
  /** Of the tz database, for example "America/New_York": which day is today in its formulas. */
  timeZone: string
  tabs: Tab[]
  /** By sheetId. */
  details: Map<number, TabMeta>
  namedRanges: { id: string; name: string; sheetId: number; box: Box }[]
}

export interface OpenOptions {
  /** Somebody waits for the answer: give up after seconds, not after a minute of trying again. */
  quick?: boolean
}

/** Opens spreadsheets for users. Built once in main. */
export interface Sheets {
  /** Throws SheetsError GOOGLE_NOT_CONNECTED where the user has no usable grant. Does no call itself. */
  open(userId: string, spreadsheetId: string, options?: OpenOptions): Promise<Spreadsheet>
}

/** Stands before the writes of one tool call. */
export interface WriteGuard {
  /** Asked right before each attempt. Throws where this writer may write no more; then nothing is sent. */
  check(): Promise<void>
  /** The same for the same write, whoever makes it: Google applies it once. */
  key: string
  /** Under which marks are found again, see `forgetMarks`. */
  owner: string
}

export interface Look {
  fields: string
  ranges: string[]
}

export interface Spreadsheet {
  readonly id: string
  /** Calls to Google so far, for benchmarks and tests. */
  readonly calls: { reads: number; writes: number }
  /** All tabs in order. Cached within a step; `refresh` forgets the cache. Throws SheetsError. */
  tabs(): Promise<Tab[]>
  /** The same read with merges, protected ranges, filters and names. Cached together with `tabs`. */
  meta(): Promise<SpreadsheetMeta>
  refresh(): void
  /**
   * From now on no call is begun, and none tried again, once the signal has fired: a write that waits
   * for Google's quota must not be made after the user pressed Stop. Calls under way are left to end.
   */
  cancelWith?(signal: AbortSignal): void
  overview(activeSheetId: number): Promise<SpreadsheetOverview>
  /** Google's spreadsheets.get with a field mask. Cached until `refresh` or the next write, unless read `once`. */
  get(
    params: { fields: string; ranges?: string[] },
    how?: { once?: boolean },
  ): Promise<sheets_v4.Schema$Spreadsheet>
  /** Google's values.batchGet, one call for all ranges. Cached like `get`. */
  values(
    ranges: string[],
    render?: 'FORMATTED_VALUE' | 'UNFORMATTED_VALUE' | 'FORMULA',
    /** How dates come where values are not formatted; serial numbers unless told otherwise. */
    dates?: 'SERIAL_NUMBER' | 'FORMATTED_STRING',
  ): Promise<sheets_v4.Schema$ValueRange[]>
  /**
   * Google's spreadsheets.batchUpdate: all or nothing, one call. With `look` the answer brings these parts
   * of the spreadsheet as the change left them, before anybody else could change them.
   */
  batchUpdate(
    requests: sheets_v4.Schema$Request[],
    guard?: WriteGuard,
    look?: Look,
  ): Promise<sheets_v4.Schema$BatchUpdateSpreadsheetResponse>
  /** Google's values.batchUpdate, USER_ENTERED unless told otherwise, one call. */
  writeValues(
    data: { range: string; values: unknown[][] }[],
    input?: 'USER_ENTERED' | 'RAW',
    guard?: WriteGuard,
  ): Promise<sheets_v4.Schema$BatchUpdateValuesResponse>
  /** Clears away what batches of `owner` left behind so that none is made twice. Best done when all are over. */
  forgetMarks?(owner: string): Promise<void>
  /** Google's sheets.copyTo. Never retried: each success makes a new tab. */
  copyTabTo(sheetId: number, destinationSpreadsheetId: string): Promise<{ sheetId: number; title: string }>
}
