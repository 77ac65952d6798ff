/** What the planner offers where it is not sure, and what comes of the number that is answered. */
import { describe, expect, test } from 'vitest'
import { useOrders } from './orders.ts'
import { run as runBoth } from './sample.ts'
import { talk } from './talk.ts'

/** What the rules offer: the learned reader would know what is meant by some of these sentences. */
const run: typeof runBoth = (prompt, options) => runBoth(prompt, { isRulesOnly: true, ...options })

const offers = (answer: string): string[] => [...answer.matchAll(/^\d\. (.+)$/gm)].map(([, says]) => says!)

describe('what is offered', () => {
  test('an instruction that is not sure is offered, with the words that were not understood', () => {
    const { calls, answer } = run('Sort by Date with gusto and panache')
    expect(calls).toEqual([])
    expect(answer).toContain("I don't know what “gusto and panache” means here, so nothing was changed.")
    expect(answer).toContain('Do you mean this, without it? Answer with its number')
    expect(offers(answer)).toEqual(['Sort the rows by Date, oldest first'])
  })

  test('of several instructions the others are offered as they are read', () => {
    const { answer } = run('Sort by Date, then frobnicate the zorblax, then bold the header')
    expect(answer).toContain('“frobnicate the zorblax”')
    expect(offers(answer)).toEqual(['Sort the rows by Date, oldest first, then make the header A1:J1 bold'])
  })

  test('a deletion is offered with the number of its rows', () => {
    expect(offers(run('Delete the zebra rows where Status is Open').answer)).toEqual([
      'Delete the 2 rows where Status is “Open”',
    ])
  })

  test('a question that would change the sheet is asked about', () => {
    const { calls, answer } = run('Which rows should be deleted where Status is Open?')
    expect(calls).toEqual([])
    expect(answer).toContain('You ask, and what I could do would change the sheet')
    expect(offers(answer)).toEqual(['Delete the 2 rows where Status is “Open”'])
  })

  test.each([
    'I sorted it by Date already',
    'Sort by Date, but don’t sort it',
    'if I sorted it by Date, would my boss like it?',
    'Order me a pizza',
    'Delete the rows where Status is Open but the zebra ones',
    'Answer here and leave the sheet as it is: sort by Date with gusto',
  ])('nothing is offered for “%s”', prompt => {
    expect(offers(run(prompt).answer)).toEqual([])
  })
})

describe('an answer by number', () => {
  const asked = run('Sort by Date with gusto and panache').turn
  const earlier = [{ ...asked, answer: run(asked.prompt).answer }]

  test('does what was offered', () => {
    const { calls } = run('1', { earlier })
    expect(calls).toMatchObject([
      { tool: 'sort_filter_range', args: { action: 'sort', by: [{ column: 'A', order: 'asc' }] } },
    ])
  })

  test('does what was offered where its words stand behind the number, as a button says it', () => {
    const { calls } = run('1. Sort the rows by Date, oldest first', { earlier })
    expect(calls).toMatchObject([{ tool: 'sort_filter_range', args: { action: 'sort' } }])
  })

  test('with the words of something else is an instruction of its own', () => {
    const { calls } = run('1. Sort the rows by Customer, A to Z', { earlier })
    expect(calls[0]?.args).not.toMatchObject({ by: [{ column: 'A' }] })
  })

  test('that was not offered asks once more', () => {
    const { calls, answer } = run('3', { earlier })
    expect(calls).toEqual([])
    expect(offers(answer)).toHaveLength(1)
  })

  test('is no choice after some other turn', () => {
    const other = run('What is the total of Qty?')
    const { calls, answer } = run('1', { earlier: [...earlier, { ...other.turn, answer: other.answer }] })
    expect(calls).toEqual([])
    expect(answer).not.toContain('Sorted')
  })

  test('holds for “overwrite it” after a refusal', () => {
    const first = run('Fill K2:K20 with Qty times Price, jolly and zebra')
    expect(offers(first.answer)).toHaveLength(1)
    const offered = { ...first.turn, answer: first.answer }
    const error = 'K2 is not empty.'
    const refused = run('1', {
      earlier: [offered],
      respond: ({ tool }) => (tool === 'write_range' ? { output: null, error } : undefined),
    })
    expect(refused.answer).toContain('and overwrite')
    const { calls } = run('overwrite it', {
      earlier: [offered, { ...refused.turn, answer: refused.answer }],
    })
    expect(calls[0]?.args).toMatchObject({ range: "'Orders'!K2:K20", overwrite: true })
  })
})

describe('on a real sheet', () => {
  const on = useOrders()

  test('the whole sentence is done but for the words left out', async () => {
    const { sheet, answers } = await on.saying(
      'Bold the header, then frobnicate the zorblax, then sort by Qty descending',
      '1',
    )
    expect(offers(answers[0]!)).toEqual([
      'Make the header A1:I1 bold, then sort the rows by Qty, highest first',
    ])
    expect((await sheet.shown('Orders!G2:G3')).flat()).toEqual(['10', '3'])
    expect(answers[1]).toContain('Sorted 4 rows')
  })

  test('a choice that no longer fits the sheet is asked again', async () => {
    const sheet = await on.bench()
    const { say } = talk(sheet)
    const first = await say('Delete the zebra rows where Status is Open')
    expect(offers(first.answer)).toEqual(['Delete the 1 row where Status is “Open”'])
    await sheet.batch({
      updateCells: {
        rows: [{ values: [{ userEnteredValue: { stringValue: 'Open' } }] }],
        fields: 'userEnteredValue',
        start: { sheetId: 100, rowIndex: 2, columnIndex: 5 },
      },
    })
    const again = await say('1')
    expect(again.answer).toContain('The sheet is not what it was when I asked')
    expect(offers(again.answer)).toEqual(['Delete the 2 rows where Status is “Open”'])
    expect(await sheet.shown('Orders!F2:F5')).toEqual([['Open'], ['Open'], ['Paid'], ['Paid']])
    expect((await say('1')).answer).toContain('Deleted 2 rows')
    expect(await sheet.shown('Orders!F2:F3')).toEqual([['Paid'], ['Paid']])
  })
})
