/** What a turn changed and taking it back, over a host of the test's own. */
import { signal } from '@preact/signals'
import { beforeEach, describe, expect, it } from 'vitest'
import type { RpcError, RpcResult } from '../../contract/rpc.ts'
import { parseAgent } from '../../sidebar/conversation/agent.ts'
import { type Change, parseChangesPage } from '../../sidebar/conversation/changes.ts'
import type { Conversation } from '../../sidebar/conversation/conversation.ts'
import { createThread, type Turn } from '../../sidebar/conversation/thread.ts'
import type { Host } from '../../sidebar/host/host.ts'
import { createChanges } from '../../sidebar/state/changes.ts'
import { choiceOf, createUndoing } from '../../sidebar/state/undoing.ts'
import { effectsOf, summarySentence, undoSentence } from '../../sidebar/words/changes-words.ts'
import { FakeClock } from './clock.ts'
import { changesPage, undoAnswer } from './screens.ts'

const failed = (code: string, status = 404): { ok: false; error: RpcError } => ({
  ok: false,
  error: { status, code, message: '', requestId: null },
})

let clock: FakeClock
let asked: unknown[][]
let answers: Partial<Record<keyof Host, RpcResult<unknown>[]>>
let changes: ReturnType<typeof createChanges>
let undoing: ReturnType<typeof createUndoing>
let undone: number

/** A turn of one agent that has ended with these calls. */
function endedTurn(...tools: string[]): Turn {
  const messages = tools.map((tool, index) => ({
    type: 'tool_call',
    turn_id: 't1',
    tool_call_id: `c${index}`,
    tool,
    status: 'succeeded',
    range: 'D2:D4',
    sheet_name: 'Orders',
  }))
  const view = parseAgent({ id: 'a', status: 'idle', number_of_turns: 1, messages })
  if (!view) throw new Error('No agent.')
  return createThread(() => 0).apply(view)
}

const callsOf = (name: string) => asked.filter(([called]) => called === name)

beforeEach(() => {
  clock = new FakeClock()
  asked = []
  undone = 0
  answers = { readChanges: [changesPage() as RpcResult<unknown>], countErrors: [{ ok: true, value: [] }] }
  const host = new Proxy({} as Host, {
    get:
      (_, name: keyof Host) =>
      (...args: unknown[]) => {
        asked.push([name, ...args])
        const list = answers[name] ?? [{ ok: true, value: null }]
        return Promise.resolve(list.length > 1 ? list.shift() : list[0])
      },
  })
  const conversation = { agent: signal({ id: 'a' }) } as unknown as Conversation
  changes = createChanges({ host, clock, conversation: () => conversation })
  undoing = createUndoing({
    host,
    clock,
    conversation: () => conversation,
    changes,
    onUndone: () => {
      undone += 1
    },
  })
})

describe('what a turn changed', () => {
  it('is asked for once when the turn has ended, however often its end is seen', async () => {
    const turn = endedTurn('write_range')
    await Promise.all([changes.onEnded(turn), changes.onEnded(turn)])
    expect(callsOf('readChanges')).toEqual([
      ['readChanges', { agentId: 'a', turnId: 't1', after: null, cells: false, limit: 100 }],
    ])
    expect(turn.changes.value).toMatchObject({ state: 'known', summary: { cells: 240, newTabs: 1 } })
  })

  it('is not asked for where every call only looked', async () => {
    await changes.onEnded(endedTurn('read_range', 'get_sheet_overview', 'web_search'))
    expect(asked).toEqual([])
  })

  it('is not asked for again where the service does not tell, and nothing is shown', async () => {
    answers.readChanges = [failed('NOT_OFFERED')]
    const turns = [endedTurn('write_range'), endedTurn('write_range')]
    for (const turn of turns) await changes.onEnded(turn)
    expect(callsOf('readChanges')).toHaveLength(1)
    expect(turns.map(turn => turn.changes.value.state)).toEqual(['unknown', 'unknown'])
  })

  it('is asked for again while the service is still looking, and no more after that', async () => {
    const recording = changesPage({ state: 'recording' }) as RpcResult<unknown>
    answers.readChanges = [recording, recording, changesPage() as RpcResult<unknown>]
    const turn = endedTurn('write_range')
    void changes.onEnded(turn)
    await clock.pass(20_000)
    expect(callsOf('readChanges')).toHaveLength(3)
  })

  it('is listed with cells by page, each page once', async () => {
    const page = changesPage() as RpcResult<Record<string, unknown>>
    if (page.ok) page.value.has_next_page = true
    answers.readChanges = [page as RpcResult<unknown>, changesPage({}, []) as RpcResult<unknown>]
    const turn = endedTurn('write_range')
    void changes.loadList(turn)
    await changes.loadList(turn)
    await clock.pass(10)
    await changes.loadList(turn)
    expect(callsOf('readChanges').map(([, request]) => (request as { after: unknown }).after)).toEqual([
      null,
      'x',
    ])
    expect(turn.changeList.value).toMatchObject({ hasMore: false, isLoading: false })
    expect(turn.changeList.value?.changes).toHaveLength(3)
  })

  it('shows which calls left cells that show an error', async () => {
    answers.countErrors = [{ ok: true, value: [0, 2] }]
    const turn = endedTurn('write_range', 'write_range')
    await changes.onEnded(turn)
    await clock.pass(10)
    expect([...turn.errorCells.value]).toEqual([['c1', 2]])
  })
})

describe('taking a turn back', () => {
  it('is followed to its end, then looked at again', async () => {
    answers.undoTurn = [undoAnswer({ status: 'running' }) as RpcResult<unknown>]
    answers.readUndo = [failed('BRIDGE_FAILED', 0), undoAnswer() as RpcResult<unknown>]
    const turn = endedTurn('write_range')
    await changes.onEnded(turn)
    void undoing.undo(turn)
    void undoing.undo(turn)
    await clock.pass(10)
    expect(undoing.isUndoing.value, 'no turn may begin meanwhile').toBe(true)
    await clock.pass(20_000)
    expect(callsOf('undoTurn')).toEqual([['undoTurn', 'a', 't1', {}]])
    expect(turn.undoing.value).toMatchObject({ state: 'over', undo: { keptTotal: 3 } })
    expect([undoing.isUndoing.value, undone, callsOf('readChanges').length]).toEqual([false, 1, 2])
  })

  it('that is refused says why, and leaves the way open', async () => {
    answers.undoTurn = [failed('AGENT_BUSY', 409)]
    const turn = endedTurn('write_range')
    await undoing.undo(turn)
    expect(turn.undoing.value).toMatchObject({ state: 'failed', error: { code: 'AGENT_BUSY' } })
    expect([undoing.isUndoing.value, undone]).toEqual([false, 0])
  })

  it('is done again by its own name', async () => {
    answers.undoTurn = [undoAnswer() as RpcResult<unknown>]
    answers.redo = [undoAnswer({ kind: 'redo', id: 'undo-2' }) as RpcResult<unknown>]
    const turn = endedTurn('write_range')
    await undoing.undo(turn)
    await undoing.redo(turn)
    expect(callsOf('redo')).toEqual([['redo', 'a', 'undo-1']])
    expect(turn.undoing.value).toMatchObject({ state: 'over', undo: { kind: 'redo' } })
  })

  it('of chosen changes names whole calls, and ranges where a call is not whole', () => {
    const change = (id: string, callId: string, range: string | null) =>
      ({ id, callId, range, sheetName: "Mira's tab" }) as Change
    const all = [change('1', 'c1', 'A1:A9'), change('2', 'c1', 'B1:B9'), change('3', 'c2', null)]
    expect(choiceOf(all.slice(0, 2), all)).toEqual({ toolCallIds: ['c1'] })
    expect(choiceOf(all.slice(2), all)).toEqual({ toolCallIds: ['c2'] })
    expect(choiceOf(all.slice(1), all)).toEqual({ ranges: ["'Mira''s tab'!B1:B9"] })
  })
})

describe('in words', () => {
  const summary = (over: object) => {
    const answer = changesPage(over)
    const page = parseChangesPage(answer.value)
    if (!page) throw new Error('No page.')
    return page.summary
  }
  const tab = (sheet_name: string, cells = 1) => ({ sheet_id: 1, sheet_name, cells, kinds: [] })

  it.each([
    [{}, 'Changed 240 cells in Orders, 1 new tab'],
    [{ cells: 1, tabs: [tab('A'), tab('B')], new_tabs: 0, structure: 0 }, 'Changed 1 cell in A and B'],
    [
      { tabs: ['A', 'B', 'C'].map(name => tab(name)), structure: 1 },
      'Changed 240 cells in 3 tabs, 1 new tab',
    ],
    [
      { cells: 0, tabs: [], new_tabs: 0, deleted_tabs: 2, structure: 3 },
      '2 tabs deleted, 1 change to rows, columns or tabs',
    ],
    [{ cells: 0, tabs: [], new_tabs: 0, structure: 0 }, 'Changed how the sheet looks or works'],
  ])('%j is "%s"', (over, words) => {
    expect(summarySentence(summary(over))).toBe(words)
  })

  it('nothing else is said to have changed where that was not checked', () => {
    const unchecked = summary({
      side_effects: { new_errors: 0, changed_values: 0, checked: false },
      proof: { state: 'not_checked', checked_cells: 0, others: 0, note: 'The tab Log is too large.' },
    })
    expect(effectsOf(unchecked).map(({ text }) => text)).toEqual([
      'Formulas elsewhere were not looked at.',
      'Whether anything else changed was not checked. The tab Log is too large.',
    ])
  })

  it('an undo tells what is as before and what stays', async () => {
    answers.undoTurn = [undoAnswer() as RpcResult<unknown>]
    const turn = endedTurn('write_range')
    await undoing.undo(turn)
    const { value } = turn.undoing
    expect(value.state === 'over' && undoSentence(value.undo)).toBe(
      'Undone: 237 cells are as before. 3 cells were changed since and stay.',
    )
  })
})
