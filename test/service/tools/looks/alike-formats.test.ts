/** One formula filled over a range looks alike, unless its cells were set apart on purpose. */
import { expect, test } from 'vitest'
import { writeRange } from '../../../../service/tools/write-range.ts'
import { type Bench, expectOnlyChanged, succeeded, useWorkbench } from '../workbench.ts'

const { openTab } = useWorkbench()

const shares = () =>
  openTab('T', [['Name', 'Part', 'Whole', 'Share'], ...[1, 2, 3, 4].map(part => [`n${part}`, part, 5])])

/** Rows are 0-based. */
const format = (bench: Bench, startRowIndex: number, endRowIndex: number, type: string, pattern: string) =>
  bench.batch({
    repeatCell: {
      range: { sheetId: 100, startRowIndex, endRowIndex, startColumnIndex: 3, endColumnIndex: 4 },
      cell: { userEnteredFormat: { numberFormat: { type, pattern } } },
      fields: 'userEnteredFormat.numberFormat',
    },
  })

test('cells of a filled column without a format take that of the others', async () => {
  const bench = await shares()
  await format(bench, 1, 2, 'PERCENT', '0%')
  const before = await bench.snapshot()
  const output = succeeded(await bench.run(writeRange, { range: 'D2:D5', formula: '=B2/C2' }))
  expect(output).toMatchObject({
    sample: [['20%'], ['40%'], ['60%'], ['80%']],
    formats_made_alike: ['D3:D5 0%'],
  })
  expectOnlyChanged(before, await bench.snapshot(), ['T!D2:D5'])
})

test('formats that differ on purpose stay within a fill, and that is told', async () => {
  const bench = await shares()
  await format(bench, 1, 3, 'PERCENT', '0%')
  await format(bench, 3, 4, 'NUMBER', '0.000')
  const output = succeeded(await bench.run(writeRange, { range: 'D2:D5', formula: '=B2/C2' }))
  expect(output).toMatchObject({
    sample: [['20%'], ['40%'], ['0.600'], [expect.any(String)]],
    formats_differ_within: ['D2:D5'],
  })
  expect(output).not.toHaveProperty('formats_made_alike')
})

test('a fill whose cells look alike already sets no format', async () => {
  const bench = await shares()
  const output = succeeded(await bench.run(writeRange, { range: 'D2:D5', formula: '=B2/C2' }))
  expect(output).not.toHaveProperty('formats_made_alike')
  expect(output).not.toHaveProperty('formats_differ_within')
})

test('values of a fill that is kept as values look alike too', async () => {
  const bench = await shares()
  await format(bench, 2, 3, 'PERCENT', '0.0%')
  const output = succeeded(
    await bench.run(writeRange, { range: 'D2:D5', formula: '=B2/C2', as_values: true }),
  )
  expect(output).toMatchObject({ sample: [['20.0%'], ['40.0%'], ['60.0%'], ['80.0%']] })
  expect(await bench.formulas('T!D2:D5')).toEqual([[0.2], [0.4], [0.6], [0.8]])
})

test('results of another kind keep the look that they have', async () => {
  const bench = await openTab('T', [['Rate', 'Amount', 'Count', 'Shown'], ['5%', '$1000', 12], [], [], []])
  await format(bench, 1, 2, 'PERCENT', '0%')
  const output = succeeded(
    await bench.run(writeRange, { range: 'D2:D4', formula: '=INDEX($A$2:$C$2,1,ROW()-1)' }),
  )
  const shown = (await bench.shown('T!D2:D4')).flat()
  expect(shown[0]).toBe('5%')
  expect(shown[1]).toMatch(/1,?000/)
  expect(shown[1]).not.toContain('%')
  expect(shown[2]).toBe('12')
  expect(JSON.stringify(output)).not.toContain('D2:D4 0%')
})

test('the zeros among sums that show as amounts show as amounts', async () => {
  const bench = await openTab('T', [
    ['Key', 'Amount', '', 'Sum', 'Of'],
    ['a', '$100.00', '', '', 'a'],
    ['b', '$50.00', '', '', 'x'],
  ])
  succeeded(await bench.run(writeRange, { range: 'D2:D3', formula: '=SUMIFS($B$2:$B$3,$A$2:$A$3,E2)' }))
  const [first, second] = (await bench.shown('T!D2:D3')).flat()
  expect([first, second].map(text => text!.startsWith('$'))).toEqual([true, true])
})

test('a fill whose looks stay is read back once, as values are', async () => {
  const readsOf = async (args: object) => {
    const bench = await shares()
    const before = bench.spreadsheet.calls.reads
    succeeded(await bench.run(writeRange, args))
    return bench.spreadsheet.calls.reads - before
  }
  const values = await readsOf({ range: 'G2', values: [['a'], ['b'], ['c'], ['d']] })
  expect(await readsOf({ range: 'G2:G5', formula: '=LEN(A2)' })).toBe(values)
})

test('formats of several fills are looked at in one read, and each fill takes its own', async () => {
  const readsOf = async (blocks: { range: string; formula: string }[]) => {
    const bench = await shares()
    await format(bench, 1, 2, 'PERCENT', '0%')
    const before = bench.spreadsheet.calls.reads
    const output = succeeded(await bench.run(writeRange, { blocks }))
    return { output, reads: bench.spreadsheet.calls.reads - before }
  }
  const share = { range: 'D2:D5', formula: '=B2/C2' }
  const alone = await readsOf([share])
  const three = await readsOf([
    { range: 'F2:F5', formula: '=B2' },
    share,
    { range: 'G2:G5', formula: '=B2+1' },
  ])
  expect(three.output).toMatchObject({ formats_made_alike: ['D3:D5 0%'] })
  // What each fill gave is read back one by one.
  expect(three.reads - alone.reads).toBe(2)
})
