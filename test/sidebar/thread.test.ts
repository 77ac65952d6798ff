/** What a service answers, and the thread that is made of it. */
import { describe, expect, it } from 'vitest'
import { parseAgent, parseMessagesPage } from '../../sidebar/conversation/agent.ts'
import { parseEntry } from '../../sidebar/conversation/entries.ts'
import { createThread } from '../../sidebar/conversation/thread.ts'

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

  it('knows which failures were made good: by the same tool in the same place, and by nothing else', () => {
    const call = (id: string, status: string, range: string, over: object = {}) => ({
      ...tool(id, status),
      range,
      sheet_name: 'Orders',
      ...over,
    })
    const thread = createThread(() => 0)
    const messages = [
      call('made good', 'failed', 'D2:D40'),
      call('elsewhere', 'failed', 'H2:H40'),
      call('another tab', 'failed', 'D2:D40', { sheet_name: 'Customers' }),
      call('asked', 'failed', 'D2:D40', { message: 'Needs your permission: overwrite 39 cells' }),
      call('another tool', 'succeeded', 'H2:H40', { tool: 'format_range' }),
      call('the good one', 'succeeded', 'D2:D9'),
      call('later', 'failed', 'D2:D40'),
    ]
    thread.apply(agent({ messages }))
    expect([...(thread.turns.value[0]?.madeGood.value ?? [])]).toEqual([0])
  })

  it('folds three like calls in a row into one line, and opens a new one where another comes between', () => {
    const thread = createThread(() => 0)
    const done = (id: string, name: string) => ({ ...tool(id, 'succeeded'), tool: name })
    const formats = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => done(`f${from + index}`, 'format_range'))
    const messages = [
      done('r1', 'read_range'),
      done('r2', 'get_sheet_overview'),
      done('r3', 'read_spreadsheet_fields'),
      ...formats(0, 53),
      done('w', 'write_range'),
      ...formats(53, 55),
      { ...tool('x', 'failed'), tool: 'format_range' },
    ]
    thread.apply(agent({ messages }))
    const lines = thread.turns.value[0]?.lines.value ?? []
    expect(lines.map(line => (line.type === 'fold' ? line.cells.length : line.key))).toEqual([
      3,
      53,
      'w',
      'f53',
      'f54',
      'x',
    ])
  })

  it('keeps its lines where an entry changes and no line does', () => {
    const thread = createThread(() => 0)
    const messages = (status: string) => [tool('1', 'succeeded'), tool('2', status)]
    thread.apply(agent({ messages: messages('pending') }))
    const lines = thread.turns.value[0]?.lines.value
    thread.apply(agent({ messages: messages('running') }))
    expect(thread.turns.value[0]?.lines.value).toBe(lines)
  })

  it('times each call by itself: from the end of the one before, which ran while it waited', () => {
    const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 13, 0, second)).toISOString()
    const call = (id: string, end: number | null, over: object = {}) => ({
      ...tool(id, end === null ? 'running' : 'succeeded'),
      created_at: at(0),
      completed_at: end === null ? null : at(end),
      ...over,
    })
    const thread = createThread(() => 0)
    const messages = [
      call('1', 2),
      call('2', 5),
      call('3', 9),
      call('looks', 11, { tool: 'read_range' }),
      call('looks beside it', 12, { tool: 'read_range' }),
      call('runs', null),
    ]
    thread.apply(agent({ messages }))
    const starts = thread.turns.value[0]?.starts.value ?? []
    expect(starts.map(start => new Date(start ?? 0).getUTCSeconds())).toEqual([0, 2, 5, 9, 9, 12])
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
