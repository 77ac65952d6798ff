/** What is listed as a change, and what is not. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { editStructure } from '../../../service/tools/edit-structure.ts'
import { formatRange } from '../../../service/tools/format-range.ts'
import { type Bench, openBench, openWorkbench, succeeded, type Workbench } from '../tools/workbench.ts'

let workbench: Workbench
beforeAll(async () => {
  workbench = await openWorkbench()
})
afterAll(() => workbench.close())

async function listed({ context: { db, turn } }: Bench): Promise<string[]> {
  const { rows } = await db.query<{ description: string }>(
    'select c.description from changes c join writes w on w.id = c.write_id where c.turn_id = $1 order by w.position',
    [turn.id],
  )
  return rows.map(({ description }) => description)
}

test('what was so already is no change', async () => {
  const bench = await openBench(workbench, { tabs: [{ title: 'T', rows: [['a', 'b']] }] })
  for (let time = 0; time < 2; time += 1) {
    succeeded(await bench.run(editStructure, { action: 'freeze', rows: 1 }))
    succeeded(await bench.run(formatRange, { range: 'A1:B1', bold: true }))
    succeeded(await bench.run(formatRange, { range: 'A1:B1', width: 90 }))
  }
  expect(await listed(bench)).toEqual([
    'Froze rows or columns of the tab T',
    'Formatted A1:B1',
    'Resized columns A to B',
  ])
})
