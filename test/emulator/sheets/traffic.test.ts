import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { clientWith, OWNER, refusal, Sheet, useGoogle } from './fixture.ts'

const google = useGoogle()
let sheet: Sheet
beforeAll(async () => {
  sheet = await Sheet.create(google, { Sheet1: [['a']] })
})
afterEach(() => {
  google.emulator.traffic.clearFaults()
  google.emulator.traffic.setQuota(undefined)
  google.emulator.traffic.forgetCalls()
})

const control = (method: string, path: string, body?: object) =>
  fetch(`${google.emulator.url}/emulator/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

describe('callers', () => {
  it('are refused without a token, with a bad one and without the scope', async () => {
    const url = `${google.emulator.url}/v4/spreadsheets/${sheet.id}`
    const bare = await fetch(url)
    expect(bare.status).toBe(403)
    expect(await bare.json()).toMatchObject({
      error: { status: 'PERMISSION_DENIED', message: expect.stringContaining('unregistered callers') },
    })
    const bad = sheet.on(clientWith(google.emulator.url, 'ya29.wrong'))
    expect(await refusal(bad.get())).toMatch(/^401 Request had invalid authentication credentials/)
    const expired = `${google.emulator.tokenFor(OWNER)}x`
    expect(await refusal(sheet.on(clientWith(google.emulator.url, expired)).get())).toMatch(/^401/)
  })

  it('are told in Google’s envelope what is wrong', async () => {
    const response = await fetch(`${google.emulator.url}/v4/spreadsheets/${sheet.id}/values/Gone!A1`, {
      headers: { authorization: `Bearer ${google.emulator.tokenFor(OWNER)}` },
    })
    expect(response.headers.get('content-type')).toMatch('application/json')
    expect(await response.json()).toEqual({
      error: { code: 400, message: 'Unable to parse range: Gone!A1', status: 'INVALID_ARGUMENT' },
    })
  })

  it('learn of unknown query parameters, bodies that are no JSON and unknown methods', async () => {
    const headers = { authorization: `Bearer ${google.emulator.tokenFor(OWNER)}` }
    const url = `${google.emulator.url}/v4/spreadsheets/${sheet.id}`
    const unknown = await fetch(`${url}?includeGriddata=true`, { headers })
    expect([unknown.status, await unknown.text()]).toEqual([
      400,
      expect.stringContaining('Unknown name \\"includeGriddata\\"'),
    ])
    expect(
      (await fetch(`${url}:batchUpdate`, { method: 'POST', headers, body: '{"requests":[' })).status,
    ).toBe(400)
    expect((await fetch(`${url}/values/A1`, { method: 'PATCH', headers })).status).toBe(404)
  })
})

describe('faults', () => {
  it('answer the next calls that match and then let go', async () => {
    google.emulator.traffic.addFault({ match: 'GET', status: 503, times: 2 })
    expect(await refusal(sheet.read('A1'))).toBe('503 The service is currently unavailable.')
    await sheet.write('B1', [['fine']])
    expect(await refusal(sheet.read('A1'))).toMatch(/^503/)
    expect(await sheet.read('A1')).toEqual([['a']])
  })

  it('can come after the write was done, delay it, or drop the connection', async () => {
    await control('POST', 'faults', { match: 'PUT', status: 500, times: 1, afterwards: true })
    expect(await refusal(sheet.write('C1', [['done']]))).toMatch(/^500/)
    expect(await sheet.read('C1')).toEqual([['done']])
    google.emulator.traffic.addFault({ match: ':batchUpdate', status: 'drop', times: 1 })
    await expect(sheet.batch({ addSheet: {} })).rejects.toThrow(
      /socket hang up|fetch failed|ECONNRESET|Premature close/,
    )
    google.emulator.traffic.addFault({ match: 'GET', delayMs: 80, times: 1 })
    const before = performance.now()
    await sheet.read('A1')
    expect(performance.now() - before).toBeGreaterThanOrEqual(75)
  })

  it('are taken away over HTTP', async () => {
    await control('POST', 'faults', { match: '', status: 429 })
    expect(await refusal(sheet.read('A1'))).toMatch(/^429 Quota exceeded/)
    await control('DELETE', 'faults')
    expect(await sheet.read('A1')).toEqual([['a']])
  })
})

describe('the quota', () => {
  it('counts reads and writes a minute apart and answers 429 beyond it', async () => {
    await control('PUT', 'quota', { perMinute: 2 })
    await sheet.read('A1')
    await sheet.read('A1')
    expect(await refusal(sheet.read('A1'))).toMatch(/^429 Quota exceeded for quota metric 'Read requests'/)
    await sheet.write('D1', [['x']])
    await control('PUT', 'quota', {})
    expect(await sheet.read('A1')).toEqual([['a']])
  })
})

describe('the count of calls', () => {
  it('tells reads from writes and how many requests a batch had', async () => {
    await sheet.read('A1')
    await sheet.batch({ addSheet: {} }, { addSheet: {} })
    const counted = (await (await control('GET', 'calls')).json()) as {
      reads: number
      writes: number
      calls: object[]
    }
    expect(counted).toMatchObject({ reads: 1, writes: 1 })
    expect(counted.calls[0]).toMatchObject({
      method: 'GET',
      path: expect.stringContaining('/values/A1'),
      user: OWNER,
      status: 200,
    })
    expect(counted.calls[1]).toMatchObject({ kind: 'write', requests: 2 })
    await control('DELETE', 'calls')
    expect(google.emulator.traffic.counts).toEqual({ reads: 0, writes: 0 })
  })
})
