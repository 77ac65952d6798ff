/** What is listed as a change, and what is not. */
import { expect, test } from 'vitest'
import { readChanges } from '../../../service/changes/read-changes.ts'
import { editStructure } from '../../../service/tools/edit-structure.ts'
import { formatRange } from '../../../service/tools/format-range.ts'
import { writeRange } from '../../../service/tools/write-range.ts'
import { type Bench, succeeded, useWorkbench } from '../tools/workbench.ts'

const { openBench, openTab } = useWorkbench()

async function listed({ context: { db, turn } }: Bench): Promise<string[]> {
  const { rows } = await db.query<{ description: string }>(
    'select c.description from changes c join writes w on w.id = c.write_id where c.turn_id = $1 order by w.position',
    [turn.id],
  )
  return rows.map(({ description }) => description)
}

test('what was so already is no change', async () => {
  const bench = await openTab('T', [['a', 'b']])
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

test('what was changed goes by the name that its tab was given later', async () => {
  const bench = await openBench({ tabs: [{ title: 'T', rows: [['a', 'b']] }, { title: 'Other' }] })
  const { db, turn } = bench.context
  const named = async () => {
    const query = { limit: 20, after: null, cells: false }
    const page = await readChanges(db, turn.agentId, turn.id, query, new Date())
    if (typeof page === 'string') throw new Error(page)
    const tabs = page.summary.tabs.map(({ sheet_name }) => sheet_name)
    return { tabs, changes: page.changes.map(change => `${change.sheet_name}: ${change.description}`) }
  }
  succeeded(await bench.run(writeRange, { range: 'A2', values: [[1]] }))
  expect(await named()).toEqual({ tabs: ['T'], changes: ['T: Wrote A2'] })
  succeeded(await bench.run(editStructure, { action: 'rename_tab', tab: 'T', new_name: 'Sales' }))
  const renamed = { tabs: ['Sales'], changes: ['Sales: Wrote A2', 'Sales: Renamed the tab T to Sales'] }
  expect(await named()).toEqual(renamed)
  succeeded(await bench.run(editStructure, { action: 'delete_tab', tab: 'Other' }))
  expect((await named()).tabs).toEqual(['Sales', 'Other'])
})
