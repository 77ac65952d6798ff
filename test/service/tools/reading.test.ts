import { describe, expect, test } from 'vitest'
import type { SpreadsheetOverview } from '../../../service/sheets/overview/overview.ts'
import { getSheetOverview } from '../../../service/tools/get-sheet-overview.ts'
import { readRange } from '../../../service/tools/read-range.ts'
import { readSpreadsheetFields } from '../../../service/tools/read-spreadsheet-fields.ts'
import { expectOnlyChanged, refused, succeeded, useWorkbench } from './workbench.ts'

const { openBench, openTab } = useWorkbench()

const SALES = [
  ['Product', 'Qty', 'Price', 'Total', 'Date'],
  ['Apple', 3, '$1.50', '=B2*C2', '2024-01-05'],
  ['Pear', 5, '$2.00', '=B3*C3', '2024-02-10'],
  ['Plum', 2, '$4.25', '=B4*C4', '2024-03-15'],
]

describe('get_sheet_overview', () => {
  test('an overview names tabs, headers, types, samples, formulas and bounds', async () => {
    const bench = await openBench({
      tabs: [{ title: 'Sales', rows: SALES, frozenRows: 1 }, { title: 'Is empty' }],
    })
    const overview = succeeded<SpreadsheetOverview>(await bench.run(getSheetOverview, {}))
    expect(overview.active_tab).toBe('Sales')
    expect(overview.tabs.map(tab => tab.title)).toEqual(['Sales', 'Is empty'])
    const [sales, empty] = overview.tabs
    expect(sales).toMatchObject({
      used_range: 'A1:E4',
      header_row: 1,
      first_data_row: 2,
      last_data_row: 4,
      frozen_rows: 1,
    })
    expect(sales!.columns.map(column => [column.column, column.header, column.type])).toEqual([
      ['A', 'Product', 'text'],
      ['B', 'Qty', 'number'],
      ['C', 'Price', 'currency'],
      ['D', 'Total', expect.stringMatching(/number|currency/)],
      ['E', 'Date', 'date'],
    ])
    expect(sales!.columns[3]).toMatchObject({
      formula: '=B2*C2',
      formula_pattern: 'R[0]C[-2]*R[0]C[-1] (2:4)',
    })
    expect(sales!.columns[0]!.samples).toEqual(['Apple', 'Pear', 'Plum'])
    expect(empty).toMatchObject({ used_range: null, header_row: null, columns: [] })
  })

  test('errors in a column are counted with the first of them', async () => {
    const bench = await openTab('T', [['x'], ['=1/0'], [2], ['=1/0']])
    const overview = succeeded<SpreadsheetOverview>(await bench.run(getSheetOverview, {}))
    expect(overview.tabs[0]!.columns[0]!.errors).toBe('2, first #DIV/0! at A2')
  })

  test('a long tab is not read whole, and its last row is found all the same', async () => {
    const rows = Array.from({ length: 6_000 }, (_, index) => [`name ${index}`, index])
    const bench = await openBench({
      tabs: [{ title: 'Long', rows: [['Name', 'N'], ...rows], size: [20_000, 5] }],
    })
    bench.spreadsheet.refresh()
    const before = bench.spreadsheet.calls.reads
    const overview = succeeded<SpreadsheetOverview>(await bench.run(getSheetOverview, {}))
    expect(overview.tabs[0]).toMatchObject({
      last_data_row: 6_001,
      used_range: 'A1:B6001',
      sampled_rows: 1_000,
    })
    expect(overview.tabs[0]!.columns[1]!.non_empty).toBe(6_000)
    expect(bench.spreadsheet.calls.reads - before).toBeLessThan(8)
  })
})

describe('read_range', () => {
  test('a read changes nothing and answers values, formulas, or what the user sees', async () => {
    const bench = await openTab('Sales', SALES)
    const before = await bench.snapshot()
    const read = async (render: string) =>
      succeeded<{ ranges: { values: unknown[][] }[] }>(
        await bench.run(readRange, { ranges: ['C2:E2'], render }),
      ).ranges[0]!.values
    expect(await read('values')).toEqual([[1.5, 4.5, '2024-01-05']])
    expect((await read('formulas'))[0]![1]).toBe('=B2*C2')
    expect((await read('formatted'))[0]![0]).toBe('$1.50')
    expectOnlyChanged(before, await bench.snapshot(), [])
  })

  test('a model reads rows with their numbers below the letters of the columns', async () => {
    const bench = await openTab('T', [
      ['Name', 'Count', 'Date', 'Done'],
      [],
      ['Ann', "'5", '2024-01-05', true],
      ['Bea | Co', '=2+3', '', ''],
      ['', '', '', '', 'far'],
    ])
    const output = succeeded<{ ranges: Record<string, unknown>[] }>(
      await bench.run(readRange, { ranges: ['A1:E9', 'B3:B4'] }),
    )
    expect(output.ranges).toEqual([
      {
        range: "'T'!A1:E9",
        rows: [
          'row: A | B | C | D | E',
          '1: Name | Count | Date | Done',
          '3: Ann | "5" | 2024-01-05 | TRUE',
          '4: "Bea | Co" | 5',
          '5:  |  |  |  | far',
        ],
        formulas: ['B4 =2+3'],
        texts_that_look_like_numbers_or_dates: ['B3'],
      },
      {
        range: "'T'!B3:B4",
        rows: ['3: "5"', '4: 5'],
        formulas: ['B4 =2+3'],
        texts_that_look_like_numbers_or_dates: ['B3'],
      },
    ])
  })

  test('counts follow the interface and leave trailing empty cells out', async () => {
    const bench = await openBench({
      tabs: [
        { title: 'A', rows: SALES },
        { title: 'B', rows: [[1], [2, 3]] },
      ],
    })
    const outcome = await bench.run(readRange, { ranges: ['A!A1:F20', 'B!A:C'] })
    expect(outcome).toMatchObject({
      state: 'succeeded',
      fields: { read: { sheets: 2, rows: 6, columns: 7, cells: 23 } },
    })
  })

  test('a long read comes in pages that join without a gap', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => [index, `text of row ${index}`])
    const bench = await openTab('Long', rows)
    const seen: unknown[][] = []
    let offset: number | undefined = 0
    let pages = 0
    while (offset !== undefined) {
      const output: { ranges: { values: unknown[][]; truncated?: { next_offset_rows: number } }[] } =
        succeeded(await bench.run(readRange, { ranges: ['A:B'], render: 'values', offset_rows: offset }))
      const page = output.ranges[0]!
      expect(JSON.stringify(output).length).toBeLessThan(30_000)
      seen.push(...page.values)
      offset = page.truncated?.next_offset_rows
      pages += 1
    }
    expect(seen).toEqual(rows)
    expect(pages).toBeGreaterThan(2)
  })

  test('tabs with apostrophes, cells past Z and open ranges are read', async () => {
    const wide = Array.from({ length: 30 }, (_, index) => index)
    const bench = await openTab("Q1 '24 !", [wide, wide])
    const output = succeeded<{ ranges: { values: unknown[][] }[] }>(
      await bench.run(readRange, { ranges: ["'Q1 ''24 !'!AB2:AD", 'AC1', '2:2'], render: 'values' }),
    )
    expect(output.ranges.map(range => range.values[0]!.slice(-2))).toEqual([[28, 29], [28], [28, 29]])
  })

  test('what is no range, and a tab that is not there, is said with the tabs there are', async () => {
    const bench = await openTab('Leads', [[1]])
    expect(refused(await bench.run(readRange, { ranges: ['hello world'] }))).toContain('Tabs: "Leads"')
    expect(refused(await bench.run(readRange, { ranges: ['Nope!A1'] }))).toContain('no tab "Nope"')
  })

  test('a tab renamed in the middle of a turn is found under its old name', async () => {
    const bench = await openTab('Old', [[7]])
    await bench.batch({
      updateSheetProperties: { properties: { sheetId: 100, title: 'New' }, fields: 'title' },
    })
    const output = succeeded<{ ranges: { range: string; rows: string[] }[] }>(
      await bench.run(readRange, { ranges: ['Old!A1'] }),
    )
    expect(output.ranges[0]).toMatchObject({ range: "'New'!A1", rows: ['1: 7'] })
  })

  test('a tab deleted in the middle of a turn is a failure of the call that says so', async () => {
    const bench = await openBench({ tabs: [{ title: 'Gone', rows: [[7]] }, { title: 'Left' }] })
    await bench.batch({ deleteSheet: { sheetId: 100 } })
    expect(refused(await bench.run(readRange, { ranges: ['A1'] }))).toMatch(/"Gone" was deleted.*"Left"/)
  })
})

describe('read_spreadsheet_fields', () => {
  test('fields of a range are answered as Google has them', async () => {
    const bench = await openTab('T', [['x']])
    const output = succeeded(
      await bench.run(readSpreadsheetFields, {
        fields: 'sheets.data.rowData.values.formattedValue',
        ranges: ['A1'],
      }),
    )
    expect(JSON.stringify(output)).toContain('"formattedValue":"x"')
  })

  test.each(['*', 'sheets', 'sheets.data', 'sheets(data(rowData))'])(
    'the mask %s without ranges is refused',
    async fields => {
      const bench = await openBench({ tabs: [{ title: 'T' }] })
      expect(refused(await bench.run(readSpreadsheetFields, { fields }))).toContain('Give ranges as well')
    },
  )

  test('a mask that Google does not know fails the call and not the turn', async () => {
    const bench = await openBench({ tabs: [{ title: 'T' }] })
    expect(refused(await bench.run(readSpreadsheetFields, { fields: 'nonsense' }))).toContain(
      'Google refused',
    )
  })
})

test('an overview of fifty wide tabs stays short, keeps the active tab whole and says how to see the rest', async () => {
  const header = Array.from({ length: 24 }, (_, index) => `Header of column ${index}`)
  const tabs = Array.from({ length: 50 }, (_, index) => ({
    title: `Tab ${index}`,
    rows: [header, header.map(name => `${name} sample`)],
    size: [40, 24] as [number, number],
  }))
  const bench = await openBench({ tabs, activeTab: 'Tab 7' })
  const overview = succeeded<SpreadsheetOverview>(await bench.run(getSheetOverview, {}))
  expect(JSON.stringify(overview).length).toBeLessThan(26_000)
  expect(overview.tabs).toHaveLength(50)
  expect(overview.tabs[7]!.columns).toHaveLength(24)
  expect(overview.tabs[7]!.columns[0]!.samples).toHaveLength(1)
  expect(overview.note).toContain('call again with tabs')
  const other = succeeded<SpreadsheetOverview>(await bench.run(getSheetOverview, { tabs: ['Tab 30'] }))
  expect(other.tabs[30]!.columns).toHaveLength(24)
})
