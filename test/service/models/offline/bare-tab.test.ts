/** A tab's bare name as the object of an instruction, while another tab is open. */
import { expect, test } from 'vitest'
import { orders, run, sample } from './sample.ts'

const [name, amount] = sample.tabs[1]!.columns
const columns = [
  { ...name!, header: 'Company' },
  { ...amount!, header: 'Score' },
]
const leads = { ...sample.tabs[1]!, sheet_id: 9, title: 'Leads', index: 2, columns }
const overview = { ...sample, tabs: [...sample.tabs, leads] }

test.each([
  ['sort leads by company', 'sort_filter_range'],
  ['Sort the leads by Score from high to low', 'sort_filter_range'],
  ['sort "Leads" by company', 'sort_filter_range'],
  ['trim leads', 'clean_range'],
  ['dedupe leads', 'clean_range'],
  ['remove duplicates from leads', 'clean_range'],
  ['filter leads where Score is 5', 'sort_filter_range'],
])('“%s” is done in the tab Leads while another is open', (prompt, tool) => {
  const call = run(prompt, { overview }).calls.find(call => call.tool === tool)
  expect(call?.args.range).toMatch(/^'Leads'!/)
})

test('a column that the named tab lacks is looked for in that tab', () => {
  const { calls, answer } = run('sort leads by region', { overview })
  expect(calls).toEqual([])
  expect(answer).toContain('“region” in the tab “Leads”')
})

test('a column of the open tab comes before a tab of the same name', () => {
  const tabs = [orders, { ...leads, title: 'Customer' }]
  expect(run('trim customer', { overview: { ...sample, tabs } }).calls[0]?.args.range).toMatch(/^'Orders'!B/)
})

test('an everyday word for the table means the open tab although another tab is called so', () => {
  const data = { ...orders, sheet_id: 12, title: 'Data', index: 3 }
  const { calls } = run('sort the data by date', { overview: { ...sample, tabs: [orders, data] } })
  expect(calls.at(-1)?.args.range).toMatch(/^'Orders'!/)
})
