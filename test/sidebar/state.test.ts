import { beforeEach, describe, expect, it } from 'vitest'
import { requestErrorCodes, requestErrorStatus, turnErrorCodes } from '../../contract/index.ts'
import type { RpcError, SheetContext } from '../../contract/rpc.ts'
import { parseAgent, parseMessagesPage } from '../../sidebar/conversation/agent.ts'
import { parseEntry } from '../../sidebar/conversation/entries.ts'
import { createThread } from '../../sidebar/conversation/thread.ts'
import { readBridgeError } from '../../sidebar/host/google-script.ts'
import { sleep } from '../../sidebar/host/host.ts'
import { createComposer } from '../../sidebar/state/composer.ts'
import { isDestination } from '../../sidebar/state/destination.ts'
import { explainCopy, explainRequest, explainTurn } from '../../sidebar/words/errors.ts'
import { suggestionsFor } from '../../sidebar/words/suggestions.ts'
import { formatDollars, formatSeconds, t, textOf, useLanguage } from '../../sidebar/words/texts.ts'
import { changeOf, detailsOf, placeOf, sentenceOf, timeLeft } from '../../sidebar/words/tool-words.ts'
import { FakeClock } from './clock.ts'

const failure = (over: Partial<RpcError>): RpcError => ({
  status: 0,
  code: 'X',
  message: 'In the words of the service.',
  requestId: 'r1',
  ...over,
})

describe('an error', () => {
  it.each(requestErrorCodes)('%s has words of its own, says what changed, and names a next step', code => {
    expect(textOf(`error.${code}`), 'has a text').toBeDefined()
    const { title, text, changed, next } = explainRequest(failure({ code, status: requestErrorStatus[code] }))
    expect([title, text, changed].every(words => words !== '')).toBe(true)
    expect(next).toBeDefined()
  })

  it.each(turnErrorCodes)('of a turn, %s has words of its own', code => {
    expect(textOf(`turn.${code}`)).toBeDefined()
    expect(explainTurn(code, 'Why.', 'partly')).toMatchObject({
      changed: 'What was written before stays in the sheet.',
    })
  })

  it('with an unknown code is explained by its status, in the words of the service', () => {
    const { title, text } = explainRequest(failure({ code: 'BRAND_NEW', status: 403 }))
    expect(title).toBe('The service refused this')
    expect(text).toContain('In the words of the service.')
  })

  it.each([
    ['SPREADSHEET_NOT_FOUND', 404],
    ['SPREADSHEET_FORBIDDEN', 403],
  ])('of a copy, %s, speaks of the spreadsheet that it was meant for', (code, status) => {
    const error = failure({ code, status })
    expect(explainCopy(error, true).title).toContain('the other spreadsheet')
    expect(explainCopy(error, false)).toEqual(explainRequest(error))
  })

  it('of a copy that is about neither spreadsheet is explained like any other', () => {
    const error = failure({ code: 'RATE_LIMIT_EXCEEDED', status: 429 })
    expect(explainCopy(error, true)).toEqual(explainRequest(error))
  })

  it.each([
    ['UPSTREAM_TIMEOUT', 504],
    ['BRAND_NEW', 504],
    ['SERVICE_TIMEOUT', 0],
    ['START_UNKNOWN', 0],
  ])('%s (%i) says once that it may have started', (code, status) => {
    const { text, changed } = explainRequest(failure({ code, status, message: '' }))
    expect([text, changed]).toEqual([
      'Look at the sheet before you send it again.',
      'It may have started and changed the sheet.',
    ])
  })

  it('with an unknown status still says what to do', () => {
    expect(explainRequest(failure({ code: 'TEAPOT', status: 418 }))).toMatchObject({
      title: 'That did not work',
      next: 'retry',
      reference: 'TEAPOT · HTTP 418 · r1',
    })
  })

  it.each([
    ['PERMISSION_DENIED: storage', 'MULTIPLE_ACCOUNTS'],
    ['Authorization is required to perform that action.', 'MULTIPLE_ACCOUNTS'],
    ['NetworkError: Connection failure due to HTTP 401', 'SESSION_EXPIRED'],
    ['NetworkError: Connection failure due to HTTP 0', 'BRIDGE_OFFLINE'],
    ['We are sorry, a server error occurred. Please wait a bit and try again.', 'BRIDGE_FAILED'],
  ])('of the bridge, "%s", is %s', (message, code) => {
    expect(readBridgeError(new Error(message)).error.code).toBe(code)
  })
})

describe('what a service answers', () => {
  it.each([null, 7, 'text', {}, { id: 3 }])('may be nonsense: %j is no agent', value => {
    expect(parseAgent(value)).toBeNull()
  })

  it('may lack everything but an id', () => {
    expect(parseAgent({ id: 'a' })).toMatchObject({
      id: 'a',
      isActive: true,
      entries: [],
      usage: null,
      error: null,
    })
    expect(parseMessagesPage({ messages: [null, 4] }, 0)?.entries.map(({ type }) => type)).toEqual([
      'unknown',
      'unknown',
    ])
  })

  it.each([
    ['pending', 'waiting'],
    ['running', 'running'],
    ['succeeded', 'succeeded'],
    ['completed', 'succeeded'],
    ['failed', 'failed'],
    ['error', 'failed'],
    ['cancelled', 'cancelled'],
    ['dreaming', 'other'],
  ])('has tool calls in status %s, shown as %s', (status, state) => {
    expect(parseEntry({ type: 'tool_call', tool: 'write_range', status }, 0)).toMatchObject({ state })
  })
})

describe('a tool call in words', () => {
  const call = (over: object) => {
    const entry = parseEntry({ type: 'tool_call', tool_call_id: 'c', turn_id: 't', ...over }, 0)
    if (entry.type !== 'tool') throw new Error('Not a tool call.')
    return entry
  }

  it.each([
    [{ tool: 'write_range', status: 'succeeded', cells: 120 }, 'Wrote 120 cells'],
    [{ tool: 'write_range', status: 'succeeded', cells: 1 }, 'Wrote 1 cell'],
    [{ tool: 'write_range', status: 'running' }, 'Writing'],
    [
      { tool: 'read_range', status: 'completed', read: { sheets: 1, rows: 2, columns: 3, cells: 6 } },
      'Read 6 cells',
    ],
    [{ tool: 'juggle_cells', status: 'succeeded' }, 'Ran juggle cells'],
    [{ tool: 'juggle_cells', status: 'error' }, 'juggle cells failed'],
    [{ tool: 'clean_range', status: 'cancelled' }, 'Stopped: Cleaning'],
    [{ tool: 'format_range', status: 'dreaming' }, 'Formatting (dreaming)'],
  ])('%j is "%s"', (entry, words) => {
    expect(sentenceOf(call(entry))).toBe(words)
  })

  it('knows where a click leads', () => {
    expect(placeOf(call({ range: 'C2:C9', sheet_name: 'Leads' }))).toEqual({
      sheetName: 'Leads',
      range: 'C2:C9',
    })
    expect(placeOf(call({ updated_range: 'Leads!D2:D9' }))).toEqual({ sheetName: null, range: 'D2:D9' })
    expect(
      placeOf(call({ source_range: 'A1', target_range: 'B1', target_sheet: 'Two', sheet_name: 'One' })),
    ).toEqual({ sheetName: 'Two', range: 'B1' })
    expect(placeOf(call({}))).toBeNull()
  })

  it.each([
    ['nothing', 'that only read', [{ tool: 'read_range', status: 'succeeded' }]],
    ['nothing', 'whose writing failed', [{ tool: 'write_range', status: 'failed' }]],
    ['maybe', 'cut off while it wrote', [{ tool: 'write_range', status: 'cancelled' }]],
    [
      'maybe',
      'whose rows failed in part',
      [{ tool: 'bulk_prompt', status: 'failed', rows: { processed: 3, errors: 1, total: 4 } }],
    ],
    [
      'partly',
      'that wrote, then was cut off',
      [
        { tool: 'write_range', status: 'succeeded' },
        { tool: 'format_range', status: 'cancelled' },
      ],
    ],
  ])('says that %s changed in a turn %s', (change, _, calls) => {
    const prompt = parseEntry({ type: 'user_message', content: 'Go' }, 0)
    expect(changeOf([prompt, ...calls.map(call)])).toBe(change)
  })

  it('shows sources as links and unknown fields plainly', () => {
    const details = detailsOf(call({ status: 'succeeded', sources: ['https://a.example/'], wind_force: 3 }))
    expect(details).toEqual([
      { label: 'Sources', text: '', links: ['https://a.example/'] },
      { label: 'wind force', text: '3' },
    ])
  })

  it('estimates the rest from the pace until now, and not too early', () => {
    expect(timeLeft({ processed: 50, errors: 0, total: 100 }, 60_000)).toBe('about 60 s left')
    expect(timeLeft({ processed: 10, errors: 10, total: 100 }, 60_000)).toBe('about 4 min left')
    expect(timeLeft({ processed: 1, errors: 0, total: 100 }, 60_000)).toBeNull()
    expect(timeLeft({ processed: 50, errors: 0, total: null }, 60_000)).toBeNull()
  })
})

describe('the thread', () => {
  const agent = (over: object) => {
    const view = parseAgent({ id: 'a', status: 'active', number_of_turns: 1, ...over })
    if (!view) throw new Error('No agent.')
    return view
  }
  const tool = (id: string, status: string) => ({
    type: 'tool_call',
    turn_id: 't1',
    tool_call_id: id,
    tool: 'write_range',
    status,
  })

  it('touches only what changed', () => {
    const thread = createThread(() => 0)
    thread.apply(agent({ messages: [tool('one', 'succeeded'), tool('two', 'running')] }))
    const turn = thread.turns.value[0]
    const cells = turn?.cells.value ?? []
    const seen = cells.map(({ entry }) => entry.value)
    thread.apply(agent({ messages: [tool('one', 'succeeded'), tool('two', 'succeeded')] }))
    expect(turn?.cells.value, 'the list').toBe(cells)
    expect(cells[0]?.entry.value, 'the call that stayed').toBe(seen[0])
    expect(cells[1]?.entry.value, 'the call that moved').not.toBe(seen[1])
  })

  it('knows which failures were overcome', () => {
    const thread = createThread(() => 0)
    thread.apply(agent({ messages: [tool('1', 'failed'), tool('2', 'succeeded'), tool('3', 'failed')] }))
    expect(thread.turns.value[0]?.lastSuccess.value).toBe(1)
  })

  it('keeps the prompt as it was typed where the service leaves it out', () => {
    const thread = createThread(() => 0)
    thread.begin('Sort')
    thread.apply(agent({ messages: [tool('1', 'running')] }))
    expect(thread.turns.value).toHaveLength(1)
    expect(thread.turns.value[0]?.cells.value.map(({ entry }) => entry.value.type)).toEqual(['user', 'tool'])
  })

  it('puts earlier turns before, without those that are there', () => {
    const thread = createThread(() => 0)
    thread.apply(agent({ messages: [tool('x', 'succeeded')] }))
    const earlier = (turn: string) => parseEntry({ type: 'user_message', turn_id: turn, content: turn }, 0)
    thread.prepend([earlier('t-1'), earlier('t0'), earlier('t1')])
    expect(thread.turns.value.map(({ turnId }) => turnId)).toEqual(['t-1', 't0', 't1'])
  })
})

describe('the prompt box', () => {
  const place: SheetContext = {
    spreadsheetId: 'S',
    spreadsheetName: 'N',
    tab: { sheetId: 0, name: 'My leads' },
    selection: 'B2:B9',
    selectedCells: 8,
    headers: [],
    samples: [],
  }
  let saved: string[]
  let saveMs: number
  let clock: FakeClock
  let composer: ReturnType<typeof createComposer>

  beforeEach(() => {
    saved = []
    saveMs = 0
    clock = new FakeClock()
    composer = createComposer(
      {
        saveDraft: async text => {
          saved.push(text)
          await sleep(clock, saveMs)
          return { ok: true, value: null }
        },
      },
      clock,
    )
  })

  it('walks through earlier prompts and comes back to the draft', () => {
    composer.load('draft', ['one', 'two'])
    expect(composer.recall('earlier')).toBe(true)
    expect(composer.text.value).toBe('two')
    composer.recall('earlier')
    expect(composer.recall('earlier'), 'there is none before the first').toBe(false)
    expect(composer.text.value).toBe('one')
    composer.recall('later')
    composer.recall('later')
    expect(composer.text.value).toBe('draft')
    expect(composer.recall('later')).toBe(false)
  })

  it('saves a draft once typing pauses, not at each letter', async () => {
    for (const text of ['a', 'ab', 'abc']) composer.write(text)
    await clock.pass(5_000)
    expect(saved).toEqual(['abc'])
  })

  it('saves the draft at once when the sidebar goes away, and only once', async () => {
    composer.write('Half a thou')
    composer.flush()
    expect(saved).toEqual(['Half a thou'])
    await clock.pass(5_000)
    expect(saved).toHaveLength(1)
  })

  it('saves half a second after the last letter', async () => {
    composer.write('Half a thou')
    await clock.pass(500)
    expect(saved).toEqual(['Half a thou'])
  })

  it('saves no draft while an earlier one is on its way, then the newest', async () => {
    saveMs = 3_000
    composer.write('a')
    await clock.pass(1_000)
    composer.write('ab')
    await clock.pass(1_000)
    composer.write('abc')
    expect(saved).toEqual(['a'])
    await clock.pass(5_000)
    expect(saved).toEqual(['a', 'abc'])
  })

  it('attaches the selection in words, once', () => {
    composer.write('make it title case')
    composer.attach(place)
    composer.attach(place)
    expect(composer.text.value).toBe("In 'My leads'!B2:B9: make it title case")
  })
})

describe('where a tab is copied to', () => {
  const id = '1ZyXwVuTsRqPoNmLkJiHgFeDcBa9876543210zyxwvut'
  it.each([
    id,
    `https://docs.google.com/spreadsheets/d/${id}/edit#gid=0`,
    `docs.google.com/spreadsheets/u/1/d/${id}`,
    'http://127.0.0.1:8788/spreadsheets/d/other/edit',
  ])('can be %s', text => {
    expect(isDestination(text)).toBe(true)
  })

  it.each(['', 'hello', 'my other budget', 'https://example.com/', `${id} ${id}`])('cannot be "%s"', text => {
    expect(isDestination(text)).toBe(false)
  })
})

describe('suggestions', () => {
  const context = (headers: string[], samples: string[]): SheetContext => ({
    spreadsheetId: 'S',
    spreadsheetName: 'N',
    tab: { sheetId: 0, name: 'Orders' },
    selection: null,
    selectedCells: 0,
    headers,
    samples,
  })

  it('are made from the headers in four groups', () => {
    const groups = suggestionsFor(
      context(
        ['Order', 'Date', 'Customer', 'Email', 'Qty', 'Price'],
        ['1001', '2026-03-01', 'Blue Door', 'a@b.example', '12', '$14.50'],
      ),
    )
    expect(groups.enrich[0]).toBe('Add a column Total that is Qty times Price')
    expect(groups.clean).toContain('Remove duplicate rows by Email')
    expect(groups.analyse[0]).toBe('Sum of Price by Customer in a new table')
    expect(groups.format).toContain('Format Date as date')
  })

  it('take rows for duplicates by their email or as a whole, never by a date', () => {
    const { clean } = suggestionsFor(context(['Date', 'Region', 'Qty'], ['2026-03-01', 'East', '12']))
    expect(clean).toContain('Remove duplicate rows')
    expect(clean.join()).not.toContain('by Date')
  })

  it('leave out what only a language model can do where there is none', () => {
    const sheet = context(['Customer', 'Comment'], ['Blue Door', 'It arrived late, but it works.'])
    expect(suggestionsFor(sheet).enrich).toHaveLength(2)
    expect(suggestionsFor(sheet, false).enrich).toEqual([])
  })

  it('are there for an empty sheet and for none', () => {
    for (const groups of [suggestionsFor(context([], [])), suggestionsFor(null)]) {
      expect(Object.values(groups).every(list => list.length > 0)).toBe(true)
    }
  })
})

describe('words and numbers', () => {
  it.each([
    [0, '$0.00'],
    [12_400_000_000, '$12.40'],
    [123_456_789, '$0.123'],
    [83_000_000, '$0.083'],
    [4_210_000, '$0.0042'],
    [1_000, '$0.000001'],
  ])('%i nano-dollars are %s', (nano, words) => {
    expect(formatDollars(nano)).toBe(words)
  })

  it('durations are short', () => {
    expect([formatSeconds(430), formatSeconds(12_300), formatSeconds(125_000)]).toEqual([
      '0.4 s',
      '12 s',
      '2:05 min',
    ])
  })

  it('count in the language of the person, and fall back to English where a text is missing', () => {
    useLanguage('de', { 'conversations.turns': '{n} Runde || {n} Runden' })
    expect([t('conversations.turns', { n: 1 }), t('conversations.turns', { n: 1_200 })]).toEqual([
      '1 Runde',
      '1.200 Runden',
    ])
    expect(t('composer.send')).toBe('Send')
    useLanguage('en', null)
  })
})
