/** On a shared database, a poll's key and its agent are asked for in one statement. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createGate } from '../../../service/accounts/gate.ts'
import { createReader } from '../../../service/agents/read.ts'
import type { Db, Queryable } from '../../../service/store/db.ts'
import type { Database } from '../../../service/store/open.ts'
import { freshPostgres } from '../../support/database.ts'
import { type Account, makeAccount } from './make-account.ts'

let database: Database
let account: Account
beforeAll(async () => {
  database = await freshPostgres(inject('postgresUrl'))
  account = await makeAccount(database.db)
})
afterAll(() => database.close())

async function makeAgent(db: Queryable, { userId, spaceId, keyId }: Account): Promise<string> {
  const agentId: string = randomUUID()
  await db.query(
    `insert into agents (id, user_id, space_id, key_id, spreadsheet_id, number_of_turns)
     values ($1, $2, $3, $4, 'first', 1)`,
    [agentId, userId, spaceId, keyId],
  )
  await db.query(
    `insert into turns (id, agent_id, key_id, user_id, space_id, number, status, prompt, sheet_id, sheet_name,
       agent_model, bulk_model, bulk_search_model, ended_at)
     values ($1, $2, $3, $4, $5, 1, 'succeeded', 'p', 0, 'Orders', 'm', 'm', 'm', now())`,
    [randomUUID(), agentId, keyId, userId, spaceId],
  )
  return agentId
}

/** A gate and a reader as a replica has them, and what they ask. */
function replica() {
  const statements: string[] = []
  const db: Db = {
    ...database.db,
    query(statement, params) {
      statements.push(typeof statement === 'string' ? statement : statement.name)
      return database.db.query(statement, params)
    },
  }
  const gate = createGate({ db, requestsPerMinute: 1_000, replicas: true, now: () => new Date() })
  const reader = createReader(db)
  return {
    statements,
    async poll(agentId: string, apiKey = account.apiKey) {
      const look = reader.lookAt(agentId)
      const passage = await gate.pass(apiKey, look)
      const view = await reader.read(account.userId, agentId, true, look)
      return { passage: passage.state, json: view.state === 'ok' ? Buffer.from(view.json).toString() : null }
    },
  }
}

it('A poll of an agent that has not changed is one statement', async () => {
  const agentId = await makeAgent(database.db, account)
  const { poll, statements } = replica()
  const first = await poll(agentId)
  statements.length = 0
  expect(await poll(agentId)).toEqual(first)
  expect(statements).toEqual(['pass_keys_and_look'])
})

it('What another process wrote is in the next answer, beside an agent that has not changed', async () => {
  const [still, changing] = [await makeAgent(database.db, account), await makeAgent(database.db, account)]
  const { poll } = replica()
  await Promise.all([poll(still), poll(changing)])
  await database.db.query(
    `update agents set version = version + 1, spreadsheet_id = 'second' where id = $1`,
    [changing],
  )
  const [same, changed] = await Promise.all([poll(still), poll(changing)])
  expect(same.json).toContain('"spreadsheet_id":"first"')
  expect(changed.json).toContain('"spreadsheet_id":"second"')
  await database.db.query('delete from turns where agent_id = $1', [changing])
  await database.db.query('delete from agents where id = $1', [changing])
  expect((await poll(changing)).json).toBeNull()
})

it('A key that is disabled elsewhere is refused at once, look or not', async () => {
  const other = await makeAccount(database.db)
  const agentId = await makeAgent(database.db, account)
  const { poll } = replica()
  expect((await poll(agentId, other.apiKey)).passage).toBe('passed')
  await database.db.query('update api_keys set disabled_at = now() where id = $1', [other.keyId])
  expect((await poll(agentId, other.apiKey)).passage).toBe('disabled')
})
