import { expect, it } from 'vitest'
import { SheetsError } from '../../../service/sheets/errors.ts'
import { endOrphans } from '../../../service/turns/engine/orphans.ts'
import { onBothDatabases } from './databases.ts'
import { toolCalls } from './harness.ts'
import { contextOf, emptyOverview, says, untilAborted } from './scripted.ts'

onBothDatabases('a turn that goes wrong', harness => {
  /** Turns that begin while this runs have `milliseconds` before their time is over. */
  async function withTime<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
    const { limits } = harness().world
    limits.turnMinutes = milliseconds / 60_000
    return work().finally(() => {
      limits.turnMinutes = 30
    })
  }

  it('is interrupted when its time is over while the model works', async () => {
    const done = await withTime(100, async () => {
      const { agent } = await harness().start((_step, request) => untilAborted(request.signal))
      return harness().idle(agent.id)
    })
    expect(done.error_code).toBe('TIME_LIMIT_REACHED')
    expect(done.messages.map(entry => entry.type)).toEqual(['user_message', 'assistant_message'])
    expect(done.messages[1]).toMatchObject({
      content: expect.stringContaining('I stopped before I was done'),
    })
  })

  it('is interrupted when its time is over while a tool works', async () => {
    const done = await withTime(200, async () => {
      const { agent } = await harness().start(
        () => says('', [{ name: 'write' }, { name: 'write', args: { n: 2 } }]),
        {
          tool: (_args, context) => untilAborted(context.signal),
        },
      )
      return harness().idle(agent.id)
    })
    expect(done.error_code).toBe('TIME_LIMIT_REACHED')
    expect(toolCalls(done.messages).map(call => call.status)).toEqual(['cancelled', 'cancelled'])
    expect(done.messages.at(-1)?.type).toBe('assistant_message')
  })

  it.each([
    ['SPREADSHEET_NOT_FOUND', 'SPREADSHEET_NOT_FOUND'],
    ['SPREADSHEET_FORBIDDEN', 'SPREADSHEET_FORBIDDEN'],
    ['GOOGLE_NOT_CONNECTED', 'SPREADSHEET_FORBIDDEN'],
    ['UPSTREAM_INVALID_RESPONSE', 'SHEETS_ERROR'],
    ['UPSTREAM_TIMEOUT', 'SHEETS_ERROR'],
    ['BAD_REQUEST', 'SHEETS_ERROR'],
  ] as const)('tells %s of Google before its first step as %s', async (failure, code) => {
    harness().world.overviewFails = new SheetsError(failure, 'as Google said')
    const { agent } = await harness().start(() => says('never'))
    const done = await harness().idle(agent.id)
    harness().world.overviewFails = null
    expect(done.error_code).toBe(code)
    expect(done.messages).toHaveLength(1)
    expect(harness().world.ended.find(turn => turn.agentId === agent.id)?.status).toBe('failed')
  })

  it('ends as a model error when the model answers with nothing', async () => {
    const { agent } = await harness().start(() => says('  '))
    const done = await harness().idle(agent.id)
    expect(done.error_code).toBe('MODEL_ERROR')
    expect(done.messages).toHaveLength(1)
  })

  it('can be stopped whatever characters a model used', async () => {
    const begun = Promise.withResolvers<void>()
    const { agent } = await harness().start(
      () => says('zero \0 and half \ud800', [{ name: 'write', args: { range: 'A\0\udfff' } }]),
      {
        tool(_args, context) {
          begun.resolve()
          return untilAborted(context.signal)
        },
      },
    )
    await begun.promise
    const stopped = await harness().agents.stop(harness().caller.userId, agent.id)
    expect(stopped.state).toBe('ok')
    const calls = toolCalls((await harness().get(agent.id)).messages)
    expect(calls).toMatchObject([{ status: 'cancelled', range: 'A\ufffd\ufffd' }])
  })

  it('is ended when no process will ever run it again', async () => {
    const { db } = harness().database
    const { agent, turnId } = await harness().start((_step, request) => untilAborted(request.signal))
    await db.query(`update turns set created_at = now() - interval '2 minutes' where id = $1`, [turnId])
    await endOrphans(harness().deps)
    expect((await harness().get(agent.id)).status).toBe('active')
    await db.query(`update dbos.workflow_status set status = 'ERROR' where workflow_uuid = $1`, [turnId])
    await endOrphans(harness().deps)
    expect(await harness().get(agent.id)).toMatchObject({ status: 'idle', error_code: 'INTERNAL_ERROR' })
    await harness().engine.cancel(turnId)
  })

  it('tells the next turn what changed in the sheet meanwhile', async () => {
    const { agent } = await harness().start(() => says('ok'))
    await harness().idle(agent.id)
    const remembered = async () => {
      const { rows } = await harness().database.db.query(
        'select 1 from agents where id = $1 and last_seen is not null',
        [agent.id],
      )
      return rows.length === 1
    }
    await expect.poll(remembered).toBe(true)
    const [leads] = emptyOverview.tabs
    harness().world.overview = { ...emptyOverview, tabs: [{ ...leads!, title: 'Customers' }] }
    let heard = ''
    await harness().start(
      (_step, request) => {
        heard = contextOf(request.messages)
        return says('ok')
      },
      { agentId: agent.id },
    )
    await harness().idle(agent.id)
    harness().world.overview = emptyOverview
    expect(heard).toContain('Tab "Leads" is now called "Customers".')
    expect(heard).toContain('Tab "Notes" was deleted.')
  })
})
