/** What ends by itself: each rule against rows that are just too old and just young enough. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { DEFAULT_RETENTION, type Retention, sweep } from '../../../service/keeping/retention.ts'
import { onBothDatabases } from '../turns/databases.ts'
import { says } from '../turns/scripted.ts'

const DAY_MS = 86_400_000
const never: Retention = {
  conversations: 0,
  toolResults: 0,
  bulkRows: 0,
  changes: 0,
  deliveries: 0,
  charges: 0,
  audit: 0,
}

onBothDatabases('retention', harness => {
  const sweepAfter = (days: number, retention: Retention) =>
    sweep({
      db: harness().database.db,
      retention,
      now: () => new Date(Date.now() + days * DAY_MS),
    })
  const talk = async () => {
    const { agent, turnId } = await harness().start(step =>
      step === 0 ? says('', [{ name: 'write' }]) : says('done'),
    )
    await harness().idle(agent.id)
    return { agentId: agent.id, turnId }
  }
  const countOf = async (sql: string, id: string) => {
    const { rows } = await harness().database.db.query<{ n: number }>(`select count(*)::int as n ${sql}`, [
      id,
    ])
    return rows[0]!.n
  }

  it('ends a conversation when nobody used it for its days, and not before', async () => {
    const { agentId } = await talk()
    await sweepAfter(364, DEFAULT_RETENTION)
    expect(await countOf('from agents where id = $1', agentId)).toBe(1)
    const swept = await sweepAfter(366, DEFAULT_RETENTION)
    expect(swept.conversations).toBeGreaterThanOrEqual(1)
    expect(await countOf('from agents where id = $1', agentId)).toBe(0)
  })

  it("ends what tools answered the model after its own days, and keeps the person's conversation", async () => {
    const { agentId, turnId } = await talk()
    await sweepAfter(31, DEFAULT_RETENTION)
    expect(await countOf('from tool_results where turn_id = $1', turnId)).toBe(0)
    expect(await countOf('from entries where agent_id = $1', agentId)).toBe(3)
  })

  it('keeps everything where every rule says for ever', async () => {
    const { agentId, turnId } = await talk()
    await sweepAfter(10_000, never)
    expect(await countOf('from agents where id = $1', agentId)).toBe(1)
    expect(await countOf('from tool_results where turn_id = $1', turnId)).toBe(1)
  })

  it('ends the audit log after its own days, and only then', async () => {
    const { caller, database } = harness()
    const [young, old] = [randomUUID(), randomUUID()]
    for (const [turn, days] of [
      [young, 364],
      [old, 366],
    ] as const) {
      await database.db.query(
        `insert into audit_log (space_id, at, via, turn_id, action)
         values ($1, now() - make_interval(days => $2), 'key', $3, 'sheet-changed')`,
        [caller.spaceId, days, turn],
      )
    }
    await sweepAfter(0, { ...never, audit: 365 })
    expect(await countOf('from audit_log where turn_id = $1', young)).toBe(1)
    expect(await countOf('from audit_log where turn_id = $1', old)).toBe(0)
  })

  it('deletes more rows than one slice holds', async () => {
    const { db } = harness().database
    const keyId = randomUUID()
    await db.query(
      `insert into webhook_deliveries (turn_id, key_id, url, body, finished_at)
       select gen_random_uuid(), $1, 'https://example.com', '{}', now() from generate_series(1, 450)`,
      [keyId],
    )
    const swept = await sweepAfter(31, DEFAULT_RETENTION)
    expect(swept.deliveries).toBe(450)
    expect(await countOf('from webhook_deliveries where key_id = $1', keyId)).toBe(0)
  })
})
