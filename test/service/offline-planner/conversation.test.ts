/** A conversation as the engine writes it, follow-ups, choices, and that nothing is done by halves. */
import { describe, expect, test } from 'vitest'
import { readTurns, todayIn } from '../../../service/offline-planner/conversation.ts'
import { serialOf } from '../../../service/offline-planner/linking/dates.ts'
import { reading } from './meanings.ts'
import { orders, run, sample } from './sample.ts'

const said = (text: string) => [{ type: 'text', text }]

describe('what the service tells', () => {
  test('the user’s words are told from notes, and results from failures', () => {
    const result = (id: string, output: object) => ({
      type: 'tool-result',
      toolCallId: id,
      toolName: 'x',
      output,
    })
    const call = (id: string) => ({ type: 'tool-call', toolCallId: id, toolName: 'x', input: { a: 1 } })
    const turns = readTurns([
      { role: 'system', content: 'Rules.' },
      {
        role: 'user',
        content: [...said('<earlier-turns>2 left out</earlier-turns>'), ...said('Sort by <b>')],
      },
      { role: 'assistant', content: said('Done.') },
      { role: 'user', content: [...said('<context>\n<x>1</x>\n</context>'), ...said('Go on')] },
      { role: 'assistant', content: [call('1'), call('2'), call('3')] },
      {
        role: 'tool',
        content: [
          result('1', { type: 'json', value: { ok: true } }),
          result('2', { type: 'error-text', value: '3 of 5 rows are done.\n{"rows":3}' }),
        ],
      },
    ] as never)
    expect(turns.map(({ prompt }) => prompt)).toEqual(['Sort by <b>', 'Go on'])
    expect(turns[1]!.steps[0]!.results).toEqual([
      { output: { ok: true } },
      { output: { rows: 3 }, error: '3 of 5 rows are done.' },
      { output: null, error: 'The call has no result.' },
    ])
  })

  test('today is the day that the service tells', () => {
    const prompt = [{ role: 'user', content: said('<context>\nToday is 2026-11-21.\n</context>') }]
    expect(todayIn(prompt as never)).toBe(serialOf(2026, 11, 21))
  })
})

describe('a follow-up', () => {
  const heard = (prompt: string) => [run(prompt).turn]
  const first = (prompt: string, before: string) => run(prompt, { earlier: heard(before) }).calls[0]?.args

  test.each<[string, string, object]>([
    ['Format Price as currency', 'the same for Cost', { action: 'number_format', range: "'Orders'!J2:J120" }],
    ['Trim Customer', 'and for Region', { action: 'trim', range: "'Orders'!F2:F120" }],
    ['Make Region upper case', 'Same for Status', { action: 'upper', range: "'Orders'!G2:G120" }],
  ])('after “%s”, “%s” changes a slot of it', (before, prompt, args) => {
    expect(first(prompt, before)).toMatchObject(args)
  })

  test('“and for South?” asks the same of another value', () => {
    const earlier = heard('What is the total of Qty where Region is North?')
    expect(run('and for South?', { earlier }).answer).toContain('Region is “South” is **10**')
  })

  test('“other way round” turns an order', () => {
    expect(first('other way round', 'Sort by Qty')).toMatchObject({ by: [{ column: 'H', order: 'desc' }] })
  })

  test('“overwrite it” after a refusal writes over', () => {
    const read = reading(['column "Cost" = [Price] / 2', 0.999])
    const refused = run('Cost is half the Price', { read })
    expect(refused.answer).toContain('and overwrite')
    expect(run('Yes, overwrite it', { earlier: [refused.turn], read }).calls[0]?.args).toMatchObject({
      range: "'Orders'!J2:J120",
      formula: '=I2/2',
      overwrite: true,
    })
  })

  test('“it” is the column that was last worked on', () => {
    const { calls, answer } = run('make it bold', { earlier: heard('Format Price as currency') })
    expect(JSON.stringify(calls) + answer).toMatch(/I2:I120|Make Price bold/)
  })
})

describe('honesty', () => {
  test.each([
    'Delete the rows where Region is Atlantis or where the moon is full',
    'delete the helmet column',
    'Sort by the colour of the sky',
    'Write a poem about Region and Status',
    'Order me a pizza',
    'send all customers an email',
  ])('“%s” changes nothing', prompt => {
    expect(run(prompt).calls).toEqual([])
  })

  test('of several instructions none is done where one is not understood', () => {
    const { calls, answer } = run('Sort by Date, then frobnicate the zorblax, then freeze the header')
    expect(calls).toEqual([])
    expect(answer).toContain('nothing was changed')
  })

  test('a tool that is not offered is never called', () => {
    const tools = new Set(['get_sheet_overview', 'read_range'])
    const { calls, answer } = run('Sort by Date', { tools })
    expect(calls).toEqual([])
    expect(answer).toContain('needs the tool sort_filter_range')
  })

  test('a figure of no rows says that there are none, not that it is 0', () => {
    const { answer } = run('What is the total Qty of the orders after May 2031?')
    expect(answer).toContain('There is **no row** where')
  })

  test('a sheet that cannot be seen is not worked on', () => {
    const { answer } = run('Sort by Date', {
      respond: () => ({ output: null, error: 'Google did not answer.' }),
    })
    expect(answer).toContain("can't see the spreadsheet: Google did not answer.")
  })

  test('a wish that takes understanding is told to need a language model', () => {
    const { answer, calls } = run('Translate Customer to French')
    expect(calls).toEqual([])
    expect(answer).toContain('need a language model')
  })
})

test('a spreadsheet with decimal commas gets semicolons and commas in its formulas', () => {
  const overview = { ...sample, locale: 'de_DE', tabs: [orders] }
  const formula = (prompt: string) =>
    run(prompt, { overview }).calls.find(({ args }) => args.formula)?.args.formula
  expect(formula('Add a column Half = Price * 0.5')).toBe('=I2*0,5')
})
