/** A tool call's writes and the turn's claim: an execution that has lost the turn sends nothing to Google. */
import { expect, test } from 'vitest'
import type { Spreadsheet } from '../../../service/sheets/spreadsheet.ts'
import { claimTurn } from '../../../service/turns/record/held-turn.ts'
import { holdsTurn } from '../../../service/turns/steps/fence.ts'
import { onBothDatabases } from './databases.ts'
import { says, untilAborted } from './scripted.ts'

const never = new AbortController().signal

onBothDatabases('the fence', harness => {
  test('a call that reads, sleeps while another execution takes the turn, and writes is not let through', async () => {
    const { database, start, until, deps } = harness()
    let sent = 0
    let told: unknown
    const open = deps.sheets.open
    deps.sheets.open = async (...args) => {
      const spreadsheet = await open(...args)
      const writes: Partial<Spreadsheet> = {
        batchUpdate: async (_requests, guard) => {
          await guard?.check()
          sent += 1
          return { replies: [] }
        },
      }
      return { ...spreadsheet, ...writes }
    }
    const { agent, turnId } = await start(
      step => (step === 0 ? says('', [{ name: 'write', args: {} }]) : says('Done.')),
      {
        tool: async (_args, { spreadsheet }) => {
          await spreadsheet.batchUpdate([{ addSheet: { properties: { title: 'first' } } }])
          // Another process takes the turn over while this one is frozen.
          await claimTurn(database.db, turnId)
          await spreadsheet
            .batchUpdate([{ addSheet: { properties: { title: 'second' } } }])
            .catch((error: unknown) => {
              told = error
              throw error
            })
          return { state: 'succeeded', output: {} }
        },
      },
    )
    await until(agent.id, () => told !== undefined)
    deps.sheets.open = open
    expect(told).toMatchObject({ name: 'TurnOver' })
    expect(sent).toBe(1)
    await harness().agents.stop(harness().caller.userId, agent.id)
  })

  test('an answer about the claim that arrives late is asked for again', async () => {
    const { database, start, deps } = harness()
    const { turnId, agent } = await start((_step, { signal }) => untilAborted(signal))
    const { db } = database
    const row = async () =>
      (await db.query<{ claim: number }>('select claim from agents where id = $1', [agent.id])).rows[0]!.claim
    await expect.poll(row).toBe(1)
    await db.query(
      `update dbos.workflow_status set executor_id = 'slow', status = 'PENDING' where workflow_uuid = $1`,
      [turnId],
    )
    await db.query(`insert into executors (id, beat_at) values ('slow', now() + interval '1 hour')`)
    const turn = { agentId: agent.id, turnId, claim: 1 }
    // The clock stands for a process that slept between question and answer, once.
    const times = [0, 10_000, 10_000, 10_001]
    let looks = 0
    const monotonic = () => times[looks++] ?? 10_001
    await holdsTurn(deps.db, turn, { id: 'slow', silentAfterMs: 1_000 }, never, monotonic)
    expect(looks).toBe(4)

    // Given to another executor: lost, though nobody has claimed it yet.
    await db.query(`update dbos.workflow_status set executor_id = 'other' where workflow_uuid = $1`, [turnId])
    await expect(holdsTurn(deps.db, turn, { id: 'slow', silentAfterMs: 1_000 }, never)).rejects.toMatchObject(
      { name: 'TurnOver' },
    )
    await harness().agents.stop(harness().caller.userId, agent.id)
  })

  test('an executor whose heartbeat is old waits until it beats again', async () => {
    const { database, start, deps } = harness()
    const { turnId, agent } = await start((_step, { signal }) => untilAborted(signal))
    const { db } = database
    await expect
      .poll(async () => (await db.query('select claim from agents where id = $1', [agent.id])).rows[0])
      .toEqual({ claim: 1 })
    // In the future, or the engine's own look might take the work over from an executor that it finds dead.
    await db.query(`insert into executors (id, beat_at) values ('still', now() + interval '1 hour')`)
    await db.query(
      `update dbos.workflow_status set executor_id = 'still', status = 'PENDING' where workflow_uuid = $1`,
      [turnId],
    )
    const turn = { agentId: agent.id, turnId, claim: 1 }
    const silentAfterMs = -2 * 3_600_000
    let passed = false
    const waiting = holdsTurn(deps.db, turn, { id: 'still', silentAfterMs }, never).then(() => {
      passed = true
    })
    await db.query('select 1')
    expect(passed).toBe(false)
    await db.query(`update executors set beat_at = now() + interval '3 hours' where id = 'still'`)
    await waiting
    await harness().agents.stop(harness().caller.userId, agent.id)
  })
})
