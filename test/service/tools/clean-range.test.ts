/** clean_range: texts, duplicates and columns put in order. */

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { cleanRange } from '../../../service/tools/clean-range.ts'
import { useLeads } from './leads.ts'
import { type Cell, expectOnlyChanged, refused, succeeded } from './workbench.ts'

const { leads } = useLeads()

describe('clean_range', () => {
  const MESSY: Cell[][] = [
    ['Name', 'Note'],
    ['  anna   SMITH ', '=UPPER("x")'],
    ["o'BRIEN-jones", 42],
    ["'007 ", '  '],
  ]

  test.each([
    ['trim', [['anna SMITH'], ["o'BRIEN-jones"], ['007']]],
    ['upper', [['  ANNA   SMITH '], ["O'BRIEN-JONES"], ['007 ']]],
    ['title', [['  Anna   Smith '], ["O'Brien-Jones"], ['007 ']]],
  ])('%s changes texts and leaves formulas and numbers alone', async (action, expected) => {
    const bench = await leads(MESSY)
    const before = await bench.snapshot()
    succeeded(await bench.run(cleanRange, { action, range: 'A1:B4' }))
    expect(await bench.formulas('Leads!A2:A4')).toEqual(expected)
    expect(await bench.formulas('Leads!A1:B1')).toEqual([['Name', 'Note']])
    expect((await bench.formulas('Leads!B2:B3')).flat()).toEqual(['=UPPER("x")', 42])
    expectOnlyChanged(before, await bench.snapshot(), ['Leads!A2:B4'])
  })

  test('duplicates go by key, the first of them stays', async () => {
    const bench = await leads()
    const before = await bench.snapshot()
    expect(
      succeeded(await bench.run(cleanRange, { action: 'dedupe', range: 'A1:C5', key_columns: ['Name'] })),
    ).toMatchObject({
      removed_rows: 1,
      kept_rows: 3,
    })
    expect(await bench.shown('Leads!A1:A5')).toEqual([['Name'], ['Cara'], ['Abe'], ['Bea']])
    expectOnlyChanged(before, await bench.snapshot(), ['Leads!A2:C5'])
  })

  test('find and replace changes what it finds and says how much', async () => {
    const bench = await leads()
    const before = await bench.snapshot()
    const output = succeeded(
      await bench.run(cleanRange, { action: 'find_replace', range: 'B:B', find: 'rome', replace: 'Roma' }),
    )
    expect(output).toMatchObject({ changed_cells: 2 })
    expect((await bench.shown('Leads!B1:B5')).flat()).toEqual(['City', 'Roma', 'Oslo', 'Roma', 'Oslo'])
    expectOnlyChanged(before, await bench.snapshot(), ['Leads!B2:B4'])
  })

  test('a replacement that runs again after a crash is not made twice', async () => {
    const bench = await leads()
    const toolCallId = randomUUID()
    const args = { action: 'find_replace', range: 'A2:A5', find: 'a', replace: 'aa', match_case: true }
    succeeded(await bench.run(cleanRange, args, { toolCallId }))
    succeeded(await bench.run(cleanRange, args, { toolCallId }))
    expect((await bench.shown('Leads!A2:A4')).flat()).toEqual(['Caaraa', 'Abe', 'Beaa'])
  })

  test('a replacement never makes a formula', async () => {
    const bench = await leads([['x'], ['#IMPORTDATA("https://evil.example")']])
    succeeded(await bench.run(cleanRange, { action: 'find_replace', range: 'A2', find: '#', replace: '=' }))
    const cell = await bench.spreadsheet.get({
      fields: 'sheets.data.rowData.values.userEnteredValue',
      ranges: ['Leads!A2'],
    })
    expect(cell.sheets?.[0]?.data?.[0]?.rowData?.[0]?.values?.[0]?.userEnteredValue).toEqual({
      stringValue: '=IMPORTDATA("https://evil.example")',
    })
  })

  test('patterns replace with groups, and one that never ends is cut off', async () => {
    const bench = await leads([['Name'], ['Smith, Anna'], [`${'a'.repeat(40)}!`]])
    succeeded(
      await bench.run(cleanRange, {
        action: 'find_replace',
        range: 'A2',
        find: '(\\w+), (\\w+)',
        replace: '$2 $1',
        regex: true,
      }),
    )
    expect(await bench.shown('Leads!A2')).toEqual([['Anna Smith']])
    expect(
      refused(
        await bench.run(cleanRange, {
          action: 'find_replace',
          range: 'A3',
          find: '(a+)+$',
          replace: 'x',
          regex: true,
        }),
      ),
    ).toContain('takes too long')
  })

  test('a column is split into empty columns beside it and not over filled ones', async () => {
    const bench = await leads([['Who', '', ''], ['Anna Smith'], ['Bo Lee Roy']])
    const before = await bench.snapshot()
    expect(
      succeeded(await bench.run(cleanRange, { action: 'split', range: 'A1:A3', delimiter: ' ' })),
    ).toMatchObject({ columns: 3 })
    expect(await bench.shown('Leads!A1:C3')).toEqual([['Who'], ['Anna', 'Smith'], ['Bo', 'Lee', 'Roy']])
    expectOnlyChanged(before, await bench.snapshot(), ['Leads!A2:C3'])
    const full = await leads([
      ['Who', 'City'],
      ['Anna Smith', 'Rome'],
    ])
    expect(
      refused(await full.run(cleanRange, { action: 'split', range: 'A1:A2', delimiter: ' ' })),
    ).toContain('hold something')
  })

  test('columns are joined into the free column beside them', async () => {
    const bench = await leads([
      ['First', 'Last'],
      ['Anna', 'Smith'],
      ['Bo', ''],
    ])
    const before = await bench.snapshot()
    succeeded(await bench.run(cleanRange, { action: 'merge_columns', range: 'A1:B3' }))
    expect((await bench.shown('Leads!C1:C3')).flat()).toEqual(['First Last', 'Anna Smith', 'Bo'])
    expectOnlyChanged(before, await bench.snapshot(), ['Leads!C1:C3'])
  })
})
