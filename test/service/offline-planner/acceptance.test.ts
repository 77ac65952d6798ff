/** What is not accounted for changes nothing: words that no part of the plan stands for. */
import { expect, test } from 'vitest'
import { run } from './sample.ts'

const READING = new Set(['get_sheet_overview', 'read_range', 'read_spreadsheet_fields'])
const changes = (say: string): string[] =>
  run(say)
    .calls.map(({ tool }) => tool)
    .filter(tool => !READING.has(tool))

test.each([
  ['a second instruction', 'trim the table and remove the budget'],
  ['a verb that nobody took', 'Sort by Date, then laminate Cost'],
  ['a name of nothing', 'Delete the zebra rows where Status is Open'],
  ['a figure that is named and not there', 'turnstiles by Region in a new tab'],
])('%s is asked about: “%s”', (_, say) => {
  expect(changes(say)).toEqual([])
})

test.each([
  ['courtesy', 'Would you be so kind as to sort the orders by Date, please?'],
  ['the rows by their name', 'delete the orders where Status is Open'],
])('%s holds nothing up: “%s”', (_, say) => {
  expect(changes(say)).not.toEqual([])
})
