import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Agent } from '../../../contract/index.ts'
import type { Database } from '../../../service/store/open.ts'
import { openDatabase } from '../../../service/store/open.ts'
import type { Caller } from '../../../service/turns/ports.ts'
import { killAsked } from '../../support/asked-process.ts'
import { freshPostgres, prepareDataDir } from '../../support/database.ts'
import { until } from '../../support/until.ts'
import { toolCalls } from './harness.ts'
import { type Replica, startReplica } from './replicas.ts'

const STEPS = 10
const KILLS = 3
/** For a machine that does much else at the same time. */
const patient = { within: 40_000 }

const agentOf = (replica: Replica, caller: Caller, agentId: string) =>
  replica.ask<Agent>({ do: 'get', caller, agentId })

async function walk(replica: Replica, caller: Caller): Promise<string> {
  return (await replica.ask<Agent>({ do: 'start', caller, prompt: 'walk' })).id
}

/** All entries once, in order, all calls done, the ledger equal to the usage. */
async function expectWhole(db: Database['db'], agent: Agent): Promise<void> {
  expect(agent.error_message).toBeNull()
  expect(agent.messages.map(entry => ('content' in entry ? entry.content : entry.type))).toEqual([
    'walk',
    ...Array.from({ length: STEPS }, (_, step) => [`Step ${step}`, 'tool_call']).flat(),
    'Arrived.',
  ])
  expect(new Set(toolCalls(agent.messages).map(call => call.status))).toEqual(new Set(['succeeded']))
  expect(agent.usage).toEqual({ agent_usage: 11_000, tool_usage: 30, total_usage: 11_030 })
  const { rows } = await db.query<{ sum: string }>(
    'select sum(amount_nano) from ledger where agent_id = $1',
    [agent.id],
  )
  expect(Number(rows[0]?.sum)).toBe(11_030)
}

describe('a service on its own data folder', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'rowhand-'))
    await prepareDataDir(dataDir)
  })
  afterEach(async () => {
    await killAsked()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('ends a turn that was killed three times with exactly its entries', { timeout: 120_000 }, async () => {
    let replica = await startReplica({ dataDir })
    const caller = await replica.ask<Caller>({ do: 'account' })
    const agentId = await walk(replica, caller)
    for (let kills = 1; kills <= KILLS; kills++) {
      await until(async () => {
        const agent = await agentOf(replica, caller, agentId)
        return toolCalls(agent.messages).length >= kills * 2.5
      }, patient)
      await replica.kill()
      replica = await startReplica({ dataDir })
    }
    await until(async () => (await agentOf(replica, caller, agentId)).status === 'idle', patient)
    const agent = await agentOf(replica, caller, agentId)
    await replica.kill()
    const database = await openDatabase({ dataDir })
    await expectWhole(database.db, agent)
    // Only a step in flight may have run again: at most one for each kill.
    const { rows } = await database.db.query<{ what: string }>('select what from runs')
    expect(rows.length).toBeLessThanOrEqual(STEPS + KILLS)
    expect(new Set(rows.map(row => row.what)).size).toBe(STEPS)
    await database.close()
  })

  it('hands a turn over to the next start when it ends in order', { timeout: 120_000 }, async () => {
    const first = await startReplica({ dataDir })
    const caller = await first.ask<Caller>({ do: 'account' })
    const agentId = await walk(first, caller)
    await until(async () => toolCalls((await agentOf(first, caller, agentId)).messages).length > 2, patient)
    await first.ask({ do: 'close' })
    await first.kill()
    const second = await startReplica({ dataDir })
    await until(async () => (await agentOf(second, caller, agentId)).status === 'idle', patient)
    const agent = await agentOf(second, caller, agentId)
    await second.kill()
    const database = await openDatabase({ dataDir })
    await expectWhole(database.db, agent)
    // Ended between steps: nothing ran twice.
    expect((await database.db.query('select 1 from runs')).rows).toHaveLength(STEPS)
    await database.close()
  })
})

describe('two replicas on one Postgres', () => {
  let database: Database & { url: string }
  let first: Replica
  let second: Replica
  let caller: Caller
  let firstIsGone = true
  beforeAll(async () => {
    database = await freshPostgres(inject('postgresUrl'))
    ;[first, second] = await Promise.all([start(), start()])
    firstIsGone = false
  }, 180_000)
  // Each test has an account of its own and counts runs of its own; only who ended is started again.
  beforeEach(async () => {
    if (firstIsGone) first = await start()
    firstIsGone = false
    await database.db.query('delete from runs')
    caller = await second.ask<Caller>({ do: 'account' })
  }, 180_000)
  afterAll(async () => {
    await killAsked()
    await database?.close()
  })
  const start = () => startReplica({ databaseUrl: database.url })
  const end = async (how: () => Promise<unknown>) => {
    firstIsGone = true
    await how()
  }

  it('finish the turns of one that is killed', { timeout: 120_000 }, async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => walk(first, caller)))
    await until(async () => toolCalls((await agentOf(second, caller, ids[5]!)).messages).length >= 2, patient)
    await end(() => first.kill())
    for (const id of ids) {
      await until(async () => (await agentOf(second, caller, id)).status === 'idle', patient)
      await expectWhole(database.db, await agentOf(second, caller, id))
    }
  })

  it('go on at once where one ends in order', { timeout: 120_000 }, async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => walk(first, caller)))
    await until(async () => toolCalls((await agentOf(second, caller, ids[3]!)).messages).length >= 2, patient)
    await end(() => first.ask({ do: 'close' }))
    for (const id of ids) {
      await until(async () => (await agentOf(second, caller, id)).status === 'idle', patient)
      await expectWhole(database.db, await agentOf(second, caller, id))
    }
    // Ended between steps: no tool call was made twice.
    const { rows } = await database.db.query('select what from runs')
    expect(rows).toHaveLength(4 * STEPS)
  })

  it('fence one that was frozen and wakes again', { timeout: 120_000 }, async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => walk(first, caller)))
    await until(async () => toolCalls((await agentOf(second, caller, ids[3]!)).messages).length >= 2, patient)
    first.freeze()
    // Taken over, if the database had to end a transaction that froze too; or over already.
    await until(async () => {
      const { rows } = await database.db.query(
        'select 1 from agents where id = any($1::uuid[]) and (claim >= 2 or active_turn_id is null)',
        [ids],
      )
      return rows.length === ids.length
    }, patient)
    first.wake()
    for (const id of ids) {
      await until(async () => (await agentOf(second, caller, id)).status === 'idle', patient)
      await expectWhole(database.db, await agentOf(second, caller, id))
    }
  })

  it('stop a turn that the other one runs', { timeout: 120_000 }, async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => walk(first, caller)))
    await Promise.all(ids.map(id => second.ask({ do: 'stop', caller, agentId: id })))
    const before = await Promise.all(ids.map(id => agentOf(first, caller, id)))
    expect(before.map(agent => agent.status)).toEqual(ids.map(() => 'idle'))
    const { rows } = await database.db.query('select what from runs')
    // Longer than what the stopped turns would have needed, were anything of them still running.
    const another = await walk(first, caller)
    await until(async () => (await agentOf(first, caller, another)).status === 'idle', patient)
    const runs = await database.db.query('select what from runs')
    expect(runs.rows).toHaveLength(rows.length + STEPS)
    expect(await Promise.all(ids.map(id => agentOf(first, caller, id)))).toEqual(before)
  })
})
