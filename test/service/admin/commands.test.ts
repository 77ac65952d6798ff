/** The admin commands on a database: what they do, what they answer, what they refuse. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectGoogle } from '../../../service/accounts/connections.ts'
import { createSealing } from '../../../service/accounts/sealing.ts'
import { parseArguments } from '../../../service/admin/arguments.ts'
import { type AdminDeps, runCommand } from '../../../service/admin/command.ts'
import { createModels } from '../../../service/models/index.ts'
import type { Database } from '../../../service/store/open.ts'
import { emptyTables, freshDatabase } from '../../support/database.ts'

let database: Database
let deps: AdminDeps
let revoked: string[]
beforeAll(async () => {
  database = await freshDatabase()
})
beforeEach(async () => {
  await emptyTables(database.db)
  revoked = []
  deps = {
    db: database.db,
    sealing: createSealing('a secret of the tests, long enough'),
    models: createModels({}),
    revokeGrant: async token => void revoked.push(token),
    now: () => new Date('2026-11-20T10:00:00Z'),
    newId: randomUUID,
    onTurnEnded: async () => {},
    pool: database.pool,
    afterErasure: async () => {},
  }
})
afterAll(() => database.close())

async function admin(...argv: string[]) {
  const parsed = parseArguments(argv)
  if (parsed.state !== 'run') throw new Error(`not a command: ${JSON.stringify(parsed)}`)
  return runCommand(parsed.command, deps, parsed.input)
}

async function data<T>(...argv: string[]): Promise<T> {
  const result = await admin(...argv)
  if (result.state !== 'ok') throw new Error(result.message)
  return result.data as T
}

const refusal = async (...argv: string[]) => {
  const result = await admin(...argv)
  return result.state === 'refused' ? result.message : 'it was done'
}

describe('admin', () => {
  it('makes people with a space, and lists both', async () => {
    await data('users', 'create', 'Sam@Example.com', '--name', 'Research')
    expect(await data('users', 'list')).toMatchObject([{ email: 'sam@example.com', signed_in: false }])
    expect(await data('spaces', 'list', '--user', 'sam@example.com')).toMatchObject([{ name: 'Research' }])
    expect(await refusal('users', 'create', 'sam@example.com')).toContain('is there already')
    expect(await refusal('users', 'create', 'nonsense')).toContain('is not an email address')
  })

  it('needs no --space while there is one, and says which there are when not', async () => {
    expect(await refusal('credits', 'show')).toContain('there is no space yet')
    await data('users', 'create', 'sam@example.com')
    expect(await data('credits', 'show')).toMatchObject({ credits_nano: 0 })
    await data('spaces', 'create', 'Second', '--owner', 'sam@example.com')
    expect(await refusal('credits', 'show')).toContain('there are 2 spaces')
    expect(await refusal('credits', 'show', '--space', 'Third')).toContain('there is no space "Third"')
    expect(await data('credits', 'show', '--space=Second')).toMatchObject({ credits_nano: 0 })
    await data('spaces', 'create', 'Second', '--owner', 'sam@example.com')
    expect(await refusal('credits', 'show', '--space', 'Second')).toContain('use the id instead')
  })

  it('makes, renames, disables, enables and deletes keys', async () => {
    await data('users', 'create', 'sam@example.com')
    expect(await refusal('keys', 'create', 'One')).toContain('--user <email>')
    const key = await data<{ id: string; api_key: string }>(
      'keys',
      'create',
      'One',
      '--user',
      'sam@example.com',
    )
    expect(key.api_key).toMatch(/^sk_rowhand_[A-Za-z0-9]{32}$/)
    await data('keys', 'rename', key.id, 'Two words')
    await data('keys', 'disable', key.id)
    expect(await data('keys', 'list')).toMatchObject([{ name: 'Two words', disabled: true }])
    await data('keys', 'enable', key.id)
    expect(await data('keys', 'list', '--user', 'sam@example.com')).toMatchObject([{ disabled: false }])
    await data('keys', 'delete', key.id)
    expect(await data('keys', 'list')).toEqual([])
    expect(await refusal('keys', 'disable', key.id)).toContain('there is no key')
    expect(await refusal('keys', 'disable', 'x')).toContain('there is no key')
  })

  it('shows and replaces a webhook secret', async () => {
    await data('users', 'create', 'sam@example.com')
    const key = await data<{ id: string; webhook_secret: string }>(
      'keys',
      'create',
      'K',
      '--user',
      'sam@example.com',
    )
    expect(await data('keys', 'webhook-secret', key.id)).toMatchObject({ webhook_secret: key.webhook_secret })
    const rotated = await data<{ webhook_secret: string }>('keys', 'webhook-secret', key.id, '--rotate')
    expect(rotated.webhook_secret).not.toBe(key.webhook_secret)
    expect(await data('keys', 'webhook-secret', key.id)).toMatchObject(rotated)
  })

  it('adds credits, once where that is asked for', async () => {
    await data('users', 'create', 'sam@example.com')
    expect(await data('credits', 'add', '12.50')).toMatchObject({ added: true, credits_nano: 12_500_000_000 })
    expect(await data('credits', 'add', '5', '--once', 'march')).toMatchObject({ added: true })
    expect(await data('credits', 'add', '5', '--once', 'march')).toMatchObject({
      added: false,
      credits_nano: 17_500_000_000,
    })
    expect(await refusal('credits', 'add', 'plenty')).toContain('not an amount in dollars')
    expect(await refusal('credits', 'add', '0')).toBe('there is nothing to add')
  })

  it('sets, shows and lifts limits of the space and of a member', async () => {
    await data('users', 'create', 'sam@example.com')
    await data('limits', 'set', '40')
    await data('limits', 'set', '5', '--user', 'sam@example.com')
    expect(await data('limits', 'show')).toEqual({
      space: { limit_nano: 40_000_000_000, spent_nano: 0 },
      members: [{ email: 'sam@example.com', limit_nano: 5_000_000_000, spent_nano: 0 }],
    })
    await data('limits', 'set', 'none')
    expect(await data('limits', 'show')).toMatchObject({ space: { limit_nano: null } })
  })

  it('adds who is known, invites who is not, and keeps the last owner', async () => {
    await data('users', 'create', 'sam@example.com', '--name', 'Team')
    await data('users', 'create', 'kim@example.com')
    const team = ['--space', 'Team']
    expect(await data('members', 'add', 'kim@example.com', ...team)).toMatchObject({ state: 'member' })
    expect(await data('members', 'add', 'new@example.com', '--role', 'owner', ...team)).toMatchObject({
      state: 'invited',
    })
    expect(await refusal('members', 'add', 'kim@example.com', ...team)).toContain('is a member already')
    expect(await data('members', 'list', ...team)).toEqual({
      members: [
        { email: 'sam@example.com', role: 'owner', spending_limit_nano: null },
        { email: 'kim@example.com', role: 'member', spending_limit_nano: null },
      ],
      invited: [{ email: 'new@example.com', role: 'owner' }],
    })
    expect(await refusal('members', 'role', 'sam@example.com', 'member', ...team)).toContain('needs an owner')
    expect(await refusal('members', 'role', 'kim@example.com', 'boss', ...team)).toContain('is not a role')
    await data('members', 'role', 'kim@example.com', 'owner', ...team)
    await data('members', 'remove', 'sam@example.com', ...team)
    expect(await refusal('members', 'remove', 'sam@example.com', ...team)).toContain('is not a member')
  })

  it('shows usage by day, agent, model and person', async () => {
    await data('users', 'create', 'sam@example.com')
    await deps.db.query(
      `insert into ledger (space_id, user_id, agent_id, kind, model, amount_nano, idempotency_key, created_at)
       select s.id, u.id, '0b5e1c7a-4d2f-4c1e-9a55-0b5e1c7a2d4f', 'agent', 'managed:agent:test/a', 1500000000, 'x', '2026-11-19T12:00:00Z'
       from spaces s, users u`,
    )
    const of = async (by: string) =>
      (await data<{ lines: { name: string; spent_nano: number }[] }>('usage', '--days', '2', '--by', by))
        .lines
    expect(await of('day')).toEqual([
      { name: '2026-11-19', spent_nano: 1_500_000_000 },
      { name: '2026-11-20', spent_nano: 0 },
    ])
    expect(await of('agent')).toEqual([
      { name: '0b5e1c7a-4d2f-4c1e-9a55-0b5e1c7a2d4f', spent_nano: 1_500_000_000 },
    ])
    expect(await of('model')).toEqual([{ name: 'managed:agent:test/a', spent_nano: 1_500_000_000 }])
    expect(await of('person')).toEqual([{ name: 'sam@example.com', spent_nano: 1_500_000_000 }])
    expect(await refusal('usage', '--by', 'moon')).toContain('--by is day, agent, model or person')
    expect(await refusal('usage', '--days', '0')).toContain('--days is a whole number')
  })

  it('sets default models from those there are', async () => {
    await data('users', 'create', 'sam@example.com')
    const { agent_models } = await data<{ agent_models: { id: string }[] }>('models', 'list')
    const id = agent_models[0]!.id
    expect(await data('models', 'set', '--agent', id)).toMatchObject({ agent_model: id })
    expect(await refusal('models', 'set', '--agent', 'managed:agent:no/such')).toContain(
      'this space has no model',
    )
    expect(await refusal('models', 'set')).toContain('say what to set')
    await data('models', 'set', '--agent', 'default')
    const { rows } = await deps.db.query<{ model_settings: unknown }>('select model_settings from spaces')
    expect(rows[0]?.model_settings).toEqual({ defaults: {} })
  })

  it('shows connections and takes one back, at Google too', async () => {
    await data('users', 'create', 'sam@example.com')
    expect(await data('connections', 'list')).toMatchObject([{ state: 'not connected' }])
    expect(await refusal('connections', 'disconnect', 'sam@example.com')).toContain(
      'no Google account connected',
    )
    const { rows } = await deps.db.query<{ id: string }>('select id from users')
    await connectGoogle(deps.db, deps.sealing, {
      userId: rows[0]!.id,
      refreshToken: 'token',
      email: 'g@example.com',
      scopes: 's',
    })
    expect(await data('connections', 'list')).toMatchObject([{ state: 'connected', google: 'g@example.com' }])
    await data('connections', 'disconnect', 'sam@example.com')
    expect(revoked).toEqual(['token'])
  })

  it('releases an address for another Google account', async () => {
    await data('users', 'create', 'sam@example.com')
    await deps.db.query("update users set google_sub = 'old'")
    await data('users', 'release', 'sam@example.com')
    expect(await data('users', 'list')).toMatchObject([{ signed_in: false }])
  })
})

describe('limited keys', () => {
  it('are limited, replaced and told in the audit log, and keep what is not named', async () => {
    await data('users', 'create', 'sam@example.com')
    const made = await data<{ id: string; api_key: string }>(
      ...['keys', 'create', 'Nightly', '--user', 'sam@example.com', '--may', 'read', '--cap', '5'],
    )
    const limited = await data('keys', 'limit', made.id, '--last-day', '2027-01-31')
    expect(limited).toMatchObject({
      read_only: true,
      last_day: '2027-01-31',
      spending_limit_nano: 5_000_000_000,
      spreadsheets: null,
    })
    const replaced = await data<{ api_key: string }>('keys', 'replace', made.id, '--keep-hours', '24')
    expect(replaced).toMatchObject({ old_until: '2026-11-21T10:00:00.000Z' })
    expect(replaced.api_key).not.toBe(made.api_key)
    await data('keys', 'disable', made.id)
    await data('credits', 'add', '3')
    const { rows } = await database.db.query<{ action: string; via: string; key_id: string | null }>(
      'select action, via, key_id from audit_log order by id',
    )
    expect(rows.map(row => row.action)).toEqual([
      'key-created',
      'key-limited',
      'key-replaced',
      'key-disabled',
      'credits-added',
    ])
    expect(new Set(rows.map(row => row.via))).toEqual(new Set(['operator']))
    expect(rows.map(row => row.key_id)).toEqual([made.id, made.id, made.id, made.id, null])
  })

  it.each([
    [['--may', 'write'], '--may is read or change'],
    [['--last-day', '2020-01-01'], 'has passed'],
    [['--spreadsheets', 'x!'], 'no spreadsheet’s id'],
    [['--cap', 'much'], 'not an amount'],
  ])('are refused with %j, and nothing is made', async (options, message) => {
    await data('users', 'create', 'sam@example.com')
    const result = await admin('keys', 'create', 'Nightly', '--user', 'sam@example.com', ...options)
    expect(result).toMatchObject({ state: 'refused', message: expect.stringContaining(message) })
    expect(await data('keys', 'list')).toEqual([])
  })
})

describe('the export of a space', () => {
  it('is written to a file of its owner alone, with everybody in it', async () => {
    await data('users', 'create', 'sam@example.com')
    const folder = mkdtempSync(join(tmpdir(), 'rowhand-export-'))
    const path = join(folder, 'space.json')
    try {
      await data('spaces', 'export', path)
      const document = JSON.parse(readFileSync(path, 'utf8')) as { members: { email: string }[] }
      expect(document.members.map(member => member.email)).toEqual(['sam@example.com'])
      expect(statSync(path).mode & 0o077).toBe(0)
      expect(readdirSync(folder)).toEqual(['space.json'])
      const nowhere = await admin('spaces', 'export', join(folder, 'nowhere', 'space.json'))
      expect(nowhere).toMatchObject({ state: 'refused' })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
