/** An undo that is too large for one request to Google. */
import { expect, test } from 'vitest'
import { batchesOf, MOST_CHARACTERS } from '../../../service/changes/undo/batches.ts'
import { editStructure } from '../../../service/tools/edit-structure.ts'
import { type Cell, succeeded, useWorkbench } from '../tools/workbench.ts'
import { printsNow, undoCalls } from './undo-bench.ts'

const { openBench } = useWorkbench()

const ROWS = 3_000

test('a large deleted tab comes back whole, in batches of bounded size', { timeout: 300_000 }, async () => {
  const rows: Cell[][] = Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: 10 }, (__, column) => `cell ${row} ${column} ${'x'.repeat(60)}`),
  )
  const tabs = [
    { title: 'Large', rows, size: [ROWS, 10] as [number, number] },
    { title: 'Sums', rows: [['=COUNTA(Large!A1:J3000)']] },
  ]
  const bench = await openBench({ tabs })
  succeeded(await bench.run(editStructure, { action: 'delete_tab', tab: 'Large' }))
  const prints = await printsNow(bench)
  const before = bench.spreadsheet.calls.writes
  const undone = await undoCalls(bench, prints)
  expect(undone).toMatchObject({ kept: [], restored: { cells: ROWS * 10 + 1 } })
  expect(bench.spreadsheet.calls.writes - before).toBeGreaterThan(1)
  expect(await bench.formulas('Large!A1:J')).toEqual(rows)
  expect(await bench.shown('Sums!A1')).toEqual([[String(ROWS * 10)]])
})

test('batches keep the order of the requests, and only a single large request is larger', () => {
  const request = (size: number) => ({ addSheet: { properties: { title: 'x'.repeat(size) } } })
  const requests = [10, 20, 400, 10, 10].map(request)
  const batches = [...batchesOf(requests, 150)]
  expect(batches.flat()).toEqual(requests)
  expect(batches.map(batch => batch.length)).toEqual([2, 1, 2])
  expect([...batchesOf(requests, MOST_CHARACTERS)]).toEqual([requests])
  expect([...batchesOf([])]).toEqual([])
})
