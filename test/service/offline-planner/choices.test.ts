/** What the planner offers where it is not sure, and what comes of the number that is answered. */
import { describe, expect, test } from 'vitest'
import { reading } from './meanings.ts'
import { ROWS, run } from './sample.ts'

const offers = (answer: string): string[] => [...answer.matchAll(/^\d\. (.+)$/gm)].map(([, says]) => says!)

describe('what is offered', () => {
  test('two readings are offered by number, and nothing is changed', () => {
    const { calls, answer } = run('away with Email', {
      read: reading(['hidecolumn [Email]', 0.5], ['deletecolumn [Email]', 0.4]),
    })
    expect(calls).toEqual([])
    expect(answer).toContain('I can read this in 2 ways, so nothing was changed. Which one do you mean?')
    expect(offers(answer)).toEqual(['Hide the column Email', 'Delete the column Email'])
  })

  test('one that is not sure is asked about', () => {
    const { calls, answer } = run('by day', { read: reading(['sort [Date] asc', 0.1]) })
    expect(calls).toEqual([])
    expect(answer).toContain('I am not sure that this is what you want, so nothing was changed. Is it?')
    expect(offers(answer)).toEqual(['Sort the rows by Date, oldest first'])
  })

  test('several instructions are offered as one', () => {
    const { answer } = run('by day, bold on top', {
      read: reading(['sort [Date] asc then style header bold', 0.1]),
    })
    expect(offers(answer)).toEqual(['Sort the rows by Date, oldest first, then make the header A1:J1 bold'])
  })

  test('a deletion is offered with the number of its rows', () => {
    const { answer } = run('the open ones', { read: reading(['deleterows where [Status] = "Open"', 0.4]) })
    expect(offers(answer)).toEqual(['Delete the 2 rows where Status is “Open”'])
  })

  test.each([
    'I sorted it by Date already',
    'if I sorted it by Date, would my boss like it?',
    'Order me a pizza',
  ])('nothing is offered for “%s”', prompt => {
    const { calls, answer } = run(prompt)
    expect(calls).toEqual([])
    expect(offers(answer)).toEqual([])
    expect(answer).toContain('nothing was changed')
  })
})

describe('an answer by number', () => {
  const read = reading(['sort [Date] asc', 0.1])
  const asked = run('by day', { read })
  const earlier = [{ ...asked.turn, answer: asked.answer }]

  test('does what was offered', () => {
    const { calls } = run('1', { earlier, read })
    expect(calls).toMatchObject([
      { tool: 'sort_filter_range', args: { action: 'sort', by: [{ column: 'A', order: 'asc' }] } },
    ])
  })

  test('does what was offered where its words stand behind the number, as a button says it', () => {
    const { calls } = run('1. Sort the rows by Date, oldest first', { earlier, read })
    expect(calls).toMatchObject([{ tool: 'sort_filter_range', args: { action: 'sort' } }])
  })

  test('with the words of something else is an instruction of its own', () => {
    expect(run('1. Sort the rows by Customer, A to Z', { earlier, read }).calls).toEqual([])
  })

  test('that was not offered asks once more', () => {
    const { calls, answer } = run('3', { earlier, read })
    expect(calls).toEqual([])
    expect(answer).not.toContain('The sheet is not what it was')
    expect(offers(answer)).toHaveLength(1)
  })

  test('is no choice after some other turn', () => {
    const other = run('What is the total of Qty?')
    const { calls, answer } = run('1', { earlier: [...earlier, { ...other.turn, answer: other.answer }] })
    expect(calls).toEqual([])
    expect(answer).not.toContain('Sorted')
  })

  test('that no longer fits the sheet is asked again', () => {
    const deleting = reading(['deleterows where [Status] = "Open"', 0.4])
    const first = run('the open ones', { read: deleting })
    const again = run('1', {
      earlier: [{ ...first.turn, answer: first.answer }],
      read: deleting,
      rows: ROWS.slice(0, 2),
    })
    expect(again.calls).toEqual([])
    expect(again.answer).toContain('The sheet is not what it was when I asked')
    expect(offers(again.answer)).toEqual(['Delete the 1 row where Status is “Open”'])
  })

  test('holds for “overwrite it” after a refusal', () => {
    const read = reading(['fill K2:K20 = [Qty] * [Price]', 0.1])
    const first = run('K like that', { read })
    const offered = { ...first.turn, answer: first.answer }
    const error = 'K2 is not empty.'
    const refused = run('1', {
      earlier: [offered],
      read,
      respond: ({ tool }) => (tool === 'write_range' ? { output: null, error } : undefined),
    })
    expect(refused.answer).toContain('and overwrite')
    const { calls } = run('overwrite it', {
      earlier: [offered, { ...refused.turn, answer: refused.answer }],
      read,
    })
    expect(calls[0]?.args).toMatchObject({ range: "'Orders'!K2:K20", overwrite: true })
  })
})
