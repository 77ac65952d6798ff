/** Every flow of the sidebar against a service that keeps the interface literally and nothing more. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Turn } from '../../sidebar/conversation/thread.ts'
import { type BuiltAddon, buildForTest, loadAddon } from '../addon/google.ts'
import { createPlainService, type PlainService, type Step } from '../support/plain-service/service.ts'
import { type Bench, createBench } from './bench-host.ts'

let built: BuiltAddon
let bench: Bench
let service: PlainService

beforeAll(async () => {
  built = await buildForTest()
})
afterAll(() => built.remove())
beforeEach(() => {
  let nowMs = () => 0
  service = createPlainService(() => nowMs())
  bench = createBench(built.folder, request => service.handle(request))
  nowMs = () => bench.clock.now()
})

/** Opens the sidebar of a person who is connected. */
async function open(): Promise<void> {
  bench.google.user.set('ROWHAND_API_KEY', service.key)
  void bench.app.start()
  await bench.clock.pass(1_000)
}

async function ask(prompt: string, passMs = 8_000): Promise<void> {
  bench.app.composer.write(prompt)
  void bench.app.send()
  await bench.clock.pass(passMs)
}

const lastTurn = (): Turn => {
  const turn = bench.app.conversation.thread.turns.value.at(-1)
  if (!turn) throw new Error('There is no turn.')
  return turn
}
const lastState = () => lastTurn().status.value
const entries = () => lastTurn().cells.value.map(({ entry }) => entry.value)
const starts = () => service.countOf('POST', /\/agents$/)

describe('connecting', () => {
  it('leads from no key over a wrong one to the conversation', async () => {
    void bench.app.start()
    await bench.clock.pass(1_000)
    expect(bench.app.screen.value.name).toBe('connect')
    const wrong = bench.app.connect(`sk_plain_${'0'.repeat(32)}`)
    await bench.clock.pass(1_000)
    expect((await wrong)?.status).toBe(401)
    const right = bench.app.connect(service.key)
    await bench.clock.pass(1_000)
    expect(await right).toBeNull()
    expect(bench.app.screen.value.name).toBe('chat')
    expect(bench.app.account.value).toMatchObject({ email: null, spaceName: null, googleConnected: true })
  })

  it('says that the service is down', async () => {
    service.fail({ breaks: 'unreachable' })
    void bench.app.start()
    await bench.clock.pass(1_000)
    const answer = bench.app.connect(service.key)
    await bench.clock.pass(1_000)
    expect((await answer)?.code).toBe('SERVICE_UNREACHABLE')
  })

  it('leads a backup that had no key to where it is made', async () => {
    loadAddon(built.folder, bench.google).backUpThisTab()
    void bench.app.start()
    await bench.clock.pass(1_000)
    expect(bench.app.screen.value.name).toBe('connect')
    expect(bench.app.backupWaits.value, 'said on the connect screen').toBe(true)
    void bench.app.connect(service.key)
    await bench.clock.pass(1_000)
    expect(bench.app.panel.value).toBe('copyTab')
    expect(bench.app.backupWaits.value).toBe(false)
  })

  it('disconnects to the connect screen', async () => {
    await open()
    void bench.app.disconnect()
    await bench.clock.pass(1_000)
    expect(bench.app.screen.value.name).toBe('connect')
    expect(bench.google.user.has('ROWHAND_API_KEY')).toBe(false)
  })
})

describe('a turn', () => {
  it('shows what was done, in statuses, fields and entries that this version may not know', async () => {
    await open()
    await ask('Add a Total column')
    expect(lastState()).toEqual({
      state: 'done',
      usage: { agentNano: 2_000_000, toolNano: 500_000, totalNano: 2_500_000 },
    })
    expect(entries().map(entry => entry.type)).toEqual([
      'user',
      'tool',
      'unknown',
      'tool',
      'tool',
      'assistant',
    ])
    const tools = entries().flatMap(entry => (entry.type === 'tool' ? [entry.state] : []))
    expect(tools).toEqual(['succeeded', 'succeeded', 'failed'])
    expect(bench.app.conversation.summary.value?.spentNano).toBe(2_500_000)
  })

  it('is on screen before the bridge has answered', async () => {
    await open()
    bench.app.composer.write('Add a Total column')
    void bench.app.send()
    expect(entries()).toMatchObject([{ type: 'user', text: 'Add a Total column' }])
    expect(lastState()).toMatchObject({ state: 'starting' })
    expect(bench.app.composer.text.value).toBe('')
    await bench.clock.pass(5_000)
  })

  it('is followed by another in the same conversation, and both costs are summed', async () => {
    await open()
    await ask('First')
    await ask('Second')
    expect(starts()).toBe(2)
    expect(service.agents.size).toBe(1)
    expect(bench.app.conversation.summary.value).toMatchObject({ turns: 2, spentNano: 5_000_000 })
    expect(bench.app.conversation.thread.turns.value).toHaveLength(2)
  })

  it('is not doubled by a second Enter', async () => {
    await open()
    bench.app.composer.write('Once')
    void bench.app.send()
    bench.app.composer.write('Once')
    void bench.app.send()
    await bench.clock.pass(5_000)
    expect(starts()).toBe(1)
    expect(bench.app.composer.text.value, 'what was written meanwhile is kept').toBe('Once')
  })

  it('is stopped: at once on screen, then for real, keeping what it cost', async () => {
    await open()
    await ask('Long one', 2_000)
    void bench.app.conversation.stop()
    expect(lastState()).toMatchObject({ state: 'active', stopping: true })
    await bench.clock.pass(1_000)
    expect(lastState()).toMatchObject({ state: 'stopped', usage: { totalNano: 1_000_000 } })
    const polls = service.requests.length
    await bench.clock.pass(20_000)
    expect(service.requests.length, 'nothing is asked any more').toBe(polls)
  })

  it('goes on when the sidebar is closed in the middle, and is there when it opens again', async () => {
    await open()
    await ask('Add a Total column', 1_600)
    const reopened = bench.reopen()
    await bench.clock.pass(10_000)
    bench = reopened
    void bench.app.start()
    await bench.clock.pass(2_000)
    expect(lastState().state).toBe('done')
    expect(entries()).toHaveLength(6)
  })

  it('that failed says why, and whether something was written', async () => {
    service.script = () => [{ atMs: 500, end: { error_message: 'Overloaded.', error_code: 'WEIRD' } }]
    await open()
    await ask('Try')
    expect(lastState()).toMatchObject({ state: 'failed', code: 'WEIRD', message: 'Overloaded.' })
  })

  it('in a status that nobody knows is followed until it ends', async () => {
    service.script = () => [
      { atMs: 100, status: 'queued' },
      { atMs: 30_000, end: {} },
    ]
    await open()
    await ask('Try', 5_000)
    expect(lastState()).toMatchObject({ state: 'active', statusWord: 'queued' })
    await bench.clock.pass(40_000)
    expect(lastState().state).toBe('done')
  })
})

describe('faults on a start', () => {
  it('a 502 is sent again with back-off, because nothing was made', async () => {
    service.fail({ method: 'POST', status: 502, times: 2 })
    await open()
    await ask('Try', 15_000)
    expect(lastState().state).toBe('done')
    expect(starts()).toBe(3)
    expect(service.agents.size).toBe(1)
  })

  it('a 504 on a new conversation is never sent again by itself', async () => {
    service.fail({ method: 'POST', status: 504, isDone: true })
    await open()
    await ask('Try', 60_000)
    expect(starts()).toBe(1)
    expect(lastState()).toMatchObject({ state: 'rejected', error: { status: 504 } })
  })

  it('a 504 on a follow-up that did start is found by the number of turns', async () => {
    await open()
    await ask('First')
    service.fail({ method: 'POST', status: 504, isDone: true })
    await ask('Second', 20_000)
    expect(starts()).toBe(2)
    expect(lastState().state).toBe('done')
    expect(entries().at(-1)).toMatchObject({ type: 'assistant', text: 'Done: Second' })
  })

  it('a 504 on a follow-up that did not start is sent again, once', async () => {
    await open()
    await ask('First')
    service.fail({ method: 'POST', status: 504 })
    await ask('Second', 40_000)
    expect(starts()).toBe(3)
    expect(lastState().state).toBe('done')
  })

  it('an answer that the bridge lost is found again without a second start', async () => {
    await open()
    bench.loseAnswers('startTurn', 1)
    await ask('Once', 15_000)
    expect(starts()).toBe(1)
    expect(lastState().state).toBe('done')
  })

  it('a start that the bridge never told of is not doubled by trying again', async () => {
    await open()
    bench.loseAnswers('startTurn', 6)
    await ask('Once', 60_000)
    expect(lastState()).toMatchObject({ state: 'rejected', error: { code: 'BRIDGE_FAILED' } })
    void bench.app.sendAgain({ prompt: 'Once', models: {} })
    await bench.clock.pass(10_000)
    expect(starts()).toBe(1)
    expect(lastState().state).toBe('done')
  })

  it('a 502 that stays is given up after four tries, and says that nothing was made', async () => {
    service.fail({ method: 'POST', status: 502, times: 99 })
    await open()
    await ask('Try', 60_000)
    expect(starts()).toBe(4)
    expect(lastState()).toMatchObject({ state: 'rejected', error: { status: 502 } })
  })

  it('a refusal keeps the prompt, and sending it again works', async () => {
    service.fail({
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
    void bench.app.sendAgain({ prompt: 'Try', models: {} })
    await bench.clock.pass(8_000)
    expect(lastState().state).toBe('done')
    expect(bench.app.conversation.thread.turns.value).toHaveLength(1)
  })

  it('a busy conversation leads to its running turn, and the prompt goes back to the box', async () => {
    await open()
    await ask('First')
    service.script = () => [{ atMs: 60_000, end: {} }]
    const agentId = [...service.agents.keys()][0]
    service.handle({
      method: 'POST',
      path: '/v1/sheets/agents',
      headers: { 'x-api-key': service.key },
      body: JSON.stringify({ prompt: 'From elsewhere', agent_id: agentId }),
    })
    await ask('Second', 3_000)
    expect(lastState()).toMatchObject({ state: 'rejected', error: { status: 409 } })
    void bench.app.reopen()
    await bench.clock.pass(3_000)
    expect(lastState().state).toBe('active')
    expect(entries()[0]).toMatchObject({ text: 'From elsewhere' })
    expect(bench.app.composer.text.value).toBe('Second')
  })
})

describe('faults while following', () => {
  it('are waited out, shown, and forgotten when the service is back', async () => {
    await open()
    await ask('Try', 1_200)
    service.fail({ method: 'GET', breaks: 'unreachable', times: 2 })
    await bench.clock.pass(2_500)
    expect(bench.app.conversation.trouble.value?.code).toBe('SERVICE_UNREACHABLE')
    await bench.clock.pass(20_000)
    expect(bench.app.conversation.trouble.value).toBeNull()
    expect(lastState().state).toBe('done')
  })

  it('a deleted key ends the following, and says so', async () => {
    await open()
    await ask('Try', 1_200)
    service.fail({ method: 'GET', status: 401, times: 99 })
    await bench.clock.pass(3_000)
    const asked = service.requests.length
    await bench.clock.pass(60_000)
    expect(bench.app.conversation.trouble.value?.status).toBe(401)
    expect(service.requests.length).toBe(asked)
  })

  it('a Stop that fails says so and can be tried again', async () => {
    await open()
    await ask('Long one', 1_500)
    service.fail({ method: 'POST', path: /stop/, status: 500 })
    void bench.app.conversation.stop()
    await bench.clock.pass(500)
    expect(bench.app.notice.value).toMatchObject({ kind: 'bad', error: { status: 500 } })
    expect(lastState()).toMatchObject({ state: 'active', stopping: false })
    void bench.app.conversation.stop()
    await bench.clock.pass(1_000)
    expect(lastState().state).toBe('stopped')
  })
})

describe('polling a plain service', () => {
  const tenMinutes = (steps: Step[]): Step[] => [...steps, { atMs: 600_000, end: {} }]

  it('takes at most 200 requests for ten quiet minutes', async () => {
    service.script = () => tenMinutes([])
    await open()
    await ask('Long one', 620_000)
    expect(lastState().state).toBe('done')
    expect(bench.google.fetches).toBeLessThanOrEqual(200)
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
    service.script = () => tenMinutes(steps)
    await open()
    await ask('Long one', 620_000)
    expect(lastState().state).toBe('done')
    expect(bench.google.fetches).toBeLessThanOrEqual(200)
  })

  it('has one call on its way at a time', async () => {
    service.script = () => tenMinutes([])
    await open()
    bench.app.composer.write('Long one')
    void bench.app.send()
    let most = 0
    for (let step = 0; step < 300; step += 1) {
      await bench.clock.pass(100)
      most = Math.max(most, bench.underWay.get('pollAgent') ?? 0)
    }
    expect(most).toBe(1)
  })

  it('pauses while the page is hidden and asks at once when it is back', async () => {
    service.script = () => tenMinutes([])
    await open()
    await ask('Long one', 3_000)
    bench.visible.value = false
    await bench.clock.pass(6_000)
    const before = bench.google.fetches
    await bench.clock.pass(120_000)
    expect(bench.google.fetches).toBe(before)
    bench.visible.value = true
    await bench.clock.pass(400)
    expect(bench.google.fetches).toBe(before + 1)
  })
})

describe('a conversation', () => {
  it('shows earlier turns when asked for, in order and once', async () => {
    await open()
    for (const prompt of ['One', 'Two', 'Three']) await ask(prompt)
    bench = bench.reopen()
    void bench.app.start()
    await bench.clock.pass(2_000)
    expect(bench.app.conversation.thread.turns.value).toHaveLength(1)
    expect(bench.app.conversation.history.hasEarlier()).toBe(true)
    void bench.app.conversation.history.load()
    await bench.clock.pass(2_000)
    const prompts = bench.app.conversation.thread.turns.value.map(turn => turn.cells.value[0]?.entry.value)
    expect(prompts).toMatchObject([{ text: 'One' }, { text: 'Two' }, { text: 'Three' }])
    expect(bench.app.conversation.history.hasEarlier()).toBe(false)
  })

  it('makes way for a new one, even when that is sent before the choice was saved', async () => {
    await open()
    await ask('One')
    bench.app.newConversation()
    await ask('Two')
    expect(service.agents.size).toBe(2)
    bench = bench.reopen()
    void bench.app.start()
    await bench.clock.pass(2_000)
    expect(entries()[0]).toMatchObject({ text: 'Two' })
    expect(bench.app.conversations.value.map(({ title }) => title)).toEqual(['Two', 'One'])
  })

  it('is opened from the list while another one runs, and the other goes on', async () => {
    await open()
    await ask('One')
    bench.app.newConversation()
    await ask('Two', 1_000)
    const one = bench.app.conversations.value.find(({ title }) => title === 'One')
    void bench.app.openConversation(one?.agentId ?? '')
    await bench.clock.pass(10_000)
    expect(entries()[0]).toMatchObject({ text: 'One' })
    void bench.app.openConversation(
      bench.app.conversations.value.find(({ title }) => title === 'Two')?.agentId ?? '',
    )
    await bench.clock.pass(3_000)
    expect(entries().at(-1)).toMatchObject({ text: 'Done: Two' })
  })

  it('that was left while its prompt was being sent is in the list', async () => {
    await open()
    bench.app.composer.write('Left')
    void bench.app.send()
    await bench.clock.pass(50)
    bench.app.newConversation()
    await bench.clock.pass(3_000)
    expect(bench.app.conversations.value.map(({ title }) => title)).toEqual(['Left'])
    expect(bench.app.conversation.thread.turns.value).toEqual([])
  })

  it('that was left while its prompt was refused gives the prompt back', async () => {
    service.fail({ method: 'POST', status: 403 })
    await open()
    bench.app.composer.write('Refused')
    void bench.app.send()
    await bench.clock.pass(50)
    bench.app.newConversation()
    await bench.clock.pass(3_000)
    expect(bench.app.notice.value).toMatchObject({ error: { status: 403 } })
    expect(bench.app.composer.text.value).toBe('Refused')
  })

  it('that is gone offers a new one', async () => {
    await open()
    await ask('One')
    service.agents.clear()
    bench = bench.reopen()
    void bench.app.start()
    await bench.clock.pass(2_000)
    expect(bench.app.conversation.opening.value).toMatchObject({ state: 'failed', error: { status: 404 } })
  })

  it('keeps a draft that was not sent', async () => {
    await open()
    bench.app.composer.write('Half a thou')
    await bench.clock.pass(3_000)
    bench = bench.reopen()
    void bench.app.start()
    await bench.clock.pass(1_000)
    expect(bench.app.composer.text.value).toBe('Half a thou')
  })
})

describe('beside the conversation', () => {
  it('copies the tab and shows the link', async () => {
    await open()
    void bench.app.copyTab(null)
    await bench.clock.pass(1_000)
    expect(bench.app.notice.value).toMatchObject({ link: { url: expect.stringContaining('#gid=4242') } })
  })

  it('offers the models that the service lists, one list empty', async () => {
    await open()
    const { models } = bench.app
    expect(models.options.value?.agent_model.map(({ label }) => label)).toEqual(['Acme One', 'Two'])
    expect(models.options.value?.bulk_search_model).toEqual([])
    models.choose('agent_model', 'managed:agent:acme/two')
    models.chooseDefault('bulk_model', 'gone')
    await ask('Try')
    const sent = JSON.parse(service.requests.find(({ method }) => method === 'POST')?.body ?? '') as object
    expect(sent).toMatchObject({ agent_model: 'managed:agent:acme/two' })
    expect(sent, 'a model that is offered no more').not.toHaveProperty('bulk_model')
    expect(models.forTurn.value, 'for one turn only').toEqual({})
  })

  it('a range that is gone is said, one that is there is selected', async () => {
    await open()
    void bench.app.selectRange('Orders', 'D1:D3')
    await bench.clock.pass(1_000)
    expect(bench.google.activated).toEqual(['Orders!D1:D3'])
    void bench.app.selectRange('Gone', 'A1')
    await bench.clock.pass(1_000)
    expect(bench.app.notice.value).toMatchObject({ error: { code: 'TAB_NOT_FOUND' } })
  })
})
