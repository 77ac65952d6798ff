import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { cleanRange } from '../../../service/tools/clean-range.ts'
import { copyPasteRange } from '../../../service/tools/copy-paste-range.ts'
import { editStructure } from '../../../service/tools/edit-structure.ts'
import { formatRange } from '../../../service/tools/format-range.ts'
import { sortFilterRange } from '../../../service/tools/sort-filter-range.ts'
import { type Cell, expectOnlyChanged, refused, succeeded, useWorkbench } from './workbench.ts'

const { openBench } = useWorkbench()

const LEADS: Cell[][] = [
  ['Name', 'City', 'Score'],
  ['Cara', 'Rome', 7],
  ['Abe', 'Oslo', 30],
  ['Bea', 'Rome', 12],
  ['Abe', 'Oslo', 30],
]
const leads = (rows: Cell[][] = LEADS, prompt?: string) =>
  openBench({
    ...(prompt === undefined ? {} : { prompt }),
    tabs: [
      { title: 'Leads', rows },
      { title: 'Other', rows: [['keep', '=A1']] },
    ],
  })

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

describe('format_range', () => {
  const formatted = async (args: Record<string, unknown>, ranges: string[]) => {
    const bench = await leads()
    const before = await bench.snapshot()
    succeeded(await bench.run(formatRange, args))
    expectOnlyChanged(before, await bench.snapshot(), ranges)
    return bench
  }

  test('a number format changes how cells look and not what they hold', async () => {
    const bench = await formatted({ range: 'C2:C5', action: 'number_format', pattern: '$#,##0.00' }, [
      'Leads!C2:C5',
    ])
    expect(await bench.shown('Leads!C2')).toEqual([['$7.00']])
    expect(await bench.formulas('Leads!C2')).toEqual([[7]])
  })

  test('percent and date patterns are recognised', async () => {
    const percent = await formatted({ range: 'C2:C3', action: 'number_format', pattern: '0%' }, [
      'Leads!C2:C3',
    ])
    expect(await percent.shown('Leads!C2')).toEqual([['700%']])
    const date = await leads([['Day'], [45_000]])
    succeeded(await date.run(formatRange, { range: 'A2', action: 'number_format', pattern: 'yyyy-mm-dd' }))
    expect(await date.shown('Leads!A2')).toEqual([['2023-03-15']])
  })

  test('a date pattern with its language, as other programs write it, shows a date', async () => {
    const bench = await leads([['Day'], [45_000]])
    const pattern = '[$-409]d\\-mmm\\-yy;@'
    succeeded(await bench.run(formatRange, { range: 'A2', action: 'number_format', pattern }))
    const answer = await bench.spreadsheet.get({
      fields: 'sheets.data.rowData.values(formattedValue,userEnteredFormat.numberFormat)',
      ranges: ['Leads!A2'],
    })
    expect(answer.sheets?.[0]?.data?.[0]?.rowData?.[0]?.values?.[0]).toEqual({
      formattedValue: '15-Mar-23',
      userEnteredFormat: { numberFormat: { type: 'DATE', pattern } },
    })
  })

  test('text style reaches only its range', async () => {
    const bench = await formatted(
      { range: '1:1', action: 'text_style', bold: true, background: 'light blue', align: 'center' },
      ['Leads!1:1'],
    )
    const answer = await bench.spreadsheet.get({
      fields: 'sheets.data.rowData.values.userEnteredFormat',
      ranges: ['Leads!A1'],
    })
    const format = answer.sheets?.[0]?.data?.[0]?.rowData?.[0]?.values?.[0]?.userEnteredFormat
    expect(format).toMatchObject({ textFormat: { bold: true }, horizontalAlignment: 'CENTER' })
  })

  test('borders and widths change no contents', async () => {
    const bench = await formatted({ range: 'A1:C1', action: 'borders', sides: 'bottom', line: 'medium' }, [
      'Leads!A1:C1',
    ])
    succeeded(await bench.run(formatRange, { range: 'A:A', action: 'column_width', pixels: 200 }))
  })

  test('a conditional format is added once, however often its call runs', async () => {
    const bench = await leads()
    const args = { range: 'C2:C5', action: 'conditional', op: '>', value: 10, background: 'light green' }
    const toolCallId = randomUUID()
    const before = await bench.snapshot()
    succeeded(await bench.run(formatRange, args, { toolCallId }))
    succeeded(await bench.run(formatRange, args, { toolCallId }))
    const answer = await bench.spreadsheet.get({ fields: 'sheets.conditionalFormats' })
    expect(answer.sheets?.[0]?.conditionalFormats).toHaveLength(1)
    expectOnlyChanged(before, await bench.snapshot(), [])
  })

  test('a rule whose formula reaches out is refused', async () => {
    const bench = await leads(LEADS, 'Mark the rows that I know')
    const message = refused(
      await bench.run(formatRange, {
        range: 'C2:C5',
        action: 'conditional',
        formula: '=LEN(IMPORTDATA("https://x.example"))>0',
      }),
    )
    expect(message).toContain('IMPORTDATA')
  })

  test('a dropdown is set on its range only', async () => {
    await formatted({ range: 'D2:D5', action: 'validation', list: ['open', 'won', 'lost'] }, ['Leads!D2:D5'])
  })

  test('merging away filled cells is refused', async () => {
    const bench = await leads()
    const before = await bench.snapshot()
    expect(refused(await bench.run(formatRange, { range: 'A2:B2', action: 'merge' }))).toContain(
      'would discard 1 filled cell',
    )
    expectOnlyChanged(before, await bench.snapshot(), [])
    succeeded(await bench.run(formatRange, { range: 'D1:E1', action: 'merge' }))
    succeeded(await bench.run(formatRange, { range: 'D1:E1', action: 'merge', merge: 'none' }))
  })

  test('clear takes formats by default and values only when told', async () => {
    const bench = await leads()
    const before = await bench.snapshot()
    succeeded(await bench.run(formatRange, { range: 'A2:A3', action: 'clear' }))
    expect(await bench.shown('Leads!A2')).toEqual([['Cara']])
    succeeded(await bench.run(formatRange, { range: 'A2:A3', action: 'clear', what: 'values' }))
    expect(await bench.shown('Leads!A2:A3')).toEqual([])
    expectOnlyChanged(before, await bench.snapshot(), ['Leads!A2:A3'])
  })

  test('an unknown colour is refused with the way to write one', async () => {
    const bench = await leads()
    expect(
      refused(await bench.run(formatRange, { range: 'A1', action: 'text_style', color: 'blurple' })),
    ).toContain('#rrggbb')
  })
})

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
