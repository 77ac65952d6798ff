/** What holds for every form of the dashboard: whose it is, who may send it, and to which space. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDashboard, plainText, type TestDashboard } from './harness.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard.close())

interface FormCase {
  path: string
  fields: Record<string, string>
  ownersOnly?: boolean
}

/** Every form there is, filled in so that it would be taken. */
const formsOf = (keyId: string, userId: string): FormCase[] => [
  { path: '/keys', fields: { do: 'create', name: 'Forged', once: 'x' } },
  { path: `/keys/${keyId}`, fields: { do: 'rename', name: 'Forged' } },
  { path: `/keys/${keyId}`, fields: { do: 'disable' } },
  { path: `/keys/${keyId}`, fields: { do: 'enable' } },
  { path: `/keys/${keyId}`, fields: { do: 'show-secret' } },
  { path: `/keys/${keyId}`, fields: { do: 'rotate-secret' } },
  { path: `/keys/${keyId}`, fields: { do: 'limits', may: 'read' } },
  { path: `/keys/${keyId}`, fields: { do: 'replace', old: 'day' } },
  {
    path: '/members',
    fields: { do: 'invite', email: 'forged@example.com', role: 'owner' },
    ownersOnly: true,
  },
  { path: '/members', fields: { do: 'cancel-invitation', email: 'kept@example.com' }, ownersOnly: true },
  { path: '/members', fields: { do: 'role', user: userId, role: 'owner' }, ownersOnly: true },
  { path: '/members', fields: { do: 'limit', user: userId, [`limit-${userId}`]: '1' }, ownersOnly: true },
  { path: '/members', fields: { do: 'remove', user: userId }, ownersOnly: true },
  { path: '/settings', fields: { do: 'name', name: 'Forged' }, ownersOnly: true },
  { path: '/settings', fields: { do: 'limit', limit: '1' }, ownersOnly: true },
  {
    path: '/settings',
    fields: { do: 'models', agent_model: 'managed:agent:test/careful' },
    ownersOnly: true,
  },
  { path: '/settings', fields: { do: 'export-json' } },
  { path: '/settings', fields: { do: 'export-csv' } },
  { path: `/keys/${keyId}`, fields: { do: 'delete' } },
  { path: '/members', fields: { do: 'leave' } },
  { path: '/settings', fields: { do: 'delete', confirm: 'Forged' }, ownersOnly: true },
]

const accountForms: FormCase[] = [
  { path: '/dashboard/account', fields: { do: 'new-space', name: 'Forged' } },
  { path: '/dashboard/account', fields: { do: 'disconnect' } },
  { path: '/dashboard/account', fields: { do: 'join', space: randomUUID() } },
  { path: '/dashboard/account', fields: { do: 'decline', space: randomUUID() } },
  { path: '/dashboard/account', fields: { do: 'sign-out-everywhere' } },
  { path: '/dashboard/account', fields: { do: 'delete-account', confirm: 'x@example.com' } },
  { path: '/dashboard/sign-out', fields: {} },
]

async function snapshot() {
  const tables = ['api_keys', 'members', 'spaces', 'invitations', 'sessions', 'users']
  const rows = []
  for (const table of tables) {
    const columns = table === 'sessions' ? 'id_hash, user_id' : '*'
    rows.push((await dashboard.db.query(`select ${columns} from ${table} order by 1, 2`)).rows)
  }
  return rows
}

async function team() {
  const made = await dashboard.makeTeam()
  const key = await dashboard.makeKey(made.owner.userId, made.spaceId)
  await dashboard.db.query(
    "insert into invitations (space_id, email, role) values ($1, 'kept@example.com', 'member')",
    [made.spaceId],
  )
  return { ...made, key }
}

describe('every form', () => {
  it.each([
    ['no token', { _csrf: '' }, {}],
    ["another session's token", { _csrf: 'WVvUSxJ1p4k3cTq9c2ZmUO0rlqfP5YqK6bC3H4mYd0w' }, {}],
    ['the right token, but another site', {}, { 'sec-fetch-site': 'cross-site' }],
    ['a body that is no form', {}, { 'content-type': 'text/plain' }],
  ])('is refused with %s and changes nothing', async (_name, fields, headers) => {
    const { path, owner, member, key } = await team()
    const before = await snapshot()
    for (const form of [...formsOf(key.id, member.userId), ...accountForms]) {
      const address = form.path.startsWith('/dashboard') ? form.path : `${path}${form.path}`
      const answer = await owner.visit.post(address, { ...form.fields, ...fields }, headers)
      expect([address, form.fields.do, answer.status]).toEqual([address, form.fields.do, 403])
    }
    expect(await snapshot()).toEqual(before)
  })

  it('of a space does not exist for people outside it', async () => {
    const { path, member, key } = await team()
    const stranger = await dashboard.makeTeam()
    const before = await snapshot()
    for (const form of formsOf(key.id, member.userId)) {
      const answer = await stranger.owner.visit.post(`${path}${form.path}`, form.fields)
      expect([form.fields.do, answer.status]).toEqual([form.fields.do, 404])
    }
    expect(await snapshot()).toEqual(before)
  })

  it("reaches nothing of another space under one's own space's address", async () => {
    const { member, owner, key } = await team()
    const stranger = await dashboard.makeTeam()
    const before = await snapshot()
    const foreign = [
      ...formsOf(key.id, member.userId).filter(form => form.path.startsWith('/keys/')),
      ...formsOf(key.id, owner.userId).filter(form => 'user' in form.fields),
      { path: '/members', fields: { do: 'cancel-invitation', email: 'kept@example.com' } },
    ]
    for (const form of foreign) {
      const answer = await stranger.owner.visit.post(`${stranger.path}${form.path}`, form.fields)
      expect([form.fields.do, answer.status]).toEqual([form.fields.do, 404])
    }
    expect(await snapshot()).toEqual(before)
    expect((await stranger.owner.visit.get(`${stranger.path}/keys/${key.id}`)).status).toBe(404)
  })

  it('for owners is refused to a member and changes nothing', async () => {
    const { path, owner, member, key } = await team()
    const before = await snapshot()
    for (const form of formsOf(key.id, owner.userId).filter(one => one.ownersOnly)) {
      const answer = await member.visit.post(`${path}${form.path}`, form.fields)
      expect([form.fields.do, answer.status]).toEqual([form.fields.do, 403])
    }
    expect(await snapshot()).toEqual(before)
  })

  it("of an owner's key does not exist for a member", async () => {
    const { path, owner, member, key } = await team()
    const before = await snapshot()
    for (const form of formsOf(key.id, owner.userId).filter(one => one.path.startsWith('/keys/'))) {
      const answer = await member.visit.post(`${path}${form.path}`, form.fields)
      expect([form.fields.do, answer.status]).toEqual([form.fields.do, 404])
    }
    expect((await member.visit.get(`${path}/keys/${key.id}`)).status).toBe(404)
    expect(await snapshot()).toEqual(before)
  })

  it('is taken from an owner with the right token', async () => {
    const { path, owner, member, key } = await team()
    for (const form of formsOf(key.id, member.userId).filter(one => one.fields.do !== 'leave')) {
      const answer = await owner.visit.post(`${path}${form.path}`, form.fields)
      const shown = /^(create|show-secret|replace|export-.*)$/.test(form.fields.do!)
      expect([form.fields.do, answer.status]).toEqual([form.fields.do, shown ? 200 : 303])
    }
  })

  it('that nobody knows, and ids that are none, are not found', async () => {
    const { path, owner } = await team()
    for (const form of ['nonsense', 'toString', '__proto__', '']) {
      expect((await owner.visit.post(`${path}/keys`, { do: form })).status).toBe(404)
    }
    expect((await owner.visit.get(`${path}/keys/nonsense`)).status).toBe(404)
    expect((await owner.visit.get('/dashboard/s/nonsense/keys')).status).toBe(404)
    expect((await owner.visit.post(`${path}/members`, { do: 'remove', user: "' or 1=1" })).status).toBe(404)
  })

  it('that is larger than any of ours is refused', async () => {
    const { path, owner } = await team()
    const answer = await owner.visit.post(`${path}/keys`, { do: 'create', name: 'x'.repeat(70_000) })
    expect(answer.status).toBe(413)
    expect(plainText(await answer.text())).toContain('Nothing was changed.')
  })

  it('from someone who is signed out leads to the door and changes nothing', async () => {
    const { path, owner } = await team()
    const csrf = await owner.visit.csrf()
    const before = await snapshot()
    const answer = await dashboard.fetchApp(`${path}/keys`, {
      method: 'POST',
      body: `do=create&name=x&_csrf=${csrf}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard?done=session-ended'])
    expect(await snapshot()).toEqual(before)
  })
})
