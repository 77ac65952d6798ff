/** format_range: looks of cells, and nothing of what they hold. */

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { formatRange } from '../../../../service/tools/format-range.ts'
import { LEADS, useLeads } from '../leads.ts'
import { expectOnlyChanged, refused, succeeded } from '../workbench.ts'

const { leads } = useLeads()

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
