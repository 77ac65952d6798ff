/** copy_paste_range: where copies go, and what they become there. */

import { describe, expect, test } from 'vitest'
import { copyPasteRange } from '../../../service/tools/copy-paste-range.ts'
import { useLeads } from './leads.ts'
import { expectOnlyChanged, refused, succeeded } from './workbench.ts'

const { leads } = useLeads()

describe('copy_paste_range', () => {
  test('a formula copied down adjusts, and only the target changes', async () => {
    const bench = await leads([
      ['a', 'b', 'sum'],
      [1, 2, '=A2+B2'],
      [3, 4],
      [5, 6],
    ])
    const before = await bench.snapshot()
    const outcome = await bench.run(copyPasteRange, {
      source_range: 'C2',
      target_range: 'C3:C4',
      paste_type: 'formulas',
    })
    expect(succeeded(outcome)).toMatchObject({ cells: 2, sample: [['7'], ['11']] })
    expect(outcome.fields).toEqual({
      paste_type: 'formulas',
      source_range: 'C2',
      target_range: 'C3:C4',
      cells: 1,
    })
    expect(await bench.formulas('Leads!C3:C4')).toEqual([['=A3+B3'], ['=A4+B4']])
    expectOnlyChanged(before, await bench.snapshot(), ['Leads!C3:C4'])
  })

  test('values can be frozen into another tab, and filled cells there are kept', async () => {
    const bench = await leads([
      ['a', 'b'],
      [1, '=A2*10'],
    ])
    const before = await bench.snapshot()
    const outcome = await bench.run(copyPasteRange, {
      source_range: 'A2:B2',
      target_range: 'Other!D4',
      paste_type: 'values',
    })
    expect(outcome).toMatchObject({ state: 'succeeded', fields: { target_sheet: 'Other' } })
    expect(await bench.formulas('Other!D4:E4')).toEqual([[1, 10]])
    expectOnlyChanged(before, await bench.snapshot(), ['Other!D4:E4'])
    expect(
      refused(await bench.run(copyPasteRange, { source_range: 'A2:B2', target_range: 'Other!A1' })),
    ).toContain('hold something')
  })

  test("functions of the user's own are copied though nobody else knows them", async () => {
    const bench = await leads([['a', '=MYOWN(A1)'], ['b']])
    succeeded(await bench.run(copyPasteRange, { source_range: 'B1', target_range: 'B2' }))
    expect(await bench.formulas('Leads!B2')).toEqual([[expect.stringMatching(/^=MYOWN\(A\d\)$/)]])
  })

  test('rows become columns when transposed', async () => {
    const bench = await leads()
    const before = await bench.snapshot()
    succeeded(await bench.run(copyPasteRange, { source_range: 'A1:C1', target_range: 'E1', transpose: true }))
    expect(await bench.shown('Leads!E1:E3')).toEqual([['Name'], ['City'], ['Score']])
    expectOnlyChanged(before, await bench.snapshot(), ['Leads!E1:E3'])
  })
})
