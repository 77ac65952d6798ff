/** Formulas that spill: a write answers with all that they fill, not with their own cell alone. */
import { expect, test } from 'vitest'
import { writeRange } from '../../../../service/tools/write-range.ts'
import { expectOnlyChanged, succeeded, useWorkbench } from '../workbench.ts'

const { openBench } = useWorkbench()

const rows = (count: number, of: (index: number) => (string | number)[]) =>
  openBench({
    tabs: [{ title: 'Data', rows: Array.from({ length: count }, (_, index) => of(index)), size: [900, 8] }],
  })

test('a long spill is told whole, with its first, middle and last rows', async () => {
  const bench = await rows(700, index => [index + 1])
  const before = await bench.snapshot()
  const output = succeeded(await bench.run(writeRange, { range: 'C1', formula: '=ARRAYFORMULA(A1:A700*2)' }))
  expect(output).toMatchObject({
    spilled_to: 'C1:C700',
    spilled: [
      {
        range: 'C1:C700',
        sample: [['2'], ['4'], ['6']],
        middle: { 'row 351': ['702'] },
        last: { 'row 700': ['1400'] },
      },
    ],
    errors: 0,
  })
  expectOnlyChanged(before, await bench.snapshot(), ['Data!C1:C700'])
})

test('an error in the middle of a spill stands among the errors of the write', async () => {
  const bench = await rows(100, index => [index === 49 ? 0 : 5])
  const output = succeeded(await bench.run(writeRange, { range: 'C1', formula: '=ARRAYFORMULA(10/A1:A100)' }))
  expect(output).toMatchObject({ errors: [{ cell: 'C50', error: '#DIV/0!', count: 1 }], error_cells: 1 })
})

test('a filled formula of which each spills is told with all that its cells fill', async () => {
  const bench = await rows(20, index => [`first${index} last${index}`])
  const output = succeeded(await bench.run(writeRange, { range: 'B1:B20', formula: '=SPLIT(A1," ")' }))
  expect(output).toMatchObject({
    spilled_to: 'B1:C20',
    spilled: [{ range: 'B1:C20', sample_is: 'all' }],
  })
  expect((output as { spilled: { sample: string[][] }[] }).spilled[0]!.sample.at(-1)).toEqual([
    'first19',
    'last19',
  ])
})

test('formulas side by side that spill downwards are told as one range', async () => {
  const bench = await rows(3, index => [index, 5 - index, index, index, index])
  const output = succeeded(await bench.run(writeRange, { range: 'A5:E5', formula: '=SORT(A1:A3,1,FALSE)' }))
  expect(output).toMatchObject({ spilled_to: 'A5:E7', spilled: [{ range: 'A5:E7', sample_is: 'all' }] })
})

test('a spilled formula kept as values answers what its cells held', async () => {
  const bench = await rows(3, index => [index])
  const output = succeeded(
    await bench.run(writeRange, { range: 'C1', formula: '=SORT(A1:A3,1,FALSE)', as_values: true }),
  )
  expect(output).toMatchObject({ holds: 'values', spilled: [{ sample: [['2'], ['1'], ['0']] }] })
  expect(await bench.formulas('C1:C3')).toEqual([[2], [1], [0]])
})
