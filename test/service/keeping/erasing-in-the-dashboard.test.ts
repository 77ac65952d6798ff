/** "Delete my account" and "Delete the space" in the dashboard: who may, and that no byte is left. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSession } from '../../../service/accounts/sessions.ts'
import { scrub } from '../../../service/keeping/scrub.ts'
import { type Database, openDatabase } from '../../../service/store/open.ts'
import { forgetTurns } from '../../../service/turns/engine/forget.ts'
import { prepareDataDir } from '../../support/database.ts'
import { openDashboard, plainText, type TestDashboard, Visit } from '../dashboard/harness.ts'
import { startHarness } from '../turns/harness.ts'
import { says } from '../turns/scripted.ts'
import { filesWith, tablesWith } from './traces.ts'

/** A person who has talked about `secret`, on an embedded database with files, before the dashboard. */
async function openTalk(secret: string) {
  const folder = mkdtempSync(join(tmpdir(), 'rowhand-delete-'))
  await prepareDataDir(folder)
  const database = await openDatabase({ dataDir: folder })
  const harness = await startHarness(database)
  const { caller } = harness
  const afterErasure = (turnIds: string[]) => forgetTurns(database.db, turnIds)
  const dashboard = await openDashboard({ db: database.db, afterErasure })
  await database.db.query("insert into members (space_id, user_id, role) values ($1, $2, 'owner')", [
    caller.spaceId,
    caller.userId,
  ])
  const { agent } = await harness.start(
    step =>
      step === 0 ? says(`I saw ${secret}`, [{ name: 'write', args: { range: secret } }]) : says('Done.'),
    { tool: async () => ({ state: 'succeeded', output: { cells: secret } }) },
  )
  await harness.idle(agent.id)
  const session = await createSession(database.db, { ...caller, now: dashboard.now() })
  return {
    folder,
    database,
    caller,
    path: `/dashboard/s/${caller.spaceId}`,
    visit: new Visit(dashboard.fetchApp, `rowhand_session=${session.id}`),
    async close() {
      await harness.close()
      await dashboard.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function expectNothingLeft(database: Database, folder: string, ...texts: string[]): Promise<void> {
  await scrub(database)
  for (const text of texts) {
    expect(await tablesWith(database.db, text)).toEqual([])
    expect(filesWith(folder, text)).toEqual([])
  }
}

describe('what is left in tables and files', () => {
  it('is nothing after an account is deleted on its page', async () => {
    const secret = `secret${randomUUID()}`
    const talk = await openTalk(secret)
    try {
      const { rows } = await talk.database.db.query<{ email: string }>(
        'select email from users where id = $1',
        [talk.caller.userId],
      )
      const fields = { do: 'delete-account', confirm: rows[0]!.email }
      const answer = await talk.visit.post('/dashboard/account', fields)
      expect(answer.headers.get('location')).toBe('/dashboard?done=account-deleted')
      await expectNothingLeft(talk.database, talk.folder, secret, rows[0]!.email)
    } finally {
      await talk.close()
    }
  })

  it('is nothing of its conversations after a space is deleted on its page', async () => {
    const secret = `secret${randomUUID()}`
    const talk = await openTalk(secret)
    try {
      const name = `Atelier ${randomUUID()}`
      await talk.database.db.query('update spaces set name = $2 where id = $1', [talk.caller.spaceId, name])
      const answer = await talk.visit.post(`${talk.path}/settings`, { do: 'delete', confirm: name })
      expect(answer.headers.get('location')).toBe('/dashboard?done=space-deleted')
      await expectNothingLeft(talk.database, talk.folder, secret, name)
    } finally {
      await talk.close()
    }
  })
})

describe('deleting', () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await openDashboard()
  })
  afterAll(() => dashboard.close())

  it('asks for the address or the name, and changes nothing without', async () => {
    const { path, owner, spaceId } = await dashboard.makeTeam()
    for (const [page, does] of [
      ['/dashboard/account', 'delete-account'],
      [`${path}/settings`, 'delete'],
    ] as const) {
      const answer = await owner.visit.post(page, { do: does, confirm: 'yes' })
      expect(answer.status).toBe(422)
      expect(plainText(await answer.text())).toContain('Nothing was changed. Write ')
    }
    expect(await dashboard.roleIn(spaceId, owner.userId)).toBe('owner')
  })

  it('an account is refused to the last owner of a space that others use', async () => {
    const { owner, spaceId } = await dashboard.makeTeam()
    const fields = { do: 'delete-account', confirm: owner.email.toUpperCase() }
    const answer = await owner.visit.post('/dashboard/account', fields)
    expect(answer.status).toBe(422)
    expect(plainText(await answer.text())).toContain('You are the last owner of Test space')
    expect(await dashboard.roleIn(spaceId, owner.userId)).toBe('owner')
  })

  it('an account ends its sessions, and leaves the space to the others', async () => {
    const { owner, member, spaceId } = await dashboard.makeTeam()
    await member.visit.post('/dashboard/account', { do: 'delete-account', confirm: member.email })
    expect((await member.visit.get('/dashboard/account')).status).toBe(303)
    expect(await dashboard.roleIn(spaceId, owner.userId)).toBe('owner')
  })

  it('a space leaves its people signed in where they have another', async () => {
    const { owner, path } = await dashboard.makeTeam()
    const other = await dashboard.makeSpace(owner.userId, 'The other')
    const answer = await owner.visit.post(`${path}/settings`, { do: 'delete', confirm: 'Test space' })
    expect(answer.status).toBe(303)
    expect((await owner.visit.get(path)).status).toBe(404)
    expect((await owner.visit.get(`/dashboard/s/${other}`)).status).toBe(200)
  })
})
