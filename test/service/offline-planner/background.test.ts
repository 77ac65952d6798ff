/** What is told beside a request: reasons are set aside, and what the request points to is kept. */
import { describe, expect, test } from 'vitest'
import { run } from './sample.ts'

const changes = (prompt: string) => run(prompt).calls.filter(({ tool }) => !/^(?:read|get)_/.test(tool))

describe('what is told beside a request', () => {
  test.each([
    'Sort by Price, as my nephew has been rather short with me about it',
    'My boss says that the list is a mess. Please sort by Price',
    'I should be most grateful if you would sort by Price, for I keep losing my way',
  ])('is set aside: %s', prompt => {
    const { calls, answer } = run(prompt)
    expect(JSON.stringify(calls) + answer).toMatch(/"action":"sort"|Sort the rows by Price/)
  })

  test('is kept where the request points to it', () => {
    const { calls } = run('The South is closed for good, so please delete those rows')
    expect(calls.filter(({ tool }) => tool === 'edit_structure')).toMatchObject([
      { args: { action: 'delete_rows', index: 3, count: 1 } },
    ])
  })

  test('is no reason where it says what is to be done', () => {
    expect(changes('Move Cost so that it stands before Price')[0]?.tool).toBe('rows_columns')
  })

  test('“since” and a day say which rows', () => {
    expect(run('How many orders since 1 February 2026?').answer).toContain('**3 rows**')
  })
})

test('half a euro, fifty cents and 2 dollars are amounts of money', () => {
  expect(run('How many orders have a Cost of more than fifty cents?').answer).toContain('more than 0.5')
  expect(run('How many orders cost over 2 dollars?').answer).toMatch(/more than 2/)
})

describe('numbers in place', () => {
  test.each([['everything is 2 dollars more expensive, please change Price', 11.5]])(
    '%s',
    (prompt, first) => {
      const [call] = changes(prompt)
      expect(call).toMatchObject({ tool: 'write_range', args: { values: [[first]] } })
    },
  )
})

test.each([['call Cost whatsits', 'whatsits']])(
  'a new name is read from the form of a sentence: %s',
  (prompt, name) => {
    expect(changes(prompt)).toMatchObject([{ tool: 'write_range', args: { values: [[name]] } }])
  },
)
