/**
 * A Google with one tab of half a million filled rows, made up as it is asked for: what an engine would take
 * minutes to hold. Run as a process of its own, so that its work is nobody else's.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseRange } from '../../service/sheets/a1.ts'

export const ROWS = 500_000
const COLUMNS = 26

function cell(row: number, column: number, formulas: boolean): string | number {
  if (column % 2 === 0) return row * 31 + column
  return formulas ? `=A${row + 1}*$B$1+LEN(C${row + 1})` : `text ${row}`
}

/** Columns from K on are empty: something can be put there. */
function valuesOf(range: string, formulas: boolean) {
  const { startRow = 0, endRow = ROWS, startColumn = 0, endColumn = COLUMNS } = parseRange(range)!.box
  const width = Math.min(endColumn, 10) - startColumn
  if (width <= 0) return { range }
  const values = Array.from({ length: Math.min(endRow, ROWS) - startRow }, (_, row) =>
    Array.from({ length: width }, (__, column) => cell(startRow + row, startColumn + column, formulas)),
  )
  return { range, values }
}

const META = {
  properties: { title: 'Large', locale: 'en_US' },
  sheets: [
    {
      properties: {
        sheetId: 0,
        title: 'T',
        index: 0,
        gridProperties: { rowCount: ROWS, columnCount: COLUMNS },
      },
    },
  ],
}

function gridOf(ranges: string[]) {
  const data = ranges.map(range => ({
    rowData: (valuesOf(range, true).values ?? []).map((row, index) => ({
      values: row.map(value =>
        typeof value === 'number'
          ? { effectiveValue: { numberValue: value }, formattedValue: `${value}` }
          : {
              userEnteredValue: { formulaValue: value },
              effectiveValue: { numberValue: index },
              formattedValue: `${index}`,
            },
      ),
    })),
  }))
  return { ...META, sheets: [{ ...META.sheets[0], data }] }
}

async function bodyOf(request: IncomingMessage): Promise<{ requests?: object[]; data?: object[] }> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return text.startsWith('{') ? (JSON.parse(text) as object) : {}
}

async function answer(request: IncomingMessage): Promise<object> {
  const url = new URL(request.url!, 'http://x')
  const body = await bodyOf(request)
  if (url.pathname === '/token') return { access_token: 'at', expires_in: 3600 }
  const ranges = url.searchParams.getAll('ranges')
  const spreadsheetId = 'LARGE'
  if (url.pathname.endsWith('values:batchGet')) {
    const formulas = url.searchParams.get('valueRenderOption') === 'FORMULA'
    return { spreadsheetId, valueRanges: ranges.map(range => valuesOf(range, formulas)) }
  }
  if (url.pathname.endsWith('values:batchUpdate'))
    return { spreadsheetId, responses: (body.data ?? []).map(() => ({})) }
  if (url.pathname.endsWith(':batchUpdate')) {
    return { spreadsheetId, replies: (body.requests ?? []).map(() => ({})) }
  }
  return { spreadsheetId, ...(ranges.length > 0 ? gridOf(ranges) : META) }
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
