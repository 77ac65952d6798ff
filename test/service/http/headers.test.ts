import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Passage } from '../../../service/accounts/gate.ts'
import { budget, type Served, serve, viewOf } from './serve.ts'

const AGENT = '/v1/sheets/agents/3b1f7a52-0c1d-4f6c-8f0a-6b8d3e9c2a10'
const RATE = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
const BY_RATE_ONLY = ['retry-after', 'x-ratelimit-reset-after']

let service: Served
beforeAll(async () => {
  const dashboard = new Hono().get('/style', context => context.text('body {}'))
  service = await serve({ dashboard })
})
afterAll(() => service.close(0))

const pick = (response: Response, names: string[]) => names.map(name => response.headers.get(name))

async function withPassage(passage: Passage): Promise<Response> {
  const served = await serve({ gate: { pass: async () => passage } })
  const response = await served.call('/v1/auth/verify')
  await served.close(0)
  return response
}

describe('headers', () => {
  it('each answer has a request id of its own', async () => {
    const paths = [
      '/',
      '/dashboard/style',
      '/version',
      '/nothing',
      '/v1/auth/verify',
      '/openapi.json',
      '/docs',
      '/health',
      AGENT,
    ]
    const ids = await Promise.all(
      paths.map(async path => (await service.call(path)).headers.get('x-request-id')),
    )
    expect(ids.every(Boolean)).toBe(true)
    expect(new Set(ids).size).toBe(paths.length)
  })

  it('an id that the client made up is not taken over', async () => {
    const response = await service.call('/version', { headers: { 'x-request-id': 'mine' } })
    expect(response.headers.get('x-request-id')).not.toBe('mine')
  })

  it('answers can be neither framed, sniffed nor cached', async () => {
    for (const path of ['/version', '/nothing', '/v1/auth/verify']) {
      const { headers } = await service.call(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('server')).toBeNull()
    }
  })

  it('each keyed answer tells the budget, an unkeyed one does not', async () => {
    expect(pick(await service.call('/v1/auth/verify'), RATE)).toEqual(['500', '42', '1000'])
    expect(pick(await service.call(`${AGENT}?include_intermediate_tool_failures=x`), RATE)).toEqual([
      '500',
      '42',
      '1000',
    ])
    expect(pick(await service.call('/version'), RATE)).toEqual([null, null, null])
    const unknown = await service.call('/v1/auth/verify', { headers: { 'x-api-key': 'x' } })
    expect(pick(unknown, RATE)).toEqual([null, null, null])
  })

  it('only a rejection by rate says when to come back', async () => {
    const limited = await withPassage({ state: 'limited', by: 'key', budget })
    expect(limited.status).toBe(429)
    expect(pick(limited, [...RATE, ...BY_RATE_ONLY])).toEqual(['500', '42', '1000', '7', '7'])
    const disabled = await withPassage({ state: 'disabled', budget })
    expect(disabled.status).toBe(403)
    expect(pick(disabled, [...RATE, ...BY_RATE_ONLY])).toEqual(['500', '42', '1000', null, null])
    const busy = await serve({
      agents: {
        start: async () => ({ state: 'refused', code: 'CONCURRENT_LIMIT_REACHED', message: 'Wait.' }),
      },
    })
    const response = await busy.call('/v1/sheets/agents', {
      method: 'POST',
      body: '{"prompt":"x"}',
      headers: { 'content-type': 'application/json' },
    })
    expect(response.status).toBe(429)
    expect(pick(response, BY_RATE_ONLY)).toEqual([null, null])
    await busy.close(0)
  })

  it('HEAD is GET without its body', async () => {
    const [get, head] = await Promise.all([service.call(AGENT), service.call(AGENT, { method: 'HEAD' })])
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'))
  })
})

describe('GET agent for careful clients', () => {
  it.each([
    ['200', {}],
    ['304', { 'if-none-match': '"1"' }],
    ['401', { 'x-api-key': 'nonsense' }],
  ])('the quick way and the general way answer alike: %s', async (status, headers) => {
    // The encoded blank leaves the quick way.
    const answers = await Promise.all(
      [AGENT, `${AGENT}?unknown=%20`].map(path => service.call(path, { headers })),
    )
    const told = await Promise.all(
      answers.map(async response => {
        const { 'x-request-id': id, date: _, ...rest } = Object.fromEntries(response.headers)
        return { status: response.status, headers: rest, body: (await response.text()).replace(id!, 'id') }
      }),
    )
    expect(told[0]).toEqual(told[1])
    expect(told[0]!.status).toBe(Number(status))
  })

  it('an agent that has not changed is 304 without a body', async () => {
    const first = await service.call(AGENT)
    const etag = first.headers.get('etag')!
    for (const given of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await service.call(AGENT, { headers: { 'if-none-match': given } })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
      expect(again.headers.get('x-ratelimit-remaining')).toBe('42')
    }
    const other = await service.call(AGENT, { headers: { 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
  })

  it('the two ways to tell failures have tags of their own', async () => {
    const tags = await Promise.all(
      ['true', 'false'].map(async value => {
        const response = await service.call(`${AGENT}?include_intermediate_tool_failures=${value}`)
        return response.headers.get('etag')
      }),
    )
    expect(tags[0]).not.toBe(tags[1])
  })

  it('Prefer: wait holds the answer until the agent changes', async () => {
    let version = 1
    const waits: { since: number; timeoutMs: number }[] = []
    const active = await serve({
      agents: {
        get: async () => viewOf(version, { status: version > 1 ? 'idle' : 'active' }, version === 1),
        waitForChange: async (_id, since, timeoutMs) => {
          waits.push({ since, timeoutMs })
          version = 2
        },
      },
    })
    const response = await active.call(AGENT, { headers: { prefer: 'respond-async, wait=400' } })
    expect(response.headers.get('preference-applied')).toBe('wait=25')
    expect(((await response.json()) as { status: string }).status).toBe('idle')
    expect(waits).toEqual([{ since: 1, timeoutMs: 25_000 }])
    await active.close(0)
  })

  it('it does not wait for an idle agent, nor where the client has an older one', async () => {
    // The scripted port fails when it is asked to wait.
    expect((await service.call(AGENT, { headers: { prefer: 'wait=20' } })).status).toBe(200)
    const active = await serve({ agents: { get: async () => viewOf(5, {}, true) } })
    const response = await active.call(AGENT, { headers: { prefer: 'wait=20', 'if-none-match': '"4"' } })
    expect(response.status).toBe(200)
    await active.close(0)
  })
})
