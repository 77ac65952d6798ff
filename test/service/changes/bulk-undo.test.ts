/** A bulk run of 10,000 rows, taken back: few calls to Google. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBulkPrompt } from '../../../service/tools/bulk-prompt.ts'
import { type Cell, openBench, openWorkbench, succeeded, type Workbench } from '../tools/workbench.ts'
import { printsNow, undoCalls } from './undo-bench.ts'

const ROWS = 10_000
let workbench: Workbench
beforeAll(async () => {
  workbench = await openWorkbench()
})
afterAll(() => workbench.close())

test('a bulk run of 10,000 rows is taken back with at most one call to Google for 500 rows', async () => {
  const data: Cell[][] = Array.from({ length: ROWS }, (_, index) => [`row ${index}`, index])
  const bench = await openBench(workbench, {
    tabs: [{ title: 'Rows', rows: [['Name', 'Number'], ...data], size: [ROWS + 1, 5] }],
    models: {
      value: async ({ prompt }) => ({
        state: 'ok',
        value: prompt.toUpperCase(),
        usage: { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 },
        costNanoDollars: 1n,
      }),
    },
  })
  const calls = () => bench.spreadsheet.calls.reads + bench.spreadsheet.calls.writes
  const start = calls()
  succeeded(await bench.run(createBulkPrompt({ concurrency: 200 }), { prompt_template: 'hi {{Name}}' }))
  const run = calls() - start
  const prints = await printsNow(bench)
  const begun = calls()
  const at = performance.now()
  const undone = await undoCalls(bench, prints)
  const used = calls() - begun
  console.log('BULK', { run, used, ms: Math.round(performance.now() - at), restored: undone.restored })
  expect(undone).toMatchObject({ keptTotal: 0 })
  expect(await bench.shown('Rows!C1:C')).toEqual([])
  expect(used).toBeLessThanOrEqual(ROWS / 500)
}, 180_000)
