/** How written cells look: formats of single blocks, and formulas into cells that were formatted as text. */
import { expect, test } from 'vitest'
import { writeRange } from '../../../../service/tools/write-range.ts'
import { expectOnlyChanged, refused, succeeded, useWorkbench } from '../workbench.ts'

const { openBench } = useWorkbench()

const TEXT = { type: 'TEXT', pattern: '@' }

const asText = (columns: [start: number, end: number], sheetId = 100) => ({
  repeatCell: {
    range: { sheetId, startColumnIndex: columns[0], endColumnIndex: columns[1] },
    cell: { userEnteredFormat: { numberFormat: TEXT } },
    fields: 'userEnteredFormat.numberFormat',
  },
})

async function badges() {
  const bench = await openBench({
    tabs: [
      {
        title: 'Clock',
        rows: [
          ['Badge', 'Hours'],
          ['0101', 7],
          ['0102', 8],
        ],
      },
      { title: 'Out', rows: [['x']] },
    ],
  })
  await bench.batch(asText([0, 2], 101))
  return bench
}

const formatsOf = async (bench: Awaited<ReturnType<typeof badges>>, range: string) => {
  const { sheets } = await bench.spreadsheet.get({
    fields: 'sheets(data(rowData(values(userEnteredFormat(numberFormat)))))',
    ranges: [range],
  })
  return (sheets?.[0]?.data?.[0]?.rowData ?? []).map(row =>
    (row.values ?? []).map(cell => cell.userEnteredFormat?.numberFormat?.pattern ?? ''),
  )
}

test('a formula into cells formatted as text gives its result, and the format that went is told', async () => {
  const bench = await badges()
  const before = await bench.snapshot()
  const values = [
    ['=Clock!B2*2', '007'],
    ['=Clock!B3*2', '=Clock!B3'],
  ]
  const output = succeeded(await bench.run(writeRange, { range: 'Out!A2', values }))
  expect(output).toMatchObject({
    sample: [
      ['14', '007'],
      ['16', '8'],
    ],
    changed: 4,
    text_format_removed: ["'Out'!A2:A3", "'Out'!B3"],
  })
  expect(await formatsOf(bench, 'Out!A2:B4')).toEqual([['', '@'], [], ['@', '@']])
  expectOnlyChanged(before, await bench.snapshot(), ['Out!A2:B3'])
})

test('a formula filled over cells formatted as text gives numbers', async () => {
  const bench = await badges()
  const output = succeeded(await bench.run(writeRange, { range: 'Out!A2:A3', formula: '=Clock!B2*2' }))
  expect(output).toMatchObject({ sample: [['14'], ['16']], text_format_removed: ["'Out'!A2:A3"] })
  succeeded(await bench.run(writeRange, { range: 'Out!C2', values: [['=SUM(A2:A3)']] }))
  expect(await bench.shown('Out!C2')).toEqual([['30']])
})

test('a formula over the text that it was before counts as a change', async () => {
  const bench = await badges()
  const formula = '=UNIQUE(Clock!A2:A3)'
  await bench.batch({
    updateCells: {
      start: { sheetId: 101, rowIndex: 1, columnIndex: 3 },
      rows: [{ values: [{ userEnteredValue: { stringValue: formula } }] }],
      fields: 'userEnteredValue',
    },
  })
  const output = succeeded(await bench.run(writeRange, { range: 'Out!D2', values: [[formula]] }))
  expect(output).toMatchObject({ changed: 1, replaced: 1, spilled_to: 'D2:D3' })
  expect(succeeded(await bench.run(writeRange, { range: 'Out!D2', values: [[formula]] }))).toMatchObject({
    changed: 0,
  })
})

test('each block has a pattern and a format_from of its own', async () => {
  const bench = await badges()
  succeeded(
    await bench.run(writeRange, {
      pattern: '0.0',
      blocks: [
        { range: 'Clock!C2:C3', formula: '=B2/3' },
        { range: 'Clock!D2:D3', formula: '=B2/10', pattern: '0%' },
        { range: 'Clock!E2', values: [['0123']], pattern: '@' },
        { range: 'Clock!F2:F3', formula: '=B2/10', format_from: 'D2', pattern: '0.00%' },
      ],
    }),
  )
  expect(await bench.shown('Clock!C2:F3')).toEqual([
    ['2.3', '70%', '0123', '70.00%'],
    ['2.7', '80%', '', '80.00%'],
  ])
  expect(await formatsOf(bench, 'Clock!C2:F2')).toEqual([['0.0', '0%', '@', '0.00%']])
})

test('a pattern that Google cannot read changes nothing', async () => {
  const bench = await badges()
  const before = await bench.snapshot()
  refused(await bench.run(writeRange, { range: 'Clock!C2:C3', formula: '=B2', pattern: '[[' }))
  expectOnlyChanged(before, await bench.snapshot(), [])
})
