/** Keys that may do less, keys that are exchanged, and limits of persons and spaces: at the gate and in the books. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBilling } from '../../../service/accounts/billing.ts'
import { createGate } from '../../../service/accounts/gate.ts'
import {
  lastDayOf,
  NO_LIMITS,
  readLastDay,
  readSpreadsheets,
  setKeyLimits,
} from '../../../service/accounts/key-limits.ts'
import { replaceKey, replaceWebhookSecret, signingSecretsOf } from '../../../service/accounts/key-rotation.ts'
import { createKey } from '../../../service/accounts/keys.ts'
import { maySignIn } from '../../../service/accounts/sign-in.ts'
import type { Database } from '../../../service/store/open.ts'
import { openFresh } from '../turns/databases.ts'
import { type Account, makeAccount, sealing } from './make-account.ts'

const HOUR_MS = 3_600_000

describe.each([
  ['counting in its process', 'pglite', false],
  ['counting in Postgres', 'postgres', true],
] as const)('a limited key at the gate, %s', (_, kind, replicas) => {
  let database: Database
  beforeAll(async () => {
    database = await openFresh(kind)
  })
  afterAll(() => database.close())

  const gateAt = (ms: () => number, more: { requestsPerPerson?: number; requestsPerSpace?: number } = {}) =>
    createGate({
      db: database.db,
      requestsPerMinute: 500,
      replicas,
      now: () => new Date(ms()),
      ...(replicas ? { clock: ms } : {}),
      ...more,
    })
  const limit = (account: Account, limits: Partial<typeof NO_LIMITS>) =>
    setKeyLimits(database.db, account, account.keyId, { ...NO_LIMITS, ...limits })

  it('is told with its limits, and without any where it has none', async () => {
    const account = await makeAccount(database.db)
    const gate = gateAt(Date.now)
    expect(await gate.pass(account.apiKey)).toMatchObject({
      state: 'passed',
      caller: { keyId: account.keyId },
    })
    expect((await gate.pass(account.apiKey)) as object).not.toHaveProperty('caller.limits')
    await limit(account, { spreadsheetIds: ['sheet-1'], readOnly: true })
    expect(await gate.pass(account.apiKey)).toMatchObject({
      caller: { limits: { spreadsheetIds: ['sheet-1'], readOnly: true } },
    })
  })

  it('is refused from the end of its last day on', async () => {
    const account = await makeAccount(database.db)
    const end = Date.now() + HOUR_MS
    await limit(account, { expiresAt: new Date(end) })
    expect((await gateAt(() => end - 1_000).pass(account.apiKey)).state).toBe('passed')
    expect((await gateAt(() => end).pass(account.apiKey)).state).toBe('expired')
  })

  it('that is exchanged is taken until its moment, the new one at once', async () => {
    const account = await makeAccount(database.db)
    const until = Date.now() + HOUR_MS
    const fresh = (await replaceKey(database.db, account, account.keyId, new Date(until)))!
    for (const key of [account.apiKey, fresh]) {
      expect(await gateAt(() => until - 1_000).pass(key)).toMatchObject({ caller: { keyId: account.keyId } })
    }
    expect((await gateAt(() => until).pass(account.apiKey)).state).toBe('unknown')
    expect((await gateAt(() => until).pass(fresh)).state).toBe('passed')
  })

  it('that is exchanged at once is refused at once', async () => {
    const account = await makeAccount(database.db)
    const fresh = (await replaceKey(database.db, account, account.keyId, null))!
    const gate = gateAt(() => Date.now() + 1_000)
    expect((await gate.pass(account.apiKey)).state).toBe('unknown')
    expect((await gate.pass(fresh)).state).toBe('passed')
  })

  it('shares a budget with the other keys of its person, and of its space', async () => {
    for (const [by, limits] of [
      ['person', { requestsPerPerson: 5 }],
      ['space', { requestsPerSpace: 5 }],
    ] as const) {
      const account = await makeAccount(database.db)
      const other = await createKey(database.db, sealing, {
        userId: account.userId,
        spaceId: account.spaceId,
        id: randomUUID(),
        name: 'other',
      })
      const gate = gateAt(Date.now, limits)
      const keys = [account.apiKey, other.apiKey]
      const passages = []
      for (let i = 0; i < 8; i++) passages.push(await gate.pass(keys[i % 2]!))
      expect(passages.filter(({ state }) => state === 'passed')).toHaveLength(5)
      expect(passages.at(-1)).toMatchObject({ state: 'limited', by, budget: { limit: 5, remaining: 0 } })
      expect((await gate.pass((await makeAccount(database.db)).apiKey)).state).toBe('passed')
    }
  })

  it('has one budget with its person and its space at all gates of a shared database', async () => {
    for (const [by, limits] of [
      ['person', { requestsPerPerson: 5 }],
      ['space', { requestsPerSpace: 5 }],
    ] as const) {
      const account = await makeAccount(database.db)
      const gates = [gateAt(Date.now, limits), gateAt(Date.now, limits)]
      const passages = await Promise.all(
        Array.from({ length: 16 }, (_, i) => gates[i % 2]!.pass(account.apiKey)),
      )
      const passed = passages.filter(({ state }) => state === 'passed')
      // Without a shared database there is one process, and one gate.
      expect(passed).toHaveLength(replicas ? 5 : 10)
      expect(passages.find(({ state }) => state === 'limited')).toMatchObject({ by, budget: { limit: 5 } })
      if (!replicas) continue
      const later = gateAt(() => Date.now() + 61_000, limits)
      expect((await later.pass(account.apiKey)).state).toBe('passed')
    }
  })

  it('spends no more than its own cap in a month, while others of its space go on', async () => {
    const account = await makeAccount(database.db)
    const otherId = randomUUID()
    await createKey(database.db, sealing, {
      userId: account.userId,
      spaceId: account.spaceId,
      id: otherId,
      name: 'other',
    })
    await limit(account, { spendingLimitNano: 100n })
    const clock = { now: new Date('2026-05-10T12:00:00Z') }
    const billing = createBilling(() => clock.now)
    const cost = { kind: 'agent', model: 'm', costNanoDollars: 100n, idempotencyKey: randomUUID() } as const
    const payer = { ...account, agentId: randomUUID(), turnId: randomUUID() }
    const charged = await database.db.transaction(tx => billing.charge(tx, payer, [cost]))
    expect(charged).toMatchObject({ state: 'stop', params: { limit: 'key', spent: 100 } })
    const admit = (keyId: string) => database.db.transaction(tx => billing.admit(tx, { ...account, keyId }))
    expect(await admit(account.keyId)).toMatchObject({
      state: 'refused',
      message: expect.stringContaining("This key's spending limit of"),
    })
    expect(await admit(otherId)).toEqual({ state: 'ok' })
    clock.now = new Date('2026-06-01T00:00:00Z')
    expect(await admit(account.keyId)).toEqual({ state: 'ok' })
  })

  it('signs with the secret before until its moment, and tells what is next', async () => {
    const account = await makeAccount(database.db)
    const now = new Date()
    const until = new Date(now.getTime() + HOUR_MS)
    const next = await replaceWebhookSecret(database.db, sealing, account, account.keyId, until)
    const secrets = (at: Date) => signingSecretsOf(database.db, sealing, account.keyId, at)
    expect(await secrets(now)).toEqual({ secret: account.webhookSecret, next })
    expect(await secrets(until)).toEqual({ secret: next, next: null })
    const newest = await replaceWebhookSecret(database.db, sealing, account, account.keyId, null)
    expect(await secrets(now)).toEqual({ secret: newest, next: null })
  })
})

describe('limits as people write them', () => {
  const ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcdefg'

  it('name spreadsheets by id or address, each once', () => {
    const text = `${ID}\nhttps://docs.google.com/spreadsheets/d/${ID}/edit#gid=0, ${ID}2`
    expect(readSpreadsheets(text)).toEqual({ state: 'ok', value: [ID, `${ID}2`] })
    expect(readSpreadsheets('  ')).toEqual({ state: 'ok', value: null })
    expect(readSpreadsheets('my sheet!').state).toBe('wrong')
  })

  it.each(['2026-02-31', '31.12.2027', 'tomorrow', '2026-11-19', '2026-13-01'])(
    'take %s for no last day',
    text => {
      expect(readLastDay(text, new Date('2026-11-20T10:00:00Z')).state).toBe('wrong')
    },
  )

  it('end a day with its last moment', () => {
    const read = readLastDay('2026-11-20', new Date('2026-11-20T10:00:00Z'))
    expect(read).toEqual({ state: 'ok', value: new Date('2026-11-21T00:00:00Z') })
    expect(lastDayOf(new Date('2026-11-21T00:00:00Z'))).toBe('2026-11-20')
  })

  it.each([
    [[], 'kim@example.com', true],
    [['example.com'], 'Kim@Example.com', true],
    [['example.com'], 'kim@sub.example.com', false],
    [['example.com'], 'kim@notexample.com', false],
    [['kim@example.com'], 'kim@example.com', true],
    [['kim@example.com'], 'sam@example.com', false],
    [['example.com'], 'kim@example.com@evil.org', false],
  ])('with %j let %s in: %s', (allowed, email, isIn) => {
    expect(maySignIn(allowed, email)).toBe(isIn)
  })
})
