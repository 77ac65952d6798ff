/** Rows and columns moved, grouped, deleted by what they hold; tables turned; series continued; charts changed. */
import { describe, expect, test, vi } from 'vitest'
import { editChart } from '../../../service/tools/charts/edit-chart.ts'
import { insertChart } from '../../../service/tools/charts/insert-chart.ts'
import { fillSeries, unpivot } from '../../../service/tools/reshape.ts'
import { rowsColumns } from '../../../service/tools/rows-columns.ts'
import { expectOnlyChanged, refused, succeeded, useWorkbench } from './workbench.ts'

const { openBench, openTab } = useWorkbench()

const sales = () =>
  openBench({
    tabs: [
      {
        title: 'Sales',
        rows: [
          ['Item', 'State', 'Jan', 'Feb'],
          ['a', 'open', 1, 2],
          ['b', 'void', 3, 4],
          ['c', 'open', 5, ''],
          ['d', 'void', 7, 8],
        ],
      },
      { title: 'Sum', rows: [['=SUM(Sales!C2:C5)']] },
    ],
  })

describe('rows_columns', () => {
  test('rows that meet conditions are deleted, the others stay as they are', async () => {
    const bench = await sales()
    const conditions = [{ column: 'State', op: '=', value: 'void' }]
    const output = succeeded(
      await bench.run(rowsColumns, { action: 'delete_where', range: 'A1:D', conditions }),
    )
    expect(output).toMatchObject({ deleted_rows: 2, of: 4, first_of_them: [3, 5] })
    expect(await bench.shown('Sales!A1:D9')).toEqual([
      ['Item', 'State', 'Jan', 'Feb'],
      ['a', 'open', '1', '2'],
      ['c', 'open', '5'],
    ])
    expect(await bench.shown('Sum!A1')).toEqual([['6']])
  })

  test('no row that meets them is no change', async () => {
    const bench = await sales()
    const before = await bench.snapshot()
    const conditions = [{ column: 'State', op: '=', value: 'lost' }]
    succeeded(await bench.run(rowsColumns, { action: 'delete_where', range: 'A1:D', conditions }))
    expectOnlyChanged(before, await bench.snapshot(), [])
  })

  test('a moved column keeps the references to it', async () => {
    const bench = await sales()
    succeeded(await bench.run(rowsColumns, { action: 'move', range: 'D:D', before: 'C' }))
    expect(await bench.shown('Sales!A1:D1')).toEqual([['Item', 'State', 'Feb', 'Jan']])
    expect(await bench.shown('Sum!A1')).toEqual([['16']])
    expect(await bench.formulas('Sum!A1')).toEqual([['=SUM(Sales!D2:D5)']])
  })

  test('rows are hidden and shown, values stay', async () => {
    const bench = await sales()
    const before = await bench.snapshot()
    succeeded(await bench.run(rowsColumns, { action: 'hide', range: '3:4' }))
    succeeded(await bench.run(rowsColumns, { action: 'show', range: '3:4' }))
    expectOnlyChanged(before, await bench.snapshot(), [])
    expect(refused(await bench.run(rowsColumns, { action: 'hide', range: 'A1:B2' }))).toContain('whole rows')
  })
})

describe('unpivot', () => {
  test('the table is read once', async () => {
    const rows = [
      ['Item', 'Jan', 'Feb'],
      ['Bolt', 1, '=B2*2'],
    ]
    const bench = await openTab('T', rows)
    const values = vi.spyOn(bench.spreadsheet, 'values')
    succeeded(await bench.run(unpivot, { range: 'A1:C2', keep: ['Item'], target_tab: 'Long' }))
    const ranges = values.mock.calls.flatMap(([asked]) => asked)
    expect(ranges.filter(range => range.includes('A1:C2'))).toHaveLength(1)
    expect(await bench.shown('Long!A2:C3')).toEqual([
      ['Bolt', 'Jan', '1'],
      ['Bolt', 'Feb', '2'],
    ])
  })

  test('months become rows on a new tab, the source stays', async () => {
    const bench = await sales()
    const before = await bench.snapshot()
    const output = succeeded(
      await bench.run(unpivot, {
        range: 'A1:D5',
        keep: ['Item', 'State'],
        name_header: 'Month',
        target_tab: 'Long',
      }),
    )
    expect(output).toMatchObject({ rows: 7 })
    expect(await bench.shown('Long!A1:D3')).toEqual([
      ['Item', 'State', 'Month', 'Value'],
      ['a', 'open', 'Jan', '1'],
      ['a', 'open', 'Feb', '2'],
    ])
    expectOnlyChanged(before, await bench.snapshot(), [], ['Long'])
  })

  test('two header rows, labels that stand once, and totals to leave out become a plain list', async () => {
    const bench = await openTab('Budget', [
      ['', '', 2024, '', '', 2025, ''],
      ['Region', 'Account', 'H1', 'H2', 'Total', 'H1', 'H2'],
      ['North', 'Rent', 1, 2, 3, 4, 5],
      ['', 'Power', 6, '', 6, 8, 9],
      ['Total North', '', 7, 2, 9, 12, 14],
      ['South', 'Rent', 10, 11, 21, 12, 13],
    ])
    const before = await bench.snapshot()
    const output = succeeded(
      await bench.run(unpivot, {
        range: 'A1:G6',
        keep: ['Region', 'Account'],
        header_rows: 2,
        name_headers: ['Year', 'Half'],
        value_header: 'Amount',
        fill_down: true,
        skip: ['total'],
        target_tab: 'List',
      }),
    )
    expect(output).toMatchObject({ rows: 11, skipped_rows: 1, skipped_columns: 1 })
    expect(await bench.shown('List!A1:E12')).toEqual([
      ['Region', 'Account', 'Year', 'Half', 'Amount'],
      ['North', 'Rent', '2024', 'H1', '1'],
      ['North', 'Rent', '2024', 'H2', '2'],
      ['North', 'Rent', '2025', 'H1', '4'],
      ['North', 'Rent', '2025', 'H2', '5'],
      ['North', 'Power', '2024', 'H1', '6'],
      ['North', 'Power', '2025', 'H1', '8'],
      ['North', 'Power', '2025', 'H2', '9'],
      ['South', 'Rent', '2024', 'H1', '10'],
      ['South', 'Rent', '2024', 'H2', '11'],
      ['South', 'Rent', '2025', 'H1', '12'],
      ['South', 'Rent', '2025', 'H2', '13'],
    ])
    expectOnlyChanged(before, await bench.snapshot(), [], ['List'])
  })

  test('an occupied place is refused', async () => {
    const bench = await sales()
    const before = await bench.snapshot()
    refused(await bench.run(unpivot, { range: 'A1:D5', keep: ['Item', 'State'], target: 'B3' }))
    expectOnlyChanged(before, await bench.snapshot(), [])
  })
})

test('a series goes on as the fill handle continues it', async () => {
  const bench = await openTab('N', [[2], [4]])
  const before = await bench.snapshot()
  succeeded(await bench.run(fillSeries, { source: 'A1:A2', target: 'A1:A5' }))
  expect((await bench.shown('N!A1:A5')).flat()).toEqual(['2', '4', '6', '8', '10'])
  expectOnlyChanged(before, await bench.snapshot(), ['N!A3:A5'])
})

describe('charts', () => {
  test('a combined chart is answered with its series, its x column and what it covers', async () => {
    const bench = await sales()
    const before = await bench.snapshot()
    const series = [{ column: 'Jan' }, { column: 'Feb', type: 'line', color: 'red', axis: 'right' }]
    const output = succeeded(
      await bench.run(insertChart, {
        type: 'combo',
        data_range: 'A1:D5',
        series,
        y_title: 'Units',
        at: 'F1',
      }),
    )
    expect(output).toMatchObject({ series_names: ['Jan', 'Feb'], x_column: 'Item', covers: 'F1:K18' })
    const second = succeeded(await bench.run(insertChart, { type: 'line', data_range: 'A1:D5', at: 'G5' }))
    expect(second.lies_upon).toHaveLength(1)
    expectOnlyChanged(before, await bench.snapshot(), [])
  })

  test('a chart is listed, retitled, moved, redrawn and deleted', async () => {
    const bench = await sales()
    const { chart_id: id } = succeeded(
      await bench.run(insertChart, { type: 'column', data_range: 'A1:D5', at: 'F1' }),
    )
    succeeded(
      await bench.run(editChart, { chart_id: id, title: 'Units', at: 'B8', width: 400, x_title: 'Item' }),
    )
    const redrawn = succeeded(await bench.run(editChart, { chart_id: id, type: 'line', series: ['Feb'] }))
    expect(redrawn).toMatchObject({ title: 'Units', type: 'line', covers: 'B8:E25' })
    expect(succeeded(await bench.run(editChart, { action: 'list' }))).toMatchObject({
      charts: [{ chart_id: id, title: 'Units' }],
    })
    succeeded(await bench.run(editChart, { action: 'delete', chart_id: id }))
    expect(succeeded(await bench.run(editChart, { action: 'list' }))).toEqual({ charts: 'none' })
  })
})
