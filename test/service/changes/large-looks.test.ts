/** Formats of large areas: what is kept of them, and that they are taken back. */
import type { sheets_v4 } from '@googleapis/sheets'
import { expect, test } from 'vitest'
import { footprintOfRequests } from '../../../service/changes/footprint/footprint.ts'
import type { Request } from '../../../service/changes/footprint/touch.ts'
import { readImage } from '../../../service/changes/image/read-image.ts'
import type { Tab } from '../../../service/sheets/spreadsheet.ts'
import { formatRange } from '../../../service/tools/format-range.ts'
import { succeeded, useWorkbench } from '../tools/workbench.ts'
import { printsNow, undoCalls } from './undo-bench.ts'

const { openBench } = useWorkbench()
const ROWS = 20_000
const tabs: Tab[] = [{ sheetId: 0, title: 'T', index: 0, rows: ROWS, columns: 10, hidden: false }]
const range = { sheetId: 0 }

const looksOnly = (...requests: Request[]) => footprintOfRequests(requests, tabs).looksOnly

test('only a write of formats and borders is known to change nothing but looks', () => {
  const format = {
    repeatCell: { range, fields: 'userEnteredFormat.numberFormat,userEnteredFormat.textFormat.bold' },
  }
  expect(looksOnly(format)).toBe(true)
  expect(looksOnly(format, { updateBorders: { range } })).toBe(true)
  for (const other of [
    { repeatCell: { range, fields: 'userEnteredFormat.numberFormat,note' } },
    { repeatCell: { range, fields: 'userEnteredFormat(numberFormat),userEnteredValue' } },
    { repeatCell: { range, fields: '*' } },
    { mergeCells: { range } },
    { deleteDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 0, endIndex: 1 } } },
  ])
    expect(looksOnly(format, other), JSON.stringify(other)).toBe(false)
})

/** A tab of which each cell looks alike. */
function alikeTab() {
  const asked: { fields: string; once: boolean | undefined }[] = []
  return {
    asked,
    tabs: async () => tabs,
    get: async (
      { fields, ranges = [] }: { fields: string; ranges?: string[] },
      how?: { once?: boolean },
    ): Promise<sheets_v4.Schema$Spreadsheet> => {
      asked.push({ fields, once: how?.once })
      const data = ranges.map(name => {
        const [from, to] = [...name.matchAll(/\d+/g)].map(([digits]) => Number(digits))
        const rowData = Array.from({ length: to! - from! + 1 }, () => ({
          values: Array.from({ length: 10 }, () => ({ userEnteredFormat: { textFormat: { bold: true } } })),
        }))
        return { rowData }
      })
      return { properties: {}, sheets: [{ properties: { sheetId: 0 }, data }] }
    },
  }
}

test('of a large area only looks are kept past its first cells, and each look once', async () => {
  const source = alikeTab()
  const box = { startRow: 0, endRow: ROWS, startColumn: 0, endColumn: 10 }
  const image = await readImage(source, {
    areas: [{ sheetId: 0, box }],
    sheetIds: [0],
    sizes: [],
    looksOnly: true,
  })
  const brings = (part: string) => source.asked.map(({ fields }) => fields.includes(part))
  expect(brings('userEnteredFormat')).toEqual([true, true, true, true])
  expect(brings('userEnteredValue')).toEqual([true, false, false, false])
  // What is read is not remembered beside the image.
  expect(source.asked.map(({ once }) => once)).toEqual([true, true, true, true])
  const rows = image.areas.flatMap(area => area.rows)
  expect(rows).toHaveLength(ROWS)
  expect(new Set(rows).size).toBe(1)
})

test('a format of a large area is taken back, and what was typed since stays', {
  timeout: 300_000,
}, async () => {
  const rows = Array.from({ length: 6_500 }, (_, row) => [row])
  const bench = await openBench({ tabs: [{ title: 'T', rows, size: [6_500, 10] }] })
  const call = { action: 'number_format', range: 'A1:J6500', pattern: '0.00' }
  succeeded(await bench.run(formatRange, call))
  expect(await bench.shown('A6500:A6500')).toEqual([['6499.00']])
  await bench.spreadsheet.writeValues([{ range: 'T!B6400', values: [['new']] }])
  const undone = await undoCalls(bench, await printsNow(bench))
  expect(undone).toMatchObject({ kept: [], restored: { cells: 65_000 }, outcomes: [{ state: 'undone' }] })
  expect(await bench.shown('A6500:A6500')).toEqual([['6499']])
  expect(await bench.shown('A6400:B6400')).toEqual([['6399', 'new']])
})
