/** What ends a turn before its model does, and what a turn costs. */
import { expect, it } from 'vitest'
import { onBothDatabases } from './databases.ts'
import { toolCalls } from './harness.ts'
import { says } from './scripted.ts'

onBothDatabases('a turn', harness => {
  it('is interrupted after its steps with a last message', async () => {
    harness().world.limits.steps = 3
    const { agent } = await harness().start(step => says('', [{ name: 'write', args: { step } }]))
    const done = await harness().idle(agent.id)
    harness().world.limits.steps = 60
    expect(done).toMatchObject({ error_code: 'STEP_LIMIT_REACHED', error_params: { steps: 3 } })
    expect(toolCalls(done.messages)).toHaveLength(3)
    expect(done.messages.at(-1)).toMatchObject({ type: 'assistant_message' })
    expect(harness().world.ended.find(turn => turn.agentId === agent.id)?.status).toBe('interrupted')
  })

  it('is interrupted when it makes the same call three times', async () => {
    const { agent } = await harness().start(() => says('', [{ name: 'write', args: { range: 'A1' } }]))
    const done = await harness().idle(agent.id)
    expect(done).toMatchObject({ error_code: 'STEP_LIMIT_REACHED', error_params: { repeated_calls: 3 } })
    expect(toolCalls(done.messages)).toHaveLength(2)
  })

  it('is interrupted when the money is gone', async () => {
    const { agent } = await harness().start(() => {
      harness().world.maySpend = false
      return says('', [{ name: 'write' }])
    })
    const done = await harness().idle(agent.id)
    harness().world.maySpend = true
    expect(done).toMatchObject({
      error_code: 'SPENDING_LIMIT_REACHED',
      error_params: { limit: 'credits' },
      usage: { total_usage: 1_000 },
    })
    expect(toolCalls(done.messages).map(call => call.status)).toEqual(['cancelled'])
  })

  it('books what tools report, and its ledger adds up to its usage', async () => {
    const { agent, turnId } = await harness().start(
      step => (step === 0 ? says('', [{ name: 'write' }]) : says('ok')),
      {
        async tool(_args, context) {
          await Promise.all(
            Array.from({ length: 20 }, (_, i) =>
              context.charge({ key: `row${i % 10}`, model: 'm', costNanoDollars: 7n }),
            ),
          )
          return { state: 'succeeded', output: null }
        },
      },
    )
    const done = await harness().idle(agent.id)
    expect(done.usage).toEqual({ agent_usage: 2_000, tool_usage: 70, total_usage: 2_070 })
    const { rows } = await harness().database.db.query<{ sum: string }>(
      'select sum(amount_nano) from ledger where turn_id = $1',
      [turnId],
    )
    expect(Number(rows[0]?.sum)).toBe(2_070)
  })

  it('warns of nothing however many calls a turn makes', async () => {
    const warnings: string[] = []
    const note = (warning: Error) => warnings.push(warning.name)
    process.on('warning', note)
    const { agent } = await harness().start(step =>
      step < 25 ? says('', [{ name: 'write', args: { step } }]) : says('ok'),
    )
    await harness().idle(agent.id)
    process.off('warning', note)
    expect(warnings).toEqual([])
  })
})
