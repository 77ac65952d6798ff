import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createGate } from '../../../service/accounts/gate.ts'
import { deleteKey, disableKey, newApiKey } from '../../../service/accounts/keys.ts'
import type { Database } from '../../../service/store/open.ts'
import { freshPostgres } from '../../support/database.ts'
import { quietly } from '../../support/withdraw.ts'
import { openFresh } from '../turns/databases.ts'
import { makeAccount } from './make-account.ts'

describe.each([
  ['counting in its process', 'pglite', false],
  ['counting in PGlite', 'pglite', true],
  ['counting in Postgres', 'postgres', true],
] as const)('the gate, %s', (_, kind, replicas) => {
  let database: Database
  beforeAll(async () => {
    database = await openFresh(kind)
  })
  afterAll(() => database.close())

  const gateAt = (clock: { ms: number }, requestsPerMinute = 500) =>
    createGate({ db: database.db, requestsPerMinute, replicas, now: () => new Date(), clock: () => clock.ms })

  it('a burst passes exactly the budget and tells each request what is left', async () => {
    const { apiKey, keyId, userId, spaceId } = await makeAccount(database.db)
    const clock = { ms: 1_000_000 }
    const gate = gateAt(clock)
    const passages = await Promise.all(Array.from({ length: 2_000 }, () => gate.pass(apiKey)))
    const passed = passages.filter(passage => passage.state === 'passed')
    expect(passed).toHaveLength(500)
    expect(passed[0]).toMatchObject({ caller: { keyId, userId, spaceId } })
    expect(new Set(passed.map(passage => passage.budget.remaining)).size).toBe(500)
    const limited = passages.filter(passage => passage.state === 'limited')
    expect(limited).toHaveLength(1_500)
    expect(limited[0]?.budget).toEqual({
      limit: 500,
      remaining: 0,
      resetAtSeconds: 1_060,
      resetAfterSeconds: 60,
    })
  })

  it('no span of a minute holds more than the budget, at the edge of a window either', async () => {
    const { apiKey } = await makeAccount(database.db)
    const clock = { ms: 5_000_000 }
    const gate = gateAt(clock, 10)
    const times: number[] = []
    for (let step = 0; step < 700; step++) {
      clock.ms += 217
      for (const passage of await Promise.all([gate.pass(apiKey), gate.pass(apiKey)])) {
        if (passage.state === 'passed') times.push(clock.ms)
      }
    }
    for (const from of times)
      expect(times.filter(at => at >= from && at < from + 60_000).length).toBeLessThan(11)
    expect(times.length).toBeGreaterThanOrEqual(20)
  })

  it('a clock that is set back by an hour locks no key out', async () => {
    const { apiKey } = await makeAccount(database.db)
    const clock = { ms: 90_000_000 }
    const gate = gateAt(clock, 5)
    for (let request = 0; request < 6; request++) await gate.pass(apiKey)
    expect((await gate.pass(apiKey)).state).toBe('limited')
    clock.ms -= 3_600_000
    const after = await gate.pass(apiKey)
    expect(after).toMatchObject({ state: 'passed', budget: { remaining: 4 } })
  })

  it('after the announced wait the key passes again', async () => {
    const { apiKey } = await makeAccount(database.db)
    const clock = { ms: 9_000_123 }
    const gate = gateAt(clock, 5)
    for (let i = 0; i < 5; i++) {
      await gate.pass(apiKey)
      clock.ms += 700
    }
    const refused = await gate.pass(apiKey)
    if (refused.state !== 'limited') throw new Error(refused.state)
    expect(refused.budget.resetAfterSeconds).toBeLessThanOrEqual(60)
    clock.ms += refused.budget.resetAfterSeconds * 1000
    expect((await gate.pass(apiKey)).state).toBe('passed')
  })

  it('a disabled key is disabled, a deleted, unknown, malformed or missing one unknown', async () => {
    const { apiKey, keyId, spaceId } = await makeAccount(database.db)
    const gate = gateAt({ ms: 1 })
    await disableKey(quietly(database.db), { spaceId }, keyId)
    expect((await gate.pass(apiKey)).state).toBe('disabled')
    await deleteKey(quietly(database.db), { spaceId }, keyId)
    const states = await Promise.all(
      [apiKey, newApiKey(), 'sk_rowhand_short', '', null].map(key => gate.pass(key)),
    )
    expect(states.map(passage => passage.state)).toEqual(Array(5).fill('unknown'))
  })
})

describe('replicas', () => {
  let database: Database
  beforeAll(async () => {
    database = await freshPostgres(inject('postgresUrl'))
  })
  afterAll(() => database.close())

  it('two gates on one database share one count', async () => {
    const { apiKey } = await makeAccount(database.db)
    const gates = [0, 1].map(() =>
      createGate({ db: database.db, requestsPerMinute: 100, replicas: true, now: () => new Date() }),
    )
    const passages = await Promise.all(Array.from({ length: 400 }, (_, i) => gates[i % 2]!.pass(apiKey)))
    expect(passages.filter(passage => passage.state === 'passed')).toHaveLength(100)
  })
})
