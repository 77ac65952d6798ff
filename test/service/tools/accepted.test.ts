/** What a validation is answered with: what becomes of other input, and what stands there against it. */
import { expect, test } from 'vitest'
import { dataValidation } from '../../../service/tools/data-validation.ts'
import { expectOnlyChanged, succeeded, useWorkbench } from './workbench.ts'

const { openBench } = useWorkbench()

const tasks = () =>
  openBench({
    tabs: [
      {
        title: 'Tasks',
        rows: [
          ['Task', 'State', 'Hours', 'Done'],
          ['a', 'open', 3, true],
          ['b', 'Lost', -1, 'yes'],
          ['c', '', 'two', false],
          ['d', 'won', 5, true],
        ],
      },
      { title: 'Lists', rows: [['open'], ['won']] },
    ],
  })

test.each([
  ['a list', { range: 'B2:B', list: ['open', 'won'] }, 1, ['B3 Lost']],
  ['a list on another tab', { range: 'B2:B5', list_range: 'Lists!A1:A2' }, 1, ['B3 Lost']],
  ['a condition', { range: 'C2:C5', op: '>', value: 0 }, 2, ['C3 -1', 'C4 two']],
  ['a checkbox', { range: 'D2:D5', checkbox: true }, 1, ['D3 yes']],
])('%s tells the cells that break it, and that they stay', async (_what, args, count, examples) => {
  const bench = await tasks()
  const before = await bench.snapshot()
  const shown = await bench.shown('Tasks!A1:D5')
  const output = succeeded<{ accepts: object[] }>(await bench.run(dataValidation, args))
  expect(output.accepts).toEqual([
    {
      range: expect.stringContaining('Tasks'),
      other_input: 'refused',
      existing_values_that_break_it: count,
      for_example: examples,
    },
  ])
  expectOnlyChanged(before, await bench.snapshot(), [`Tasks!${args.range}`])
  expect(await bench.shown('Tasks!A1:D5')).toEqual(shown)
})

test('a validation that nothing breaks says so, and that others are taken with a warning', async () => {
  const bench = await tasks()
  const args = { range: 'B2:B5', list: ['open', 'won', 'Lost'], strict: false }
  expect(succeeded(await bench.run(dataValidation, args))).toMatchObject({
    accepts: [{ other_input: 'taken with a warning', existing_values_that_break_it: 0 }],
  })
})

test('of a formula only the spreadsheet knows what breaks it', async () => {
  const bench = await tasks()
  const output = succeeded<{ accepts: object[] }>(
    await bench.run(dataValidation, { range: 'C2:C5', formula: '=C2>0' }),
  )
  expect(output.accepts[0]).not.toHaveProperty('existing_values_that_break_it')
})
