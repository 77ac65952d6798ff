/** A large Excel file: kept with its cells apart, as one is that is filled in slices, and all there. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as xlsx from 'xlsx'
import { cellOf, formulaOf, type Importing, resultOf, startImporting, tabOf } from './imported.ts'

const [ROWS, COLUMNS] = [5_000, 10]

let importing: Importing
beforeAll(() => {
  importing = startImporting()
})
afterAll(() => importing.close())

function largeFile(): Buffer {
  const rows = Array.from({ length: ROWS }, (_, row) => [
    { t: 'n', v: 46_000 + (row % 9), z: 'yyyy-mm-dd' },
    `text ${row % 7}`,
    { t: 'n', v: 0, f: `SUM(D${row + 1}:J${row + 1})` },
    ...Array.from({ length: COLUMNS - 3 }, (_, col) => row + col),
  ])
  const sheet = xlsx.utils.aoa_to_sheet(rows)
  sheet['!merges'] = [xlsx.utils.decode_range('K2:L3')]
  const book = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(book, sheet, 'Many')
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([[{ t: 'n', v: 0, f: 'Many!C5000' }]]), 'Sum')
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer
}

it('keeps values, formulas over tabs, formats and merged cells', { timeout: 60_000 }, async () => {
  const id = await importing.bring(largeFile())
  const book = importing.spreadsheet(id)
  const many = tabOf(book, 'Many')
  expect(many.data?.[0]?.rowData).toHaveLength(ROWS)
  expect(['A5000', 'B5000', 'J5000'].map(name => cellOf(many, name).formattedValue)).toEqual([
    ...['2025-12-13', 'text 1', '5005'],
  ])
  expect(formulaOf(cellOf(many, 'C4999'))).toBe('=SUM(D4999:J4999)')
  expect([resultOf(cellOf(many, 'C5000')), resultOf(cellOf(tabOf(book, 'Sum'), 'A1'))]).toEqual([
    35_014, 35_014,
  ])
  expect(many.merges).toHaveLength(1)
  expect(book.properties?.title).toBe('Imported')
  expect(importing.cellTexts(id)).toBeGreaterThan(10)
})
