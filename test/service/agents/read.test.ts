import { expect, it } from 'vitest'
import { onBothDatabases } from '../turns/databases.ts'
import { toolCalls, viewOf } from '../turns/harness.ts'
import { says } from '../turns/scripted.ts'

onBothDatabases('get agent', harness => {
  const userId = () => harness().caller.userId

  it('shows the charge of a running turn, rising, and only while it runs', async () => {
    const first = Promise.withResolvers<void>()
    const second = Promise.withResolvers<void>()
    const { agent } = await harness().start(
      async step => {
        if (step === 0) await first.promise
        return step < 2 ? says('', [{ name: 'write', args: { step } }]) : says('ok')
      },
      {
        async tool(args) {
          if (args.step === 1) await second.promise
          return { state: 'succeeded', output: null }
        },
      },
    )
    expect(await harness().get(agent.id)).toMatchObject({ usage: null, usage_so_far: null })
    first.resolve()
    const running = await harness().until(agent.id, seen => (seen.usage_so_far?.total_usage ?? 0) >= 2_000)
    expect(running).toMatchObject({ usage: null, usage_so_far: { agent_usage: 2_000, tool_usage: 0 } })
    second.resolve()
    const done = await harness().idle(agent.id)
    expect('usage_so_far' in done).toBe(false)
    expect(done.usage?.total_usage).toBe(3_000)
  })

  it('shows a turn that cost nothing as a charge of zero', async () => {
    const { agent } = await harness().start(() => says('free', [], 0n))
    const done = await harness().idle(agent.id)
    expect(done.usage).toEqual({ agent_usage: 0, tool_usage: 0, total_usage: 0 })
  })

  it('leaves out failed calls before a success when asked to', async () => {
    const { agent } = await harness().start(
      step => (step < 3 ? says('', [{ name: 'write', args: { step } }]) : says('ok')),
      {
        tool: async args =>
          args.step === 1
            ? { state: 'succeeded', output: null }
            : { state: 'failed', message: `failed at ${args.step as number}` },
      },
    )
    const full = await harness().idle(agent.id)
    const told = viewOf(
      await harness().agents.get(userId(), agent.id, { includeIntermediateToolFailures: false }),
    )
    expect(toolCalls(full.messages).map(call => call.status)).toEqual(['failed', 'succeeded', 'failed'])
    expect(toolCalls(told.messages)).toMatchObject([
      { status: 'succeeded' },
      { status: 'failed', message: 'failed at 2' },
    ])
  })

  it('keeps every failed call where none succeeded', async () => {
    const { agent } = await harness().start(
      step => (step === 0 ? says('', [{ name: 'write' }]) : says('ok')),
      {
        tool: async () => ({ state: 'failed', message: 'no' }),
      },
    )
    const full = await harness().idle(agent.id)
    const told = await harness().agents.get(userId(), agent.id, { includeIntermediateToolFailures: false })
    expect(viewOf(told)).toEqual(full)
  })

  it('shows the entries of the latest turn only', async () => {
    const { agent } = await harness().start(() => says('first answer'))
    await harness().idle(agent.id)
    await harness().start(() => says('second answer'), { agentId: agent.id })
    const done = await harness().idle(agent.id)
    expect(JSON.stringify(done.messages)).not.toContain('first answer')
  })

  it('raises its version with each visible change and answers who waits for it', async () => {
    const tool = Promise.withResolvers<void>()
    const { agent } = await harness().start(
      step => (step === 0 ? says('', [{ name: 'write' }]) : says('ok')),
      {
        async tool() {
          await tool.promise
          return { state: 'succeeded', output: null }
        },
      },
    )
    await harness().until(agent.id, seen => toolCalls(seen.messages)[0]?.status === 'running')
    const before = await harness().agents.get(userId(), agent.id)
    if (before.state !== 'ok') throw new Error('not found')
    const { agents } = harness()
    let woken = false
    const waiting = agents
      .waitForChange(agent.id, before.version, 10_000, new AbortController().signal)
      .then(() => {
        woken = true
      })
    await agents.waitForChange(agent.id, before.version, 20, new AbortController().signal)
    expect(woken).toBe(false)
    tool.resolve()
    await waiting
    const after = await agents.get(userId(), agent.id)
    expect(after.state === 'ok' && after.version).toBeGreaterThan(before.version)
  })

  it('stops waiting when the client goes away', async () => {
    const { agent } = await harness().start(() => says('ok'))
    await harness().idle(agent.id)
    const gone = new AbortController()
    const waiting = harness().agents.waitForChange(agent.id, 1_000, 60_000, gone.signal)
    gone.abort()
    await waiting
  })

  it('reports the progress of a call in its entry, the last of it always', async () => {
    const { agent } = await harness().start(
      step => (step === 0 ? says('', [{ name: 'write' }]) : says('ok')),
      {
        async tool(_args, context) {
          for (let processed = 1; processed <= 500; processed++) {
            context.progress({ rows: { processed, errors: 0, total: 500 } })
            if (processed % 100 === 0) await new Promise(done => setTimeout(done, 5))
          }
          return { state: 'succeeded', output: null, fields: { updated_range: 'D2:D501' } }
        },
      },
    )
    const begun = performance.now()
    const before = await harness().agents.get(userId(), agent.id)
    const done = await harness().idle(agent.id)
    const after = await harness().agents.get(userId(), agent.id)
    expect(toolCalls(done.messages)[0]).toMatchObject({
      rows: { processed: 500, errors: 0, total: 500 },
      updated_range: 'D2:D501',
    })
    const versions = after.state === 'ok' && before.state === 'ok' ? after.version - before.version : 0
    // Its other changes, and four of progress for each second.
    expect(versions).toBeLessThan(12 + (performance.now() - begun) / 250)
  })
})
