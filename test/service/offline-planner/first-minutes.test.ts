/** What newcomers write on the demo workbook in their first minutes, with the real tools. */
import { describe, expect, test } from 'vitest'
import { budget } from '../../../emulator/demo/budget.ts'
import { leads } from '../../../emulator/demo/leads.ts'
import { orders } from '../../../emulator/demo/orders.ts'
import { isoDate } from '../../../service/offline-planner/linking/dates.ts'
import { useWorkbench } from '../tools/workbench.ts'
import { talk } from './talk.ts'

const { workbench, openBench } = useWorkbench()

const ORDERS = orders().map(([date, ...rest], at) => [at === 0 ? date! : isoDate(Number(date)), ...rest])
const TABS = [
  { title: 'Orders', rows: ORDERS },
  { title: 'Leads', rows: leads() },
  { title: 'Budget', rows: budget() },
]

async function saying(activeTab: string, prompt: string) {
  const sheet = await openBench({ tabs: TABS, activeTab, prompt })
  return { sheet, answer: (await talk(sheet).say(prompt)).answer }
}

const sum = (rows: readonly (string | number | undefined)[][]): number =>
  rows.reduce((total, row) => total + Number(row[4]) * Number(row[5]), 0)
const told = (amount: number): string => amount.toLocaleString('en-US', { maximumFractionDigits: 4 })

describe('on the demo workbook', () => {
  test('revenue is quantity times price where no column holds it', async () => {
    const { answer } = await saying('Orders', 'What is our total revenue?')
    expect(answer).toBe(
      `The total of **Qty × Price** is **${told(sum(ORDERS.slice(1)))}** (120 values: row by row).`,
    )
  })

  test('what was sold in a month is of the year that the table has', async () => {
    const { answer } = await saying('Orders', 'How much did we sell in April?')
    const april = ORDERS.filter(([date]) => String(date).startsWith('2025-04'))
    expect(april.length).toBeGreaterThan(0)
    expect(answer).toContain(`is **${told(sum(april))}** (${april.length} values`)
  })

  test('revenue by region is a table of the product, done or offered', async () => {
    const { answer } = await saying('Orders', 'Show me revenue per region')
    expect(answer).toMatch(/total qty × price by Region/i)
  })

  test('the best month is the one with the most, and not a row', async () => {
    const { answer } = await saying('Orders', 'Which month had the highest revenue?')
    expect(answer).toMatch(/^\*\*Month\*\* by total Qty × Price:\n\n1\. \*\*\w+ 2025\*\*/)
  })

  test('a header that nobody asked for gives way to the one that is there', async () => {
    const { sheet } = await saying('Orders', 'Add 19% VAT to the price in a new column')
    expect(await sheet.shown('Orders!G1')).toEqual([['Price + 19 %']])
  })

  test('a later instruction calls a column by the name that an earlier one gives it', async () => {
    const { sheet } = await saying(
      'Orders',
      'Add a column Revenue that is Qty times Price, then sort by Revenue descending',
    )
    const shown = (await sheet.shown('Orders!G2:G121')).map(([cell]) => Number(cell))
    expect(shown).toEqual(shown.toSorted((a, b) => b - a))
  })

  test('removing duplicates is not duplicating the tab', async () => {
    const { sheet, answer } = await saying('Leads', 'Remove duplicate leads')
    const { data } = await workbench().api.spreadsheets.get({ spreadsheetId: sheet.id })
    expect(data.sheets?.map(each => each.properties?.title)).toEqual(['Orders', 'Leads', 'Budget'])
    expect(answer).toContain('no duplicate rows')
  })

  test('a name is split into both of its parts', async () => {
    const { sheet } = await saying('Leads', 'Split the name into first and last name')
    expect(await sheet.shown('Leads!F1:G2')).toEqual([
      ['Name 1', 'Name 2'],
      ['Maria', 'Lopez'],
    ])
  })

  test('a row that is asked for changes no numbers', async () => {
    const { sheet } = await saying('Budget', 'Add a row for Insurance with 1200 planned')
    expect(await sheet.shown('Budget!B2:B3')).toEqual([['126000'], ['18000']])
  })

  test('a share of an amount is not told as a share of rows', async () => {
    const { answer } = await saying('Budget', 'What share of Planned Q1 goes to salaries?')
    expect(answer).not.toMatch(/%\*\* of all rows/)
  })
})

describe('short wishes on the demo workbook', () => {
  test('a table is dressed where nothing is said of how', async () => {
    const { sheet, answer } = await saying('Orders', 'Make this look nice')
    expect(answer).toContain('Dressed **Orders**')
    const { data } = await workbench().api.spreadsheets.get({
      spreadsheetId: sheet.id,
      ranges: ['Orders!A1'],
      includeGridData: true,
    })
    const [tab] = data.sheets!
    expect(tab!.properties?.gridProperties?.frozenRowCount).toBe(1)
    expect(tab!.data?.[0]?.rowData?.[0]?.values?.[0]?.userEnteredFormat?.textFormat?.bold).toBe(true)
  })

  test('a list to choose from takes the values that a column has', async () => {
    const { answer } = await saying('Orders', 'Add a dropdown for region')
    expect(answer).toContain('**Region** takes only East, North, South and West now')
  })

  test('a column of checkboxes bears the name that was said', async () => {
    const { sheet } = await saying('Leads', 'Add a checkbox column Contacted')
    expect(await sheet.shown('Leads!F1:F2')).toEqual([['Contacted'], ['FALSE']])
  })

  test('a column of which only the name is said is added empty', async () => {
    const { sheet, answer } = await saying('Orders', 'Add a column Discount')
    expect(await sheet.shown('Orders!G1')).toEqual([['Discount']])
    expect(answer).toContain('empty column **Discount**')
  })

  test('the running total of a column is a column', async () => {
    const { sheet } = await saying('Orders', 'Calculate the running total of quantity')
    expect(await sheet.formulas('Orders!G2')).toEqual([['=SUM(E$2:E2)']])
  })

  test.each(['hello', 'thank you!'])('“%s” is answered and changes nothing', async prompt => {
    expect((await saying('Orders', prompt)).answer).toMatch(/nothing was changed/i)
  })

  test('orders are counted per weekday, whichever week it is', async () => {
    const { sheet, answer } = await saying('Orders', 'Count orders per weekday')
    const mondays = ORDERS.slice(1).filter(([date]) => new Date(String(date)).getUTCDay() === 1).length
    expect(answer).toContain(`- Monday: ${mondays}\n`)
    const shown = await sheet.shown("'Count by weekday'!A1:B9")
    expect(shown.map(([day]) => day)).toEqual([
      'Weekday',
      ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
      'Total',
    ])
    expect([shown[1]![1], shown[8]![1]]).toEqual([String(mondays), String(ORDERS.length - 1)])
  })
})

describe('what is easily misread on the demo workbook', () => {
  test('a question deletes nothing, whatever its verb means elsewhere', async () => {
    const { sheet, answer } = await saying('Leads', 'what did Solmar or Hinode lose')
    expect(await sheet.shown('Leads!C2:C31')).toHaveLength(30)
    expect(answer).not.toContain('Deleted')
  })

  test('an arrow of one character is read as one of two', async () => {
    const { sheet } = await saying('Orders', 'Region North → Northern')
    const regions = (await sheet.shown('Orders!B2:B121')).flat()
    expect(regions).toContain('Northern')
    expect(regions).not.toContain('North')
  })

  test('words that nobody asks to be written are not written into a cell', async () => {
    const { sheet } = await saying('Orders', 'make H3 less boring somehow')
    expect(await sheet.shown('Orders!H3')).toEqual([])
  })

  test('the column that is sorted by first takes no other with it', async () => {
    const { sheet } = await saying('Orders', 'sort by region first, then by price high to low')
    const rows = await sheet.shown('Orders!B2:F121')
    const keys = rows.map(([region, , , , price]) => [region!, Number(price)] as const)
    expect(keys).toEqual(keys.toSorted((a, b) => a[0].localeCompare(b[0]) || b[1] - a[1]))
  })
})

describe('what asks for nothing on the demo workbook', () => {
  test.each([
    ['Leads', 'thanks for sorting the leads by country, all good now'],
    ['Leads', 'gonna delete the Source column when I get home'],
    ['Leads', 'Delete the Source column, but the column must stay there'],
    ['Leads', 'I would like you to hide the tab named "Invoices"'],
    ['Leads', 'Expunge the same.'],
    ['Leads', 'my boss is stressed when he sees a blank Company'],
  ])('on %s “%s” changes nothing', async (tab, prompt) => {
    const { sheet } = await saying(tab, prompt)
    expect(await sheet.shown('Leads!A1:E1')).toEqual([['Name', 'Email', 'Company', 'Country', 'Source']])
    expect((await sheet.shown('Leads!D2:D4')).flat()).toEqual(['Spain', 'USA', 'Japan'])
    const { data } = await workbench().api.spreadsheets.get({ spreadsheetId: sheet.id })
    expect(data.sheets?.map(each => each.properties?.title)).toEqual(['Orders', 'Leads', 'Budget'])
  })
})
