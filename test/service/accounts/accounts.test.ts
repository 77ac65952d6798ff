import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiKeyPattern } from '../../../contract/index.ts'
import { ensureAccount, parseBootstrap } from '../../../service/accounts/bootstrap.ts'
import {
  connectGoogle,
  connectionOf,
  createGrants,
  disconnectGoogle,
} from '../../../service/accounts/connections.ts'
import {
  createKey,
  deleteKey,
  disableKey,
  enableKey,
  listKeys,
  newApiKey,
  renameKey,
  webhookSecretOf,
} from '../../../service/accounts/keys.ts'
import { modelChoices } from '../../../service/accounts/model-choices.ts'
import { createSealing } from '../../../service/accounts/sealing.ts'
import { loadSecret } from '../../../service/accounts/secret.ts'
import {
  changeRole,
  ensureUser,
  readModelSettings,
  readSpace,
  removeMember,
  setMember,
  writeModelSettings,
} from '../../../service/accounts/spaces.ts'
import type { CatalogueModel } from '../../../service/models/types.ts'
import type { Database } from '../../../service/store/open.ts'
import { freshDatabase } from '../../support/database.ts'
import { quietly } from '../../support/withdraw.ts'
import { makeAccount, sealing } from './make-account.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

describe('sealing', () => {
  it('what was sealed opens for its owner only, and not when it was changed', () => {
    const sealed = sealing.seal('a refresh token', 'google:1')
    expect(sealed).not.toContain('refresh')
    expect(sealing.open(sealed, 'google:1')).toBe('a refresh token')
    expect(() => sealing.open(sealed, 'google:2')).toThrow('could not be opened')
    const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
    expect(() => sealing.open(changed, 'google:1')).toThrow('could not be opened')
    expect(() => createSealing('another secret, as long as the first').open(sealed, 'google:1')).toThrow()
    for (const nonsense of ['', 'v1.', 'v2.abc', 'v1.AAAA'])
      expect(() => sealing.open(nonsense, 'x')).toThrow()
  })

  it('one text is sealed differently each time', () => {
    expect(sealing.seal('x', 'y')).not.toBe(sealing.seal('x', 'y'))
  })
})

describe('the secret', () => {
  it('is made once in the data folder, readable by its owner only', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'rowhand-secret-'))
    const secret = loadSecret({ dataDir })
    expect(loadSecret({ dataDir })).toBe(secret)
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(dataDir, 'secret'), 'utf8').trim()).toBe(secret)
    rmSync(dataDir, { recursive: true })
  })

  it('has to be given with a shared database, and long enough', () => {
    expect(() => loadSecret({ dataDir: '/nowhere', databaseUrl: 'postgres://x/y' })).toThrow(
      'ROWHAND_SECRET is required',
    )
    expect(() => loadSecret({ dataDir: '/nowhere', secret: 'short' })).toThrow('too short')
  })
})

describe('keys', () => {
  it('are shown once and kept as a hash', async () => {
    const { apiKey, webhookSecret, spaceId, keyId } = await makeAccount(database.db)
    expect(apiKey).toMatch(apiKeyPattern)
    expect(apiKey).toMatch(/^sk_rowhand_[A-Za-z0-9]{32}$/)
    const { rows } = await database.db.query('select * from api_keys where id = $1', [keyId])
    const stored = JSON.stringify(rows)
    expect(stored).not.toContain(apiKey)
    expect(stored).not.toContain(webhookSecret)
    const [key] = await listKeys(database.db, { spaceId })
    expect(key).toMatchObject({ id: keyId, lastFour: apiKey.slice(-4), disabled: false, lastUsedAt: null })
    expect(await webhookSecretOf(database.db, sealing, keyId)).toBe(webhookSecret)
  })

  it('are named, disabled, enabled and deleted by their own people only', async () => {
    const mine = await makeAccount(database.db)
    const other = await makeAccount(database.db)
    for (const scope of [{ spaceId: other.spaceId }, { spaceId: mine.spaceId, userId: other.userId }]) {
      expect(await renameKey(database.db, scope, mine.keyId, 'stolen')).toBe(false)
      expect(await disableKey(quietly(database.db), scope, mine.keyId)).toBe(false)
      expect(await deleteKey(quietly(database.db), scope, mine.keyId)).toBe(false)
    }
    const scope = { spaceId: mine.spaceId, userId: mine.userId }
    expect(await renameKey(database.db, scope, mine.keyId, 'reports')).toBe(true)
    expect(await disableKey(quietly(database.db), scope, mine.keyId, mine.userId)).toBe(true)
    expect(await listKeys(database.db, scope)).toMatchObject([{ name: 'reports', disabled: true }])
    expect(await enableKey(database.db, scope, mine.keyId)).toBe(true)
    expect(await deleteKey(quietly(database.db), scope, mine.keyId)).toBe(true)
    expect(await listKeys(database.db, scope)).toEqual([])
    expect(await enableKey(database.db, scope, mine.keyId)).toBe(false)
  })
})

describe('Google connections', () => {
  it('a grant is sealed, found by its user, and forgotten on request', async () => {
    const { userId } = await makeAccount(database.db)
    const grants = createGrants(database.db, sealing)
    expect(await grants.refreshToken(userId)).toBeNull()
    await connectGoogle(database.db, sealing, { userId, refreshToken: 'one', email: 'a@b.c', scopes: 's' })
    expect(await grants.refreshToken(userId)).toBe('one')
    const { rows } = await database.db.query('select * from google_connections where user_id = $1', [userId])
    expect(JSON.stringify(rows)).not.toContain('"one"')
    expect(await disconnectGoogle(database.db, sealing, userId)).toBe('one')
    expect(await disconnectGoogle(database.db, sealing, userId)).toBeNull()
    expect(await connectionOf(database.db, userId)).toBeNull()
  })

  it('a revoked grant counts as none until the person connects again', async () => {
    const { userId } = await makeAccount(database.db)
    const grants = createGrants(database.db, sealing)
    const connect = (refreshToken: string) =>
      connectGoogle(database.db, sealing, { userId, refreshToken, email: null, scopes: 's' })
    await connect('old')
    await connect('new')
    // A late failure of the old grant says nothing about the new one.
    await grants.markRevoked(userId, 'old')
    expect(await grants.refreshToken(userId)).toBe('new')
    await grants.markRevoked(userId, 'new')
    expect(await grants.refreshToken(userId)).toBeNull()
    expect(await connectionOf(database.db, userId)).toMatchObject({ revoked: true })
    await connect('third')
    expect(await grants.refreshToken(userId)).toBe('third')
  })
})

describe('spaces and their members', () => {
  it('a space keeps an owner', async () => {
    const { spaceId, userId } = await makeAccount(database.db)
    const second = await makeAccount(database.db)
    const inTx = <T>(work: (tx: typeof database.db) => Promise<T>) =>
      database.db.transaction(tx => work(tx as typeof database.db))
    expect(await inTx(tx => removeMember(tx, quietly(database.db), spaceId, userId))).toBe('last_owner')
    expect(await inTx(tx => changeRole(tx, spaceId, userId, 'member'))).toBe('last_owner')
    expect(await inTx(tx => removeMember(tx, quietly(database.db), spaceId, second.userId))).toBe(
      'not_a_member',
    )
    await setMember(database.db, spaceId, second.userId, 'owner')
    expect(await inTx(tx => removeMember(tx, quietly(database.db), spaceId, userId))).toBe('done')
  })

  it('who leaves a space loses the keys to it', async () => {
    const owner = await makeAccount(database.db)
    const leaver = await makeAccount(database.db)
    await setMember(database.db, owner.spaceId, leaver.userId, 'member')
    const key = { id: randomUUID(), userId: leaver.userId, spaceId: owner.spaceId, name: 'k' }
    await createKey(database.db, sealing, key)
    await database.db.transaction(tx => removeMember(tx, quietly(database.db), owner.spaceId, leaver.userId))
    const left = await listKeys(database.db, { spaceId: owner.spaceId })
    expect(left.map(one => one.id)).toEqual([owner.keyId])
    expect(await listKeys(database.db, { spaceId: leaver.spaceId })).toHaveLength(1)
  })

  it("Google's id for a person wins over the address", async () => {
    const sub = randomUUID()
    const first = await ensureUser(database.db, {
      id: randomUUID(),
      email: 'Old@Example.com',
      googleSub: sub,
    })
    const again = await ensureUser(database.db, {
      id: randomUUID(),
      email: 'new@example.com',
      googleSub: sub,
    })
    expect(again).toBe(first)
    expect(await ensureUser(database.db, { id: randomUUID(), email: ' old@example.COM ' })).toBe(first)
  })
})

describe('model settings', () => {
  const model = (id: string): CatalogueModel => ({
    id,
    label: id,
    provider: 'p',
    category: id.split(':')[1] as CatalogueModel['category'],
    contextTokens: 1,
    takesPictures: false,
    price: { inputPerMillion: 0n, cachedInputPerMillion: 0n, outputPerMillion: 0n, perSearch: 0n },
  })
  const all = ['managed:agent:p/a', 'managed:agent:p/b', 'managed:bulk:p/a', 'managed:search:p/a'].map(model)
  const models = {
    list: () => all,
    defaults: () => ({
      agent_model: 'managed:agent:p/a',
      bulk_model: 'managed:bulk:p/a',
      bulk_search_model: 'managed:search:p/a',
    }),
  }

  it("are the platform's where the space has none", () => {
    const choices = modelChoices(models, null)
    expect(choices.agent_models.map(one => [one.id, one.is_default])).toEqual([
      ['managed:agent:p/a', true],
      ['managed:agent:p/b', false],
    ])
    expect(choices.defaults).toEqual(models.defaults())
  })

  it("are the space's own where it has some", async () => {
    const { spaceId } = await makeAccount(database.db)
    const settings = { agent_models: ['managed:agent:p/b'] }
    await writeModelSettings(database.db, spaceId, settings)
    expect(await readModelSettings(database.db, spaceId)).toEqual(settings)
    const choices = modelChoices(models, settings)
    expect(choices.agent_models.map(one => one.id)).toEqual(['managed:agent:p/b'])
    // A default that isn't in the list is none.
    expect(choices.defaults.agent_model).toBe('managed:agent:p/b')
    expect(choices.defaults.bulk_model).toBe('managed:bulk:p/a')
    await writeModelSettings(database.db, spaceId, null)
    expect(await readModelSettings(database.db, spaceId)).toBeNull()
  })

  it('fall back to the platform when the operator took the chosen models away', () => {
    const choices = modelChoices(models, { agent_models: ['managed:agent:p/gone'] })
    expect(choices.agent_models.map(one => one.id)).toEqual(['managed:agent:p/a', 'managed:agent:p/b'])
  })
})

describe('bootstrap', () => {
  const account = {
    email: 'first@example.com',
    space: 'First',
    api_key: newApiKey(),
    webhook_secret: 'whsec_first',
    google_refresh_token: 'grant',
    credits_dollars: 25.5,
  }
  const ensure = (changes: object = {}) =>
    ensureAccount({ db: database.db, sealing, newId: randomUUID }, { ...account, ...changes })

  it('makes the account once, however often it runs, also at the same time', async () => {
    const [first, second] = await Promise.all([ensure(), ensure()])
    expect(second).toEqual(first)
    await ensure()
    const keys = await listKeys(database.db, { spaceId: first.spaceId })
    expect(keys).toHaveLength(1)
    expect(await webhookSecretOf(database.db, sealing, keys[0]!.id)).toBe('whsec_first')
    expect((await readSpace(database.db, first.spaceId))?.creditsNano).toBe(25_500_000_000n)
    expect(await createGrants(database.db, sealing).refreshToken(first.userId)).toBe('grant')
  })

  it('leaves a person disconnected who disconnected since', async () => {
    const { userId } = await ensure()
    await disconnectGoogle(database.db, sealing, userId)
    await ensure()
    expect(await createGrants(database.db, sealing).refreshToken(userId)).toBeNull()
  })

  it('takes over a new grant and webhook secret', async () => {
    const { userId, spaceId } = await ensure({ google_refresh_token: 'newer', webhook_secret: 'whsec_newer' })
    expect(await createGrants(database.db, sealing).refreshToken(userId)).toBe('newer')
    const [key] = await listKeys(database.db, { spaceId })
    expect(await webhookSecretOf(database.db, sealing, key!.id)).toBe('whsec_newer')
  })

  it.each([
    ['{', 'not valid JSON'],
    ['{"email":"x","space":"s"}', 'email'],
    ['{"email":"a@b.co","space":"s","api_key":"secret-key-value"}', 'api_key'],
    ['{"email":"a@b.co","space":"s","more":1}', 'ROWHAND_BOOTSTRAP'],
  ])('a value that cannot be used is one sentence without the value: %s', (text, words) => {
    expect(() => parseBootstrap(text)).toThrow(words)
    expect(() => parseBootstrap(text)).not.toThrow('secret-key-value')
  })
})
