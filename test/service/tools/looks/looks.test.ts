/** Formats of many ranges in one call, styled tables, rules, notes, protection: what they change and leave alone. */
import { describe, expect, test } from 'vitest'
import { conditionalFormat } from '../../../../service/tools/conditional-format.ts'
import { formatRange } from '../../../../service/tools/format-range.ts'
import { protectRange, setNotes } from '../../../../service/tools/notes-protection.ts'
import { sheetRequests } from '../../../../service/tools/sheet-requests.ts'
import { styleTable } from '../../../../service/tools/style-table.ts'
import { writeRange } from '../../../../service/tools/write-range.ts'
import { expectOnlyChanged, refused, succeeded, useWorkbench } from '../workbench.ts'

const { openBench, openTab } = useWorkbench()

const sales = (prompt?: string) =>
  openBench({
    ...(prompt === undefined ? {} : { prompt }),
    tabs: [
      {
        title: 'Sales',
        rows: [
          ['Item', 'Qty', 'Price', 'Share'],
          ['a', 3, 1.5, 0.2],
          ['b', 5, 2.25, 0.3],
          ['c', 200, 4, 0.5],
        ],
      },
    ],
  })
const json = async (bench: Awaited<ReturnType<typeof sales>>, cell: string) =>
  (await bench.snapshot()).get('Sales')!.get(cell) ?? ''

describe('format_range', () => {
  test('several ranges and looks are set in one call, without naming an action', async () => {
    const bench = await sales()
    const before = await bench.snapshot()
    const writes = bench.spreadsheet.calls.writes
    const output = succeeded(
      await bench.run(formatRange, {
        range: 'A1:D1, A4',
        bold: true,
        background: 'navy',
        more: [
          { range: 'C2:C4', pattern: '#,##0.00' },
          { range: 'D2:D4', pattern: '0%', align: 'right' },
        ],
      }),
    )
    expect(bench.spreadsheet.calls.writes - writes).toBe(1)
    expect(output.formatted).toHaveLength(4)
    expect(await json(bench, 'A4')).toContain('"bold":true')
    expect(await json(bench, 'D2')).toMatch(/0%.*RIGHT|RIGHT.*0%/)
    expectOnlyChanged(before, await bench.snapshot(), ['Sales!A1:D1', 'Sales!A4', 'Sales!C2:D4'])
  })

  test('a call that sets nothing is refused', async () => {
    const bench = await sales()
    expect(refused(await bench.run(formatRange, { range: 'A1' }))).toContain('nothing to set')
  })
})

describe('conditional_format', () => {
  test('a rule is answered with the cells that it colours and the rules beside it', async () => {
    const bench = await sales()
    const before = await bench.snapshot()
    const first = succeeded<{ rules: object[] }>(
      await bench.run(conditionalFormat, { range: 'B2:B4', op: '>', value: 4, background: 'light green' }),
    )
    expect(first.rules[0]).toMatchObject({ cells_it_colours_now: 2, rules_on_these_cells: 'this one only' })
    const second = succeeded<{ rules_on_these_cells: string[] }>(
      await bench.run(conditionalFormat, {
        range: 'B2:C4',
        op: 'between',
        value: 100,
        value2: 300,
        background: 'light red',
      }),
    )
    expect(second).toMatchObject({ cells_it_colours_now: 1 })
    expect(second.rules_on_these_cells).toHaveLength(2)
    expectOnlyChanged(before, await bench.snapshot(), [])
  })

  test('rules are listed, replaced and deleted by their number', async () => {
    const bench = await sales()
    succeeded(await bench.run(conditionalFormat, { range: 'B2:B4', op: '>', value: 4 }))
    succeeded(await bench.run(conditionalFormat, { range: 'C2:C4', scale: ['red', 'yellow', 'green'] }))
    const listed = succeeded<{ rules: string[] }>(
      await bench.run(conditionalFormat, { action: 'list', range: 'A1:D9' }),
    )
    expect(listed.rules).toEqual([
      expect.stringContaining('0: C2:C4: colour scale'),
      expect.stringContaining('1: B2:B4'),
    ])
    const change = {
      action: 'replace',
      range: 'B2:B4',
      number: 1,
      op: '<',
      value: 4,
      background: 'light red',
    }
    expect(succeeded(await bench.run(conditionalFormat, change))).toMatchObject({ cells_it_colours_now: 1 })
    succeeded(await bench.run(conditionalFormat, { action: 'delete', range: 'C2:C4', number: 0 }))
    const left = succeeded<{ rules: string[] }>(
      await bench.run(conditionalFormat, { action: 'list', range: 'A1:D9' }),
    )
    expect(left.rules).toHaveLength(1)
    expect(refused(await bench.run(conditionalFormat, { action: 'delete', range: 'C2:C4' }))).toContain(
      'none',
    )
  })
})

test('style_table styles a table in one call and changes no value', async () => {
  const bench = await sales()
  const values = await bench.formulas('Sales!A1:D4')
  const before = await bench.snapshot()
  const writes = bench.spreadsheet.calls.writes
  const output = succeeded<{ number_formats: string[] }>(await bench.run(styleTable, { range: 'A1:D' }))
  expect(bench.spreadsheet.calls.writes - writes).toBe(1)
  expect(output.number_formats).toEqual(['C #,##0.00', 'D 0.0%'])
  expect(await bench.formulas('Sales!A1:D4')).toEqual(values)
  expectOnlyChanged(before, await bench.snapshot(), ['Sales!A1:D4'])
  const meta = await bench.spreadsheet.meta()
  expect(meta.details.get(100)!.frozenRows).toBe(1)
})

test('style_table leaves days that formulas made looking like days', async () => {
  const bench = await openTab('Plan', [
    ['Week', 'Cash'],
    ['=DATE(2025,11,3)', 2500],
    ['=A2+7', 1800],
    ['=A3+7', -400],
  ])
  const days = await bench.shown('Plan!A2:A4')
  const output = succeeded<{ number_formats: string[] }>(await bench.run(styleTable, { range: 'A1:B' }))
  expect(output.number_formats).toEqual(['B #,##0'])
  expect(await bench.shown('Plan!A2:A4')).toEqual(days)
})

test('notes are set and removed, values stay', async () => {
  const bench = await sales()
  const before = await bench.snapshot()
  succeeded(
    await bench.run(setNotes, {
      notes: [
        { range: 'B2', note: 'an estimate' },
        { range: 'C2', note: 'x' },
      ],
    }),
  )
  expect(await json(bench, 'B2')).toContain('an estimate')
  succeeded(await bench.run(setNotes, { notes: [{ range: 'C2', note: '' }] }))
  expect(await json(bench, 'C2')).not.toContain('"x"')
  expectOnlyChanged(before, await bench.snapshot(), ['Sales!B2'])
})

test('a protected range keeps later writes out, until the user speaks of it', async () => {
  const bench = await sales()
  const before = await bench.snapshot()
  succeeded(await bench.run(protectRange, { range: 'A1:D1', description: 'Header' }))
  expectOnlyChanged(before, await bench.snapshot(), [])
  const write = { range: 'A1', values: [['Name']], overwrite: true }
  expect(refused(await bench.run(writeRange, write))).toContain('protected')
  expect(refused(await bench.run(protectRange, { action: 'unprotect', range: 'A1' }))).toContain('protected')
  const turn = { ...bench.context.turn, prompt: 'lift the protection of the header' }
  succeeded(await bench.run(protectRange, { action: 'unprotect', range: 'A1' }, { turn }))
  succeeded(await bench.run(writeRange, write))
})

describe('sheet_requests', () => {
  test.each([
    ['the whole tab', { sheetId: 100 }],
    ['all rows from the top', { sheetId: 100, endRowIndex: 3 }],
  ])('a format over %s keeps out of a protected range', async (_, range) => {
    const bench = await sales()
    succeeded(await bench.run(protectRange, { range: 'A1:D1', description: 'Header' }))
    const before = await bench.snapshot()
    const cell = { userEnteredFormat: { textFormat: { bold: true } } }
    const requests = [{ repeatCell: { range, cell, fields: 'userEnteredFormat.textFormat.bold' } }]
    expect(refused(await bench.run(sheetRequests, { requests }))).toContain('protected')
    expectOnlyChanged(before, await bench.snapshot(), [])
  })

  test('an allowed request is sent as it is', async () => {
    const bench = await sales()
    const before = await bench.snapshot()
    const properties = { sheetId: 100, gridProperties: { hideGridlines: true } }
    const requests = [{ updateSheetProperties: { properties, fields: 'gridProperties.hideGridlines' } }]
    succeeded(await bench.run(sheetRequests, { requests }))
    expectOnlyChanged(before, await bench.snapshot(), [])
  })

  test.each([
    ['a kind that is not allowed', { deleteSheet: { sheetId: 100 } }],
    ['values under another name', { repeatCell: { range: { sheetId: 100 }, cell: {}, fields: '*' } }],
    [
      'a formula that reaches out',
      {
        setDataValidation: {
          range: { sheetId: 100, startRowIndex: 0 },
          rule: {
            condition: {
              type: 'CUSTOM_FORMULA',
              values: [{ userEnteredValue: '=IMPORTDATA("https://x.example")' }],
            },
          },
        },
      },
    ],
    [
      'a value under the other spelling of its field',
      {
        repeatCell: {
          range: { sheetId: 100, startRowIndex: 0, endRowIndex: 1 },
          cell: { userEnteredValue: { stringValue: 'gone' } },
          fields: 'user_entered_value',
        },
      },
    ],
    [
      'rows cut off under the other spelling of their number',
      {
        updateSheetProperties: {
          properties: { sheetId: 100, grid_properties: { row_count: 1 } },
          fields: 'gridProperties.rowCount',
        },
      },
    ],
    [
      'a pivot table within a format',
      {
        repeatCell: {
          range: { sheetId: 100, startRowIndex: 9, endRowIndex: 10 },
          cell: {
            pivotTable: {
              source: {
                sheetId: 100,
                startRowIndex: 0,
                endRowIndex: 4,
                startColumnIndex: 0,
                endColumnIndex: 2,
              },
              rows: [{ sourceColumnOffset: 0, sortOrder: 'ASCENDING', showTotals: true }],
            },
          },
          fields: 'userEnteredFormat.textFormat,pivotTable',
        },
      },
    ],
  ])('%s is refused', async (_, request) => {
    // Somebody has asked for something else: what reaches out is asked about.
    const bench = await sales('tidy up this tab')
    const before = await bench.snapshot()
    refused(await bench.run(sheetRequests, { requests: [request] }))
    expectOnlyChanged(before, await bench.snapshot(), [])
  })
})
