/**
 * A spreadsheet on paper: it is read like Google's, and what would be written is noted down and not done.
 * Fast enough for hundreds of attempts, each on a fresh one.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { parseRange } from '../../../service/sheets/a1.ts'
import type {
  Sheets,
  Spreadsheet,
  SpreadsheetMeta,
  Tab,
  TabMeta,
} from '../../../service/sheets/spreadsheet.ts'
import { bareOverview } from '../sheets/bare-overview.ts'

export type Cell = string | number | boolean

export interface PaperTab {
  title: string
  sheetId: number
  rows: Cell[][]
  charts?: number
  /** Colour behind all cells of the first row, as 0..1. */
  headerBackground?: { red: number; green: number; blue: number }
}

export interface Paper {
  spreadsheet: Spreadsheet
  /** What would have gone to Google. */
  sent: { requests: sheets_v4.Schema$Request[]; values: { range: string; values: unknown[][] }[] }
}

const GRID_ROWS = 2_000
const GRID_COLUMNS = 26

const noDetails = (charts: number): TabMeta => ({
  frozenRows: 0,
  frozenColumns: 0,
  merges: [],
  protected: [],
  filter: null,
  charts,
})

export function paper(tabs: readonly PaperTab[], locale = 'en_US', id = 'paper-1'): Paper {
  const sent: Paper['sent'] = { requests: [], values: [] }
  const listed = tabs.map(
    ({ title, sheetId, rows }, index): Tab => ({
      sheetId,
      title,
      index,
      rows: Math.max(GRID_ROWS, rows.length),
      columns: GRID_COLUMNS,
      hidden: false,
    }),
  )
  const meta: SpreadsheetMeta = {
    title: 'Paper',
    locale,
    timeZone: 'Etc/UTC',
    tabs: listed,
    details: new Map(tabs.map(tab => [tab.sheetId, noDetails(tab.charts ?? 0)])),
    namedRanges: [],
  }
  const read = (range: string): Cell[][] => {
    const { tab: title, box } = parseRange(range)!
    const tab = tabs.find(candidate => candidate.title === (title ?? tabs[0]!.title))
    const rows = (tab?.rows ?? []).slice(box.startRow ?? 0, box.endRow)
    return rows.map(row => row.slice(box.startColumn ?? 0, box.endColumn))
  }
  const spreadsheet: Spreadsheet = {
    id,
    calls: { reads: 0, writes: 0 },
    meta: async () => meta,
    tabs: async () => listed,
    refresh: () => {},
    overview: async () => bareOverview('Paper', locale, listed),
    get: async ({ fields, ranges }) =>
      fields.includes('effectiveFormat') ? looks(tabs, ranges) : { sheets: objects(tabs) },
    values: async ranges => ranges.map(range => ({ range, values: read(range) })),
    batchUpdate: async requests => {
      sent.requests.push(...requests)
      return { replies: requests.map(() => ({})) }
    },
    writeValues: async data => {
      sent.values.push(...data)
      return { responses: data.map(() => ({})) }
    },
    copyTabTo: () => Promise.reject(new Error('not on paper')),
  }
  return { spreadsheet, sent }
}

/** The first tab has a chart. */
const objects = (tabs: readonly PaperTab[]): sheets_v4.Schema$Sheet[] =>
  tabs.map(({ sheetId, title }, index) => ({
    properties: { sheetId, title },
    charts: index === 0 ? [{ chartId: 7, spec: { title: 'Chart', basicChart: {} } }] : [],
  }))

function looks(tabs: readonly PaperTab[], ranges: string[] = []): sheets_v4.Schema$Spreadsheet {
  const { tab: title, box } = parseRange(ranges[0]!)!
  const tab = tabs.find(candidate => candidate.title === title)
  const rows = (box.endRow ?? 1) - (box.startRow ?? 0)
  const columns = (box.endColumn ?? 1) - (box.startColumn ?? 0)
  const rowData = Array.from({ length: rows }, (_, row) => ({
    values: Array.from({ length: columns }, () =>
      (box.startRow ?? 0) + row === 0 && tab?.headerBackground
        ? { effectiveFormat: { backgroundColor: tab.headerBackground } }
        : {},
    ),
  }))
  return { sheets: [{ data: [{ rowData }] }] }
}

/** Every spreadsheet id opens the same paper. */
export const paperSheets = (open: () => Paper): Sheets => ({ open: async () => open().spreadsheet })
