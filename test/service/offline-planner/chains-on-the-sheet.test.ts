/** The planner on a real sheet over several instructions, with what it refuses, tells and draws. */
import { describe, expect, test } from 'vitest'
import { openBench } from '../tools/workbench.ts'
import { useOrders } from './orders.ts'
import { talk } from './talk.ts'

const on = useOrders()
const { saying } = on

describe('on a real sheet', () => {
  test('a tab is renamed, and a second instruction goes on with it', async () => {
    const { sheet, answer } = await saying('Rename this tab to Sales, then sort by Date')
    expect((await sheet.shown('Sales!A2:A3')).flat()).toEqual(['2026-01-15', '2026-02-20'])
    expect(answer).toContain('Renamed the tab “Orders” to **Sales**')
  })

  test('a chain of instructions comes out right', async () => {
    const { sheet, answers } = await saying(
      'Add a column Revenue that is Qty times Price',
      'Sort by Revenue descending',
      'Format Revenue as euros',
    )
    expect(await sheet.shown('Orders!J1:J3')).toEqual([['Revenue'], ['€200.00'], ['€28.50']])
    expect(answers[0]).toContain('Added **Revenue**')
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
    const sheet = await openBench(on.workbench, {
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
    await talk(sheet).say('Split Name at the space into “First” and “Rest”')
    expect(await sheet.shown('People!A1:D3')).toEqual([
      ['Name', 'City', 'First', 'Rest'],
      ['Ada King Lovelace', 'London', 'Ada', 'King Lovelace'],
      ['Plato', 'Athens', 'Plato', ''],
    ])
  })

  test('sentiment goes row by row through the bulk model', async () => {
    const sheet = await openBench(on.workbench, {
      tabs: [
        {
          title: 'Feedback',
          rows: [['Comment'], ['Great lamp, I love it'], ['It arrived broken'], ['It is a chair']],
        },
        { title: 'Other', rows: [['Comment'], ['x']] },
      ],
    })
    const { answer } = await talk(sheet).say('Add a column Sentiment with the sentiment of each Comment')
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
    const { data } = await on.workbench.api.spreadsheets.get({
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
