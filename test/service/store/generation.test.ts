/** Whether anything was written to the embedded database since a look, as the quick reads of polls ask. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createGate } from '../../../service/accounts/gate.ts'
import { createKey, disableKey } from '../../../service/accounts/keys.ts'
import { createSealing } from '../../../service/accounts/sealing.ts'
import { createSpace, ensureUser } from '../../../service/accounts/spaces.ts'
import { createReader } from '../../../service/agents/read.ts'
import type { Db } from '../../../service/store/db.ts'
import type { Database } from '../../../service/store/open.ts'
import { freshDatabase } from '../../support/database.ts'
import { quietly } from '../../support/withdraw.ts'

const FIND = { name: 'find_keys', text: 'select 1 as one' }

let database: Database
let db: Db
beforeAll(async () => {
  database = await freshDatabase()
  db = database.db
})
afterAll(() => database.close())

/** `db` that counts what it is asked. */
function counting(): { db: Db; count(): number } {
  let asked = 0
  const counted: Db = {
    ...db,
    query(...args) {
      asked += 1
      return db.query(...args)
    },
  }
  return { db: counted, count: () => asked }
}

it('A statement that only reads, once it is prepared, leaves the generation as it is', async () => {
  await db.query(FIND, [])
  const before = db.generation!()
  await db.query(FIND, [])
  expect(db.generation!()).toBe(before)
})

it('Every other statement makes a new generation, also in a transaction and when it fails', async () => {
  const rises = async (work: () => Promise<unknown>) => {
    const before = db.generation!()
    await work().catch(() => {})
    return db.generation!() > before
  }
  expect(await rises(() => db.query('select 1'))).toBe(true)
  expect(await rises(() => db.query('update agents set version = version'))).toBe(true)
  expect(await rises(() => db.query('select 1 / 0'))).toBe(true)
  expect(await rises(() => db.transaction(tx => tx.query('select 1')))).toBe(true)
  expect(await rises(() => database.pool.query('select 1'))).toBe(true)
})

it('Polls with nothing written in between ask the database nothing, and a write is seen by the next', async () => {
  const ids: Record<'user' | 'space' | 'key' | 'agent', string> = {
    user: randomUUID(),
    space: randomUUID(),
    key: randomUUID(),
    agent: randomUUID(),
  }
  ids.user = await ensureUser(db, { id: ids.user, email: 'generation@example.com' })
  await createSpace(db, { id: ids.space, name: 'Generation', ownerId: ids.user })
  const scope = { spaceId: ids.space, userId: ids.user }
  const { apiKey } = await createKey(db, createSealing('a secret of a test, and no more'), {
    id: ids.key,
    name: 'generation',
    ...scope,
  })
  await db.query(
    `insert into agents (id, user_id, space_id, key_id, spreadsheet_id, number_of_turns)
     values ($1, $2, $3, $4, 's', 1)`,
    [ids.agent, ids.user, ids.space, ids.key],
  )
  await db.query(
    `insert into turns (id, agent_id, key_id, user_id, space_id, number, status, prompt, sheet_id, sheet_name,
       agent_model, bulk_model, bulk_search_model, ended_at)
     values ($1, $2, $3, $4, $5, 1, 'succeeded', 'p', 0, 'Orders', 'm', 'm', 'm', now())`,
    [randomUUID(), ids.agent, ids.key, ids.user, ids.space],
  )
  const counted = counting()
  const gate = createGate({
    db: counted.db,
    requestsPerMinute: 1_000,
    replicas: false,
    now: () => new Date(),
  })
  const reader = createReader(counted.db)
  const poll = async () => {
    const passage = await gate.pass(apiKey)
    return [passage.state, await reader.read(ids.user, ids.agent, true)] as const
  }
  // The first notes that the key was used, the second finds that written.
  for (let warm = 0; warm < 3; warm++) await poll()
  const before = counted.count()
  expect((await poll())[0]).toBe('passed')
  expect(counted.count()).toBe(before)

  await db.query('update agents set version = version + 1, spreadsheet_id = $2 where id = $1', [
    ids.agent,
    'other',
  ])
  const [, view] = await poll()
  expect(view.state === 'ok' && Buffer.from(view.json).toString()).toContain('"spreadsheet_id":"other"')

  await disableKey(quietly(db), { spaceId: ids.space }, ids.key)
  expect((await poll())[0]).toBe('disabled')
})
