/** Helper cells that a turn makes and takes away again: their look is not forgotten. */
import { expect, test } from 'vitest'
import { formatRange } from '../../../../service/tools/format-range.ts'
import { writeRange } from '../../../../service/tools/write-range.ts'
import { succeeded, useWorkbench } from '../workbench.ts'

const { openTab } = useWorkbench()

const withHelper = async () => {
  const bench = await openTab('T', [['Day'], ['2026-01-05'], ['2026-02-05']])
  succeeded(await bench.run(writeRange, { range: 'B2:B3', formula: '=EOMONTH(A2,0)' }))
  succeeded(await bench.run(formatRange, { range: 'B2:B3', pattern: 'mmm yyyy' }))
  return bench
}
const hintsOf = (output: object) => (output as { hints?: string[] }).hints ?? []

test('a helper that is emptied again is answered with the format that it keeps', async () => {
  const bench = await withHelper()
  const cleared = succeeded(await bench.run(formatRange, { range: 'B2:B3', clear: 'values' }))
  expect(hintsOf(cleared)).toEqual([expect.stringContaining('clear: "format"')])
  succeeded(await bench.run(formatRange, { range: 'B2:B3', clear: 'format' }))
  const again = succeeded(await bench.run(formatRange, { range: 'B2:B3', clear: 'values' }))
  expect(hintsOf(again)).toEqual([])
})

test('a helper that is overwritten with nothing is answered alike', async () => {
  const bench = await withHelper()
  const output = succeeded(
    await bench.run(writeRange, { range: 'B2:B3', values: [[''], ['']], overwrite: true }),
  )
  expect(hintsOf(output)).toEqual([expect.stringContaining("'T'!B2:B3 was empty before this turn")])
})

test('cells that people had filled are emptied without a word of their look', async () => {
  const bench = await withHelper()
  succeeded(await bench.run(writeRange, { range: 'A2:A3', formula: '=B2+1', overwrite: true }))
  expect(hintsOf(succeeded(await bench.run(formatRange, { range: 'A2:A3', clear: 'values' })))).toEqual([])
})
