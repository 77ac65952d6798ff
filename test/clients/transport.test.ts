/** When the client tries again, and when it must not. */
import { describe, expect, it } from 'vitest'
import { createClient } from '../../clients/typescript/src/index.ts'

interface Planned {
  status?: number
  body?: unknown
  headers?: Record<string, string>
  throws?: Error
}

function against(planned: Planned[]) {
  const requests: { method: string; headers: Headers }[] = []
  const pauses: number[] = []
  const client = createClient({
    baseUrl: 'http://service/',
    apiKey: 'sk_rowhand_test',
    fetch: async (_url, init) => {
      requests.push({ method: init?.method ?? '', headers: new Headers(init?.headers) })
      const { status = 200, body = {}, headers = {}, throws } = planned[requests.length - 1] ?? {}
      if (throws) throws.message = 'connection reset'
      if (throws) throw throws
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
    },
    sleep: async milliseconds => void pauses.push(milliseconds),
  })
  return { client, requests, pauses }
}

const refusal = (status: number, code: string, headers = {}) => ({
  status,
  headers,
  body: { error: { code, message: 'Words.' }, request_id: 'r1' },
})

describe('a request', () => {
  it('that was refused by rate waits as long as the service says', async () => {
    const { client, requests, pauses } = against([
      refusal(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '7' }),
      { body: { version: '1' } },
    ])
    expect(await client.version()).toEqual({ version: '1' })
    expect([requests.length, pauses]).toEqual([2, [7_000]])
  })

  it('to start whose answer was lost is sent again under the same idempotency key', async () => {
    const { client, requests } = against([{ throws: new Error() }, { status: 201, body: { id: 'a' } }])
    expect(await client.start({ prompt: 'x', spreadsheet_id: 's' })).toEqual({ id: 'a' })
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys[1]).toBe(keys[0])
  })

  it('to delete is not sent again when nobody knows whether it was done', async () => {
    const { client, requests } = against([refusal(504, 'UPSTREAM_TIMEOUT')])
    await expect(client.delete('a')).rejects.toMatchObject({
      status: 504,
      code: 'UPSTREAM_TIMEOUT',
      requestId: 'r1',
    })
    expect(requests).toHaveLength(1)
  })

  it.each([
    [409, 'AGENT_BUSY'],
    [429, 'SPENDING_LIMIT_REACHED'],
    [401, 'UNAUTHORIZED'],
  ])('that was refused with %i %s is not sent again', async (status, code) => {
    const { client, requests } = against([refusal(status, code)])
    await expect(client.get('a')).rejects.toMatchObject({ status, code })
    expect(requests).toHaveLength(1)
  })

  it('gives up after four tries and says that no answer came', async () => {
    const { client, requests } = against(Array.from({ length: 9 }, () => ({ throws: new Error() })))
    await expect(client.get('a')).rejects.toMatchObject({ code: 'NO_ANSWER', status: 0 })
    expect(requests).toHaveLength(4)
  })

  it('that meets something else than Rowhand says so', async () => {
    const { client } = against([{ status: 404, body: '<html>' }])
    await expect(client.get('a')).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' })
  })
})
