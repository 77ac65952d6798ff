/** Exchanging ROWHAND_SECRET while everything goes on. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectGoogle, createGrants } from '../../../service/accounts/connections.ts'
import { createKey, webhookSecretOf } from '../../../service/accounts/keys.ts'
import { createSealing, SealError } from '../../../service/accounts/sealing.ts'
import { createSpace, ensureUser } from '../../../service/accounts/spaces.ts'
import { reseal } from '../../../service/keeping/reseal.ts'
import type { Database } from '../../../service/store/open.ts'
import { openFresh } from '../turns/databases.ts'

const [OLD, NEW] = ['the secret of last year, long enough', 'the secret of this year, long enough']

describe('a new secret', () => {
  let database: Database
  beforeAll(async () => {
    database = await openFresh('pglite')
  })
  afterAll(() => database.close())

  async function account() {
    const { db } = database
    const sealing = createSealing(OLD)
    const userId = await ensureUser(db, { id: randomUUID(), email: `${randomUUID()}@example.com` })
    const spaceId = randomUUID()
    await createSpace(db, { id: spaceId, name: null, ownerId: userId })
    const keyId = randomUUID()
    const { webhookSecret } = await createKey(db, sealing, { id: keyId, userId, spaceId, name: 'main' })
    await connectGoogle(db, sealing, { userId, refreshToken: `refresh-${userId}`, email: null, scopes: 'x' })
    return { userId, keyId, webhookSecret }
  }

  it('opens what the old one sealed while both are given, and what it sealed itself afterwards alone', async () => {
    const { userId, keyId, webhookSecret } = await account()
    const both = createSealing(NEW, [OLD])
    expect(await webhookSecretOf(database.db, both, keyId)).toBe(webhookSecret)
    expect((await reseal(database.db, both)).resealed).toBeGreaterThanOrEqual(2)
    expect(await reseal(database.db, both)).toEqual({ resealed: 0, unreadable: 0 })
    const alone = createSealing(NEW)
    expect(await webhookSecretOf(database.db, alone, keyId)).toBe(webhookSecret)
    expect(await createGrants(database.db, alone).refreshToken(userId)).toBe(`refresh-${userId}`)
    await expect(webhookSecretOf(database.db, createSealing(OLD), keyId)).rejects.toThrow(SealError)
  })

  it('leaves what it cannot open as it is, and counts it', async () => {
    const { keyId, webhookSecret } = await account()
    expect((await reseal(database.db, createSealing(NEW))).unreadable).toBe(2)
    expect(await webhookSecretOf(database.db, createSealing(OLD), keyId)).toBe(webhookSecret)
    await reseal(database.db, createSealing(NEW, [OLD]))
  })

  it('is understood by a replica that still seals with the old one', () => {
    const sealed = createSealing(NEW, [OLD]).seal('word', 'row')
    expect(createSealing(OLD, [NEW]).open(sealed, 'row')).toBe('word')
  })

  it('does not open a value for another owner', () => {
    const both = createSealing(NEW, [OLD])
    expect(() => both.open(createSealing(OLD).seal('word', 'row 1'), 'row 2')).toThrow(SealError)
  })
})
