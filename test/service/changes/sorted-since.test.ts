/** What people wrote beside rows that a turn had sorted goes with its rows when the sort is taken back. */
import { expect, test } from 'vitest'
import { editStructure } from '../../../service/tools/edit-structure.ts'
import { sheetRequests } from '../../../service/tools/sheet-requests.ts'
import { sortFilterRange } from '../../../service/tools/sort-filter-range.ts'
import { succeeded, useWorkbench } from '../tools/workbench.ts'
import { printsNow, undoCalls } from './undo-bench.ts'

const { workbench, openBench } = useWorkbench()

test('an undo counts the cells that hold something, not all of the rows that it puts back', async () => {
  const bench = await openBench({ tabs: [{ title: 'T', rows, size: [10, 6] }] })
  succeeded(await bench.run(editStructure, { action: 'delete_rows', range: '2:4' }))
  expect(await undoCalls(bench, await printsNow(bench))).toMatchObject({
    restored: { cells: 6 },
    notPossible: [],
  })
})

const rows = [
  ['Name', 'Qty'],
  ['Ann', 1],
  ['Bob', 4],
  ['Cy', 2],
  ['Dee', 3],
]
const sorted = async () => {
  const bench = await openBench({ tabs: [{ title: 'T', rows, size: [10, 6] }] })
  const by = [{ column: 'Qty', order: 'desc' }]
  succeeded(await bench.run(sortFilterRange, { range: 'A1:B5', action: 'sort', by }))
  return { bench, prints: await printsNow(bench) }
}
const type = (range: string, values: unknown[][], spreadsheetId: string) =>
  workbench().api.spreadsheets.values.update({
    spreadsheetId,
    range,
    valueInputOption: 'USER_ENTERED',
    requestBody: { values },
  })

test('notes and formulas beside the table go back with their rows', async () => {
  const { bench, prints } = await sorted()
  await type(
    'T!C1',
    [
      ['Checked', 'Double'],
      ['Bob is fine', '=B2*2'],
      ['', '=B3*2'],
    ],
    bench.id,
  )
  expect(await undoCalls(bench, prints)).toMatchObject({ keptTotal: 0, notPossible: [] })
  expect(await bench.formulas('T!A1:D5')).toEqual([
    ['Name', 'Qty', 'Checked', 'Double'],
    ['Ann', 1],
    ['Bob', 4, 'Bob is fine', '=B3*2'],
    ['Cy', 2],
    ['Dee', 3, '', '=B5*2'],
  ])
})

test('a column that was put between goes back with its rows', async () => {
  const { bench, prints } = await sorted()
  await bench.batch({
    insertDimension: { range: { sheetId: 100, dimension: 'COLUMNS', startIndex: 1, endIndex: 2 } },
  })
  await type('T!B1', [['Town'], ['Rome'], ['Oslo'], ['Bonn'], ['Lund']], bench.id)
  expect(await undoCalls(bench, prints)).toMatchObject({ keptTotal: 0, notPossible: [] })
  expect(await bench.formulas('T!A1:C5')).toEqual([
    ['Name', 'Town', 'Qty'],
    ['Ann', 'Lund', 1],
    ['Bob', 'Rome', 4],
    ['Cy', 'Bonn', 2],
    ['Dee', 'Oslo', 3],
  ])
})

test('what stood beside the table before the sort stays where it stands', async () => {
  const bench = await openBench({
    tabs: [{ title: 'T', rows: rows.map((row, index) => [...row, `mark ${index}`]), size: [10, 6] }],
  })
  const range = { sheetId: 100, startRowIndex: 1, endRowIndex: 5, startColumnIndex: 0, endColumnIndex: 2 }
  const sortRange = { range, sortSpecs: [{ dimensionIndex: 1, sortOrder: 'DESCENDING' }] }
  succeeded(await bench.run(sheetRequests, { requests: [{ sortRange }] }))
  await undoCalls(bench, await printsNow(bench))
  expect(await bench.formulas('T!A1:C5')).toEqual(rows.map((row, index) => [...row, `mark ${index}`]))
})
