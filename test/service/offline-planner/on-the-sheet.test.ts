/** The planner with the real tools on the emulator: what stands in the sheet afterwards. */
import { describe, expect, test } from 'vitest'
import { useOrders } from './orders.ts'

const on = useOrders()
const { saying } = on

describe('on a real sheet', () => {
  test('a formula column is calculated and shown as money', async () => {
    const { sheet, answer } = await saying('Add a column Revenue that is Qty times Price')
    expect(await sheet.shown('Orders!J1:J5')).toEqual([
      ['Revenue'],
      ['$28.50'],
      ['$200.00'],
      ['$10.00'],
      ['$10.00'],
    ])
    expect(answer).toContain('Added **Revenue** in column J: `=G2*H2` in J2:J5 (4 cells)')
  })

  test.each([', and freeze', ' and freeze', '. Freeze', ', then freeze'])(
    'each of two instructions is done once, also where the first changes what the sheet has: “%s”',
    async joint => {
      const { sheet, answer } = await saying(
        `Add a column Total that is Qty times Price${joint} the first row`,
      )
      expect(await sheet.shown('Orders!J1:J2')).toEqual([['Total'], ['$28.50']])
      expect(answer.split('\n\n')).toEqual([
        expect.stringContaining('Added **Total**'),
        expect.stringContaining('Froze the first row'),
      ])
    },
  )

  test('names are joined', async () => {
    const { sheet } = await saying('Add a column Full name from First and Last')
    expect(await sheet.shown('Orders!J2:J3')).toEqual([['Ada Lovelace'], ['Grace Hopper']])
  })

  test('a total is told, and written where asked', async () => {
    const { answers, sheet } = await saying(
      'What is the total of Qty?',
      'Add a total row',
      'What is the total of Qty?',
    )
    expect(answers[0]).toContain('**17** (4 values in G2:G5)')
    expect(await sheet.shown('Orders!A6:I6')).toEqual([
      ['Total', '', '', '', '', '', '17', '$39.50', '$17.00'],
    ])
    expect(answers[2]).toContain('**17** (4 values in G2:G5)')
  })

  test('a summary by category follows the data', async () => {
    const { sheet, answer } = await saying('Sum Qty by Region')
    expect(await sheet.shown("'Qty by Region'!A1:B4")).toEqual([
      ['Region', 'Total Qty'],
      ['North', '7'],
      ['South', '10'],
      ['Total', '17'],
    ])
    await sheet.batch({
      updateCells: {
        rows: [{ values: [{ userEnteredValue: { numberValue: 100 } }] }],
        fields: 'userEnteredValue',
        start: { sheetId: 100, rowIndex: 2, columnIndex: 6 },
      },
    })
    expect(await sheet.shown("'Qty by Region'!B3:B4")).toEqual([['100'], ['107']])
    expect(answer).toContain('2 rows of formulas and a total')
  })

  test.each([
    [
      'Count rows by Status',
      "'Count by Status'!A1:B4",
      [
        ['Status', 'Count'],
        ['Open', '1'],
        ['Paid', '3'],
        ['Total', '4'],
      ],
    ],
    [
      'Average Price per Region',
      "'Average Price by Region'!A1:B3",
      [
        ['Region', 'Average Price'],
        ['North', '$6.50'],
        ['South', '$20.00'],
      ],
    ],
    [
      'Highest Qty by Region',
      "'Maximum Qty by Region'!A1:B3",
      [
        ['Region', 'Maximum Qty'],
        ['North', '3'],
        ['South', '10'],
      ],
    ],
    [
      'Sum Qty by Region beside the table',
      'Orders!K1:L4',
      [
        ['Region', 'Total Qty'],
        ['North', '7'],
        ['South', '10'],
        ['Total', '17'],
      ],
    ],
    [
      'Sum Qty by month',
      "'Qty by month'!A1:B5",
      [
        ['Month', 'Total Qty'],
        ['Jan 2026', '10'],
        ['Feb 2026', '4'],
        ['Mar 2026', '3'],
        ['Total', '17'],
      ],
    ],
  ])('“%s” stands in %s', async (prompt, range, expected) => {
    const { sheet } = await saying(prompt)
    expect(await sheet.shown(range)).toEqual(expected)
  })

  test('sorting keeps rows together and a total row at the bottom', async () => {
    const { sheet, answer } = await saying('Add a total row', 'Sort by Qty descending')
    expect(await sheet.shown('Orders!B2:G6')).toEqual([
      ['Birch', 'Grace', 'Hopper', 'South', 'Paid', '10'],
      [' Acme ', 'Ada', 'Lovelace', 'North', 'Open', '3'],
      ['Cedar', 'Alan', 'Turing', 'North', 'Paid', '2'],
      ['Cedar', 'Alan', 'Turing', 'North', 'Paid', '2'],
      ['', '', '', '', '', '17'],
    ])
    expect(answer).toContain('Sorted 4 rows')
    expect(answer).toContain('total row 6 stayed')
  })

  test('a filter copies the rows to a new tab', async () => {
    const { sheet, answer } = await saying(
      'Copy the rows where Region is North and Qty is at least 3 to a new tab called Big north',
    )
    expect(await sheet.shown("'Big north'!A1:G3")).toEqual([
      ['Date', 'Customer', 'First', 'Last', 'Region', 'Status', 'Qty'],
      ['2026-03-02', ' Acme ', 'Ada', 'Lovelace', 'North', 'Open', '3'],
    ])
    expect(answer).toContain('Copied 1 row of **Orders**')
  })

  test('duplicates go, and the answer counts them', async () => {
    const { sheet, answer } = await saying('Remove duplicates')
    expect(answer).toContain('Removed 1 row')
    expect(await sheet.shown('Orders!B2:B6')).toEqual([[' Acme '], ['Birch'], ['Cedar']])
  })

  test('texts are trimmed, put in upper case and replaced', async () => {
    const { sheet, answers } = await saying('Trim and uppercase Customer', 'Replace North with N in Region')
    expect(await sheet.shown('Orders!B2:B3')).toEqual([['ACME'], ['BIRCH']])
    expect(await sheet.shown('Orders!E2:E5')).toEqual([['N'], ['South'], ['N'], ['N']])
    expect(answers[1]).toContain('in 3 cells')
  })

  test('formats change what is shown and not what is there', async () => {
    const { sheet } = await saying(
      'Format Qty as a number with 2 decimals',
      'Format Price as euros',
      'Show Date as dd/mm/yyyy',
    )
    expect(await sheet.shown('Orders!A2:H2')).toEqual([
      ['02/03/2026', ' Acme ', 'Ada', 'Lovelace', 'North', 'Open', '3.00', '€9.50'],
    ])
  })

  test('the header is frozen and bold', async () => {
    const { sheet, answer } = await saying('Freeze and bold the header')
    const { data } = await on.workbench.api.spreadsheets.get({
      spreadsheetId: sheet.id,
      ranges: ['Orders!A1:B2'],
      fields: 'sheets(properties(gridProperties),data(rowData(values(userEnteredFormat(textFormat(bold))))))',
    })
    expect(data.sheets?.[0]?.properties?.gridProperties?.frozenRowCount).toBe(1)
    const rows = data.sheets?.[0]?.data?.[0]?.rowData
    expect(rows?.[0]?.values?.[0]?.userEnteredFormat?.textFormat?.bold).toBe(true)
    expect(rows?.[1]?.values?.[0]?.userEnteredFormat?.textFormat?.bold ?? false).toBe(false)
    expect(answer).toMatch(/^Froze the first row of \*\*Orders\*\*\..*A1:I1 (?:is now|now is:) bold\.$/s)
  })
})
