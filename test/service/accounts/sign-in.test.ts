import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptInvitation, invite } from '../../../service/accounts/invitations.ts'
import { createSession, endSession, readSession } from '../../../service/accounts/sessions.ts'
import { signIn } from '../../../service/accounts/sign-in.ts'
import { listSpaces, roleOf } from '../../../service/accounts/spaces.ts'
import { usageByAgent, usageByDay, usageByModel, usageByPerson } from '../../../service/accounts/usage.ts'
import type { Database } from '../../../service/store/open.ts'
import { openFresh } from '../turns/databases.ts'
import { makeAccount } from './make-account.ts'

describe.each(['pglite', 'postgres'] as const)('people who sign in, on %s', kind => {
  let database: Database
  beforeAll(async () => {
    database = await openFresh(kind)
  })
  afterAll(() => database.close())

  const deps = () => ({ db: database.db, newId: randomUUID })
  const person = () => ({ sub: randomUUID(), email: `${randomUUID()}@example.com` })

  it('ten first sign-ins at once make one person and one space', async () => {
    const who = person()
    const results = await Promise.all(Array.from({ length: 10 }, () => signIn(deps(), who)))
    const found = results.map(result => (result.state === 'ok' ? [result.userId, result.spaceId] : result))
    expect(new Set(found.map(one => JSON.stringify(one))).size).toBe(1)
    expect(results.filter(result => result.state === 'ok' && result.isNew)).toHaveLength(1)
    const [userId] = found[0] as [string]
    expect(await listSpaces(database.db, userId)).toHaveLength(1)
  })

  it('two Google accounts that claim one address at once: one gets it', async () => {
    const email = person().email
    const results = await Promise.all([
      signIn(deps(), { sub: randomUUID(), email }),
      signIn(deps(), { sub: randomUUID(), email }),
    ])
    expect(results.map(result => result.state).sort()).toEqual(['ok', 'other_account'])
  })

  it('an invitation is taken once and never lowers a role', async () => {
    const owner = await makeAccount(database.db)
    const guest = await makeAccount(database.db)
    const { spaceId } = owner
    expect(await invite(database.db, { spaceId, email: owner.email, role: 'member', invitedBy: null })).toBe(
      'already_member',
    )
    await invite(database.db, { spaceId, email: guest.email, role: 'owner', invitedBy: owner.userId })
    const accept = () => database.db.transaction(tx => acceptInvitation(tx, { ...guest, spaceId }))
    const taken = await Promise.all([accept(), accept()])
    expect(taken.sort()).toEqual([false, true])
    await database.db.query("insert into invitations (space_id, email, role) values ($1, $2, 'member')", [
      spaceId,
      guest.email,
    ])
    await accept()
    expect(await roleOf(database.db, spaceId, guest.userId)).toBe('owner')
  })

  it('a session is found by what the browser holds, until it is ended', async () => {
    const { userId, spaceId, email } = await makeAccount(database.db)
    const now = new Date()
    const { id } = await createSession(database.db, { userId, spaceId, now })
    expect(await readSession(database.db, id, now)).toMatchObject({ userId, spaceId, email })
    expect(await readSession(database.db, `${id}x`, now)).toBeNull()
    await endSession(database.db, id)
    expect(await readSession(database.db, id, now)).toBeNull()
  })

  it('usage is counted in its space, for its person, from its first instant on', async () => {
    const one = await makeAccount(database.db)
    const other = await makeAccount(database.db)
    const agentId = randomUUID()
    for (const [spaceId, userId, at, amount] of [
      [one.spaceId, one.userId, '2026-03-01T00:00:00Z', '5'],
      [one.spaceId, one.userId, '2026-02-28T23:59:59.999Z', '100'],
      [one.spaceId, other.userId, '2026-03-02T23:59:59.999Z', '7'],
      [other.spaceId, one.userId, '2026-03-01T12:00:00Z', '1000'],
    ] as const) {
      await database.db.query(
        `insert into ledger (space_id, user_id, agent_id, kind, model, amount_nano, idempotency_key, created_at)
         values ($1, $2, $3, 'tool', 'm', $4, gen_random_uuid()::text, $5)`,
        [spaceId, userId, agentId, amount, at],
      )
    }
    const scope = { spaceId: one.spaceId, since: new Date('2026-03-01T00:00:00Z') }
    const until = new Date('2026-03-02T12:00:00Z')
    expect(await usageByDay(database.db, scope, until)).toEqual([
      { day: '2026-03-01', agentNano: 0n, toolNano: 5n },
      { day: '2026-03-02', agentNano: 0n, toolNano: 7n },
    ])
    expect(await usageByModel(database.db, scope)).toEqual([{ name: 'm', spentNano: 12n }])
    expect(await usageByPerson(database.db, scope)).toEqual([
      { name: other.email, spentNano: 7n },
      { name: one.email, spentNano: 5n },
    ])
    const own = await usageByAgent(database.db, { ...scope, userId: one.userId })
    expect(own).toMatchObject([{ agentId, email: one.email, spentNano: 5n }])
  })
})
