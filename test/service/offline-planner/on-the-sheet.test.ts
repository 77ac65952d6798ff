/** The planner with the real tools on the emulator: what stands in the sheet afterwards. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bench, type Cell, openBench, openWorkbench, type Workbench } from '../tools/workbench.ts'
import { talk } from './talk.ts'

let workbench: Workbench
beforeAll(async () => {
  workbench = await openWorkbench()
})
afterAll(() => workbench.close())

const ROWS: Cell[][] = [
  ['Date', 'Customer', 'First', 'Last', 'Region', 'Status', 'Qty', 'Price', 'Cost'],
  ['2026-03-02', ' Acme ', 'Ada', 'Lovelace', 'North', 'Open', 3, '$9.50', '$4.00'],
  ['2026-01-15', 'Birch', 'Grace', 'Hopper', 'South', 'Paid', 10, '$20.00', '$11.00'],
  ['2026-02-20', 'Cedar', 'Alan', 'Turing', 'North', 'Paid', 2, '$5.00', '$1.00'],
  ['2026-02-20', 'Cedar', 'Alan', 'Turing', 'North', 'Paid', 2, '$5.00', '$1.00'],
]

async function bench(rows = ROWS): Promise<Bench> {
  return openBench(workbench, {
    tabs: [
      { title: 'Orders', rows },
      { title: 'Notes', rows: [['Text'], ['x']] },
    ],
  })
}

async function saying(...prompts: string[]) {
  const sheet = await bench()
  const { say } = talk(sheet)
  const answers: string[] = []
  for (const prompt of prompts) answers.push((await say(prompt)).answer)
  return { sheet, answer: answers.at(-1)!, answers }
}

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
      'Total Qty by Region and Status sorted by highest',
      "'Qty by Region and Status'!A1:C5",
      [
        ['Region', 'Status', 'Total Qty'],
        ['South', 'Paid', '10'],
        ['North', 'Paid', '4'],
        ['North', 'Open', '3'],
        ['Total', '', '17'],
      ],
    ],
    [
      'Sum Qty by month in a new tab called Months',
      'Months!A1:B5',
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
    const { data } = await workbench.api.spreadsheets.get({
      spreadsheetId: sheet.id,
      ranges: ['Orders!A1:B2'],
      fields: 'sheets(properties(gridProperties),data(rowData(values(userEnteredFormat(textFormat(bold))))))',
    })
    expect(data.sheets?.[0]?.properties?.gridProperties?.frozenRowCount).toBe(1)
    const rows = data.sheets?.[0]?.data?.[0]?.rowData
    expect(rows?.[0]?.values?.[0]?.userEnteredFormat?.textFormat?.bold).toBe(true)
    expect(rows?.[1]?.values?.[0]?.userEnteredFormat?.textFormat?.bold ?? false).toBe(false)
    expect(answer).toBe('Froze the first row of **Orders**. The header A1:I1 is now bold.')
  })

  test('a tab is renamed, and a second instruction goes on with it', async () => {
    const { sheet, answer } = await saying('Rename this tab to Sales, then sort by Date')
    expect((await sheet.shown('Sales!A2:A3')).flat()).toEqual(['2026-01-15', '2026-02-20'])
    expect(answer).toContain('Renamed the tab “Orders” to **Sales**')
  })

  test('a chain of instructions and a follow-up come out right', async () => {
    const { sheet, answers } = await saying(
      'Add a column Revenue that is Qty times Price, then sort by Revenue descending and freeze the header',
      'now format it as euros',
    )
    expect(await sheet.shown('Orders!J1:J3')).toEqual([['Revenue'], ['€200.00'], ['€28.50']])
    expect(answers[0]!.split('\n\n')).toHaveLength(3)
  })

  test('a refused write changes nothing, and “and overwrite” does it', async () => {
    const sheet = await bench(ROWS.map((row, index) => (index === 0 ? row : [...row, null, 'in the way'])))
    await sheet.batch({
      updateCells: {
        rows: [{ values: [{ userEnteredValue: { stringValue: 'Note' } }] }],
        fields: 'userEnteredValue',
        start: { sheetId: 100, rowIndex: 2, columnIndex: 9 },
      },
    })
    const before = await sheet.shown('Orders!A1:K6')
    const { say } = talk(sheet)
    const { answer } = await say('Revenue in J = Qty * Price')
    expect(answer).toContain('and overwrite')
    expect(await sheet.shown('Orders!A1:K6')).toEqual(before)
    await say('Revenue in J = Qty * Price and overwrite')
    expect(await sheet.shown('Orders!J2:K3')).toEqual([
      ['$28.50', 'in the way'],
      ['$200.00', 'in the way'],
    ])
  })

  test('rows are deleted by a condition, and no other', async () => {
    const { sheet, answer } = await saying('Delete the rows where Region is North')
    expect(await sheet.shown('Orders!B1:E5')).toEqual([
      ['Customer', 'First', 'Last', 'Region'],
      ['Birch', 'Grace', 'Hopper', 'South'],
    ])
    expect(answer).toContain('Deleted 3 rows')
  })

  test('a value without its column is found, counted and shown alone', async () => {
    const { sheet, answers } = await saying('How many orders are from North?', 'Show only orders from North')
    expect(answers[0]).toContain('**3 rows** where Region is “North”')
    expect(answers[1]).toContain('only the 3 rows where Region is “North”')
    expect((await sheet.shown('Orders!B1:B5')).length).toBe(5)
  })

  test('a column is split into two named ones', async () => {
    const sheet = await openBench(workbench, {
      tabs: [
        {
          title: 'People',
          rows: [
            ['Name', 'City'],
            ['Ada King Lovelace', 'London'],
            ['Plato', 'Athens'],
          ],
        },
      ],
    })
    await talk(sheet).say('Split Name into First and Rest')
    expect(await sheet.shown('People!A1:D3')).toEqual([
      ['Name', 'City', 'First', 'Rest'],
      ['Ada King Lovelace', 'London', 'Ada', 'King Lovelace'],
      ['Plato', 'Athens', 'Plato', ''],
    ])
  })

  test('sentiment goes row by row through the bulk model', async () => {
    const sheet = await openBench(workbench, {
      tabs: [
        { title: 'Other', rows: [['Comment'], ['x']] },
        {
          title: 'Feedback',
          rows: [['Comment'], ['Great lamp, I love it'], ['It arrived broken'], ['It is a chair']],
        },
      ],
    })
    const { answer } = await talk(sheet).say('In the tab Feedback, classify the sentiment of each comment')
    expect(await sheet.shown('Feedback!B1:B4')).toEqual([
      ['Sentiment'],
      ['positive'],
      ['negative'],
      ['neutral'],
    ])
    expect(answer).toContain('in 3 rows')
    expect(await sheet.shown('Other!A1:B2')).toEqual([['Comment'], ['x']])
    expect(answer).toContain('keywords')
  })

  test('figures, lists and conditions are told from the cells', async () => {
    const { answers } = await saying(
      'What is the total and average of Qty?',
      'How many orders are there where Date is after 2026-02-01?',
      'Top 2 customers by Qty',
      'How many different customers are there?',
      'What is the latest date?',
    )
    expect(answers[0]).toContain('**17**')
    expect(answers[0]).toContain('**4.25**')
    expect(answers[1]).toContain('**3 rows**')
    expect(answers[2]).toContain('1. **Birch**: 10\n2. **Cedar**: 4')
    expect(answers[3]).toContain('**3 different values**')
    expect(answers[4]).toContain('**2026-03-02**')
  })

  test('repeated categories are summed before they are drawn', async () => {
    const { sheet } = await saying('Make a bar chart of Qty by Region')
    const { data } = await workbench.api.spreadsheets.get({
      spreadsheetId: sheet.id,
      fields: 'sheets(properties(title),charts(spec(title)))',
    })
    expect(data.sheets?.map(({ properties, charts = [] }) => [properties?.title, charts.length])).toEqual([
      ['Orders', 0],
      ['Notes', 0],
      ['Qty by Region', 1],
    ])
  })
})
