/** Whether the likeliest reading is done, asked about, or nothing is. */
import { describe, expect, test } from 'vitest'
import type { Effect } from '../../../service/offline-planner/kinds/kind.ts'
import { sort } from '../../../service/offline-planner/kinds/rows/sort.ts'
import { notInVain, type Reading } from '../../../service/offline-planner/learned/reader.ts'
import { told } from '../../../service/offline-planner/plan.ts'
import { decide } from '../../../service/offline-planner/reading/decision.ts'
import { SURENESS } from '../../../service/offline-planner/reading/sureness.ts'
import { NONE_LEFT } from './meanings.ts'
import { run } from './sample.ts'

const offers = (answer: string): string[] => [...answer.matchAll(/^\d\. (.+)$/gm)].map(([, says]) => says!)

/** As if the network had read that. */
const reading = (
  says: string,
  probability: number,
  does: { effect?: Effect; takes?: boolean } = {},
): Reading => ({
  instructions:
    says === ''
      ? []
      : [
          {
            kind: sort,
            reading: { plan: () => told(says), says, effect: 'add', ...does },
            tab: '',
            isVain: false,
            comesTo: null,
          },
        ],
  says,
  probability,
  items: [{ kind: 'word', word: says }],
  said: 'five words of a sentence',
  left: NONE_LEFT,
})

describe('of readings', () => {
  test('one that finds nothing to do gives way to another of its kind, unless that is far less likely', () => {
    const vain = reading('Delete the rows', 0.6)
    vain.instructions[0]!.isVain = true
    const other = { ...reading('Delete other rows', 0.2), items: vain.items }
    const hardly = { ...other, probability: 0.01 }
    const sorting = reading('Sort', 0.3)
    expect(notInVain([vain, sorting, other])).toEqual([other, vain, sorting])
    expect(notInVain([vain, sorting, hardly])).toEqual([vain, sorting, hardly])
  })

  test('one that finds nothing to do is not offered beside one that does, and is a doubt all the same', () => {
    const vain = reading('Delete no rows', 0.45)
    vain.instructions[0]!.isVain = true
    const best = reading('Delete the rows', 0.5)
    expect(decide([best, vain])).toEqual({ ask: [best] })
    expect(decide([vain])).toEqual({ ask: [vain] })
  })

  test('the likeliest is done where it is all but certain', () => {
    const best = reading('Sort', 0.999)
    expect(decide([best, reading('Hide', 0.001)])).toEqual({ do: best })
  })

  test('two that are about as likely are asked about, the likelier first', () => {
    const readings = [reading('Hide the column', 0.5), reading('Delete the column', 0.4)]
    expect(decide(readings)).toEqual({ ask: readings })
  })

  test('those that are hardly likely are not offered', () => {
    const readings = [reading('Hide the column', 0.4), reading('Delete the column', 0.04)]
    expect(decide(readings)).toEqual({ ask: readings.slice(0, 1) })
  })

  test('no more than three are offered', () => {
    const readings = ['a', 'b', 'c', 'd'].map(says => reading(says, 0.25))
    expect(decide(readings)).toEqual({ ask: readings.slice(0, 3) })
  })

  test('what takes something away must be likelier than what adds something', () => {
    const needed = { read: 0, add: 0, change: 0, takes: 2 }
    const sureness = { ...SURENESS, needed }
    const taking = reading('Delete the column', 0.999, { effect: 'change', takes: true })
    expect(decide([taking], sureness)).toEqual({ ask: [taking] })
    expect(decide([reading('Add a column', 0.999)], sureness)).toHaveProperty('do')
  })

  test('words that hold back are asked about, however sure the network is', () => {
    const held = {
      ...reading('Delete the column', 0.999, { effect: 'change', takes: true }),
      left: { ...NONE_LEFT, withheld: 1 },
    }
    expect(decide([held])).toEqual({ ask: [held] })
  })

  test('what would show the opposite of what is said is asked about', () => {
    const turned = { ...reading('Show only the open ones', 0.999), left: { ...NONE_LEFT, turned: 1 } }
    expect(decide([turned])).toEqual({ ask: [turned] })
  })

  test('a column that nobody names is not hidden', () => {
    const items = [{ kind: 'word', word: 'hidecolumn' }] as const
    const named = { ...reading('Hide Brix', 0.999), items }
    const guessed = { ...named, left: { ...NONE_LEFT, guessed: 1 } }
    expect(decide([named])).toEqual({ do: named })
    expect(decide([guessed])).toEqual({ ask: [guessed] })
  })

  test('two that people take for the same are not asked about', () => {
    const chart = (type: string, probability: number): Reading => ({
      ...reading(`Draw a ${type} chart`, probability),
      items: [
        { kind: 'word', word: 'chart' },
        { kind: 'word', word: type },
      ],
    })
    const bars = chart('bar', 0.5)
    expect(decide([bars, chart('column', 0.49)])).toEqual({ do: bars })
    expect(decide([bars, chart('pie', 0.49)])).toHaveProperty('ask')
  })

  test('a date and its day are one to chart by', () => {
    const by = (words: readonly string[], probability: number): Reading => ({
      ...reading(`Draw a chart ${words.join(' ')}`, probability),
      items: ['chart', 'line', ...words].map(word => ({ kind: 'word', word })),
    })
    const dates = by(['by', 'Due'], 0.5)
    expect(decide([dates, by(['by', 'day', 'Due'], 0.49)])).toEqual({ do: dates })
    expect(decide([dates, by(['by', 'month', 'Due'], 0.49)])).toHaveProperty('ask')
  })

  test('where nothing is likely what is meant, nothing is offered', () => {
    expect(decide([reading('', 0.9), reading('Sort', 0.1)])).toBe('nothing')
  })

  test('where nothing is as likely as something, that is asked about', () => {
    const other = reading('Sort', 0.4)
    expect(decide([reading('', 0.5), other])).toEqual({ ask: [other] })
  })

  test('without any, nothing is understood', () => {
    expect(decide([])).toBe('not understood')
  })
})

test.each([
  ['When I scroll down I always lose the headings, can you nail those down?', 'Freeze the first row'],
  ['stretch the columns until nothing is cut off any more, I can not read the mails', 'Fit the widths of'],
])('what is meant by “%s” is done or offered', (prompt, says) => {
  const { calls, answer } = run(prompt)
  expect(calls.length > 0 || offers(answer).some(each => each.startsWith(says))).toBe(true)
})

test.each([
  'If we should one day want to take out the open ones, that would go quite easily I suppose.',
  'Take out the column Cost please... oh no, wait, the bookkeeper needs that still. Leave everything as it is.',
  'Thank you kindly, that was it for today, I go and fetch the dog.',
])('nothing is done for “%s”', prompt => {
  expect(run(prompt).calls).toEqual([])
})
