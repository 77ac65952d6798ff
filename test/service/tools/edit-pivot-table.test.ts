/** Pivot tables listed, changed, made values and deleted; nothing else in the spreadsheet changes. */
import { expect, test } from 'vitest'
import { editPivotTable } from '../../../service/tools/pivots/edit-pivot-table.ts'
import { insertPivotTable } from '../../../service/tools/pivots/insert-pivot-table.ts'
import { expectOnlyChanged, refused, succeeded, useWorkbench } from './workbench.ts'

const { openBench } = useWorkbench()

const rows = [
  ['Region', 'City', 'Qty', 'Price'],
  ['North', 'Oslo', 3, 10],
  ['South', 'Rome', 5, 20],
  ['North', 'Bergen', 2, 30],
  ['South', 'Rome', 1, 40],
]

async function pivoted() {
  const bench = await openBench({
    tabs: [
      { title: 'Sales', rows },
      { title: 'Notes', rows: [['Keep', 1]] },
    ],
  })
  const values = [{ column: 'Qty' }]
  succeeded(
    await bench.run(insertPivotTable, {
      source_range: 'Sales!A1:D',
      rows: ['Region'],
      values,
      new_tab: 'Pivot',
    }),
  )
  return bench
}

test('pivot tables are listed by the headers of their columns', async () => {
  const bench = await pivoted()
  const before = await bench.snapshot()
  expect(succeeded(await bench.run(editPivotTable, {}))).toEqual({
    pivot_tables: [
      { at: "'Pivot'!A1", source_range: "'Sales'!A1:D5", rows: ['Region'], values: ['SUM of Qty'] },
    ],
  })
  expectOnlyChanged(before, await bench.snapshot(), [])
})

test('what is given changes: groups, values, totals and filters', async () => {
  const bench = await pivoted()
  const before = await bench.snapshot()
  const change = {
    action: 'change',
    rows: ['City'],
    values: [{ column: 'Price', summarize: 'MAX' }],
    totals: false,
  }
  const output = succeeded<{ shown: string[][] }>(await bench.run(editPivotTable, change))
  expect(output.shown.slice(1)).toEqual([
    ['Bergen', '30'],
    ['Oslo', '10'],
    ['Rome', '40'],
  ])
  const filtered = { action: 'change', at: 'Pivot!A1', filters: [{ column: 'Region', only: ['North'] }] }
  const fewer = succeeded<{ shown: string[][] }>(await bench.run(editPivotTable, filtered))
  expect(fewer.shown.slice(1).map(([city]) => city)).toEqual(['Bergen', 'Oslo'])
  expectOnlyChanged(before, await bench.snapshot(), ['Pivot!A1:H20'])
})

test('made values, a pivot table shows the same and follows its source no more', async () => {
  const bench = await pivoted()
  const shown = await bench.shown('Pivot!A1:B4')
  const before = await bench.snapshot()
  expect(succeeded(await bench.run(editPivotTable, { action: 'to_values' }))).toEqual({
    values_in: "'Pivot'!A1:B4",
  })
  expect(await bench.shown('Pivot!A1:B4')).toEqual(shown)
  await bench.spreadsheet.writeValues([{ range: 'Sales!C2', values: [[300]] }], 'RAW')
  expect(await bench.shown('Pivot!A1:B4')).toEqual(shown)
  expect(succeeded(await bench.run(editPivotTable, { action: 'list' }))).toEqual({ pivot_tables: 'none' })
  expectOnlyChanged(before, await bench.snapshot(), ['Pivot!A1:B4', 'Sales!C2'])
})

test('a deleted pivot table leaves its cells empty', async () => {
  const bench = await pivoted()
  const before = await bench.snapshot()
  const output = succeeded(await bench.run(editPivotTable, { action: 'delete', at: 'Pivot!A1' }))
  expect(output).toEqual({ deleted: "'Pivot'!A1", was_shown_in: 'A1:B4' })
  expect(await bench.shown('Pivot!A1:B4')).toEqual([])
  expectOnlyChanged(before, await bench.snapshot(), ['Pivot!A1:B4'])
})

test('a cell without a pivot table is refused with those that are there', async () => {
  const bench = await pivoted()
  const before = await bench.snapshot()
  expect(refused(await bench.run(editPivotTable, { action: 'delete', at: 'Sales!A1' }))).toBe(
    'No pivot table begins at Sales!A1. Nothing was changed.',
  )
  expect(refused(await bench.run(editPivotTable, { action: 'change' }))).toMatch(/^Say what to change/)
  expectOnlyChanged(before, await bench.snapshot(), [])
})
