/** Every flow of the sidebar against a service that keeps the interface literally and nothing more. */

import { describe, expect, it } from 'vitest'
import { loadAddon } from '../addon/google.ts'
import { useFlows } from './flows.ts'

const on = useFlows()
const { open, ask, lastState, entries, starts } = on

describe('connecting', () => {
  it('leads from no key over a wrong one to the conversation', async () => {
    void on.bench.app.start()
    await on.bench.clock.pass(1_000)
    expect(on.bench.app.screen.value.name).toBe('connect')
    const wrong = on.bench.app.connect(`sk_plain_${'0'.repeat(32)}`)
    await on.bench.clock.pass(1_000)
    expect((await wrong)?.status).toBe(401)
    const right = on.bench.app.connect(on.service.key)
    await on.bench.clock.pass(1_000)
    expect(await right).toBeNull()
    expect(on.bench.app.screen.value.name).toBe('chat')
    expect(on.bench.app.account.value).toMatchObject({ email: null, spaceName: null, googleConnected: true })
  })

  it('says that the service is down', async () => {
    on.service.fail({ breaks: 'unreachable' })
    void on.bench.app.start()
    await on.bench.clock.pass(1_000)
    const answer = on.bench.app.connect(on.service.key)
    await on.bench.clock.pass(1_000)
    expect((await answer)?.code).toBe('SERVICE_UNREACHABLE')
  })

  it('leads a backup that had no key to where it is made', async () => {
    loadAddon(on.built.folder, on.bench.google).backUpThisTab()
    void on.bench.app.start()
    await on.bench.clock.pass(1_000)
    expect(on.bench.app.screen.value.name).toBe('connect')
    expect(on.bench.app.backupWaits.value, 'said on the connect screen').toBe(true)
    void on.bench.app.connect(on.service.key)
    await on.bench.clock.pass(1_000)
    expect(on.bench.app.panel.value).toBe('copyTab')
    expect(on.bench.app.backupWaits.value).toBe(false)
  })

  it('disconnects to the connect screen', async () => {
    await open()
    void on.bench.app.disconnect()
    await on.bench.clock.pass(1_000)
    expect(on.bench.app.screen.value.name).toBe('connect')
    expect(on.bench.google.user.has('ROWHAND_API_KEY')).toBe(false)
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
    expect(on.bench.app.conversation.summary.value?.spentNano).toBe(2_500_000)
  })

  it('is on screen before the bridge has answered', async () => {
    await open()
    on.bench.app.composer.write('Add a Total column')
    void on.bench.app.send()
    expect(entries()).toMatchObject([{ type: 'user', text: 'Add a Total column' }])
    expect(lastState()).toMatchObject({ state: 'starting' })
    expect(on.bench.app.composer.text.value).toBe('')
    await on.bench.clock.pass(5_000)
  })

  it('is followed by another in the same conversation, and both costs are summed', async () => {
    await open()
    await ask('First')
    await ask('Second')
    expect(starts()).toBe(2)
    expect(on.service.agents.size).toBe(1)
    expect(on.bench.app.conversation.summary.value).toMatchObject({ turns: 2, spentNano: 5_000_000 })
    expect(on.bench.app.conversation.thread.turns.value).toHaveLength(2)
  })

  it('is not doubled by a second Enter', async () => {
    await open()
    on.bench.app.composer.write('Once')
    void on.bench.app.send()
    on.bench.app.composer.write('Once')
    void on.bench.app.send()
    await on.bench.clock.pass(5_000)
    expect(starts()).toBe(1)
    expect(on.bench.app.composer.text.value, 'what was written meanwhile is kept').toBe('Once')
  })

  it('is stopped: at once on screen, then for real, keeping what it cost', async () => {
    await open()
    await ask('Long one', 2_000)
    void on.bench.app.conversation.stop()
    expect(lastState()).toMatchObject({ state: 'active', stopping: true })
    await on.bench.clock.pass(1_000)
    expect(lastState()).toMatchObject({ state: 'stopped', usage: { totalNano: 1_000_000 } })
    const polls = on.service.requests.length
    await on.bench.clock.pass(20_000)
    expect(on.service.requests.length, 'nothing is asked any more').toBe(polls)
  })

  it('goes on when the sidebar is closed in the middle, and is there when it opens again', async () => {
    await open()
    await ask('Add a Total column', 1_600)
    const reopened = on.bench.reopen()
    await on.bench.clock.pass(10_000)
    on.bench = reopened
    void on.bench.app.start()
    await on.bench.clock.pass(2_000)
    expect(lastState().state).toBe('done')
    expect(entries()).toHaveLength(6)
  })

  it('that failed says why, and whether something was written', async () => {
    on.service.script = () => [{ atMs: 500, end: { error_message: 'Overloaded.', error_code: 'WEIRD' } }]
    await open()
    await ask('Try')
    expect(lastState()).toMatchObject({ state: 'failed', code: 'WEIRD', message: 'Overloaded.' })
  })

  it('in a status that nobody knows is followed until it ends', async () => {
    on.service.script = () => [
      { atMs: 100, status: 'queued' },
      { atMs: 30_000, end: {} },
    ]
    await open()
    await ask('Try', 5_000)
    expect(lastState()).toMatchObject({ state: 'active', statusWord: 'queued' })
    await on.bench.clock.pass(40_000)
    expect(lastState().state).toBe('done')
  })
})

describe('beside the conversation', () => {
  it('copies the tab and shows the link', async () => {
    await open()
    void on.bench.app.copyTab(null)
    await on.bench.clock.pass(1_000)
    expect(on.bench.app.notice.value).toMatchObject({ link: { url: expect.stringContaining('#gid=4242') } })
  })

  it('offers the models that the service lists, one list empty', async () => {
    await open()
    const { models } = on.bench.app
    expect(models.options.value?.agent_model.map(({ label }) => label)).toEqual(['Acme One', 'Two'])
    expect(models.options.value?.bulk_search_model).toEqual([])
    models.choose('agent_model', 'managed:agent:acme/two')
    models.chooseDefault('bulk_model', 'gone')
    await ask('Try')
    const sent = JSON.parse(on.service.requests.find(({ method }) => method === 'POST')?.body ?? '') as object
    expect(sent).toMatchObject({ agent_model: 'managed:agent:acme/two' })
    expect(sent, 'a model that is offered no more').not.toHaveProperty('bulk_model')
    expect(models.forTurn.value, 'for one turn only').toEqual({})
  })

  it('a range that is gone is said, one that is there is selected', async () => {
    await open()
    void on.bench.app.selectRange('Orders', 'D1:D3')
    await on.bench.clock.pass(1_000)
    expect(on.bench.google.activated).toEqual(['Orders!D1:D3'])
    void on.bench.app.selectRange('Gone', 'A1')
    await on.bench.clock.pass(1_000)
    expect(on.bench.app.notice.value).toMatchObject({ error: { code: 'TAB_NOT_FOUND' } })
  })
})
