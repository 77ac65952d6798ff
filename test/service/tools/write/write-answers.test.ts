/** What a write answers, and the ways of writing that spare a second call. */
import { expect, test } from 'vitest'
import { copyPasteRange } from '../../../../service/tools/copy-paste-range.ts'
import { readRange } from '../../../../service/tools/read-range.ts'
import { readSpreadsheetFields } from '../../../../service/tools/read-spreadsheet-fields.ts'
import { writeRange } from '../../../../service/tools/write-range.ts'
import { expectOnlyChanged, refused, succeeded, useWorkbench } from '../workbench.ts'

const { openTab } = useWorkbench()

const sales = () =>
  openTab('Sales', [
    ['Item', 'Qty', 'Price', 'Sum'],
    ['a', 3, 1.5, '=B2*C2'],
    ['b', 5, 2, '=B3*C3'],
    ['c', 2, 4, '=B4*C4'],
  ])
const long = (rows: number) =>
  openTab('Long', [['N'], ...Array.from({ length: rows }, (_, index) => [index])])

test('a small write is answered with all its cells, no errors and how many really changed', async () => {
  const bench = await sales()
  const before = await bench.snapshot()
  const output = succeeded(
    await bench.run(writeRange, {
      range: 'B2:C3',
      values: [
        [3, 9],
        [6, 2],
      ],
      overwrite: true,
    }),
  )
  expect(output).toMatchObject({
    cells: 4,
    changed: 2,
    replaced: 2,
    errors: 0,
    sample: [
      ['3', '9'],
      ['6', '2'],
    ],
    sample_is: 'all',
  })
  expectOnlyChanged(before, await bench.snapshot(), ['Sales!B2:D3'])
})

test('a long write is answered with first, middle and last rows and the distinct values', async () => {
  const bench = await long(100)
  const output = succeeded(
    await bench.run(writeRange, { range: 'B2:B101', formula: '=IF(A2<30,"low","high")' }),
  )
  expect(output).not.toHaveProperty('sample_is')
  expect(output).toMatchObject({
    cells: 100,
    changed: 100,
    errors: 0,
    sample: [['low'], ['low'], ['low']],
    middle: { 'row 52': ['high'] },
    last: { 'row 101': ['high'] },
    distinct: ['high ×70', 'low ×30'],
    distinct_values: 2,
  })
})

test('alike errors are told once with their number', async () => {
  const bench = await long(100)
  const output = succeeded(await bench.run(writeRange, { range: 'B2:B101', formula: '=1/(A2-A2)' }))
  expect(output).toMatchObject({ errors: [{ cell: 'B2', error: '#DIV/0!', count: 100 }], error_cells: 100 })
})

test('a formula that spills is told with the range that it fills', async () => {
  const bench = await long(10)
  const output = succeeded(await bench.run(writeRange, { range: 'C1', formula: '=SEQUENCE(4,2)' }))
  expect(output).toMatchObject({ spilled_to: 'C1:D4' })
})

test('several blocks are written in one call, values and formulas', async () => {
  const bench = await sales()
  const before = await bench.snapshot()
  const blocks = [
    { range: 'F1', values: [['Tax']] },
    { range: 'F2:F4', formula: '=D2*0.2' },
    { range: 'A6', values: [['Note', 'ok']] },
  ]
  const output = succeeded<{ blocks: { sample: string[][] }[] }>(await bench.run(writeRange, { blocks }))
  expect(output.blocks.map(({ sample }) => sample.flat())).toEqual([
    ['Tax'],
    ['0.9', '2', '1.6'],
    ['Note', 'ok'],
  ])
  expectOnlyChanged(before, await bench.snapshot(), ['Sales!F1:F4', 'Sales!A6:B6'])
})

test('where one of several blocks is occupied none is written', async () => {
  const bench = await sales()
  const before = await bench.snapshot()
  const blocks = [
    { range: 'F1', values: [['Tax']] },
    { range: 'A1', values: [['Name']] },
  ]
  expect(refused(await bench.run(writeRange, { blocks }))).toContain('hold something')
  expectOnlyChanged(before, await bench.snapshot(), [])
})

test('as_values keeps the results and not the formulas', async () => {
  const bench = await sales()
  const before = await bench.snapshot()
  succeeded(await bench.run(writeRange, { range: 'F2:F4', formula: '=D2*2', as_values: true }))
  expect(await bench.formulas('Sales!F2:F4')).toEqual([[9], [20], [16]])
  expectOnlyChanged(before, await bench.snapshot(), ['Sales!F2:F4'])
})

test('format_from takes the look of the neighbour', async () => {
  const bench = await sales()
  await bench.batch({
    repeatCell: {
      range: { sheetId: 100, startRowIndex: 0, endRowIndex: 1, startColumnIndex: 3, endColumnIndex: 4 },
      cell: { userEnteredFormat: { textFormat: { bold: true } } },
      fields: 'userEnteredFormat.textFormat.bold',
    },
  })
  succeeded(await bench.run(writeRange, { range: 'E1', values: [['Tax']], format_from: 'left' }))
  expect((await bench.snapshot()).get('Sales')!.get('E1')).toContain('"bold":true')
})

test('if_equal replaces typed examples by the formula that gives them', async () => {
  const bench = await sales()
  succeeded(await bench.run(writeRange, { range: 'E2:E3', values: [[4.5], [10]] }))
  succeeded(await bench.run(writeRange, { range: 'E2:E4', formula: '=B2*C2', if_equal: true }))
  expect(await bench.formulas('Sales!E2:E4')).toEqual([['=B2*C2'], ['=B3*C3'], ['=B4*C4']])
})

test('if_equal puts everything back where the formula gives something else', async () => {
  const bench = await sales()
  succeeded(await bench.run(writeRange, { range: 'E2:E3', values: [[4.5], [11]] }))
  const before = await bench.snapshot()
  const outcome = await bench.run(writeRange, { range: 'E2:E4', formula: '=B2*C2', if_equal: true })
  expect(refused(outcome)).toContain('put back')
  expect(outcome).toMatchObject({
    output: { different: [{ cell: 'E3', stands: '11', formula_gives: '10' }] },
  })
  expectOnlyChanged(before, await bench.snapshot(), [])
})

test('a number written among formulas, and a total that could be one, are answered with a hint', async () => {
  const bench = await sales()
  const among = succeeded<{ hints: string[] }>(
    await bench.run(writeRange, { range: 'D3', values: [[10]], overwrite: true }),
  )
  expect(among.hints[0]).toContain('number among formulas')
  const total = succeeded<{ hints: string[] }>(await bench.run(writeRange, { range: 'B5', values: [[10]] }))
  expect(total.hints[0]).toContain('=SUM(B2:B4)')
})

test('a paste is answered like a write', async () => {
  const bench = await sales()
  const output = succeeded(
    await bench.run(copyPasteRange, { source_range: 'D2:D4', target_range: 'F2', paste_type: 'values' }),
  )
  expect(output).toMatchObject({ cells: 3, errors: 0, sample: [['4.5'], ['10'], ['8']] })
})

test('a read tells formulas once for the range that they fill, and texts that look like dates', async () => {
  const bench = await sales()
  succeeded(await bench.run(writeRange, { range: 'E2:E3', values: [["'01/02/2021"], ["'02/02/2021"]] }))
  const output = succeeded<{ ranges: object[] }>(await bench.run(readRange, { ranges: ['A1:E4'] }))
  expect(output.ranges[0]).toMatchObject({
    formulas: ['D2:D4 =B2*C2'],
    texts_that_look_like_numbers_or_dates: ['E2:E3'],
  })
})

test('fields of cells that say nothing are left out, equal ones are one range', async () => {
  const bench = await sales()
  await bench.batch({
    repeatCell: {
      range: { sheetId: 100, startRowIndex: 0, endRowIndex: 2, startColumnIndex: 0, endColumnIndex: 4 },
      cell: { note: 'look' },
      fields: 'note',
    },
  })
  const fields = 'sheets.data.rowData.values(note)'
  const noted = succeeded(await bench.run(readSpreadsheetFields, { fields, ranges: ['A1:F9'] }))
  expect(JSON.stringify(noted)).toContain(`{"range":"'Sales'!A1:D2","note":"look"}`)
  const none = succeeded(await bench.run(readSpreadsheetFields, { fields, ranges: ['F1:H9'] }))
  expect(JSON.stringify(none)).toContain('none')
})

test('a text that became a number counts as changed', async () => {
  const bench = await openTab('Ids', [["'1"], [2]])
  const output = succeeded(
    await bench.run(writeRange, { range: 'A1:A2', values: [[1], [2]], overwrite: true }),
  )
  expect(output).toMatchObject({ changed: 1, replaced: 1 })
})

test('rows that were sent and show as sent do not come back whole', async () => {
  const bench = await sales()
  const values = Array.from({ length: 6 }, (_, row) => [`Task ${row}`, 'open', 'Ann'])
  const output = succeeded(await bench.run(writeRange, { range: 'F2', values }))
  expect(output).toMatchObject({
    sample: [['Task 0', 'open', 'Ann']],
    sample_is: expect.stringContaining('as sent'),
  })
  const changed = values.map(([task, state]) => [task!, state!, '2026-03-01'])
  changed[5]![2] = '=1+1'
  const mixed = succeeded<{ sample: string[][] }>(
    await bench.run(writeRange, { range: 'J2', values: changed }),
  )
  expect(mixed).toMatchObject({ sample_is: 'all' })
  expect(mixed.sample).toHaveLength(6)
})

test('rows at the end that show nothing are told as one', async () => {
  const bench = await sales()
  const output = succeeded(await bench.run(writeRange, { range: 'F2:F40', formula: '=IF(A2="","",B2)' }))
  expect(output).toMatchObject({
    sample: [['3'], ['5'], ['2']],
    rest: 'rows 5 to 40 show nothing',
    errors: 0,
  })
})

test('of many different numbers no list of single ones is told', async () => {
  const bench = await long(100)
  const output = succeeded(await bench.run(writeRange, { range: 'B2:B101', formula: '=A2*3' }))
  expect(output).not.toHaveProperty('distinct')
  expect(output).toMatchObject({ distinct_values: 100 })
})
