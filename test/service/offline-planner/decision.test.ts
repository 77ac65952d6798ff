/** Which of two readers is followed: the rules, the learned reader, both, or neither without asking. */
import { describe, expect, test } from 'vitest'
import { run } from './sample.ts'

const offers = (answer: string): string[] => [...answer.matchAll(/^\d\. (.+)$/gm)].map(([, says]) => says!)

describe('where the rules do not know the words', () => {
  test.each([
    ['When I scroll down I always lose the headings, can you nail those down?', 'Freeze the first row'],
    ['the order of the first names from Z to A would please me', 'Sort the rows by First'],
    ['stretch the columns until nothing is cut off any more, I can not read the mails', 'Fit the widths of'],
  ])('the learned reader does or offers what is meant by “%s”', (prompt, says) => {
    expect(run(prompt, { isRulesOnly: true }).calls).toEqual([])
    const { calls, answer } = run(prompt)
    expect(calls.length > 0 || offers(answer).some(each => each.startsWith(says))).toBe(true)
  })

  test('what would be lost is offered, and done when it is pressed', () => {
    const first = run('Whoever stands on Open can go, out with them, I binned the papers this morning')
    expect(first.calls).toEqual([])
    const [says] = offers(first.answer)
    expect(says).toBe('Delete the 2 rows where Status is “Open”')
    const pressed = run(`1. ${says}`, { earlier: [{ ...first.turn, answer: first.answer }] })
    expect(pressed.calls).toMatchObject([
      { tool: 'edit_structure', args: { action: 'delete_rows' } },
      { tool: 'edit_structure', args: { action: 'delete_rows' } },
    ])
  })
})

test.each([
  'If we should one day want to take out the open ones, that would go quite easily I suppose.',
  'Take out the column Cost please... oh no, wait, the bookkeeper needs that still. Leave everything as it is.',
  'Thank you kindly, that was it for today, I go and fetch the dog.',
])('nothing is done for “%s”', prompt => {
  expect(run(prompt).calls).toEqual([])
})

test('what the rules account for word by word is theirs', () => {
  expect(run('Sort by Price descending').calls).toEqual(
    run('Sort by Price descending', { isRulesOnly: true }).calls,
  )
})

test('what only the rules would delete is asked about', () => {
  const prompt =
    'I need to see dollars per status in a little table, paid, open and cancelled, one line for each.'
  const alone = run(prompt, { isRulesOnly: true })
  expect(JSON.stringify(alone.calls)).toContain('delete_rows')
  expect(JSON.stringify(run(prompt).calls)).not.toContain('delete_rows')
})
