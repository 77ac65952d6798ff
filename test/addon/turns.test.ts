import { describe, expect, it } from 'vitest'
import type { StartTurn } from '../../contract/rpc.ts'
import type { FakeGoogle } from './fake-google.ts'
import { agentBody, bootOf, codeOf, KEY, take } from './google.ts'
import { addon, google, useAddon } from './use-addon.ts'

useAddon(google => {
  google.user.set('ROWHAND_API_KEY', KEY)
  google.answer = () => ({ status: 201, body: agentBody() })
})

const start = (over: Partial<StartTurn> = {}): StartTurn => ({
  startId: 'start-1',
  prompt: 'Sort by Price',
  agentId: null,
  models: {},
  ...over,
})

describe('starting a turn', () => {
  it('sends the spreadsheet, the tab and the key in one request', () => {
    addon.startTurn(start({ models: { agent_model: 'managed:agent:x/y' } }))
    expect(google.fetches).toBe(1)
    expect(google.lastRequest()).toMatchObject({
      url: 'http://127.0.0.1:8787/v1/sheets/agents',
      method: 'POST',
      headers: { 'X-API-Key': KEY },
    })
    expect(google.lastBody()).toEqual({
      prompt: 'Sort by Price',
      spreadsheet_id: 'SPREADSHEET',
      sheet_id: 0,
      agent_model: 'managed:agent:x/y',
    })
  })

  it('continues a conversation by its agent, on the tab where the person is now', () => {
    google.activeSheet = 1
    addon.startTurn(start({ agentId: 'agent-1' }))
    expect(google.lastBody()).toEqual({ prompt: 'Sort by Price', agent_id: 'agent-1', sheet_id: 77 })
  })

  it('is never sent twice for the same start: a page that lost the answer gets the agent', () => {
    addon.startTurn(start())
    google.answer = () => ({ status: 200, body: agentBody({ status: 'idle' }) })
    const again = take(addon.startTurn(start()))
    expect(google.requests.map(({ method }) => method)).toEqual(['POST', 'GET'])
    expect(again.agent).toMatchObject({ id: 'agent-1', status: 'idle' })
  })

  it('refuses a second start while one is on its way', () => {
    let inner = 'not asked'
    google.answer = () => {
      inner = codeOf(addon.startTurn(start({ startId: 'start-2' })))
      return { status: 201, body: agentBody() }
    }
    addon.startTurn(start())
    expect(inner).toBe('START_IN_PROGRESS')
    expect(google.fetches).toBe(1)
  })

  it('refuses when another execution holds the lock', () => {
    google.lockIsFree = false
    expect(codeOf(addon.startTurn(start()))).toBe('START_IN_PROGRESS')
    expect(google.fetches).toBe(0)
  })

  /** The service is known to do a request once under one Idempotency-Key. */
  const knowAdditions = () =>
    google.cache.set(`abilities:${KEY.slice(-8)}`, JSON.stringify({ attachments: true, plans: true }))

  it('says that the outcome is unknown when the execution has died and the service may do it twice', () => {
    const note = { start: { startId: 'start-1', phase: 'sending', agentId: null, sentAt: google.nowMs } }
    google.user.set('sheet:SPREADSHEET', JSON.stringify(note))
    google.nowMs += 120_000
    expect(codeOf(addon.startTurn(start()))).toBe('START_UNKNOWN')
    expect(google.fetches).toBe(0)
  })

  it('sends no start twice to a service that may not know the key', () => {
    google.answer = () => ({ status: 504, body: { error: { code: 'GATEWAY', message: '' } } })
    expect(codeOf(addon.startTurn(start()))).toBe('GATEWAY')
    expect(google.fetches).toBe(1)
  })

  it('sends a start again under its own key when the execution that sent it has died', () => {
    knowAdditions()
    const note = { start: { startId: 'start-1', phase: 'sending', agentId: null, sentAt: google.nowMs } }
    google.user.set('sheet:SPREADSHEET', JSON.stringify(note))
    expect(codeOf(addon.startTurn(start())), 'it may still be sending').toBe('START_IN_PROGRESS')
    google.nowMs += 120_000
    expect(codeOf(addon.startTurn(start())), 'nothing runs that long').toBe('none')
    expect(google.fetches).toBe(1)
    expect(google.lastRequest().headers['Idempotency-Key']).toBe('start-1')
  })

  it('asks once more for an answer that was lost, under the same key', () => {
    knowAdditions()
    const keys: (string | undefined)[] = []
    google.answer = request => {
      keys.push(request.headers['Idempotency-Key'])
      if (keys.length === 1) throw new Error('Address unavailable')
      return { status: 201, body: agentBody() }
    }
    expect(codeOf(addon.startTurn(start()))).toBe('none')
    expect(keys).toEqual(['start-1', 'start-1'])
  })

  it('keeps the prompt as the draft when the service refuses it', () => {
    google.answer = () => ({ status: 403, body: { error: { code: 'KEY_DISABLED', message: 'x' } } })
    expect(codeOf(addon.startTurn(start()))).toBe('KEY_DISABLED')
    expect(bootOf(addon).draft).toBe('Sort by Price')
    google.answer = () => ({ status: 201, body: agentBody() })
    expect(codeOf(addon.startTurn(start({ startId: 'start-2' })))).toBe('none')
    expect(bootOf(addon).draft).toBe('')
  })

  it('needs a key', () => {
    google.user.delete('ROWHAND_API_KEY')
    expect(codeOf(addon.startTurn(start()))).toBe('NO_KEY')
  })

  it('is remembered: the conversation, its title and the prompt', () => {
    addon.startTurn(start({ prompt: 'Sort by Price\nplease' }))
    const { agentId, conversations, history } = bootOf(addon)
    expect(agentId).toBe('agent-1')
    expect(conversations).toMatchObject([
      { agentId: 'agent-1', title: 'Sort by Price', turns: 1, spentNano: 0 },
    ])
    expect(history).toEqual(['Sort by Price\nplease'])
  })
})

describe('what the service answers', () => {
  const failing = (reply: ReturnType<FakeGoogle['answer']>) => {
    google.answer = () => reply
    const result = addon.startTurn(start())
    if (result.ok) throw new Error('It succeeded.')
    return result.error
  }

  it('passes on code, message, request id and the seconds to wait', () => {
    const error = failing({
      status: 429,
      body: { error: { code: 'RATE_LIMIT_EXCEEDED', message: 'Slow down.' }, request_id: 'r9' },
      headers: { 'Retry-After': '17' },
    })
    expect(error).toEqual({
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'Slow down.',
      retryAfterSeconds: 17,
      requestId: 'r9',
    })
  })

  it('takes the request id from the header where the body has none', () => {
    expect(failing({ status: 500, body: {}, headers: { 'X-Request-Id': 'r2' } })).toMatchObject({
      code: 'HTTP_500',
      requestId: 'r2',
    })
  })

  it('names a page that is not JSON for what it is', () => {
    expect(failing({ status: 200, text: '<html>Welcome</html>' }).code).toBe('UNEXPECTED_ANSWER')
    expect(failing({ status: 201, body: { hello: 1 } }).code).toBe('UNEXPECTED_ANSWER')
  })

  it.each([
    ['DNS error: http://127.0.0.1:8787', 'SERVICE_UNREACHABLE'],
    ['Address unavailable', 'SERVICE_UNREACHABLE'],
    ['Timeout: http://127.0.0.1:8787', 'SERVICE_TIMEOUT'],
    ['Request timed out', 'SERVICE_TIMEOUT'],
  ])('tells "%s" as %s', (message, code) => {
    google.answer = () => {
      throw new Error(message)
    }
    expect(codeOf(addon.startTurn(start()))).toBe(code)
  })
})

describe('following a turn', () => {
  it('is one request, asks to be held and names what it has seen', () => {
    google.answer = () => ({
      status: 200,
      body: agentBody(),
      headers: { ETag: '"7"', 'Preference-Applied': 'wait=25' },
    })
    const answer = take(addon.pollAgent({ agentId: 'agent-1', etag: '"6"', waitSeconds: 25 }))
    expect(google.fetches).toBe(1)
    expect(google.lastRequest().headers).toMatchObject({ 'If-None-Match': '"6"', Prefer: 'wait=25' })
    expect(answer).toMatchObject({ changed: true, waited: true, etag: '"7"' })
  })

  it('carries only where the person is when nothing changed', () => {
    google.answer = () => ({ status: 304, headers: { 'Preference-Applied': 'wait=25' } })
    const answer = take(addon.pollAgent({ agentId: 'agent-1', etag: '"6"', waitSeconds: 25 }))
    expect(answer).toEqual({
      changed: false,
      waited: true,
      place: { tab: { sheetId: 0, name: 'Orders' }, selection: 'B2:C3', selectedCells: 4 },
    })
  })

  it('is plain where the service offers neither', () => {
    google.answer = () => ({ status: 200, body: agentBody() })
    const answer = take(addon.pollAgent({ agentId: 'agent-1', etag: null, waitSeconds: 0 }))
    expect(google.lastRequest().headers).not.toHaveProperty('Prefer')
    expect(answer).toMatchObject({ changed: true, waited: false, etag: null })
  })

  const usage = { agent_usage: 2, tool_usage: 3, total_usage: 5 }
  const end = (turns: number) => {
    google.answer = () => ({
      status: 200,
      body: agentBody({ status: 'idle', number_of_turns: turns, usage }),
    })
    return take(addon.pollAgent({ agentId: 'agent-1', etag: null, waitSeconds: 0 }))
  }

  it('adds the cost of a turn to its conversation once, however often its end is seen', () => {
    addon.startTurn(start())
    end(1)
    expect(end(1)).toMatchObject({ conversation: { spentNano: 5, spentIsComplete: true, countedTurns: 1 } })
    expect(bootOf(addon).conversations[0]?.spentNano).toBe(5)
  })

  it('says that the sum is incomplete when a turn ended unseen', () => {
    addon.startTurn(start())
    expect(end(3)).toMatchObject({ conversation: { spentNano: 5, spentIsComplete: false } })
  })

  it('pages through earlier entries with the largest page', () => {
    google.answer = () => ({ status: 200, body: { messages: [], has_next_page: false } })
    take(addon.readMessages('agent-1', 'cur sor'))
    expect(google.lastRequest().url).toContain('/agents/agent-1/messages?limit=100&after=cur%20sor')
  })

  it('stops with one request', () => {
    google.answer = () => ({ status: 200, body: agentBody({ status: 'idle' }) })
    take(addon.stopAgent('agent-1'))
    expect(google.lastRequest()).toMatchObject({
      method: 'POST',
      url: expect.stringMatching(/agent-1\/stop$/),
    })
  })
})
