import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Agent, errorBody } from '../../../contract/index.ts'
import { type Served, serve } from './serve.ts'

const AGENT = '/v1/sheets/agents/3b1f7a52-0c1d-4f6c-8f0a-6b8d3e9c2a10'
const JSON_TYPE = { 'content-type': 'application/json' }

let service: Served
beforeAll(async () => {
  service = await serve()
})
afterAll(() => service.close(0))

/** The envelope, checked: its shape, its id in body and header. */
async function errorIn(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/json')
  const body = errorBody.parse(await response.json())
  expect(body.request_id).toBe(response.headers.get('x-request-id'))
  return { status: response.status, ...body.error }
}

const start = (body: BodyInit, headers: Record<string, string> = JSON_TYPE) =>
  service.call('/v1/sheets/agents', { method: 'POST', body, headers })

describe('one error envelope everywhere', () => {
  it.each([
    '/nothing',
    '/v1',
    '/v1/sheets',
    '/v2/sheets/agents',
    '/version/',
    '//version',
    '/v1/sheets/agents/',
    '/%41',
  ])('an unknown path is 404 without a key: %s', async path => {
    const response = await fetch(`${service.url}${path}`)
    expect(await errorIn(response)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  it.each([
    ['DELETE', '/version', 'GET, HEAD'],
    ['POST', '/v1/auth/verify', 'GET, HEAD'],
    ['PUT', AGENT, 'GET, HEAD, DELETE'],
    ['GET', '/v1/sheets/agents', 'POST'],
    ['GET', `${AGENT}/stop`, 'POST'],
    ['POST', '/v1/sheets/agents/configuration', 'GET, HEAD'],
    ['OPTIONS', '/v1/sheets/spreadsheets/x/tabs/copy', 'POST'],
    ['PATCH', '/openapi.json', 'GET, HEAD'],
  ])('%s %s is 405 and says what the path takes', async (method, path, allow) => {
    const response = await service.call(path, { method })
    expect(await errorIn(response)).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' })
    expect(response.headers.get('allow')).toBe(allow)
  })

  it('a deletion that was made answers 204 without a body', async () => {
    const erasing = await serve({ agents: { erase: async () => ({ state: 'erased' }) } })
    const response = await erasing.call(AGENT, { method: 'DELETE' })
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(response.headers.get('x-request-id')).not.toBeNull()
    await erasing.close(0)
  })

  it.each([
    ['{', 'not valid JSON'],
    ['', 'empty'],
    ['  ', 'empty'],
    ['[]', 'must be a JSON object'],
    ['null', 'must be a JSON object'],
    ['"text"', 'must be a JSON object'],
    ['{"prompt":"secret words"', 'not valid JSON'],
  ])('a body that is %j is 400 and says why, without quoting it', async (body, why) => {
    const error = await errorIn(await start(body))
    expect(error).toMatchObject({
      status: 400,
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(why),
    })
    expect(error.message).not.toContain('secret')
  })

  it('a body that is not UTF-8 is 400', async () => {
    const bytes = new Uint8Array([...Buffer.from('{"prompt":"'), 0xff, 0xfe, ...Buffer.from('"}')])
    expect(await errorIn(await start(bytes))).toMatchObject({
      status: 400,
      message: expect.stringContaining('UTF-8'),
    })
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/jsonp',
  ])('a body of type %s is 415', async type => {
    const answer = await start('{"prompt":"x"}', { 'content-type': type })
    expect(await errorIn(answer)).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
  })

  it('a compressed body is 415', async () => {
    const answer = await start('{"prompt":"x"}', { ...JSON_TYPE, 'content-encoding': 'gzip' })
    expect(await errorIn(answer)).toMatchObject({
      status: 415,
      message: expect.stringContaining('compressed'),
    })
  })

  it('a request that was turned down is found in the log by its id, without what it held', async () => {
    const answer = await start('{"prompt":"secret words","more":1}')
    const { status } = await errorIn(answer)
    expect(status).toBe(400)
    expect(service.logged.at(-1)).toEqual({
      event: 'request refused',
      facts: {
        operation: 'startAgent',
        code: 'INVALID_REQUEST',
        request_id: answer.headers.get('x-request-id'),
        key_id: 'key',
        ms: expect.any(Number),
      },
    })
    expect(JSON.stringify(service.logged)).not.toContain('secret words')
  })

  it('a request that was answered leads in the log to its agent and turn', async () => {
    const answer = await start('{"prompt":"secret words","spreadsheet_id":"S"}', JSON_TYPE)
    const agent = (await answer.json()) as Agent
    const facts = { agent_id: agent.id, turn_id: agent.messages.at(-1)!.turn_id }
    expect(service.logged.at(-1)).toMatchObject({ event: 'request', facts })
    await service.call(`/v1/sheets/agents/${agent.id}/stop`, { method: 'POST' })
    expect(service.logged.at(-1)).toMatchObject({ event: 'request', facts: { agent_id: agent.id } })
  })

  it('a body without a type is 415', async () => {
    const answer = await start(new Blob(['{"prompt":"x"}']), {})
    expect(await errorIn(answer)).toMatchObject({ status: 415 })
  })

  it.each(['application/json;charset=UTF-8', 'APPLICATION/JSON'])('%s is JSON', async type => {
    expect((await start('{"prompt":"x"}', { 'content-type': type })).status).toBe(201)
  })

  it('a body that is too large is 413, announced or in chunks', async () => {
    const large = JSON.stringify({ prompt: 'x'.repeat(5_000) })
    expect(await errorIn(await start(large))).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' })
    const head = `POST /v1/sheets/agents HTTP/1.1\r\nHost: x.example\r\nX-API-Key: sk_rowhand_${'k'.repeat(32)}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
    const answer = await service.raw(`${head}1388\r\n${'x'.repeat(5_000)}\r\n0\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toContain('"PAYLOAD_TOO_LARGE"')
  })

  it.each(['%', '%zz', '%f0%28', 'a%2'])('a path with the broken encoding %s is 400', async id => {
    const response = await service.call(`/v1/sheets/agents/${id}`)
    expect(await errorIn(response)).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
  })

  it('headers that are too large are 431', async () => {
    const response = await service.call('/version', { headers: { 'x-large': 'x'.repeat(20_000) } })
    expect(await errorIn(response)).toMatchObject({ status: 431, code: 'INVALID_REQUEST' })
  })

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a Host that is none', 'GET /version HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
    ['no Host', 'GET /version HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      'two lengths',
      'POST /v1/sheets/agents HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    ],
  ])('%s is 400', async (_, text) => {
    const answer = await service.raw(text)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.toLowerCase()).toContain('x-request-id: ')
    const json = answer.slice(answer.indexOf('\r\n\r\n') + 4)
    expect(errorBody.parse(JSON.parse(json)).error.code).toBe('INVALID_REQUEST')
  })

  it('every wrong property is named with its remedy', async () => {
    const error = await errorIn(await start('{"promt":"x","sheet_id":"7","zzz":1,"webhook_url":"x"}'))
    for (const part of ['prompt is missing', 'did you mean "prompt"', 'sheet_id must be a number']) {
      expect(error.message).toContain(part)
    }
  })
})

describe('mistakes of our own', () => {
  it('an unexpected failure is 500, tells nothing, and is found in the log by its request id', async () => {
    const broken = await serve({
      agents: { get: () => Promise.reject(new Error('password=hunter2 in select * from agents')) },
    })
    const response = await broken.call(AGENT)
    const text = await response.clone().text()
    const error = await errorIn(response)
    expect(error).toMatchObject({ status: 500, code: 'INTERNAL_ERROR' })
    expect(text).not.toMatch(/hunter2|select|agents|at \//)
    expect(broken.logged).toEqual([
      {
        event: 'request failed',
        facts: expect.objectContaining({ request_id: response.headers.get('x-request-id') }),
      },
    ])
    expect(JSON.stringify(broken.logged)).not.toContain('hunter2')
    await broken.close(0)
  })

  it('an answer that its schema does not allow is caught in tests', async () => {
    const broken = await serve({ describeKey: async () => ({ valid: 'yes' }) as never })
    expect((await broken.call('/v1/auth/verify')).status).toBe(500)
    await broken.close(0)
  })

  it('a service that cannot reach its database says so to whoever watches it', async () => {
    const ill = await serve({ checkHealth: () => Promise.reject(new Error('gone')) })
    expect((await ill.call('/health')).status).toBe(503)
    expect((await ill.call('/readyz')).status).toBe(503)
    expect((await ill.call('/livez')).status).toBe(200)
    await ill.close(0)
    const well = await service.call('/health')
    expect([well.status, await well.json()]).toEqual([200, { status: 'ok', version: '1.2.3' }])
  })
})
