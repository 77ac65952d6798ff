/** What HTTP answers to a key that may do less, whose time is over, or whose person asks too much. */
import { expect, it } from 'vitest'
import type { Gate, Passage } from '../../../service/accounts/gate.ts'
import type { CallerLimits } from '../../../service/turns/ports.ts'
import { budget, type Served, serve } from './serve.ts'

const caller = { keyId: 'key', userId: 'user', spaceId: 'space' }
const ID = '4b3a3f0e-6f0e-4d53-9d0a-0a4f3f5e2c11'

/** `rows` is what the database answers to whose spreadsheet the agent is about. */
async function asked(
  passage: Passage,
  call: (service: Served) => Promise<Response>,
  rows: unknown[] = [],
): Promise<{ status: number; code: string | undefined; message: string }> {
  const gate: Gate = { pass: async () => passage }
  const db = {
    query: async () => ({ rows: rows as never[], rowCount: rows.length }),
    transaction: () => Promise.reject(new Error('not part of this test')),
  }
  const service = await serve({ gate, db })
  try {
    const answer = await call(service)
    const text = await answer.text()
    const body = (text ? JSON.parse(text) : {}) as { error?: { code: string; message: string } }
    return { status: answer.status, code: body.error?.code, message: body.error?.message ?? '' }
  } finally {
    await service.close(0)
  }
}

const limited = (limits: CallerLimits): Passage => ({
  state: 'passed',
  caller: { ...caller, limits },
  budget,
})
const get = (service: Served) => service.call(`/v1/sheets/agents/${ID}`)
const send =
  (path: string, method = 'POST') =>
  (service: Served) =>
    service.call(path, { method, body: '{}', headers: { 'content-type': 'application/json' } })

it('a key whose last day is over is told so', async () => {
  const answer = await asked({ state: 'expired', budget }, get)
  expect(answer).toMatchObject({ status: 403, code: 'KEY_EXPIRED' })
})

it.each([
  ['person', 'with all keys of this person together'],
  ['space', 'with all keys of this space together'],
  ['key', 'with this key'],
] as const)('too many requests of a %s are told as that', async (by, words) => {
  const answer = await asked({ state: 'limited', by, budget }, get)
  expect(answer).toMatchObject({ status: 429, code: 'RATE_LIMIT_EXCEEDED' })
  expect(answer.message).toContain(`More than 500 requests a minute ${words}.`)
})

it('a key for reading looks, and changes and erases nothing', async () => {
  const reading = limited({ spreadsheetIds: null, readOnly: true })
  expect((await asked(reading, get)).status).toBe(200)
  for (const call of [
    send(`/v1/sheets/agents/${ID}`, 'DELETE'),
    send(`/v1/sheets/agents/${ID}/turns/${ID}/undo`),
    send(`/v1/sheets/agents/${ID}/permissions/${ID}`),
    send('/v1/sheets/spreadsheets/1AbCdEfGhIjKlMnOpQrStUvWxYz/tabs/copy'),
  ])
    expect(await asked(reading, call)).toMatchObject({ status: 403, code: 'KEY_NOT_ALLOWED' })
})

it('a key for named spreadsheets finds conversations about those alone, also by the short way', async () => {
  const named = limited({ spreadsheetIds: ['sheet-1'], readOnly: false })
  expect((await asked(named, get, [{}])).status).toBe(200)
  expect(await asked(named, get)).toMatchObject({ status: 404, code: 'AGENT_NOT_FOUND' })
  const messages = (service: Served) => service.call(`/v1/sheets/agents/${ID}/messages`)
  expect(await asked(named, messages)).toMatchObject({ status: 404, code: 'AGENT_NOT_FOUND' })
})

it('a key for named spreadsheets copies neither from another nor into one', async () => {
  const id = (end: string) => `1AbCdEfGhIjKlMnOpQrStUvWx${end}`
  const copy = (from: string, to: string) => (service: Served) =>
    service.call(`/v1/sheets/spreadsheets/${from}/tabs/copy`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ destination_spreadsheet_id: to, sheet_name: 'A' }),
    })
  const named = limited({ spreadsheetIds: [id('01')], readOnly: false })
  for (const [from, to] of [
    [id('01'), id('02')],
    [id('02'), id('01')],
  ] as const)
    expect(await asked(named, copy(from, to))).toMatchObject({ status: 403, code: 'KEY_NOT_ALLOWED' })
})
