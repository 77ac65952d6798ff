import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { isBurst, refusedFor } from './rows/errors.ts'
import { type Answer, errorOf } from './support/client.ts'
import { startWorld, type World } from './support/world.ts'

/** One process on the embedded database: "Request rate" and "Concurrency" among the rows, pglite.test.ts. */
describe('limits hold exactly: two processes on one Postgres', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld({ processes: 2, postgresUrl: inject('postgresUrl') })
  }, 180_000)
  afterAll(() => world?.close())

  /** `count` requests at once, dealt out to the processes in turn. */
  const flood = (count: number, ask: (baseUrl: string) => Promise<Answer>) =>
    Promise.all(Array.from({ length: count }, (__, i) => ask(world.urls[i % world.urls.length]!)))
  const passed = (answers: Answer[], status: number) => answers.filter(answer => answer.status === status)

  it('of 300 concurrent starts with one key exactly 100 are accepted', async () => {
    const begun = performance.now()
    const { client, people, books } = world
    const body = { prompt: 'hang', spreadsheet_id: books.ana }
    const answers = await flood(300, baseUrl =>
      client.call('startAgent', { key: people.crowd.apiKey, baseUrl, body }),
    )
    // Named, so that one that failed otherwise says how.
    expect(answers.filter(({ status }) => status !== 201 && status !== 429).map(errorOf)).toEqual([])
    const accepted = passed(answers, 201)
    expect(accepted).toHaveLength(100)
    expect(new Set(accepted.map(answer => answer.body.id)).size).toBe(100)
    const refused = passed(answers, 429)
    expect(refused).toHaveLength(200)
    for (const answer of refused) {
      expect(errorOf(answer).code).toBe('CONCURRENT_LIMIT_REACHED')
      expect(answer.headers.get('retry-after')).toBeNull()
    }
    // Every one of them spent a request of the budget.
    const left = Math.min(...answers.map(answer => Number(answer.headers.get('x-ratelimit-remaining'))))
    if (isBurst(begun)) expect(left).toBe(200)
  }, 120_000)

  it('of 800 requests in a burst exactly 500 pass, and the rest say when to come back', async context => {
    const { client, people } = world
    const begun = performance.now()
    const answers = await flood(800, baseUrl =>
      client.call('verifyApiKey', { key: people.spender.apiKey, baseUrl }),
    )
    if (!isBurst(begun)) context.skip('this machine is too busy for a burst')
    expect(passed(answers, 200)).toHaveLength(500)
    const refused = passed(answers, 429)
    expect(refused).toHaveLength(300)
    for (const answer of refused) {
      refusedFor(answer)
      expect(answer.headers.get('x-ratelimit-remaining')).toBe('0')
    }
    const remaining = passed(answers, 200).map(answer => Number(answer.headers.get('x-ratelimit-remaining')))
    expect(new Set(remaining).size).toBe(500)
  }, 120_000)

  it('one key at its limit is nothing to another', async () => {
    expect((await world.client.call('verifyApiKey')).status).toBe(200)
  })
})
