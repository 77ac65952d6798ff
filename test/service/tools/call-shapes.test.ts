/** Calls as models write them: lists of ranges, keys that are not a tool's own, shapes flat or nested. */
import { expect, test } from 'vitest'
import { dataValidation } from '../../../service/tools/data-validation.ts'
import { formatRange } from '../../../service/tools/format-range.ts'
import { tools } from '../../../service/tools/index.ts'
import { setNotes } from '../../../service/tools/notes-protection.ts'
import { readRange } from '../../../service/tools/read-range.ts'
import { fillSeries } from '../../../service/tools/reshape.ts'
import { rowsColumns } from '../../../service/tools/rows-columns.ts'
import { sortFilterRange } from '../../../service/tools/sort-filter-range.ts'
import { writeRange } from '../../../service/tools/write-range.ts'
import { expectOnlyChanged, refused, succeeded, useWorkbench } from './workbench.ts'

const { openBench, workbench } = useWorkbench()

const ROWS = [
  ['Item', 'State', 'Sum', 'Note'],
  ['a', 'open', 3, 'x'],
  ['b', 'void', 1, 'y'],
  ['c', 'open', 2, 'z'],
]
/** The turn is on Orders; Board is empty. */
const twoTabs = () =>
  openBench({
    tabs: [
      { title: 'Orders', rows: ROWS },
      { title: 'Board', rows: [['Plan']] },
    ],
  })

async function backgrounds(id: string, range: string): Promise<boolean[]> {
  const { data } = await workbench().api.spreadsheets.get({
    spreadsheetId: id,
    ranges: [range],
    fields: 'sheets(data(rowData(values(userEnteredFormat(backgroundColorStyle)))))',
  })
  const rows = data.sheets?.[0]?.data?.[0]?.rowData ?? []
  return rows.flatMap(row => row.values ?? []).map(cell => cell.userEnteredFormat !== undefined)
}

test('a part of a list without a tab is formatted on the tab of the part before it', async () => {
  const bench = await twoTabs()
  const outcome = await bench.run(formatRange, { range: 'Board!A4:B4, D4:E4', background: 'navy' })
  expect(succeeded(outcome)).toMatchObject({
    formatted: [{ formatted_range: "'Board'!A4:B4" }, { formatted_range: "'Board'!D4:E4" }],
  })
  expect(await backgrounds(bench.spreadsheet.id, 'Orders!A1:D4')).not.toContain(true)
  expect(await backgrounds(bench.spreadsheet.id, 'Board!D4:E4')).toEqual([true, true])
})

test('further formats of a call are made on the tab that its first range names', async () => {
  const bench = await twoTabs()
  await bench.run(formatRange, { range: 'Board!A1', bold: true, more: [{ range: 'B2', background: 'red' }] })
  expect(await backgrounds(bench.spreadsheet.id, 'Board!B2')).toEqual([true])
  expect(await backgrounds(bench.spreadsheet.id, 'Orders!B2')).not.toContain(true)
})

test('a refused merge names the tab whose cells it would discard', async () => {
  const bench = await twoTabs()
  const message = refused(await bench.run(formatRange, { range: 'Board!A1:B1, Orders!A2:B2', merge: 'all' }))
  expect(message).toContain("Merging 'Orders'!A2:B2 would discard 1 filled cell")
})

test('a block without a tab is written to the tab of the block before it', async () => {
  const bench = await twoTabs()
  const before = await bench.snapshot()
  const blocks = [
    { range: 'Board!A3', values: [['Total']] },
    { range: 'B3', formula: '=SUM(Orders!C2:C4)' },
  ]
  succeeded(await bench.run(writeRange, { blocks }))
  expectOnlyChanged(before, await bench.snapshot(), ['Board!A3:B3'])
})

test('ranges to read and notes to set follow the tab that was named last', async () => {
  const bench = await twoTabs()
  const read = succeeded<{ ranges: { range: string }[] }>(
    await bench.run(readRange, { ranges: ['Board!A1:A2', 'C1, D1'] }),
  )
  expect(read.ranges.map(({ range }) => range)).toEqual(["'Board'!A1:A2", "'Board'!C1", "'Board'!D1"])
  const noted = succeeded(
    await bench.run(setNotes, {
      notes: [
        { range: 'Board!A1', note: 'one' },
        { range: 'B1', note: 'two' },
      ],
    }),
  )
  expect(noted).toEqual({ noted: ["'Board'!A1", "'Board'!B1"] })
})

test('a series is continued on the tab of its source', async () => {
  const bench = await openBench({
    tabs: [
      { title: 'Orders', rows: ROWS },
      { title: 'Days', rows: [[1], [2]] },
    ],
  })
  const before = await bench.snapshot()
  const output = succeeded(await bench.run(fillSeries, { source: 'Days!A1:A2', target: 'A1:A5' }))
  expect(output).toMatchObject({ filled_range: "'Days'!A3:A5" })
  expectOnlyChanged(before, await bench.snapshot(), ['Days!A3:A5'])
})

test('the list of a dropdown is looked for on the tab of its cells', async () => {
  const bench = await twoTabs()
  await bench.run(dataValidation, { range: 'Board!B2:B5', list_range: 'A1:A2' })
  const { data } = await workbench().api.spreadsheets.get({
    spreadsheetId: bench.spreadsheet.id,
    ranges: ['Board!B2'],
    fields: 'sheets(data(rowData(values(dataValidation(condition)))))',
  })
  expect(JSON.stringify(data)).toContain("='Board'!A1:A2")
})

test('a tab beside a range without one says what the range means', async () => {
  const bench = await twoTabs()
  const before = await bench.snapshot()
  const outcome = await bench.run(writeRange, { tab: 'Board', range: 'B1', values: [['x']] } as never)
  expect(succeeded(outcome)).toMatchObject({ written_range: "'Board'!B1" })
  expect(outcome).toMatchObject({ fields: { sheet_name: 'Board' } })
  expectOnlyChanged(before, await bench.snapshot(), ['Board!B1'])
  expect(
    refused(await bench.run(writeRange, { tab: 'Bored', range: 'B1', values: [['x']] } as never)),
  ).toMatch(/no tab "Bored".*add_tab/)
})

test('a key that no tool knows is refused by every tool, within lists too', async () => {
  for (const tool of tools) {
    if (tool.name === 'use_tool') continue
    const parsed = tool.args.safeParse({ nobody_reads_this: 1 })
    expect(parsed.success, tool.name).toBe(false)
    expect(
      parsed.error?.issues.map(({ code }) => code),
      tool.name,
    ).toContain('unrecognized_keys')
  }
  const bench = await twoTabs()
  const by = [{ column: 'Sum', direction: 'desc' }]
  const outcome = await bench.run(sortFilterRange, { action: 'sort', range: 'A1:D4', by } as never)
  expect(refused(outcome)).toMatch(/nothing was changed.*direction/s)
})

test('a sort says by which columns, however the call names them', async () => {
  for (const keys of [
    { sort: [{ column: 'Sum', order: 'desc' }] },
    { column: 'Sum', order: 'desc' },
    { by: [{ column: 'C', order: 'desc' }] },
  ]) {
    const bench = await twoTabs()
    const outcome = await bench.run(sortFilterRange, { action: 'sort', range: 'A1:D4', ...keys } as never)
    expect(succeeded(outcome)).toMatchObject({ by: ['C desc (Sum)'] })
    expect((await bench.snapshot()).get('Orders')?.get('A2')).toContain('a')
    expect((await bench.snapshot()).get('Orders')?.get('A3')).toContain('c')
  }
})

test('a sort without columns is refused and does not answer that it sorted', async () => {
  const bench = await twoTabs()
  const before = await bench.snapshot()
  expect(refused(await bench.run(sortFilterRange, { action: 'sort', range: 'A1:D4' }))).toContain('needs by')
  expectOnlyChanged(before, await bench.snapshot(), [])
})

test('rows are deleted by a condition written flat as by a list of conditions', async () => {
  const bench = await twoTabs()
  const flat = { action: 'delete_where', range: 'A1:D4', column: 'State', op: '=', value: 'void' }
  expect(succeeded(await bench.run(rowsColumns, flat as never))).toMatchObject({ deleted_rows: 1 })
  const none = await bench.run(rowsColumns, { action: 'delete_where', range: 'A1:D4' })
  expect(refused(none)).toContain('conditions, for example [{"column"')
})
