/** sort_filter_range: rows stay together. */

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sortFilterRange } from '../../../service/tools/sort-filter-range.ts'
import { useLeads } from './leads.ts'
import { expectOnlyChanged, refused, succeeded } from './workbench.ts'

const { leads } = useLeads()

describe('sort_filter_range', () => {
  test('a table is sorted by several columns below its header', async () => {
    const bench = await leads()
    const before = await bench.snapshot()
    const output = succeeded(
      await bench.run(sortFilterRange, {
        action: 'sort',
        range: 'A1:C5',
        by: [{ column: 'City' }, { column: 'C', order: 'desc' }],
      }),
    )
    expect(output).toMatchObject({ rows: 4, header: ['Name', 'City', 'Score'] })
    expect(await bench.shown('Leads!A1:C5')).toEqual([
      ['Name', 'City', 'Score'],
      ['Abe', 'Oslo', '30'],
      ['Abe', 'Oslo', '30'],
      ['Bea', 'Rome', '12'],
      ['Cara', 'Rome', '7'],
    ])
    expectOnlyChanged(before, await bench.snapshot(), ['Leads!A2:C5'])
  })

  test('sorting one column out of a table is refused', async () => {
    const bench = await leads()
    expect(
      refused(await bench.run(sortFilterRange, { action: 'sort', range: 'C1:C5', by: [{ column: 'C' }] })),
    ).toContain('tear the rows apart')
  })

  test('matching rows go to a new tab and the source stays', async () => {
    const bench = await leads()
    const before = await bench.snapshot()
    const toolCallId = randomUUID()
    const args = {
      action: 'filter_to_tab',
      range: 'A:C',
      conditions: [
        { column: 'City', op: '=', value: 'rome' },
        { column: 'C', op: '>', value: 10 },
      ],
      target_tab: 'Rome',
    }
    const output = succeeded(await bench.run(sortFilterRange, args, { toolCallId }))
    expect(output).toMatchObject({ new_tab: 'Rome', rows: 1, of_rows: 4 })
    expect(await bench.shown('Rome!A1:C9')).toEqual([
      ['Name', 'City', 'Score'],
      ['Bea', 'Rome', '12'],
    ])
    expectOnlyChanged(before, await bench.snapshot(), [], ['Rome'])
    // The same call again, as after a crash: one tab, not two.
    succeeded(await bench.run(sortFilterRange, args, { toolCallId }))
    expectOnlyChanged(before, await bench.snapshot(), [], ['Rome'])
    expect(refused(await bench.run(sortFilterRange, args))).toContain('There is a tab "Rome" already')
  })

  test('a filter hides rows, can be cleared, and changes no cell', async () => {
    const bench = await leads()
    const before = await bench.snapshot()
    const args = { range: 'A1:C5', conditions: [{ column: 'B', op: '=', value: 'Rome' }] }
    succeeded(await bench.run(sortFilterRange, { action: 'set_filter', ...args }))
    expect((await bench.spreadsheet.meta()).details.get(100)!.filter).not.toBeNull()
    succeeded(await bench.run(sortFilterRange, { action: 'clear_filter', range: 'A1:C5' }))
    bench.spreadsheet.refresh()
    expect((await bench.spreadsheet.meta()).details.get(100)!.filter).toBeNull()
    expectOnlyChanged(before, await bench.snapshot(), [])
  })
})
