/** Excel files brought in and written out by the page's server, without a page; and what Google would say of them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { sheets_v4 } from '@googleapis/sheets'
import { filesApp } from '../../../emulator/page/files.ts'
import { buildSpreadsheet } from '../../../emulator/sheets/answers/spreadsheet.ts'
import { Library } from '../../../emulator/sheets/workbook/library.ts'
import { parseWhole } from '../../../emulator/sheets/workbook/saved.ts'

const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const email = 'you@example.com'

export interface Importing {
  bring(file: Uint8Array): Promise<string>
  written(id: string): Promise<Buffer>
  spreadsheet(id: string): sheets_v4.Schema$Spreadsheet
  /** How many texts of cells it is kept in; none, where it is small. */
  cellTexts(id: string): number
  close(): void
}

export function startImporting(): Importing {
  const folder = mkdtempSync(join(tmpdir(), 'rowhand-imported-'))
  const library = new Library({ folder })
  const app = filesApp({ library, email })
  return {
    async bring(file) {
      const answer = await app.request('/page/files/xlsx?title=Imported', {
        method: 'POST',
        headers: { 'content-type': EXCEL },
        body: new Uint8Array(file),
      })
      const { id, error } = (await answer.json()) as { id?: string; error?: string }
      if (id === undefined) throw new Error(error)
      return id
    },
    async written(id) {
      const answer = await app.request(`/page/files/${id}/xlsx`)
      if (!answer.ok) throw new Error(await answer.text())
      return Buffer.from(await answer.arrayBuffer())
    },
    spreadsheet(id) {
      const workbook = library.get(id)
      if (workbook === undefined) throw new Error('There is no such workbook.')
      return buildSpreadsheet(workbook, { areas: undefined, includeGridData: true, mask: undefined, url: '' })
    },
    cellTexts(id) {
      const { whole } = library.saved(id) ?? { whole: '' }
      return parseWhole(whole).texts?.length ?? 0
    },
    close() {
      library.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function tabOf({ sheets }: sheets_v4.Schema$Spreadsheet, title: string): sheets_v4.Schema$Sheet {
  const found = sheets?.find(({ properties }) => properties?.title === title)
  if (found === undefined) throw new Error(`There is no tab ${title}.`)
  return found
}

/** `B3`; an empty one where there is nothing. */
export function cellOf({ data }: sheets_v4.Schema$Sheet, name: string): sheets_v4.Schema$CellData {
  const [, letters = 'A', row = '1'] = /^([A-Z]+)(\d+)$/.exec(name) ?? []
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return data?.[0]?.rowData?.[Number(row) - 1]?.values?.[column] ?? {}
}

export const resultOf = ({ effectiveValue }: sheets_v4.Schema$CellData): unknown =>
  effectiveValue && Object.values(effectiveValue)[0]

export const formulaOf = ({ userEnteredValue }: sheets_v4.Schema$CellData): string | null | undefined =>
  userEnteredValue?.formulaValue

/** Numbers that are chosen anew at each import, what follows from another height of the grid, and defaults. */
const OTHERWISE = new Set([
  ...['spreadsheetId', 'spreadsheetUrl', 'chartId', 'tableId', 'namedRangeId', 'protectedRangeId'],
  ...['rowCount', 'rowMetadata', 'userEnteredFormat', 'foregroundColor', 'foregroundColorStyle'],
])

/** What must be the same once more after a file was written and brought in again. */
export function lasting(spreadsheet: sheets_v4.Schema$Spreadsheet): unknown {
  return JSON.parse(JSON.stringify(spreadsheet, (key, value) => (OTHERWISE.has(key) ? undefined : value)))
}
