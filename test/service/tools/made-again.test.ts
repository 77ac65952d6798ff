/** Calls that read what they write, made again under the same id after a crash: as if they were made once. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { cleanRange } from '../../../service/tools/clean-range.ts'
import { copyPasteRange } from '../../../service/tools/copy-paste-range.ts'
import type { Tool } from '../../../service/tools/tool.ts'
import { type Cell, succeeded, useWorkbench } from './workbench.ts'

const { openTab } = useWorkbench()

async function madeTwice(rows: Cell[][], tool: Tool, args: unknown, range: string): Promise<unknown[][]> {
  const bench = await openTab('T', rows)
  const toolCallId = randomUUID()
  succeeded(await bench.run(tool, args, { toolCallId }))
  const once = await bench.formulas(range)
  bench.spreadsheet.refresh()
  succeeded(await bench.run(tool, args, { toolCallId }))
  expect(await bench.formulas(range)).toEqual(once)
  return once
}

test('columns are joined into one of themselves once', async () => {
  const args = { action: 'merge_columns', range: 'A1:B2', has_header: false, target: 'A', overwrite: true }
  const rows = [
    ['Ann', 'Lee'],
    ['Bob', 'Ray'],
  ]
  expect(await madeTwice(rows, cleanRange, args, 'T!A1:A2')).toEqual([['Ann Lee'], ['Bob Ray']])
})

test('cells are pasted over a part of themselves once', async () => {
  const args = { source_range: 'A1:A3', target_range: 'A2', overwrite: true }
  expect(await madeTwice([[1], [2], [3]], copyPasteRange, args, 'T!A1:A4')).toEqual([[1], [1], [2], [3]])
})
