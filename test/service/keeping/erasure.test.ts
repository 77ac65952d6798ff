/** Erasing: nothing of it is left in any table, nor in the files of an embedded database. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eraseSpace, eraseUser } from '../../../service/keeping/erase.ts'
import { scrub } from '../../../service/keeping/scrub.ts'
import { openDatabase } from '../../../service/store/open.ts'
import { prepareDataDir } from '../../support/database.ts'
import { onBothDatabases } from '../turns/databases.ts'
import { type Harness, startHarness } from '../turns/harness.ts'
import { says } from '../turns/scripted.ts'
import { filesWith, tablesWith } from './traces.ts'

/** A conversation that says `secret` in prompt, answer, call and result. */
async function talkOf(harness: Harness, secret: string): Promise<string> {
  const { agent } = await harness.start(
    step =>
      step === 0
        ? says(`I saw ${secret}`, [{ name: 'write', args: { range: secret } }])
        : says(`Done: ${secret}`),
    { tool: async () => ({ state: 'succeeded', output: { cells: secret } }) },
  )
  await harness.idle(agent.id)
  return agent.id
}

const newSecret = () => `secret${randomUUID().replaceAll('-', '')}`

onBothDatabases('erasing an agent', harness => {
  it('leaves nothing of its conversation in any table', async () => {
    const { database, agents, caller } = harness()
    const secret = newSecret()
    const agentId = await talkOf(harness(), secret)
    expect(await tablesWith(database.db, secret)).not.toEqual([])
    expect(await agents.erase(caller, agentId)).toEqual({ state: 'erased' })
    expect(await tablesWith(database.db, secret)).toEqual([])
    expect(await agents.get(caller.userId, agentId)).toMatchObject({ code: 'AGENT_NOT_FOUND' })
  })

  it('keeps what the agent cost on record', async () => {
    const { database, agents, caller } = harness()
    const agentId = await talkOf(harness(), newSecret())
    await agents.erase(caller, agentId)
    const { rows } = await database.db.query<{ spent: string }>(
      'select sum(amount_nano) as spent from ledger where agent_id = $1',
      [agentId],
    )
    expect(rows[0]!.spent).toBe('2000')
  })

  it('is refused while a turn runs, and changes nothing', async () => {
    const { agents, caller } = harness()
    const gate = Promise.withResolvers<void>()
    const { agent } = await harness().start(async () => {
      await gate.promise
      return says('late')
    })
    expect(await agents.erase(caller, agent.id)).toMatchObject({ code: 'AGENT_BUSY' })
    gate.resolve()
    expect((await harness().idle(agent.id)).messages.at(-1)).toMatchObject({ content: 'late' })
  })

  it("is not open to somebody else's key", async () => {
    const { agents, caller } = harness()
    const agentId = await talkOf(harness(), newSecret())
    expect(await agents.erase({ ...caller, userId: randomUUID() }, agentId)).toMatchObject({
      code: 'AGENT_NOT_FOUND',
    })
    expect((await harness().get(agentId)).status).toBe('idle')
  })
})

onBothDatabases('erasing a person', harness => {
  it('takes a space that nobody else is in', async () => {
    const { database, caller } = harness()
    const { db } = database
    await db.query("insert into members (space_id, user_id, role) values ($1, $2, 'owner')", [
      caller.spaceId,
      caller.userId,
    ])
    const secret = newSecret()
    await talkOf(harness(), secret)
    expect(await eraseUser(db, caller.userId)).toMatchObject({ state: 'erased' })
    expect(await tablesWith(db, secret)).toEqual([])
    expect(await tablesWith(db, `${caller.userId}@example.com`)).toEqual([])
    expect(await tablesWith(db, caller.spaceId)).toEqual([])
  })

  it('is refused to the last owner of a space that has other members', async () => {
    const { db } = harness().database
    const [owner, member, space] = [randomUUID(), randomUUID(), randomUUID()]
    for (const id of [owner, member])
      await db.query('insert into users (id, email) values ($1, $2)', [id, `${id}@example.com`])
    await db.query("insert into spaces (id, name) values ($1, 'Atelier')", [space])
    await db.query("insert into members values ($1, $2, 'owner', null), ($1, $3, 'member', null)", [
      space,
      owner,
      member,
    ])
    expect(await eraseUser(db, owner)).toEqual({ state: 'last_owner', spaces: ['Atelier'] })
    expect(await tablesWith(db, owner)).toContain('public.users')
    await eraseSpace(db, space)
    expect(await eraseUser(db, owner)).toMatchObject({ state: 'erased' })
  })
})

describe('the files of an embedded database', () => {
  it('hold no byte of an erased conversation once they are scrubbed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rowhand-erasure-'))
    await prepareDataDir(folder)
    const database = await openDatabase({ dataDir: folder })
    const harness = await startHarness(database)
    try {
      const [erased, kept] = [newSecret(), newSecret()]
      const agentId = await talkOf(harness, erased)
      await talkOf(harness, kept)
      expect(filesWith(folder, erased)).not.toEqual([])
      await harness.agents.erase(harness.caller, agentId)
      await scrub(database)
      expect(filesWith(folder, erased)).toEqual([])
      expect(filesWith(folder, kept)).not.toEqual([])
    } finally {
      await harness.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
