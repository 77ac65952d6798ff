/** Turns from prompt to answer: calls, failures, and what a follow-up is told. */
import { expect, it } from 'vitest'
import { agent as agentSchema } from '../../../contract/index.ts'
import { SheetsError } from '../../../service/sheets/errors.ts'
import { onBothDatabases } from './databases.ts'
import { toolCalls } from './harness.ts'
import { fails, promptOf, says } from './scripted.ts'

onBothDatabases('a turn', harness => {
  it('goes from prompt to answer through tool calls', async () => {
    const { agent } = await harness().start(step =>
      step === 0
        ? says('I will write.', [{ name: 'write', args: { range: 'C2:C9' } }])
        : says('Wrote C2:C9.', [], 2_000n),
    )
    expect(agent).toMatchObject({ status: 'active', number_of_turns: 1, usage: null, usage_so_far: null })
    const done = await harness().idle(agent.id)
    expect(agentSchema.parse(done)).toEqual(done)
    expect(done.messages.map(entry => entry.type)).toEqual([
      'user_message',
      'assistant_message',
      'tool_call',
      'assistant_message',
    ])
    expect(toolCalls(done.messages)[0]).toMatchObject({ tool: 'write', status: 'succeeded', range: 'C2:C9' })
    expect(done).toMatchObject({
      status: 'idle',
      error_message: null,
      error_code: null,
      usage: { agent_usage: 3_000, tool_usage: 0, total_usage: 3_000 },
    })
    expect('usage_so_far' in done).toBe(false)
  })

  it('gives a model the results of its calls', async () => {
    let seen: unknown
    const { agent } = await harness().start(
      (step, request) => {
        if (step === 0) return says('', [{ name: 'read', args: { range: 'A1' } }])
        seen = request.messages.at(-1)
        return says('ok')
      },
      { tool: async () => ({ state: 'succeeded', output: { values: [[1]] } }) },
    )
    await harness().idle(agent.id)
    expect(seen).toMatchObject({
      role: 'tool',
      content: [
        { type: 'tool-result', toolName: 'read', output: { type: 'json', value: { values: [[1]] } } },
      ],
    })
  })

  it('leaves out changes that were planned after one that failed, and makes what only reads', async () => {
    const made: unknown[] = []
    const { agent } = await harness().start(
      step =>
        step === 0
          ? says('', [
              { name: 'write', args: { range: '3:3' } },
              { name: 'write', args: { range: 'B4' } },
              { name: 'read', args: { range: 'A1' } },
            ])
          : step === 1
            ? says('', [{ name: 'write', args: { range: 'B5' } }])
            : says('ok'),
      {
        tool: async args => {
          made.push(args.range)
          return args.range === '3:3'
            ? { state: 'failed', message: 'no such rows' }
            : { state: 'succeeded', output: { ok: true } }
        },
      },
    )
    const done = await harness().idle(agent.id)
    expect(made).toEqual(['3:3', 'A1', 'B5'])
    expect(toolCalls(done.messages).map(({ status }) => status)).toEqual([
      'failed',
      'failed',
      'succeeded',
      'succeeded',
    ])
  })

  it('does not count a call as tried that was left out behind one that failed', async () => {
    const made: unknown[] = []
    const { agent } = await harness().start(
      step =>
        step < 3
          ? says('', [
              { name: 'write', args: { step } },
              { name: 'write', args: { range: 'B4' } },
            ])
          : says('ok'),
      {
        tool: async args => {
          made.push(args.range ?? args.step)
          return args.step === 0 || args.step === 1
            ? { state: 'failed', message: 'not yet' }
            : { state: 'succeeded', output: null }
        },
      },
    )
    const done = await harness().idle(agent.id)
    expect(done.error_code).toBeNull()
    expect(made).toEqual([0, 1, 2, 'B4'])
  })

  it('shows a call through use_tool as the tool meant, and answers it under the name it was made with', async () => {
    let seen: unknown
    const { agent } = await harness().start((step, request) => {
      if (step === 0) return says('', [{ name: 'use_tool', args: { tool: 'read', args: { range: 'A1' } } }])
      seen = request.messages.at(-1)
      return says('ok')
    })
    const done = await harness().idle(agent.id)
    expect(toolCalls(done.messages)[0]).toMatchObject({ tool: 'read', status: 'succeeded', range: 'A1' })
    expect(seen).toMatchObject({ role: 'tool', content: [{ type: 'tool-result', toolName: 'use_tool' }] })
  })

  it('ends as failed with the code of a model failure and no answer', async () => {
    const { agent } = await harness().start(() => fails('MODEL_TIMEOUT', 'The model took too long.'))
    const done = await harness().idle(agent.id)
    expect(done).toMatchObject({
      error_code: 'MODEL_TIMEOUT',
      error_message: 'The model took too long.',
      error_params: { attempts: 3 },
      usage: { agent_usage: 500, tool_usage: 0, total_usage: 500 },
    })
    expect(done.messages.map(entry => entry.type)).toEqual(['user_message'])
    expect(harness().world.ended.find(turn => turn.agentId === agent.id)).toMatchObject({
      status: 'failed',
      usageNanoDollars: 500n,
    })
  })

  it('hands a failed call to the model as a result', async () => {
    let seen = ''
    const { agent } = await harness().start(
      (step, request) => {
        if (step === 0)
          return says('', [{ name: 'write' }, { name: 'strict', args: { wrong: 1 } }, { name: 'nope' }])
        seen = JSON.stringify(request.messages.at(-1))
        return says('ok')
      },
      { tool: async () => ({ state: 'failed', message: 'C2 is not empty. Nothing was changed.' }) },
    )
    const done = await harness().idle(agent.id)
    const [first, second, third] = toolCalls(done.messages)
    expect(first).toMatchObject({ status: 'failed', message: 'C2 is not empty. Nothing was changed.' })
    expect(second?.message).toContain('range')
    expect(third?.message).toContain('no tool called nope')
    expect(seen).toContain('C2 is not empty')
    expect(seen).toContain('no tool called nope')
  })

  it('ends with a code when the spreadsheet is gone', async () => {
    const { agent } = await harness().start(() => says('', [{ name: 'write' }, { name: 'write' }]), {
      tool: () => Promise.reject(new SheetsError('SPREADSHEET_NOT_FOUND', 'gone')),
    })
    const done = await harness().idle(agent.id)
    expect(done.error_code).toBe('SPREADSHEET_NOT_FOUND')
    expect(toolCalls(done.messages).map(call => call.status)).toEqual(['failed', 'cancelled'])
  })

  it('ends as an internal error when a tool breaks its promise', async () => {
    const { agent } = await harness().start(() => says('', [{ name: 'write' }]), {
      tool: () => Promise.reject(new TypeError('secret cell contents')),
    })
    const done = await harness().idle(agent.id)
    expect(done.error_code).toBe('INTERNAL_ERROR')
    expect(JSON.stringify(done)).not.toContain('secret')
  })

  it('runs reads side by side and writes in order', async () => {
    const order: unknown[] = []
    const bothRead = Promise.withResolvers<void>()
    let inside = 0
    const { agent } = await harness().start(
      step =>
        step === 0
          ? says('', [
              { name: 'read', args: { n: 1 } },
              { name: 'read', args: { n: 2 } },
              { name: 'write', args: { n: 3 } },
              { name: 'write', args: { n: 4 } },
            ])
          : says('ok'),
      {
        async tool(args) {
          inside++
          if (args.tool === 'write') expect(inside).toBe(1)
          else if (inside === 2) bothRead.resolve()
          await bothRead.promise
          inside--
          order.push(args.n)
          return { state: 'succeeded', output: null }
        },
      },
    )
    await harness().idle(agent.id)
    expect(order.slice(2)).toEqual([3, 4])
  })

  it('tells a follow-up what was said and done before', async () => {
    const first = await harness().start(step =>
      step === 0 ? says('', [{ name: 'read' }]) : says('It is blue.'),
    )
    await harness().idle(first.agent.id)
    let heard = ''
    const second = await harness().start(
      (_step, request) => {
        heard = JSON.stringify(request.messages)
        return says('Still blue.')
      },
      { agentId: first.agent.id },
    )
    const done = await harness().idle(second.agent.id)
    expect(done.number_of_turns).toBe(2)
    expect(done.messages).toHaveLength(2)
    expect(heard).toContain('It is blue.')
    expect(heard).toContain(first.name)
    expect(promptOf(JSON.parse(heard))).toContain(second.name)
  })

  it('keeps what cells say in full for the latest two turns only', async () => {
    const step = (number: number) => (number === 0 ? says('', [{ name: 'read' }]) : says('ok'))
    const first = await harness().start(step)
    await harness().idle(first.agent.id)
    const turnIds = [first.turnId]
    for (let turn = 2; turn <= 3; turn++) {
      const next = await harness().start(step, { agentId: first.agent.id })
      turnIds.push(next.turnId)
      await harness().idle(first.agent.id)
    }
    const { db } = harness().database
    const kept = async (table: string) => {
      const { rows } = await db.query<{ turn_id: string }>(
        `select distinct turn_id from ${table} where turn_id = any($1::uuid[])`,
        [turnIds],
      )
      return rows.map(row => row.turn_id).sort()
    }
    await expect.poll(() => kept('tool_results')).toEqual(turnIds.slice(1).sort())
    await expect.poll(() => kept('turn_steps')).toEqual(turnIds.slice(1).sort())
    expect(await kept('turn_context')).toEqual([])
  })
})
