/** What a write may change, read from its requests before it is sent. */
import { expect, test } from 'vitest'
import { footprintOfRequests, footprintOfValues } from '../../../service/changes/footprint/footprint.ts'
import type { Request } from '../../../service/changes/footprint/touch.ts'
import { formatBox } from '../../../service/sheets/a1.ts'
import type { Tab } from '../../../service/sheets/spreadsheet.ts'

const tabs: Tab[] = [
  { sheetId: 0, title: 'Orders', index: 0, rows: 100, columns: 10, hidden: false },
  { sheetId: 7, title: 'Notes', index: 1, rows: 50, columns: 5, hidden: false },
]

function read(...requests: Request[]) {
  const footprint = footprintOfRequests(requests, tabs)
  const names = (areas: typeof footprint.before) =>
    areas.map(({ sheetId, box }) => `${sheetId}!${formatBox(box)}`)
  return {
    words: footprint.touches.map(({ verb, object }) => `${verb} ${object}`.trim()),
    kinds: footprint.touches.map(touch => touch.kind),
    before: names(footprint.before),
    after: names(footprint.after),
    sheetIds: footprint.sheetIds,
    breaksFormulas: footprint.breaksFormulas,
    layout: footprint.layout,
  }
}

const rows = (startIndex: number, endIndex: number) => ({
  sheetId: 0,
  dimension: 'ROWS',
  startIndex,
  endIndex,
})

test('a format of an open column touches the column to the end of the grid', () => {
  const range = { sheetId: 0, startRowIndex: 1, startColumnIndex: 2, endColumnIndex: 3 }
  const found = read({ repeatCell: { range, fields: 'userEnteredFormat.numberFormat' } })
  expect(found).toMatchObject({ kinds: ['format'], before: ['0!C2:C100'], after: ['0!C2:C100'] })
})

test('deleted rows are touched before the write and are gone after it', () => {
  const found = read({ deleteDimension: { range: rows(4, 8) } })
  expect(found).toMatchObject({
    words: ['Deleted rows 5 to 8'],
    before: ['0!A5:J8'],
    after: [],
    sheetIds: [0, 7],
    breaksFormulas: true,
  })
  expect(found.layout.tabs.get(0)!.rows.pieces).toEqual([
    { id: 0, count: 4 },
    { id: 8, count: 92 },
  ])
})

test('a range of a later request is followed back through the rows inserted above it', () => {
  const range = { sheetId: 0, startRowIndex: 12, endRowIndex: 14, startColumnIndex: 0, endColumnIndex: 1 }
  const found = read(
    { insertDimension: { range: rows(2, 4) } },
    { repeatCell: { range, fields: 'userEnteredValue' } },
  )
  expect(found.before).toEqual(['0!A11:A12'])
  expect(found.after).toEqual(['0!A3:J4', '0!A13:A14'])
})

test('a write to a tab that the same batch adds touches nothing before it', () => {
  const found = read(
    {
      addSheet: { properties: { sheetId: 9, title: 'New', gridProperties: { rowCount: 5, columnCount: 2 } } },
    },
    { updateCells: { start: { sheetId: 9 }, rows: [{ values: [{}] }], fields: 'userEnteredValue' } },
  )
  expect(found).toMatchObject({ before: [], after: ['9!A1:B5'], sheetIds: [9] })
})

test('a request kind that nobody knows yet touches everything', () => {
  const found = read({ reverseEverything: {} } as unknown as Request)
  expect(found).toMatchObject({
    before: ['0!A1:J100', '7!A1:E50'],
    breaksFormulas: true,
    kinds: ['other', 'other'],
  })
})

test('values touch the cells that they fill', () => {
  const footprint = footprintOfValues([{ range: "'Notes'!B2", values: [[1, 2], [3]] }], tabs)
  expect(footprint.before).toEqual([
    { sheetId: 7, box: { startRow: 1, endRow: 3, startColumn: 1, endColumn: 3 } },
  ])
})

test('hundreds of single cells are read as few rectangles', () => {
  const data = Array.from({ length: 90 }, (_, index) => ({ range: `'Orders'!C${index + 1}`, values: [[1]] }))
  expect(footprintOfValues(data, tabs).before).toEqual([
    { sheetId: 0, box: { startRow: 0, endRow: 90, startColumn: 2, endColumn: 3 } },
  ])
})
