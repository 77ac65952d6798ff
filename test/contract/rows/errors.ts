/** Errors by status, and the limits. What spends a whole budget uses a key of its own. */
import { expect } from 'vitest'
import { type Answer, errorOf } from '../support/client.ts'
import type { Json } from '../support/document.ts'
import { type GetWorld, row } from './row.ts'

const UNKNOWN_KEY = `sk_rowhand_${'0'.repeat(32)}`
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

export function errorRows(world: GetWorld): void {
  const book = () => world().books.ana
  const start = (key?: string, body: Json = {}) =>
    world().client.call('startAgent', {
      body: { prompt: 'answer', spreadsheet_id: book(), ...body },
      ...(key ? { key } : {}),
    })

  /** Every operation that needs a key, with input that would be right. */
  async function everywhere(key: string | null): Promise<Answer[]> {
    const { client } = world()
    const answers: Answer[] = []
    for (const { operationId, security } of client.document.operations.values()) {
      if (security.length === 0) continue
      const body =
        operationId === 'startAgent'
          ? { prompt: 'answer', spreadsheet_id: book() }
          : operationId === 'copyTab'
            ? { destination_spreadsheet_id: book(), sheet_id: 0 }
            : operationId === 'decidePermission'
              ? { decision: 'deny' }
              : operationId === 'undoTurn'
                ? {}
                : undefined
      answers.push(
        await client.call(operationId, {
          key,
          params: {
            id: UNKNOWN_ID,
            source_id: book(),
            turn_id: UNKNOWN_ID,
            undo_id: UNKNOWN_ID,
            permission_id: UNKNOWN_ID,
          },
          ...(body ? { body } : {}),
        }),
      )
    }
    return answers
  }

  row('Errors · 400', 'wrong parameters of Start agent and of the messages', async () => {
    const { client } = world()
    const agent = await client.run({ prompt: 'answer', spreadsheet_id: book() })
    for (const query of [
      { limit: '0' },
      { limit: '101' },
      { limit: '-1' },
      { limit: '1.5' },
      { limit: 'many' },
      { limit: '' },
      { after: 'not a cursor' },
      { after: '' },
    ]) {
      const answer = await client.call('getAgentMessages', { params: { id: agent.id }, query })
      expect(errorOf(answer)).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
      expect(errorOf(answer).message).toContain(Object.keys(query)[0])
    }
    expect(errorOf(await start(undefined, { prompt: null }))).toMatchObject({ status: 400 })
  })
  row('Errors · 401', 'a missing, malformed, unknown or deleted key, on every endpoint', async () => {
    for (const key of [null, 'nonsense', UNKNOWN_KEY, world().people.deletedKey]) {
      const answers = await everywhere(key)
      expect(answers.length).toBeGreaterThanOrEqual(7)
      for (const answer of answers)
        expect(errorOf(answer)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
    }
  })
  row('Errors · 403', 'a disabled key everywhere; no Google account; no access to the sheet', async () => {
    const { people, books } = world()
    for (const answer of await everywhere(people.disabledKey)) {
      expect(errorOf(answer)).toMatchObject({ status: 403, code: 'KEY_DISABLED' })
    }
    expect(errorOf(await start(people.cara.apiKey))).toMatchObject({
      status: 403,
      code: 'GOOGLE_NOT_CONNECTED',
    })
    expect(errorOf(await start(people.dan.apiKey))).toMatchObject({
      status: 403,
      code: 'GOOGLE_NOT_CONNECTED',
    })
    const closed = await start(undefined, { spreadsheet_id: books.ben })
    expect(errorOf(closed)).toMatchObject({ status: 403, code: 'SPREADSHEET_FORBIDDEN' })
  })
  row('Errors · 404', 'an unknown spreadsheet on start; an unknown agent elsewhere', async () => {
    const { client } = world()
    const missing = await start(undefined, { spreadsheet_id: `1${'x'.repeat(43)}` })
    expect(errorOf(missing)).toMatchObject({ status: 404, code: 'SPREADSHEET_NOT_FOUND' })
    for (const operation of ['getAgent', 'getAgentMessages', 'stopAgent']) {
      for (const id of [UNKNOWN_ID, 'not-an-id', '%', 'a/b']) {
        const answer = await client.call(operation, { params: { id } })
        expect(errorOf(answer)).toMatchObject({ status: 404, code: 'AGENT_NOT_FOUND' })
      }
    }
  })
  row('Errors · 409', 'a follow-up while the agent is working', async () => {
    const { client } = world()
    const agent = await client.start({ prompt: 'hang', spreadsheet_id: book() })
    expect(errorOf(await start(undefined, { agent_id: agent.id }))).toMatchObject({
      status: 409,
      code: 'AGENT_BUSY',
    })
    await client.stop(agent.id)
  })
  row('Errors · 429', 'three codes for three limits', () => {
    const { content } = world().client.document.operation('startAgent').responses[429]!
    expect(Object.keys(content!['application/json'].examples!).toSorted()).toEqual([
      'CONCURRENT_LIMIT_REACHED',
      'RATE_LIMIT_EXCEEDED',
      'SPENDING_LIMIT_REACHED',
    ])
  })
  row('Errors · 500', 'is documented everywhere and tells nothing of the inside', () => {
    for (const operation of world().client.document.operations.values()) {
      expect(Object.keys(operation.responses)).toContain('500')
    }
  })
  row('Errors · 502', 'Google gives no usable answer: nothing was created', async () => {
    const { emulator } = world()
    const before = await ownAgents()
    emulator.traffic.addFault({ match: book(), status: 500 })
    try {
      expect(errorOf(await start())).toMatchObject({ status: 502, code: 'UPSTREAM_INVALID_RESPONSE' })
    } finally {
      emulator.traffic.clearFaults()
    }
    expect(await ownAgents()).toBe(before)
  })
  row('Errors · 504', 'Google does not answer in time', async () => {
    const { emulator } = world()
    // That silence is taken for it, too, is in test/service/sheets/client.test.ts.
    emulator.traffic.addFault({ match: book(), status: 504 })
    try {
      expect(errorOf(await start())).toMatchObject({ status: 504, code: 'UPSTREAM_TIMEOUT' })
    } finally {
      emulator.traffic.clearFaults()
    }
    for (const operationId of ['startAgent', 'copyTab']) {
      const { content } = world().client.document.operation(operationId).responses[504]!
      expect(Object.keys(content!['application/json'].examples!)).toEqual(['UPSTREAM_TIMEOUT'])
    }
  })

  /** Calls that reached the model: one that was not created never does. */
  const ownAgents = async () => world().provider.requests.length
}

const budget = ({ headers }: Answer<unknown>) => Number(headers.get('x-ratelimit-remaining'))
/** Whether all requests since then fell into one window of a minute; a machine may be too busy for that. */
export const isBurst = (begun: number) => performance.now() - begun < 55_000

const ONLY_BY_RATE = ['retry-after', 'x-ratelimit-reset-after']

/** Seconds that an answer beyond the rate tells to wait. */
export function refusedFor(answer: Answer): number {
  expect(errorOf(answer).code).toBe('RATE_LIMIT_EXCEEDED')
  const wait = Number(answer.headers.get('retry-after'))
  expect(wait).toBeGreaterThanOrEqual(1)
  expect(wait).toBeLessThanOrEqual(60)
  expect(answer.headers.get('x-ratelimit-reset-after')).toBe(`${wait}`)
  return wait
}

/** What many requests at once find; on Postgres limits.test.ts has it, with two processes. */
export function floodRows(world: GetWorld): void {
  const book = () => world().books.ana
  const start = (key: string) =>
    world().client.call('startAgent', { key, body: { prompt: 'hang', spreadsheet_id: book() } })

  row('Limits · Request rate', '500 a minute; the rest carries when to come back', async () => {
    const { client, people } = world()
    const key = people.spender.apiKey
    const begun = performance.now()
    const answers = await Promise.all(Array.from({ length: 600 }, () => client.call('verifyApiKey', { key })))
    if (!isBurst(begun)) return
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(500)
    const refused = answers.filter(answer => answer.status === 429)
    expect(refused).toHaveLength(100)
    for (const answer of refused) {
      const wait = refusedFor(answer)
      expect(answer.headers.get('x-ratelimit-limit')).toBe('500')
      expect(budget(answer)).toBe(0)
      expect(
        Math.abs(Number(answer.headers.get('x-ratelimit-reset')) - Date.now() / 1000 - wait),
      ).toBeLessThan(10)
    }
  })
  row(
    'Limits · Concurrency',
    '100 active agents a key; a rejected start still spends a request',
    async () => {
      const { people } = world()
      const key = people.crowd.apiKey
      const begun = performance.now()
      const answers = await Promise.all(Array.from({ length: 110 }, () => start(key)))
      expect(answers.filter(answer => answer.status === 201)).toHaveLength(100)
      const refused = answers.filter(answer => answer.status === 429)
      expect(refused).toHaveLength(10)
      for (const answer of refused) {
        expect(errorOf(answer).code).toBe('CONCURRENT_LIMIT_REACHED')
        for (const name of ONLY_BY_RATE) expect(answer.headers.get(name)).toBeNull()
      }
      if (isBurst(begun)) expect(Math.min(...answers.map(budget))).toBe(500 - 110)
      // One that ends makes room for one.
      const [first] = answers.filter(answer => answer.status === 201)
      await world().client.stop((first!.body as { id: string }).id, { key })
      expect((await start(key)).status).toBe(201)
      expect((await start(key)).status).toBe(429)
    },
  )
}

export function limitRows(world: GetWorld): void {
  const book = () => world().books.ana
  row('Limits · Spending', 'no credits, the limit of the space, the limit of the user', async () => {
    const { people } = world()
    for (const { apiKey: key } of [people.noCredits, people.spaceAtLimit, people.userAtLimit]) {
      const body = { prompt: 'hang', spreadsheet_id: world().books.ana }
      const answer = await world().client.call('startAgent', { key, body })
      expect(errorOf(answer)).toMatchObject({ status: 429, code: 'SPENDING_LIMIT_REACHED' })
      for (const name of ONLY_BY_RATE) expect(answer.headers.get(name)).toBeNull()
      expect(budget(answer)).toBe(499)
    }
  })
  row('Limits · Page size', '1 to 100, default 20', async () => {
    const { client } = world()
    const schema = client.document
      .operation('getAgentMessages')
      .parameters.find(one => one.name === 'limit')?.schema
    expect(schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 100, default: 20 })
    const agent = await client.run({ prompt: 'tour', spreadsheet_id: book(), sheet_name: 'Orders' })
    await client.run({ prompt: 'tour', agent_id: agent.id })
    expect((await client.messages(agent.id)).messages).toHaveLength(20)
    expect((await client.messages(agent.id, { limit: '1' })).messages).toHaveLength(1)
    expect((await client.messages(agent.id, { limit: '100' })).messages.length).toBeGreaterThan(20)
  })
  row('Limits · sheet_id', 'an integer from 0, in both requests', () => {
    for (const name of ['StartAgentRequest', 'CopyTabRequest']) {
      const properties = world().client.document.schema(name).properties as Record<string, Json>
      expect(properties.sheet_id).toMatchObject({ type: 'integer', minimum: 0, maximum: 2_147_483_647 })
    }
  })
}
