/** The sidebar where the service, the bridge or the network fails, and how often it asks. */

import { describe, expect, it } from 'vitest'
import type { Step } from '../support/plain-service/script.ts'
import { useFlows } from './flows.ts'

const on = useFlows()
const { open, ask, lastState, entries, starts } = on

describe('faults on a start', () => {
  it('a 502 is sent again with back-off, because nothing was made', async () => {
    on.service.fail({ method: 'POST', status: 502, times: 2 })
    await open()
    await ask('Try', 15_000)
    expect(lastState().state).toBe('done')
    expect(starts()).toBe(3)
    expect(on.service.agents.size).toBe(1)
  })

  it('a 504 on a new conversation is never sent again by itself', async () => {
    on.service.fail({ method: 'POST', status: 504, isDone: true })
    await open()
    await ask('Try', 60_000)
    expect(starts()).toBe(1)
    expect(lastState()).toMatchObject({ state: 'rejected', error: { status: 504 } })
  })

  it('a 504 on a follow-up that did start is found by the number of turns', async () => {
    await open()
    await ask('First')
    on.service.fail({ method: 'POST', status: 504, isDone: true })
    await ask('Second', 20_000)
    expect(starts()).toBe(2)
    expect(lastState().state).toBe('done')
    expect(entries().at(-1)).toMatchObject({ type: 'assistant', text: 'Done: Second' })
  })

  it('a 504 on a follow-up that did not start is sent again, once', async () => {
    await open()
    await ask('First')
    on.service.fail({ method: 'POST', status: 504 })
    await ask('Second', 40_000)
    expect(starts()).toBe(3)
    expect(lastState().state).toBe('done')
  })

  it('an answer that the bridge lost is found again without a second start', async () => {
    await open()
    on.bench.loseAnswers('startTurn', 1)
    await ask('Once', 15_000)
    expect(starts()).toBe(1)
    expect(lastState().state).toBe('done')
  })

  it('a start that the bridge never told of is not doubled by trying again', async () => {
    await open()
    on.bench.loseAnswers('startTurn', 6)
    await ask('Once', 60_000)
    expect(lastState()).toMatchObject({ state: 'rejected', error: { code: 'BRIDGE_FAILED' } })
    void on.bench.app.sendAgain({ prompt: 'Once', models: {} })
    await on.bench.clock.pass(10_000)
    expect(starts()).toBe(1)
    expect(lastState().state).toBe('done')
  })

  it('a 502 that stays is given up after four tries, and says that nothing was made', async () => {
    on.service.fail({ method: 'POST', status: 502, times: 99 })
    await open()
    await ask('Try', 60_000)
    expect(starts()).toBe(4)
    expect(lastState()).toMatchObject({ state: 'rejected', error: { status: 502 } })
  })

  it('a refusal keeps the prompt, and sending it again works', async () => {
    on.service.fail({
      method: 'POST',
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      headers: { 'Retry-After': '9' },
    })
    await open()
    await ask('Try')
    expect(lastState()).toMatchObject({
      state: 'rejected',
      submission: { prompt: 'Try' },
      error: { retryAfterSeconds: 9 },
    })
    void on.bench.app.sendAgain({ prompt: 'Try', models: {} })
    await on.bench.clock.pass(8_000)
    expect(lastState().state).toBe('done')
    expect(on.bench.app.conversation.thread.turns.value).toHaveLength(1)
  })

  it('a busy conversation leads to its running turn, and the prompt goes back to the box', async () => {
    await open()
    await ask('First')
    on.service.script = () => [{ atMs: 60_000, end: {} }]
    const agentId = [...on.service.agents.keys()][0]
    on.service.handle({
      method: 'POST',
      path: '/v1/sheets/agents',
      headers: { 'x-api-key': on.service.key },
      body: JSON.stringify({ prompt: 'From elsewhere', agent_id: agentId }),
    })
    await ask('Second', 3_000)
    expect(lastState()).toMatchObject({ state: 'rejected', error: { status: 409 } })
    void on.bench.app.reopen()
    await on.bench.clock.pass(3_000)
    expect(lastState().state).toBe('active')
    expect(entries()[0]).toMatchObject({ text: 'From elsewhere' })
    expect(on.bench.app.composer.text.value).toBe('Second')
  })
})

describe('faults while following', () => {
  it('are waited out, shown, and forgotten when the service is back', async () => {
    await open()
    await ask('Try', 1_200)
    on.service.fail({ method: 'GET', breaks: 'unreachable', times: 2 })
    await on.bench.clock.pass(2_500)
    expect(on.bench.app.conversation.trouble.value?.code).toBe('SERVICE_UNREACHABLE')
    await on.bench.clock.pass(20_000)
    expect(on.bench.app.conversation.trouble.value).toBeNull()
    expect(lastState().state).toBe('done')
  })

  it('a deleted key ends the following, and says so', async () => {
    await open()
    await ask('Try', 1_200)
    on.service.fail({ method: 'GET', status: 401, times: 99 })
    await on.bench.clock.pass(3_000)
    const asked = on.service.requests.length
    await on.bench.clock.pass(60_000)
    expect(on.bench.app.conversation.trouble.value?.status).toBe(401)
    expect(on.service.requests.length).toBe(asked)
  })

  it('a Stop that fails says so and can be tried again', async () => {
    await open()
    await ask('Long one', 1_500)
    on.service.fail({ method: 'POST', path: /stop/, status: 500 })
    void on.bench.app.conversation.stop()
    await on.bench.clock.pass(500)
    expect(on.bench.app.notice.value).toMatchObject({ kind: 'bad', error: { status: 500 } })
    expect(lastState()).toMatchObject({ state: 'active', stopping: false })
    void on.bench.app.conversation.stop()
    await on.bench.clock.pass(1_000)
    expect(lastState().state).toBe('stopped')
  })
})

describe('polling a plain service', () => {
  const tenMinutes = (steps: Step[]): Step[] => [...steps, { atMs: 600_000, end: {} }]

  it('takes at most 200 requests for ten quiet minutes', async () => {
    on.service.script = () => tenMinutes([])
    await open()
    await ask('Long one', 620_000)
    expect(lastState().state).toBe('done')
    expect(on.bench.google.fetches).toBeLessThanOrEqual(200)
  })

  it('takes at most 200 requests for ten minutes in which something changes every second', async () => {
    const rows = (processed: number) => ({
      type: 'tool_call',
      tool: 'bulk_prompt',
      status: 'running',
      rows: { processed },
    })
    const steps = Array.from({ length: 590 }, (_, n) => ({
      atMs: 1_000 * (n + 1),
      name: 'bulk',
      entry: rows(n),
    }))
    on.service.script = () => tenMinutes(steps)
    await open()
    await ask('Long one', 620_000)
    expect(lastState().state).toBe('done')
    expect(on.bench.google.fetches).toBeLessThanOrEqual(200)
  })

  it('has one call on its way at a time', async () => {
    on.service.script = () => tenMinutes([])
    await open()
    on.bench.app.composer.write('Long one')
    void on.bench.app.send()
    let most = 0
    for (let step = 0; step < 300; step += 1) {
      await on.bench.clock.pass(100)
      most = Math.max(most, on.bench.underWay.get('pollAgent') ?? 0)
    }
    expect(most).toBe(1)
  })

  it('pauses while the page is hidden and asks at once when it is back', async () => {
    on.service.script = () => tenMinutes([])
    await open()
    await ask('Long one', 3_000)
    on.bench.visible.value = false
    await on.bench.clock.pass(6_000)
    const before = on.bench.google.fetches
    await on.bench.clock.pass(120_000)
    expect(on.bench.google.fetches).toBe(before)
    on.bench.visible.value = true
    await on.bench.clock.pass(400)
    expect(on.bench.google.fetches).toBe(before + 1)
  })
})
