/** Wishes that only a language model can fulfil, and how often the way to one is told. */
import { describe, expect, test } from 'vitest'
import { readTurns, type Turn } from '../../../../service/models/offline/conversation.ts'
import { run } from './sample.ts'

describe('a wish that needs a language model', () => {
  test.each([
    'Translate Customer to French',
    'Translate B2:B9 into German',
    'In Orders!B2:B20: translate to Spanish',
    'Add a column French with the translation of Customer',
    'Score each customer from 1 to 10',
    'Add a column Fit that scores each customer',
    'Classify the customers by industry',
    'Categorise Customer into industries',
    'Summarise each customer in one sentence',
    'Summarize the text in Customer',
    'Rewrite Customer politely',
  ])('“%s” is told to need one', prompt => {
    const { calls, answer } = run(prompt)
    expect(calls).toEqual([])
    expect(answer).toContain('needs a language model')
    expect(answer).toContain('Nothing was changed for this.')
    expect(answer).not.toContain("don't understand")
    expect(answer).toContain('ANTHROPIC_API_KEY')
  })

  test.each([
    'Summarise this tab',
    'Classify the sentiment of each Customer',
    'Summarise Price by Region',
    'Sort by Date',
  ])('“%s” needs none', prompt => {
    expect(run(prompt).answer).not.toContain('needs a language model')
  })

  test('what was asked before and after it is told as done and undone', () => {
    const { calls, answer } = run('Sort by Date, then translate Customer to French, then bold the header')
    expect(calls.map(({ tool }) => tool)).toEqual(['sort_filter_range'])
    expect(answer).toContain('needs a language model')
    expect(answer).toContain('I also left this undone: “bold the header”')
  })
})

describe('the way to a language model', () => {
  const before: Turn = { prompt: 'Sing me a song', steps: [], answer: run('Sing me a song').answer }

  test.each(['Dance', 'Translate Customer to French'])('is told once in a conversation: “%s”', prompt => {
    const { answer } = run(prompt, { earlier: [before, { prompt: 'Sort by Date', steps: [] }] })
    expect(answer).not.toContain('ANTHROPIC_API_KEY')
    expect(answer).toContain('language model')
  })

  test('is told again in another conversation', () => {
    expect(run('Dance').answer).toContain('ANTHROPIC_API_KEY')
  })

  test('an earlier answer is read from the conversation', () => {
    const [first] = readTurns([
      { role: 'user', content: [{ type: 'text', text: 'Dance' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'No.' }] },
      { role: 'user', content: [{ type: 'text', text: 'Sing' }] },
    ])
    expect(first).toEqual({ prompt: 'Dance', steps: [], answer: 'No.' })
  })
})
