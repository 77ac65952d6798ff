/** edit_structure: tabs, rows, columns and names. */

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { editStructure } from '../../../service/tools/edit-structure.ts'
import { useLeads } from './leads.ts'
import { expectOnlyChanged, refused, succeeded } from './workbench.ts'

const { openBench, leads } = useLeads()

describe('edit_structure', () => {
  const run = (
    bench: Awaited<ReturnType<typeof leads>>,
    args: Record<string, unknown>,
    toolCallId?: string,
  ) => bench.run(editStructure, args, toolCallId ? { toolCallId } : {})

  test('tabs are added, renamed, duplicated, hidden, shown and deleted', async () => {
    const bench = await leads()
    const before = await bench.snapshot()
    succeeded(await run(bench, { action: 'add_tab', new_name: 'Fresh' }))
    succeeded(await run(bench, { action: 'duplicate_tab', tab: 'Leads', new_name: 'Leads 2' }))
    expectOnlyChanged(before, await bench.snapshot(), [], ['Leads 2', 'Fresh'])
    expect(await bench.shown("'Leads 2'!A2")).toEqual([['Cara']])
    succeeded(await run(bench, { action: 'rename_tab', tab: 'Fresh', new_name: 'Stale' }))
    succeeded(await run(bench, { action: 'hide_tab', tab: 'Stale' }))
    bench.spreadsheet.refresh()
    expect((await bench.spreadsheet.tabs()).find(tab => tab.title === 'Stale')?.hidden).toBe(true)
    succeeded(await run(bench, { action: 'show_tab', tab: 'Stale' }))
    succeeded(await run(bench, { action: 'delete_tab', tab: 'Stale' }))
    succeeded(await run(bench, { action: 'delete_tab', tab: 'Leads 2' }))
    expectOnlyChanged(before, await bench.snapshot(), [])
  })

  test('a tab is not added, copied or renamed to a title that is taken', async () => {
    const bench = await leads()
    for (const args of [
      { action: 'add_tab', new_name: 'other' },
      { action: 'duplicate_tab', tab: 'Leads', new_name: 'Other' },
      { action: 'rename_tab', tab: 'Leads', new_name: 'Other' },
    ]) {
      expect(refused(await run(bench, args))).toContain('There is a tab "Other" already')
    }
  })

  test('the last visible tab is neither deleted nor hidden', async () => {
    const bench = await openBench({ tabs: [{ title: 'Only' }] })
    expect(refused(await run(bench, { action: 'delete_tab', tab: 'Only' }))).toContain('only visible tab')
    expect(refused(await run(bench, { action: 'hide_tab', tab: 'Only' }))).toContain('only visible tab')
  })

  test('calls that create or insert do so once, however often they run', async () => {
    const bench = await leads()
    for (const args of [
      { action: 'add_tab', new_name: 'Once' },
      { action: 'duplicate_tab', tab: 'Other' },
      { action: 'insert_columns', index: 'B', count: 2 },
      { action: 'insert_rows', index: 2 },
      { action: 'delete_rows', index: 3 },
    ]) {
      const toolCallId = randomUUID()
      succeeded(await run(bench, args, toolCallId))
      const once = await bench.snapshot()
      succeeded(await run(bench, args, toolCallId))
      expectOnlyChanged(once, await bench.snapshot(), [])
    }
    expect(await bench.shown('Leads!A1:F3')).toEqual([
      ['Name', '', '', 'City', 'Score'],
      [],
      ['Abe', '', '', 'Oslo', '30'],
    ])
  })

  test('rows and columns are deleted by range', async () => {
    const bench = await leads()
    succeeded(await run(bench, { action: 'delete_rows', range: '2:3' }))
    succeeded(await run(bench, { action: 'delete_columns', range: 'B:B' }))
    expect(await bench.shown('Leads!A1:C9')).toEqual([
      ['Name', 'Score'],
      ['Bea', '12'],
      ['Abe', '30'],
    ])
  })

  test('a header is frozen and no cell changes', async () => {
    const bench = await leads()
    const before = await bench.snapshot()
    succeeded(await run(bench, { action: 'freeze', rows: 1 }))
    bench.spreadsheet.refresh()
    expect((await bench.spreadsheet.meta()).details.get(100)).toMatchObject({
      frozenRows: 1,
      frozenColumns: 0,
    })
    expectOnlyChanged(before, await bench.snapshot(), [])
  })

  test('a range is named once and moves when named again', async () => {
    const bench = await leads()
    succeeded(await run(bench, { action: 'name_range', range: 'C2:C5', name: 'scores' }))
    succeeded(await run(bench, { action: 'name_range', range: 'C2:C4', name: 'scores' }))
    bench.spreadsheet.refresh()
    expect((await bench.spreadsheet.meta()).namedRanges).toMatchObject([
      { name: 'scores', box: { startRow: 1, endRow: 4 } },
    ])
    expect(refused(await run(bench, { action: 'name_range', range: 'A1', name: 'A1' }))).toContain(
      'cannot be a name',
    )
  })

  test('a grid grows, and does not shrink over what is filled', async () => {
    const bench = await leads()
    succeeded(await run(bench, { action: 'resize', rows: 80, columns: 20 }))
    expect(refused(await run(bench, { action: 'resize', rows: 3 }))).toContain('cut it off')
    expect(refused(await run(bench, { action: 'resize', columns: 2 }))).toContain('cut off')
  })
})
