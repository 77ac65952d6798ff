/** Going from one conversation to another, and back. */

import { describe, expect, it } from 'vitest'
import { useFlows } from './flows.ts'

const on = useFlows()
const { open, ask, entries } = on

/** Sends a prompt and goes to a new conversation before the service has it. */
async function sendAndLeave(prompt: string): Promise<void> {
  on.bench.app.composer.write(prompt)
  void on.bench.app.send()
  await on.bench.clock.pass(50)
  on.bench.app.newConversation()
  await on.bench.clock.pass(3_000)
}

describe('a conversation', () => {
  it('shows earlier turns when asked for, in order and once', async () => {
    await open()
    for (const prompt of ['One', 'Two', 'Three']) await ask(prompt)
    on.bench = on.bench.reopen()
    void on.bench.app.start()
    await on.bench.clock.pass(2_000)
    expect(on.bench.app.conversation.thread.turns.value).toHaveLength(1)
    expect(on.bench.app.conversation.history.hasEarlier()).toBe(true)
    void on.bench.app.conversation.history.load()
    await on.bench.clock.pass(2_000)
    const prompts = on.bench.app.conversation.thread.turns.value.map(turn => turn.cells.value[0]?.entry.value)
    expect(prompts).toMatchObject([{ text: 'One' }, { text: 'Two' }, { text: 'Three' }])
    expect(on.bench.app.conversation.history.hasEarlier()).toBe(false)
  })

  it('makes way for a new one, even when that is sent before the choice was saved', async () => {
    await open()
    await ask('One')
    on.bench.app.newConversation()
    await ask('Two')
    expect(on.service.agents.size).toBe(2)
    on.bench = on.bench.reopen()
    void on.bench.app.start()
    await on.bench.clock.pass(2_000)
    expect(entries()[0]).toMatchObject({ text: 'Two' })
    expect(on.bench.app.conversations.value.map(({ title }) => title)).toEqual(['Two', 'One'])
  })

  it('is opened from the list while another one runs, and the other goes on', async () => {
    await open()
    await ask('One')
    on.bench.app.newConversation()
    await ask('Two', 1_000)
    const one = on.bench.app.conversations.value.find(({ title }) => title === 'One')
    void on.bench.app.openConversation(one?.agentId ?? '')
    await on.bench.clock.pass(10_000)
    expect(entries()[0]).toMatchObject({ text: 'One' })
    void on.bench.app.openConversation(
      on.bench.app.conversations.value.find(({ title }) => title === 'Two')?.agentId ?? '',
    )
    await on.bench.clock.pass(3_000)
    expect(entries().at(-1)).toMatchObject({ text: 'Done: Two' })
  })

  it('that was left while its prompt was being sent is in the list', async () => {
    await open()
    await sendAndLeave('Left')
    expect(on.bench.app.conversations.value.map(({ title }) => title)).toEqual(['Left'])
    expect(on.bench.app.conversation.thread.turns.value).toEqual([])
  })

  it('that was left while its prompt was refused gives the prompt back', async () => {
    on.service.fail({ method: 'POST', status: 403 })
    await open()
    await sendAndLeave('Refused')
    expect(on.bench.app.notice.value).toMatchObject({ error: { status: 403 } })
    expect(on.bench.app.composer.text.value).toBe('Refused')
  })

  it('that is gone offers a new one', async () => {
    await open()
    await ask('One')
    on.service.agents.clear()
    on.bench = on.bench.reopen()
    void on.bench.app.start()
    await on.bench.clock.pass(2_000)
    expect(on.bench.app.conversation.opening.value).toMatchObject({ state: 'failed', error: { status: 404 } })
  })

  it('keeps a draft that was not sent', async () => {
    await open()
    on.bench.app.composer.write('Half a thou')
    await on.bench.clock.pass(3_000)
    on.bench = on.bench.reopen()
    void on.bench.app.start()
    await on.bench.clock.pass(1_000)
    expect(on.bench.app.composer.text.value).toBe('Half a thou')
  })
})
