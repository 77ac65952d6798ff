/** Headers that are formulas: what they show counts, not that they are formulas. */
import { expect, test } from 'vitest'
import { insertChart } from '../../../../service/tools/charts/insert-chart.ts'
import { sortFilterRange } from '../../../../service/tools/sort-filter-range.ts'
import { styleTable } from '../../../../service/tools/style-table.ts'
import { expectOnlyChanged, succeeded, useWorkbench } from '../workbench.ts'

const { openBench, openTab } = useWorkbench()

const quarters = () =>
  openTab('Plan', [
    ['=UPPER("region")', '="Q"&1', '="Q"&2'],
    ['North', 5, 7],
    ['South', 6, '=B3*2'],
  ])

test('a header written as formulas is styled as a header and frozen', async () => {
  const bench = await quarters()
  expect(succeeded(await bench.run(styleTable, { range: 'A1:C3' }))).toMatchObject({
    header: 'styled',
    frozen_rows: 1,
  })
})

test('series of a chart are named by what formulas in the header show', async () => {
  const bench = await quarters()
  expect(succeeded(await bench.run(insertChart, { type: 'column', data_range: 'A1:C3' }))).toMatchObject({
    x_column: 'REGION',
    series_names: ['Q1', 'Q2'],
  })
})

test('a column is found by the name that a formula in its header shows', async () => {
  const bench = await quarters()
  const before = await bench.snapshot()
  succeeded(
    await bench.run(sortFilterRange, {
      action: 'sort',
      range: 'A1:C3',
      by: [{ column: 'Q1', order: 'desc' }],
    }),
  )
  expect(await bench.shown('A1:B3')).toEqual([
    ['REGION', 'Q1'],
    ['South', '6'],
    ['North', '5'],
  ])
  expectOnlyChanged(before, await bench.snapshot(), ['Plan!A2:C3'])
})

test('a formula that goes on in the row below is data, not a header', async () => {
  const bench = await openTab('Plan', [
    ['=UPPER(C1)', 1, 'north'],
    ['=UPPER(C2)', 2, 'south'],
  ])
  expect(succeeded(await bench.run(styleTable, { range: 'A1:C2' }))).toMatchObject({ header: 'none found' })
})

test('dates that formulas count on are a header', async () => {
  const bench = await openTab('Plan', [
    ['Task', '=DATE(2026,1,1)', '=EDATE(B1,1)', '=EDATE(C1,1)'],
    ['Dig', 5, 7, 2],
    ['Build', 6, 1, 9],
  ])
  const { series_names: names } = succeeded<{ series_names: string[] }>(
    await bench.run(insertChart, { type: 'column', data_range: 'A1:D3' }),
  )
  expect(names).toEqual((await bench.shown('B1:D1'))[0])
})

test('weeks that formulas count are a header, and a running sum of the first row is none', async () => {
  const bench = await openBench({
    tabs: [
      {
        title: 'Plan',
        rows: [
          ['Task', 1, '=B1+1', '=C1+1'],
          ['Dig', 5, 7, 2],
          ['Build', 6, 1, 9],
        ],
      },
      {
        title: 'Cash',
        rows: [
          ['Opening', 100, '=B1+B2', '=C1+C2'],
          ['Flow', 5, 7, 2],
        ],
      },
    ],
  })
  const { tabs } = await bench.spreadsheet.overview(100)
  expect(tabs.map(tab => tab.header_row)).toEqual([1, null])
})
