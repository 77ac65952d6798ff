/**
 * A Google with one tab of filled rows, made up as it is asked for: what an engine would take minutes to
 * hold. LARGE has half a million of them, MIDDLE as many as may be searched through at once. Tabs that are
 * added are there, and empty. Run as a process of its own, so that its work is nobody else's.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseRange } from '../../service/sheets/a1.ts'

const ROWS: Record<string, number> = { LARGE: 500_000, MIDDLE: 76_000 }
const COLUMNS = 26
/** Columns from K on are empty: something can be put there. */
const FILLED_COLUMNS = 10
const FILLED = 'T'

interface Properties {
  sheetId: number
  title: string
  index: number
  gridProperties: { rowCount: number; columnCount: number }
}
interface AddedTab {
  addSheet?: { properties?: Partial<Properties> }
}

const spreadsheets = new Map<string, Properties[]>()

function tabsOf(id: string): Properties[] {
  const known = spreadsheets.get(id)
  if (known) return known
  const gridProperties = { rowCount: ROWS[id] ?? 0, columnCount: COLUMNS }
  const tabs = [{ sheetId: 0, title: FILLED, index: 0, gridProperties }]
  spreadsheets.set(id, tabs)
  return tabs
}

function cell(row: number, column: number, formulas: boolean): string | number {
  if (column % 2 === 0) return row * 31 + column
  return formulas ? `=A${row + 1}*$B$1+LEN(C${row + 1})` : `text ${row}`
}

function valuesOf(id: string, range: string, formulas: boolean) {
  const { tab = FILLED, box } = parseRange(range)!
  const rows = tab === FILLED ? (ROWS[id] ?? 0) : 0
  const { startRow = 0, endRow = rows, startColumn = 0, endColumn = COLUMNS } = box
  const width = Math.min(endColumn, FILLED_COLUMNS) - startColumn
  const height = Math.min(endRow, rows) - startRow
  if (width <= 0 || height <= 0) return { range }
  const values = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (__, column) => cell(startRow + row, startColumn + column, formulas)),
  )
  return { range, values }
}

/** Of what a cell holds, what the mask names. */
function masked(value: string | number, row: number, fields: string) {
  const isNumber = typeof value === 'number'
  const entered = isNumber ? { numberValue: value } : { formulaValue: value }
  return {
    ...(fields.includes('userEnteredValue') ? { userEnteredValue: entered } : {}),
    ...(fields.includes('effectiveValue') ? { effectiveValue: { numberValue: isNumber ? value : row } } : {}),
    ...(fields.includes('formattedValue') ? { formattedValue: String(isNumber ? value : row) } : {}),
  }
}

function spreadsheetOf(id: string, ranges: string[], fields: string) {
  const sheets = tabsOf(id).map(properties => {
    const own = ranges.filter(range => (parseRange(range)!.tab ?? FILLED) === properties.title)
    const data = own.map(range => ({
      rowData: (valuesOf(id, range, true).values ?? []).map((row, index) => ({
        values: row.map(value => masked(value, index, fields)),
      })),
    }))
    return { properties, ...(own.length > 0 ? { data } : {}) }
  })
  const asked = ranges.length > 0 ? sheets.filter(({ data }) => data) : sheets
  return { spreadsheetId: id, properties: { title: 'Large', locale: 'en_US' }, sheets: asked }
}

/** The reply to one request of a batch. */
function make(id: string, { addSheet }: AddedTab): object {
  if (!addSheet) return {}
  const tabs = tabsOf(id)
  const gridProperties = { rowCount: 1_000, columnCount: COLUMNS }
  const properties = { sheetId: 1, title: 'Tab', gridProperties, ...addSheet.properties, index: tabs.length }
  tabs.push(properties)
  return { addSheet: { properties } }
}

async function bodyOf(request: IncomingMessage): Promise<{ requests?: AddedTab[]; data?: object[] }> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return text.startsWith('{') ? (JSON.parse(text) as object) : {}
}

async function answer(request: IncomingMessage): Promise<object> {
  const url = new URL(request.url!, 'http://x')
  const body = await bodyOf(request)
  if (url.pathname === '/token') return { access_token: 'at', expires_in: 3600 }
  const spreadsheetId = /\/spreadsheets\/(\w+)/.exec(url.pathname)![1]!
  const ranges = url.searchParams.getAll('ranges')
  if (url.pathname.endsWith('values:batchGet')) {
    const formulas = url.searchParams.get('valueRenderOption') === 'FORMULA'
    return { spreadsheetId, valueRanges: ranges.map(range => valuesOf(spreadsheetId, range, formulas)) }
  }
  if (url.pathname.endsWith('values:batchUpdate'))
    return { spreadsheetId, responses: (body.data ?? []).map(() => ({})) }
  if (url.pathname.endsWith(':batchUpdate')) {
    return { spreadsheetId, replies: (body.requests ?? []).map(each => make(spreadsheetId, each)) }
  }
  return spreadsheetOf(spreadsheetId, ranges, url.searchParams.get('fields') ?? '')
}

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  void answer(request).then(value =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value)),
  )
})
server.listen(0, '127.0.0.1', () =>
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
)
process.on('disconnect', () => process.exit(0))
