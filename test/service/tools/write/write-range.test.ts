import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { writeRange } from '../../../../service/tools/write-range.ts'
import { expectOnlyChanged, refused, succeeded, useWorkbench } from '../workbench.ts'

const { openBench } = useWorkbench()

const SALES = [
  ['Product', 'Qty', 'Price'],
  ['Apple', 3, 1.5],
  ['Pear', 5, 2],
  ['Plum', 2, 4.25],
]
const sales = (prompt?: string) =>
  openBench({
    tabs: [
      { title: 'Sales', rows: SALES },
      { title: 'Other', rows: [['x']] },
    ],
    ...(prompt ? { prompt } : {}),
  })

test('values are written where they belong and nowhere else', async () => {
  const bench = await sales()
  const before = await bench.snapshot()
  const output = succeeded(await bench.run(writeRange, { range: 'D1:D2', values: [['Note'], ['good']] }))
  expect(output).toMatchObject({ written_range: "'Sales'!D1:D2", cells: 2, sample: [['Note'], ['good']] })
  expectOnlyChanged(before, await bench.snapshot(), ['Sales!D1:D2'])
  expect(await bench.shown('Sales!D1:D2')).toEqual([['Note'], ['good']])
})

test('one formula fills a column with its references adjusted, in one write', async () => {
  const bench = await sales()
  const before = await bench.snapshot()
  const writes = bench.spreadsheet.calls.writes
  const outcome = await bench.run(writeRange, { range: 'D2:D4', formula: '=B2*C2' })
  expect(succeeded(outcome)).toMatchObject({ cells: 3, sample: [['4.5'], ['10'], ['8.5']] })
  expect(outcome.fields).toEqual({ range: 'D2:D4', sheet_name: 'Sales', cells: 3 })
  expect(bench.spreadsheet.calls.writes - writes).toBe(1)
  expect(await bench.formulas('Sales!D2:D4')).toEqual([['=B2*C2'], ['=B3*C3'], ['=B4*C4']])
  expectOnlyChanged(before, await bench.snapshot(), ['Sales!D2:D4'])
})

test('a formula over an open range ends with the data', async () => {
  const bench = await sales()
  const before = await bench.snapshot()
  expect(succeeded(await bench.run(writeRange, { range: 'D2:D', formula: '=B2*C2' }))).toMatchObject({
    cells: 3,
  })
  expectOnlyChanged(before, await bench.snapshot(), ['Sales!D2:D4'])
})

test('filled cells are not overwritten, and the refusal shows what they hold', async () => {
  const bench = await sales()
  const before = await bench.snapshot()
  const outcome = await bench.run(writeRange, { range: 'B2:B3', values: [[9], [9]] })
  expect(refused(outcome)).toMatch(/2 of the cells in B2:B3 on "Sales" hold something.*overwrite: true/)
  expect(outcome).toMatchObject({
    output: {
      occupied: [
        { cell: 'B2', holds: 3 },
        { cell: 'B3', holds: 5 },
      ],
    },
  })
  expect(refused(await bench.run(writeRange, { range: 'C2:C4', formula: '=B2' }))).toContain('hold something')
  expectOnlyChanged(before, await bench.snapshot(), [])
})

test('overwrite replaces, and null leaves a cell as it is', async () => {
  const bench = await sales()
  const before = await bench.snapshot()
  succeeded(await bench.run(writeRange, { range: 'B2:C2', values: [[9, null]], overwrite: true }))
  expect(await bench.shown('Sales!A2:C2')).toEqual([['Apple', '9', '1.5']])
  expectOnlyChanged(before, await bench.snapshot(), ['Sales!B2'])
})

test('writing what is there already is no conflict', async () => {
  const bench = await sales()
  succeeded(await bench.run(writeRange, { range: 'A1:B1', values: [['Product', 'Qty']] }))
})

test('a range that does not fit its values is refused with both sizes', async () => {
  const bench = await sales()
  expect(refused(await bench.run(writeRange, { range: 'E1:E3', values: [['a'], ['b']] }))).toMatch(
    /3 rows by 1 column.*2 rows by 1 column/,
  )
})

test('a call runs again after a crash and leaves the sheet as one run would', async () => {
  const bench = await sales()
  const toolCallId = randomUUID()
  succeeded(await bench.run(writeRange, { range: 'D2:D4', formula: '=B2*C2' }, { toolCallId }))
  const before = await bench.snapshot()
  succeeded(await bench.run(writeRange, { range: 'D2:D4', formula: '=B2*C2' }, { toolCallId }))
  expectOnlyChanged(before, await bench.snapshot(), [])
})

test('what was there before is recorded for undo', async () => {
  const bench = await sales()
  const toolCallId = randomUUID()
  succeeded(await bench.run(writeRange, { range: 'B2', values: [['=1+1']], overwrite: true }, { toolCallId }))
  const { rows } = await bench.context.db.query(
    'select kind, sheet_id, range, before, after from call_notes where tool_call_id = $1',
    [toolCallId],
  )
  expect(rows).toEqual([{ kind: 'values', sheet_id: 100, range: 'B2', before: '[[3]]', after: '[["=1+1"]]' }])
})

test('errors that the formulas show are reported with their cells', async () => {
  const bench = await sales()
  const output = succeeded(await bench.run(writeRange, { range: 'D2:D4', formula: '=B2/(C2-2)' }))
  expect(output).toMatchObject({
    errors: [{ cell: 'D3', error: '#DIV/0!', count: 1, message: expect.any(String) }],
    error_cells: 1,
  })
})

test('a formula with a mistake is refused before anything is written', async () => {
  const bench = await sales()
  const before = await bench.snapshot()
  expect(refused(await bench.run(writeRange, { range: 'D2:D4', formula: '=SUM(B2:C2' }))).toContain(
    '( is not closed',
  )
  expect(refused(await bench.run(writeRange, { range: 'D2', values: [['=VLOKUP(A1,B:C,2)']] }))).toMatch(
    /D2: .*VLOOKUP/,
  )
  expectOnlyChanged(before, await bench.snapshot(), [])
})

test('texts that begin with + - @ stay texts, numbers stay numbers', async () => {
  const bench = await sales()
  succeeded(
    await bench.run(writeRange, { range: 'E1', values: [['+49 (30) 123', '- point', '@home', '-5', '+1']] }),
  )
  expect(await bench.shown('Sales!E1:I1')).toEqual([['+49 (30) 123', '- point', '@home', '-5', '1']])
})

test('cells beyond the grid and past column Z make the grid grow', async () => {
  const bench = await openBench({ tabs: [{ title: 'Small', rows: [['a']], size: [5, 3] }] })
  succeeded(await bench.run(writeRange, { range: 'AB7', values: [['far']] }))
  expect(await bench.shown('Small!AB7')).toEqual([['far']])
})

test('10,000 values go to Google in a handful of calls', async () => {
  const bench = await openBench({ tabs: [{ title: 'Big', size: [10_000, 3] }] })
  const { reads, writes } = bench.spreadsheet.calls
  const values = Array.from({ length: 10_000 }, (_, index) => [index])
  succeeded(await bench.run(writeRange, { range: 'A1:A10000', values }))
  expect(bench.spreadsheet.calls.writes - writes).toBe(1)
  expect(bench.spreadsheet.calls.reads - reads).toBeLessThanOrEqual(5)
  expect(await bench.shown('Big!A10000')).toEqual([['9999']])
})

describe('protected and merged cells', () => {
  const protectedColumn = async (prompt?: string) => {
    const bench = await sales(prompt)
    await bench.batch({
      addProtectedRange: {
        protectedRange: {
          range: { sheetId: 100, startRowIndex: 0, endRowIndex: 10, startColumnIndex: 4, endColumnIndex: 5 },
          description: 'Finance only',
        },
      },
    })
    return bench
  }

  test('a protected range is checked first and named', async () => {
    const bench = await protectedColumn()
    const before = await bench.snapshot()
    const writes = bench.spreadsheet.calls.writes
    for (const args of [
      { range: 'E2', values: [['x']], overwrite: true },
      { range: 'D2:F2', formula: '=1' },
    ]) {
      const message = refused(await bench.run(writeRange, args))
      expect(message).toMatch(/on "Sales" is protected: E1:E10 \("Finance only"\)/)
    }
    expect(bench.spreadsheet.calls.writes).toBe(writes)
    expectOnlyChanged(before, await bench.snapshot(), [])
  })

  test('the user may ask for a change of protected cells in their own words', async () => {
    const bench = await protectedColumn('Write x into E2, I know it is protected')
    succeeded(await bench.run(writeRange, { range: 'E2', values: [['x']] }))
  })

  test('a value is not written into the hidden part of a merged cell', async () => {
    const bench = await sales()
    await bench.batch({
      mergeCells: {
        range: { sheetId: 100, startRowIndex: 5, endRowIndex: 6, startColumnIndex: 0, endColumnIndex: 3 },
        mergeType: 'MERGE_ALL',
      },
    })
    expect(refused(await bench.run(writeRange, { range: 'B6', values: [['x']] }))).toContain(
      'A6:C6 on "Sales" is one merged cell',
    )
    succeeded(await bench.run(writeRange, { range: 'A6', values: [['title']] }))
  })
})
