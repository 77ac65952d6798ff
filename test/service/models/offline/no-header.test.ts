/** Columns without a header in what is made of them. */
import { expect, test } from 'vitest'
import { orders, run, sample } from './sample.ts'

test.each([
  ['Sum column K by month', 'Total by month'],
  ['Sum column K by Region', 'Total by Region'],
  ['Average of column K by Region', 'Average by Region'],
])('“%s” of a column without header is called “%s”', (prompt, title) => {
  const added = { ...orders.columns[7]!, column: 'K', header: '' }
  const tab = { ...orders, columns: [...orders.columns, added] }
  const { calls } = run(prompt, {
    overview: { ...sample, tabs: [tab] },
    respond: ({ tool, args }) =>
      tool === 'read_range'
        ? {
            output: {
              ranges: (args.ranges as string[]).map(range => ({ range, values: [[46027], [46028]] })),
            },
          }
        : undefined,
  })
  expect(calls.find(({ tool }) => tool === 'edit_structure')?.args.new_name).toBe(title)
  const values = calls.find(({ tool }) => tool === 'write_range')?.args.values as string[][]
  expect(values[0]![1]).toBe(title.split(' ')[0])
})
