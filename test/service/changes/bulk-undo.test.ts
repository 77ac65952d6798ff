/** A bulk run of 10,000 rows, taken back: few calls to Google. */
import { expect, test } from 'vitest'
import { succeeded, useWorkbench } from '../tools/workbench.ts'
import { takeBackBulk } from './undo-bench.ts'

const ROWS = 10_000
const { workbench } = useWorkbench()

test('a bulk run of 10,000 rows is taken back with at most one call to Google for 500 rows', async () => {
  const { bench, run, undone, calls } = await takeBackBulk(workbench(), ROWS)
  succeeded(run)
  expect(undone).toMatchObject({ keptTotal: 0 })
  expect(await bench.shown('Rows!C1:C')).toEqual([])
  expect(calls).toBeLessThanOrEqual(ROWS / 500)
}, 180_000)
