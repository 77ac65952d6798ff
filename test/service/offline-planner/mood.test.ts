/** What is thought of, told, taken back, broken off or contradicted changes nothing. */
import { describe, expect, test } from 'vitest'
import { run } from './sample.ts'

const changes = (prompt: string) => run(prompt).calls.filter(({ tool }) => !/^(?:read|get)_/.test(tool))

describe('words that ask for no change', () => {
  test.each([
    'Is it possible at all to sort by Region? I am only curious',
    'Would be an idea to rename Cost to Expenses, let’s wait for that',
    'I would rather not have a chart of Price by Region',
    'No need to fill in the Cost of Acme',
    'Stop. Don’t highlight the open ones',
    'She wanted a pie chart of the regions, that is off the table',
    'Grace thinks the list should be sorted by Price',
    'I sorted by Price yesterday',
    'Filter by Status and',
    'Delete the open rows but keep them all',
    'Sort by Price, but the order of the rows must stay as it is now',
  ])('%s', prompt => {
    expect(changes(prompt)).toEqual([])
  })
})

describe('words beside the instruction hold nothing up', () => {
  test.each([['Insert an empty column before Price called Notes. I’ll fill it in later', 'edit_structure']])(
    '%s',
    (prompt, tool) => {
      expect(changes(prompt)[0]?.tool).toBe(tool)
    },
  )
})
