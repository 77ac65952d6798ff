import { expect, it } from 'vitest'
import { CANCELLED_MESSAGE } from '../../../contract/index.ts'
import { onBothDatabases } from '../turns/databases.ts'
import { type Harness, toolCalls, viewOf } from '../turns/harness.ts'
import { says } from '../turns/scripted.ts'

const stop = async (harness: Harness, agentId: string) =>
  viewOf(await harness.agents.stop(harness.caller.userId, agentId))

/** Never ends by itself; notes when its signal fires. */
function hanging() {
  const begun = Promise.withResolvers<void>()
  const aborted = Promise.withResolvers<void>()
  const wait = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      begun.resolve()
      signal.addEventListener('abort', () => {
        aborted.resolve()
        reject(signal.reason as Error)
      })
    })
  return { begun: begun.promise, aborted: aborted.promise, wait }
}

onBothDatabases('stop', harness => {
  const endedOf = (agentId: string) => harness().world.ended.filter(turn => turn.agentId === agentId)

  it('cancels a turn while its model works', async () => {
    const model = hanging()
    const { agent } = await harness().start((_step, request) => model.wait(request.signal))
    await model.begun
    const stopped = await stop(harness(), agent.id)
    expect(stopped).toMatchObject({
      status: 'idle',
      error_message: CANCELLED_MESSAGE,
      error_code: null,
      usage: { agent_usage: 0, tool_usage: 0, total_usage: 0 },
    })
    await model.aborted
    expect(endedOf(agent.id)).toMatchObject([{ status: 'cancelled', errorMessage: CANCELLED_MESSAGE }])
  })

  it('cancels the open calls of a turn and keeps what it spent', async () => {
    const tool = hanging()
    const { agent } = await harness().start(
      () => says('', [{ name: 'write' }, { name: 'write', args: { n: 2 } }]),
      {
        tool: (_args, context) => tool.wait(context.signal),
      },
    )
    await tool.begun
    const stopped = await stop(harness(), agent.id)
    expect(toolCalls(stopped.messages)).toMatchObject([
      { status: 'cancelled', completed_at: expect.any(String) },
      { status: 'cancelled', completed_at: expect.any(String) },
    ])
    expect(stopped.usage).toEqual({ agent_usage: 1_000, tool_usage: 0, total_usage: 1_000 })
    await tool.aborted
  })

  it('drops what a step writes after it', async () => {
    const tool = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const over = Promise.withResolvers<unknown>()
    const { agent, turnId } = await harness().start(() => says('', [{ name: 'write' }]), {
      async tool(_args, context) {
        begun.resolve()
        // Deaf to the signal, as a call to Google in flight is.
        await tool.promise
        context.progress({ cells: 5 })
        over.resolve(await context.charge({ key: 'late', model: 'm', costNanoDollars: 5n }))
        return { state: 'succeeded', output: null }
      },
    })
    await begun.promise
    const stopped = await stop(harness(), agent.id)
    tool.resolve()
    expect(await over.promise).toBe('stop')
    const later = await harness().get(agent.id)
    expect(later).toEqual(stopped)
    const { rows } = await harness().database.db.query(
      'select 1 from ledger where turn_id = $1 and kind = $2',
      [turnId, 'tool'],
    )
    expect(rows).toEqual([])
  })

  it('changes nothing on an idle agent, however often', async () => {
    const { agent } = await harness().start(() => says('ok'))
    const done = await harness().idle(agent.id)
    expect(await stop(harness(), agent.id)).toEqual(done)
    expect(await stop(harness(), agent.id)).toEqual(done)
    expect(endedOf(agent.id)).toHaveLength(1)
  })

  it('many at once end a turn once', async () => {
    const model = hanging()
    const { agent } = await harness().start((_step, request) => model.wait(request.signal))
    await model.begun
    const answers = await Promise.all(Array.from({ length: 8 }, () => stop(harness(), agent.id)))
    expect(new Set(answers.map(answer => answer.error_message))).toEqual(new Set([CANCELLED_MESSAGE]))
    expect(endedOf(agent.id)).toHaveLength(1)
  })

  it('races with the natural end and one of them wins', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 25 }, async () => {
        const begun = Promise.withResolvers<void>()
        const { agent } = await harness().start(() => {
          begun.resolve()
          return says('Finished.')
        })
        await begun.promise
        await stop(harness(), agent.id)
        const done = await harness().idle(agent.id)
        const ended = endedOf(agent.id)
        expect(ended).toHaveLength(1)
        const cancelled = ended[0]!.status === 'cancelled'
        expect(done.error_message).toBe(cancelled ? CANCELLED_MESSAGE : null)
        expect(done.messages).toHaveLength(cancelled ? 1 : 2)
        return ended[0]!.status
      }),
    )
    expect(outcomes.every(outcome => outcome === 'cancelled' || outcome === 'succeeded')).toBe(true)
  })

  it('ends a turn that no process has begun', async () => {
    const { agent } = await harness().start(() => says('ok'))
    // Cancelled or not yet begun when stopped: either way it is over and stays so.
    const stopped = await stop(harness(), agent.id)
    expect(stopped.status).toBe('idle')
    expect(await harness().get(agent.id)).toEqual(stopped)
  })

  it('frees the agent for a follow-up at once', async () => {
    const model = hanging()
    const { agent } = await harness().start((_step, request) => model.wait(request.signal))
    await model.begun
    await stop(harness(), agent.id)
    await harness().start(() => says('Back.'), { agentId: agent.id })
    const done = await harness().idle(agent.id)
    expect(done).toMatchObject({ number_of_turns: 2, error_message: null })
    expect(done.messages.at(-1)).toMatchObject({ content: 'Back.' })
  })
})
