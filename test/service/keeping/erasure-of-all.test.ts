/**
 * Erasing, table by table: whatever tables there are, a row of the person in each of them is gone afterwards,
 * from the tables and byte by byte from the files. A table that is added later is in here by itself.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eraseAgents, eraseUser } from '../../../service/keeping/erase.ts'
import { scrub } from '../../../service/keeping/scrub.ts'
import { type Database, openDatabase } from '../../../service/store/open.ts'
import { prepareDataDir } from '../../support/database.ts'
import { fillEveryTable, tieLooseEnds } from '../store/fill.ts'
import { filesWith, tablesWith } from './traces.ts'

/** What a person's erasure leaves, and why it may: none of it holds what people wrote. */
const STAYS: Record<string, string> = {
  executors: 'living processes',
  ledger: 'what was spent, by model and amount',
  service_facts: 'facts of the service itself',
}
/** What belongs to a person or a space, and not to a conversation. */
const OF_THE_ACCOUNT = [
  'api_keys',
  'audit_log',
  'bootstrap_grants',
  'google_connections',
  'invitations',
  'key_spending_months',
  'members',
  'sessions',
  'skills',
  'spaces',
  'spending_months',
  'users',
]

let folder: string
let database: Database
let secret: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rowhand-erasure-'))
  await prepareDataDir(folder)
  database = await openDatabase({ dataDir: folder })
  secret = `secret${randomUUID().replaceAll('-', '')}`
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

async function fill(others: readonly string[]): Promise<number> {
  const tables = await fillEveryTable(database.db, table => (others.includes(table) ? randomUUID() : secret))
  await tieLooseEnds(database.db)
  // A delivery outlives no turn, and yet does not refer to it: it is written with its end.
  await database.db.query('update webhook_deliveries set turn_id = (select id from turns)')
  return tables
}

async function only<T extends string>(sql: string): Promise<T> {
  const { rows } = await database.db.query<{ id: T }>(sql)
  expect(rows).toHaveLength(1)
  return rows[0]!.id
}

describe('a row in every table', () => {
  it('is gone with the person, but for what they spent', async () => {
    const tables = await fill(Object.keys(STAYS))
    expect((await tablesWith(database.db, secret)).length).toBeGreaterThan(20)
    expect(tables).toBeGreaterThan(25)
    expect(filesWith(folder, secret)).not.toEqual([])
    const userId = await only('select id from users')
    expect(await eraseUser(database.db, userId)).toMatchObject({ state: 'erased' })
    expect(await tablesWith(database.db, secret)).toEqual([])
    await scrub(database)
    expect(filesWith(folder, secret)).toEqual([])
  })

  it('is gone with the conversation, but for what is of the account', async () => {
    await fill([...Object.keys(STAYS), ...OF_THE_ACCOUNT])
    const agentId = await only('select id from agents')
    await database.db.transaction(tx => eraseAgents(tx, [agentId]))
    expect(await tablesWith(database.db, secret)).toEqual([])
    await scrub(database)
    expect(filesWith(folder, secret)).toEqual([])
  })
})
