/** What the script asks of a service beyond the interface that every service keeps. */
import { beforeEach, describe, expect, it } from 'vitest'
import { agentBody, codeOf, KEY, take } from './google.ts'
import { addon, google, useAddon } from './use-addon.ts'

useAddon(google => {
  google.user.set('ROWHAND_API_KEY', KEY)
})

const pathOf = () => google.lastRequest().url.replace(/^https?:\/\/[^/]+/, '')
const sent = () => `${google.lastRequest().method} ${pathOf()}`
const failing = (status: number, code: string) => () => ({
  status,
  body: { error: { code, message: 'No.' }, request_id: 'r' },
})

describe('what a turn changed', () => {
  const request = { agentId: 'a 1', turnId: 't', after: null, cells: false, limit: 100 }

  it('is asked for by page, with or without cells', () => {
    addon.readChanges(request)
    expect(sent()).toBe('GET /v1/sheets/agents/a%201/turns/t/changes?limit=100&cells=false')
    addon.readChanges({ ...request, after: 'c/1', cells: true })
    expect(sent()).toBe('GET /v1/sheets/agents/a%201/turns/t/changes?limit=100&cells=true&after=c%2F1')
  })

  it.each([
    [404, 'NOT_FOUND'],
    [404, 'NOPE'],
    [405, 'METHOD_NOT_ALLOWED'],
    [501, 'X'],
  ])('is not offered by a service that answers %i %s', (status, code) => {
    google.answer = failing(status, code)
    expect(codeOf(addon.readChanges(request))).toBe('NOT_OFFERED')
  })

  it.each([
    [404, 'TURN_NOT_FOUND'],
    [409, 'AGENT_BUSY'],
    [410, 'CHANGES_EXPIRED'],
  ])("is offered by one that answers %i %s, in that service's words", (status, code) => {
    google.answer = failing(status, code)
    expect(codeOf(addon.undoTurn('a', 't', {}))).toBe(code)
  })

  it('is taken back as a whole, by calls or by ranges', () => {
    addon.undoTurn('a', 't', {})
    expect([sent(), google.lastBody()]).toEqual(['POST /v1/sheets/agents/a/turns/t/undo', {}])
    addon.undoTurn('a', 't', { toolCallIds: ['c'], ranges: [] })
    expect(google.lastBody()).toEqual({ tool_call_ids: ['c'] })
    addon.undoTurn('a', 't', { ranges: ["'My tab'!A1"] })
    expect(google.lastBody()).toEqual({ ranges: ["'My tab'!A1"] })
  })

  it('is followed while it is taken back, and done again', () => {
    addon.readUndo('a', 'u', 25)
    expect([sent(), google.lastRequest().headers.Prefer]).toEqual([
      'GET /v1/sheets/agents/a/undos/u',
      'wait=25',
    ])
    addon.redo('a', 'u')
    expect(sent()).toBe('POST /v1/sheets/agents/a/undos/u/redo')
  })
})

describe('a permission', () => {
  it('that is given starts a turn, which the conversation counts', () => {
    google.answer = () => ({ status: 201, body: agentBody() })
    take(addon.startTurn({ startId: 's', prompt: 'Tidy up', agentId: null, models: {} }))
    google.answer = () => ({
      status: 200,
      headers: { ETag: '"of the permission"' },
      body: { permission: { id: 'p', state: 'granted' }, agent: agentBody({ number_of_turns: 2 }) },
    })
    const { permission, answer } = take(addon.decidePermission('agent-1', 'p', true))
    expect([sent(), google.lastBody()]).toEqual([
      'POST /v1/sheets/agents/agent-1/permissions/p',
      { decision: 'allow' },
    ])
    expect(permission).toMatchObject({ state: 'granted' })
    expect(answer).toMatchObject({ etag: null, conversation: { turns: 2, title: 'Tidy up' } })
  })

  it('that is denied starts none', () => {
    google.answer = () => ({
      status: 200,
      body: { permission: { id: 'p', state: 'denied' }, agent: agentBody({ status: 'idle' }) },
    })
    take(addon.decidePermission('agent-1', 'p', false))
    expect(google.lastBody()).toEqual({ decision: 'deny' })
  })
})

describe('a start', () => {
  const start = { startId: 's', prompt: 'Sort', agentId: null, models: {} }

  it('names neither mode nor files where there are none: a service may know neither', () => {
    google.answer = () => ({ status: 201, body: agentBody() })
    addon.startTurn({ ...start, mode: 'act', attachmentIds: [] })
    expect(Object.keys(google.lastBody())).toEqual(['prompt', 'spreadsheet_id', 'sheet_id'])
  })

  it('of a plan is remembered with its conversation, and carries its files', () => {
    google.answer = () => ({ status: 201, body: agentBody({ number_of_turns: 3 }) })
    const { conversation } = take(addon.startTurn({ ...start, mode: 'plan', attachmentIds: ['f'] }))
    expect(google.lastBody()).toMatchObject({ mode: 'plan', attachment_ids: ['f'] })
    expect(conversation?.planTurn).toBe(3)
  })
})

describe('a file', () => {
  it('arrives byte by byte, with its name and type', () => {
    google.answer = () => ({ status: 201, body: { id: 'f' } })
    const bytes = Buffer.from([0, 127, 128, 255, 10])
    const file = { name: 'März & co.csv', mediaType: 'text/csv', base64: bytes.toString('base64') }
    expect(take(addon.attachFile(file))).toEqual({ id: 'f' })
    expect(sent()).toBe('POST /v1/sheets/attachments?name=M%C3%A4rz%20%26%20co.csv')
    expect(Buffer.from(google.lastRequest().bytes ?? [])).toEqual(bytes)
  })
})

describe('the files of a conversation', () => {
  it('are asked for by its agent', () => {
    google.answer = () => ({ status: 200, body: { attachments: [] } })
    expect(take(addon.readFiles('a 1'))).toEqual({ attachments: [] })
    expect(sent()).toBe('GET /v1/sheets/agents/a%201/attachments')
  })

  it('are not offered by a service that lists none', () => {
    google.answer = failing(404, 'NOT_FOUND')
    expect(codeOf(addon.readFiles('a'))).toBe('NOT_OFFERED')
  })
})

describe('deleting a conversation', () => {
  const listed = () => take(addon.boot()).conversations.length

  beforeEach(() => {
    google.answer = () => ({ status: 201, body: agentBody() })
    take(addon.startTurn({ startId: 's', prompt: 'Sort', agentId: null, models: {} }))
  })

  it('erases it at the service and here', () => {
    google.answer = () => ({ status: 204, text: '' })
    expect(take(addon.deleteConversation('agent-1'))).toMatchObject({ isErased: true, conversations: [] })
    expect([sent(), listed()]).toEqual(['DELETE /v1/sheets/agents/agent-1', 0])
  })

  it('says where the service cannot erase, and forgets it here', () => {
    google.answer = failing(405, 'METHOD_NOT_ALLOWED')
    expect(take(addon.deleteConversation('agent-1'))).toMatchObject({ isErased: false })
    expect(listed()).toBe(0)
  })

  it('of one that is gone already is done', () => {
    google.answer = failing(404, 'AGENT_NOT_FOUND')
    expect(take(addon.deleteConversation('agent-1'))).toMatchObject({ isErased: true })
  })

  it('waits for a turn that runs', () => {
    google.answer = failing(409, 'AGENT_BUSY')
    expect([codeOf(addon.deleteConversation('agent-1')), listed()]).toEqual(['AGENT_BUSY', 1])
  })
})

describe('what the service offers', () => {
  it('is asked of endpoints that do nothing, once an hour', () => {
    google.answer = ({ url }) =>
      url.endsWith('/attachments') ? failing(405, 'X')() : failing(404, 'AGENT_NOT_FOUND')()
    expect(take(addon.readAbilities())).toEqual({ attachments: true, plans: true })
    const asked = google.fetches
    expect(take(addon.readAbilities())).toEqual({ attachments: true, plans: true })
    expect(google.fetches).toBe(asked)
  })

  it('is nothing where the service keeps the interface only', () => {
    google.answer = failing(404, 'NOPE')
    expect(take(addon.readAbilities())).toEqual({ attachments: false, plans: false })
  })
})

describe('the sheet', () => {
  it('tells how many formulas of a place show an error, and no text that looks like one', () => {
    google.sheets[0]!.values = [
      ['=A→#NAME?', '#REF!', '=1→1'],
      ['=B→#¡DIV/0!', '=C→#N/A', '=D→#REFUND'],
    ]
    const places = [
      { sheetName: 'Orders', range: 'A1:C2' },
      { sheetName: 'Orders', range: 'C1' },
      { sheetName: 'Gone', range: 'A1' },
      { sheetName: 'Orders', range: 'not a range' },
    ]
    expect(take(addon.countErrors(places))).toEqual([3, 0, null, null])
  })

  it('is not read beyond fifty thousand cells', () => {
    expect(take(addon.countErrors([{ sheetName: 'Orders', range: 'A1:Z9999' }]))).toEqual([null])
  })

  it('selects several ranges of a tab at once', () => {
    take(addon.selectRanges('Orders', ['A1:B2', 'D4']))
    take(addon.selectRange('Orders', 'A1, C3'))
    expect(google.activated).toEqual(['Orders!A1:B2,D4', 'Orders!A1,C3'])
    expect(codeOf(addon.selectRanges('Gone', ['A1']))).toBe('TAB_NOT_FOUND')
    expect(codeOf(addon.selectRanges('Orders', ['A1', '?']))).toBe('RANGE_NOT_FOUND')
  })
})
