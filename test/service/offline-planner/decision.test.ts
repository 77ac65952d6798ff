/** Which of two readers is followed: the rules, the learned reader, both, or neither without asking. */
import { describe, expect, test } from 'vitest'
import { seenOf } from '../../../scripts/planner-model/pairs.ts'
import type { Learned } from '../../../service/offline-planner/learned/reader.ts'
import { decide, type Read } from '../../../service/offline-planner/reading/decision.ts'
import { instructionsIn, type Scene, sceneOf } from '../../../service/offline-planner/reading/sentence.ts'
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

describe('where both readers are given', () => {
  const tabs = [
    {
      title: 'Orders',
      rows: [
        ['Customer', 'Email', 'Price', 'Status'],
        ['Acme', 'ada@example.com', 12, 'Open'],
        ['Birch', 'bo@example.com', 30, 'Paid'],
      ],
    },
  ]
  const seen = seenOf({ tabs })
  const sceneFor = (text: string): Scene => {
    const scene = sceneOf(seen, { text, turns: [{ prompt: text, steps: [] }], today: 46_347 })
    if (typeof scene === 'string') throw new Error(scene)
    return scene
  }
  const clausesFor = (text: string) => instructionsIn(sceneFor(text), text)
  /** As if the learned reader had read that instead. */
  const reading = (text: string, probability: number, word = 'sort'): Learned => ({
    clauses: clausesFor(text),
    items: [{ kind: 'word', word }],
    said: text,
    probability,
    isGuessed: false,
  })
  const decided = (said: string, learned: Learned[], held: Partial<Read> = {}) =>
    decide({
      rules: clausesFor(said),
      learned: () => learned,
      home: sceneFor(said).scope.tab,
      said,
      isWithheld: false,
      isLeftAlone: false,
      ...held,
    })

  test('what one would delete and the other would hide is asked about', () => {
    const { choices } = decided('delete the column Email', [
      reading('hide the column Email', 0.7, 'hidecolumn'),
      reading('delete the column Email', 0.25, 'deletecolumn'),
    ])
    expect(choices.map(({ says }) => says)).toEqual(
      expect.arrayContaining(['Hide the column Email', 'Delete the column Email']),
    )
  })

  test('what both would delete is deleted', () => {
    const { choices, learned } = decided('delete the column Email', [
      reading('delete the column Email', 0.97, 'deletecolumn'),
    ])
    expect(choices).toEqual([])
    expect(learned).toBeNull()
  })

  test.each([{ isWithheld: true }, { isLeftAlone: true }])(
    'a change that words forbid is not made, however likely it is: %o',
    held => {
      const unknown = 'Zork the frobnicator of glibs'
      expect(decided(unknown, [reading('sort by Price', 0.999)], {}).learned).not.toBeNull()
      expect(decided(unknown, [reading('sort by Price', 0.999)], held).learned).toBeNull()
    },
  )

  test('what would delete is never done by the learned reader alone', () => {
    const { learned, choices } = decided('Zork the frobnicator of glibs', [
      reading('delete the column Email', 0.999, 'deletecolumn'),
    ])
    expect(learned).toBeNull()
    expect(choices.map(({ says }) => says)).toContain('Delete the column Email')
  })
})
