/** How the planner goes through a turn: order, follow-ups, refusals, limits, and that it never pretends. */
import { describe, expect, test } from 'vitest'
import type { Turn } from '../../../../service/models/offline/conversation.ts'
import { readTurns } from '../../../../service/models/offline/conversation.ts'
import { orders, run, sample } from './sample.ts'

const actions = (prompt: string, earlier: Turn[] = []) =>
  run(prompt, { earlier }).calls.map(({ tool, args }) => args.action ?? tool)

describe('several instructions', () => {
  test.each([
    ['format price like euros & freeze the top row', ['number_format', 'freeze']],
    ['trim customer, remove dupes and make price euro', ['trim', 'dedupe', 'number_format']],
    ['sort orders by customer & bold the header', ['sort', 'text_style']],
  ])('“%s” leaves nothing out', (prompt, done) => {
    expect(actions(prompt)).toEqual(done)
  })

  test.each([
    ['Sort by Date, then freeze the header', ['sort', 'freeze']],
    ['Remove duplicates and sort by Customer', ['dedupe', 'sort']],
    ['Trim Customer; uppercase Region; rename this tab to Done', ['trim', 'upper', 'rename_tab']],
    ['Freeze the header. Format Price as currency.', ['freeze', 'number_format']],
    ['Sort by Region then by Price', ['sort']],
    ['Replace "sort and trim" with "x and y"', ['find_replace']],
    ['First trim Customer, after that dedupe by Email', ['trim', 'dedupe']],
  ])('“%s” is done in order', (prompt, expected) => {
    expect(actions(prompt)).toEqual(expected)
  })

  test('a later instruction can speak of the column that an earlier one made', () => {
    const withRevenue = {
      ...sample,
      tabs: [
        {
          ...orders,
          columns: [
            ...orders.columns,
            { column: 'K', header: 'Revenue', type: 'currency' as const, samples: [], non_empty: 119 },
          ],
        },
      ],
    }
    let looks = 0
    const { calls } = run('Add a column Revenue that is Qty times Price and sort by it descending', {
      respond: ({ tool }) =>
        tool === 'get_sheet_overview' ? { output: looks++ === 0 ? sample : withRevenue } : undefined,
    })
    expect(looks).toBe(2)
    expect(calls.at(-1)?.args).toMatchObject({ action: 'sort', by: [{ column: 'K', order: 'desc' }] })
  })

  test('what follows an instruction that is not understood is left undone, and said so', () => {
    const { calls, answer } = run('Sort by Date, then order me a pizza, then freeze the header')
    expect(calls.map(({ args }) => args.action)).toEqual(['sort'])
    expect(answer).toContain('Sorted 119 rows')
    expect(answer).toContain("I don't understand “order me a pizza”")
    expect(answer).toContain('“freeze the header”')
  })
})

describe('follow-ups', () => {
  const heard = (prompt: string) => [run(prompt).turn]

  test.each<[string, string, object]>([
    ['Format Price as currency', 'now sort by it', { action: 'sort', by: [{ column: 'I', order: 'asc' }] }],
    ['Trim Customer', 'make it upper case', { action: 'upper', range: "'Orders'!B2:B120" }],
    [
      'Sort by Qty',
      'format it as a number with no decimals',
      { action: 'number_format', range: "'Orders'!H2:H120", pattern: '#,##0' },
    ],
    ['Sort by Qty', 'make it bold', { action: 'text_style', range: "'Orders'!H2:H120" }],
  ])('after “%s”, “%s” means the same column', (first, second, args) => {
    expect(run(second, { earlier: heard(first) }).calls[0]?.args).toMatchObject(args)
  })
})

describe('a follow-up after a turn in between', () => {
  test('means what the service tells of the turn before that', () => {
    const said = (text: string) => [{ type: 'text', text }]
    const earlier = readTurns([
      { role: 'user', content: said('Format Price as currency') },
      { role: 'assistant', content: said('(format_range I2:I120 on Orders: succeeded)\nFormatted Price.') },
      { role: 'user', content: said('Undo') },
      { role: 'assistant', content: said("I can't.") },
    ] as never)
    expect(run('make it bold', { earlier }).calls[0]?.args).toMatchObject({ range: "'Orders'!I2:I120" })
  })
})

describe('a prompt that asks to leave the sheet as it is', () => {
  test('is answered about the columns of its range', () => {
    const prompt = 'Summarise Orders!H1:I20. Answer here and leave the sheet as it is.'
    const { answer } = run(prompt)
    expect(answer).toContain('**Qty**')
    expect(answer).not.toMatch(/\*\*Region\*\*|undone|understand/)
  })

  test('changes nothing, whatever else it asks for', () => {
    const { calls, answer } = run('Sort by Price. Leave the sheet as it is.')
    expect(calls).toEqual([])
    expect(answer).toContain('Nothing was changed')
  })
})

describe('which tab is meant', () => {
  test.each([
    ['In the tab Sheet2 sort by Amount', "'Sheet2'!A1:B11"],
    ['Sort by Amount in Sheet2', "'Sheet2'!A1:B11"],
    ['In Sheet2, sort by Amount', "'Sheet2'!A1:B11"],
    ['Sort the sheet "Sheet2" by Amount', undefined],
    ['Sort by Amount on the Sheet2 tab', "'Sheet2'!A1:B11"],
    ['Sort by Qty', "'Orders'!A1:J120"],
  ])('“%s” is about %s', (prompt, range) => {
    if (range) expect(run(prompt).calls[0]?.args.range, run(prompt).answer).toBe(range)
  })

  test('the next instruction stays in the tab of the one before', () => {
    const { calls } = run('Trim all cells in the tab Sheet2 and remove duplicates by Name')
    expect(calls.map(({ args }) => args.range)).toEqual(["'Sheet2'!A2:B11", "'Sheet2'!A1:B11"])
  })

  test('“it” is the tab of the turn before, unless only the active tab can be meant', () => {
    const earlier = [run('In the tab Sheet2, trim Name').turn]
    expect(run('now sort it by Amount', { earlier }).calls[0]?.args.range).toBe("'Sheet2'!A1:B11")
    expect(run('now sort it by Price', { earlier }).calls[0]?.args.range).toBe("'Orders'!A1:J120")
  })
})

describe('long conversations', () => {
  test('end as quickly as short ones, whatever was said before', () => {
    const prompts = [
      'Translate the customers to German',
      'the same for Cost',
      'Sort by Date',
      'and overwrite',
      'in Region',
      'The same for Price',
      'What?',
    ]
    const earlier = Array.from({ length: 40 }, (_, index) => ({
      prompt: prompts[index % prompts.length]!,
      steps: [],
    }))
    for (const prompt of prompts) expect(run(prompt, { earlier }).answer).not.toBe('')
  })
})

describe('the same again', () => {
  const heard = (prompt: string) => [run(prompt).turn]

  test.each<[string, string, object]>([
    [
      'Format Price as currency',
      'the same for Cost',
      { action: 'number_format', range: "'Orders'!J2:J120", kind: 'currency' },
    ],
    ['Trim Customer', 'and for Region', { action: 'trim', range: "'Orders'!F2:F120" }],
    [
      'Highlight Qty above 10',
      'do the same with Price',
      { action: 'conditional', range: "'Orders'!I2:I120", op: '>', value: 10 },
    ],
    ['Make Region upper case', 'Same for Status', { action: 'upper', range: "'Orders'!G2:G120" }],
  ])('after “%s”, “%s”', (first, second, args) => {
    expect(
      run(second, { earlier: heard(first) }).calls[0]?.args,
      run(second, { earlier: heard(first) }).answer,
    ).toMatchObject(args)
  })

  test('“overwrite it” after a refusal writes over', () => {
    const refusal = { output: null, error: 'K2:K120 is not empty.' }
    const first = run('Revenue in K = Qty * Price', {
      respond: ({ tool }) => (tool === 'write_range' ? refusal : undefined),
    })
    expect(first.answer).toContain('and overwrite')
    for (const yes of ['Yes, overwrite it', 'overwrite', 'and overwrite please']) {
      expect(run(yes, { earlier: [first.turn] }).calls[0]?.args, yes).toEqual({
        range: "'Orders'!K2:K120",
        formula: '=H2*I2',
        overwrite: true,
      })
    }
  })
})

describe('a spreadsheet with decimal commas', () => {
  test('gets semicolons between arguments and commas in numbers, and texts stay', () => {
    const overview = { ...sample, locale: 'de_DE' }
    const formula = (prompt: string) => run(prompt, { overview }).calls[0]?.args.formula
    expect(formula('Add a column Tax that is 19% of Price')).toBe('=I2*0,19')
    expect(formula('Add a column Size that is "A, 1.5" if Qty > 10 else Small')).toBe(
      '=IF(H2>10;"A, 1.5";"Small")',
    )
  })
})

describe('honesty', () => {
  test('a refused write is told with its reason and with what to write instead', () => {
    const refusal = 'K2:K120 is not empty: it holds 119 values, first “old”. Nothing was written.'
    const { answer, calls } = run('Add a column Revenue that is Qty times Price', {
      respond: ({ tool }) => (tool === 'write_range' ? { output: null, error: refusal } : undefined),
    })
    expect(calls).toHaveLength(1)
    expect(answer).toContain(refusal)
    expect(answer).toContain('and overwrite')
    expect(answer).not.toContain('Added')
  })

  test('the answer tells counts that the tools reported', () => {
    const removed = (count: number) =>
      run('Remove duplicates', {
        respond: ({ tool }) => (tool === 'clean_range' ? { output: { removed_rows: count } } : undefined),
      }).answer
    expect(removed(7)).toContain('Removed 7 rows')
    expect(removed(0)).toContain('nothing was removed')
  })

  test('errors in written formulas are told', () => {
    const { answer } = run('Add a column R that is Price / Qty', {
      respond: ({ args }) =>
        args.formula === undefined
          ? undefined
          : { output: { written_range: 'K2:K120', cells: 119, errors: [{ cell: 'K7', error: '#DIV/0!' }] } },
    })
    expect(answer).toContain('1 cell shows an error, first K7 #DIV/0!')
  })

  test('what is not understood is said, with examples and the way to a language model', () => {
    const { answer, calls } = run('Write a poem about my customers')
    expect(calls).toEqual([])
    expect(answer).toContain("I don't understand “Write a poem about my customers”")
    expect(answer).toContain('Nothing was changed')
    expect(answer).toContain('ANTHROPIC_API_KEY')
    expect(answer.match(/^- /gm)!.length).toBeGreaterThanOrEqual(3)
  })

  test('the examples speak of columns that the sheet has', () => {
    const tab = { ...orders, columns: [{ ...orders.columns[0]!, header: 'Comment' }] }
    const { answer } = run('Make a table of my dreams', { overview: { ...sample, tabs: [tab] } })
    expect(answer.match(/^- /gm)).toHaveLength(5)
    expect(answer).not.toMatch(/Qty|Region|Price|Status|Customer/)
  })

  test('columns that a large overview left out are asked for by the name of their tab', () => {
    const [active, other] = sample.tabs
    const short = { ...sample, tabs: [active!, { ...other!, columns: [], omitted_columns: 2 }] }
    const looks: unknown[] = []
    const { calls } = run('Sort by Amount in the tab Sheet2', {
      respond: ({ tool, args }) => {
        if (tool !== 'get_sheet_overview') return undefined
        looks.push(args)
        return { output: args.tabs ? sample : short }
      },
    })
    expect(looks).toEqual([{}, { tabs: ['Sheet2'] }])
    expect(calls[0]?.args).toMatchObject({ range: "'Sheet2'!A1:B11", by: [{ column: 'B', order: 'asc' }] })
  })

  test('a sheet that cannot be seen is not worked on', () => {
    const { answer } = run('Sort by Date', {
      respond: () => ({ output: null, error: 'Google did not answer.' }),
    })
    expect(answer).toContain("can't see the spreadsheet: Google did not answer.")
  })

  test('a tool that is not offered is never called', () => {
    const { answer, calls } = run('Sort by Date', { tools: new Set(['get_sheet_overview']) })
    expect(calls).toEqual([])
    expect(answer).toContain('needs the tool sort_filter_range')
  })
})

describe('figures', () => {
  const column =
    (values: unknown[][], lastRow: unknown[] = ['2026-03-01', 'x']) =>
    ({ tool, args }: { tool: string; args: Record<string, unknown> }) =>
      tool === 'read_range'
        ? {
            output: {
              ranges: (args.ranges as string[]).map((range, index) => ({
                range,
                values: index === 0 ? values : [lastRow],
              })),
            },
          }
        : undefined

  test.each([
    ['What is the total of Price?', '**$30.50**'],
    ['average Price', '**$10.17**'],
    ['highest price', '**$20.00**'],
    ['lowest Price', '**$0.50**'],
    ['median of Price', '**$10.00**'],
  ])('“%s” is %s', (prompt, expected) => {
    expect(run(prompt, { respond: column([[10], [20], [0.5]]) }).answer).toContain(expected)
  })

  test('cells without a number are left out and counted', () => {
    expect(run('Sum Qty', { respond: column([[1], ['n/a'], [''], ['2,000']]) }).answer).toContain(
      '**2,001** (2 values in H2:H120; 1 cell without a number left out)',
    )
  })

  test('a total row at the end is not counted again', () => {
    const values = Array.from({ length: 119 }, () => [1])
    const { answer } = run('Sum Qty', {
      respond: column([...values.slice(1), [118]], ['Total', '', '', '', '', '', '', 118]),
    })
    expect(answer).toContain('**118** (118 values in H2:H119)')
  })

  test('a long column is read page by page', () => {
    let page = 0
    const { answer } = run('Sum Qty', {
      respond: ({ tool, args }) => {
        if (tool !== 'read_range') return undefined
        page++
        const values = page === 1 ? [[1], [2]] : [[3]]
        const truncated = page === 1 ? { truncated: { next_offset_rows: 2 } } : {}
        return {
          output: { ranges: (args.ranges as string[]).map(range => ({ range, values, ...truncated })) },
        }
      },
    })
    expect(page).toBe(2)
    expect(answer).toContain('**6**')
  })
})

describe('a conversation as the engine writes it', () => {
  test('the user’s words are told from notes, and results from failures', () => {
    const result = (id: string, output: object) => ({
      type: 'tool-result',
      toolCallId: id,
      toolName: 'bulk_prompt',
      output,
    })
    const call = (id: string) => ({
      type: 'tool-call',
      toolCallId: id,
      toolName: 'bulk_prompt',
      input: { a: 1 },
    })
    const turns = readTurns([
      { role: 'system', content: 'Rules. Sort by Date.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: '<earlier-turns>2 left out</earlier-turns>' },
          { type: 'text', text: 'Sort by <b>' },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: '<context>\n<x>1</x>\n</context>' },
          { type: 'text', text: 'Go on' },
        ],
      },
      { role: 'assistant', content: [call('1'), call('2'), call('3'), call('4')] },
      {
        role: 'tool',
        content: [
          result('3', { type: 'text', value: '<data>{"rows":[1]}</data>' }),
          result('1', { type: 'json', value: { ok: true } }),
          result('2', { type: 'error-text', value: '3 of 5 rows are done.\n{"rows":{"processed":3}}' }),
        ],
      },
    ] as never)
    expect(turns.map(({ prompt }) => prompt)).toEqual(['Sort by <b>', 'Go on'])
    expect(turns[1]!.steps).toEqual([
      {
        calls: Array.from({ length: 4 }, () => ({ tool: 'bulk_prompt', args: { a: 1 } })),
        results: [
          { output: { ok: true } },
          { output: { rows: { processed: 3 } }, error: '3 of 5 rows are done.' },
          { output: { rows: [1] } },
          { output: null, error: 'The call has no result.' },
        ],
      },
    ])
  })
})
