import { expect, it } from 'vitest'
import { type AgentMessagesPage, messagesPage } from '../../../contract/index.ts'
import { encodeCursor } from '../../../service/agents/messages.ts'
import { onBothDatabases } from '../turns/databases.ts'
import { says } from '../turns/scripted.ts'

onBothDatabases('messages', harness => {
  async function page(agentId: string, limit: number, after: string | null): Promise<AgentMessagesPage> {
    const answer = await harness().agents.messages(harness().caller.userId, agentId, { limit, after })
    if (answer.state === 'refused') throw new Error(answer.code)
    return messagesPage.parse(JSON.parse(answer.json))
  }

  it('come in pages over all turns, oldest first, each entry once', async () => {
    const { agent } = await harness().start(step =>
      step < 5 ? says(`Step ${step}`, [{ name: 'write', args: { step } }]) : says('Done.'),
    )
    await harness().idle(agent.id)
    await harness().start(() => says('Again.'), { agentId: agent.id })
    await harness().idle(agent.id)
    const seen = []
    let cursor: string | null = null
    for (;;) {
      const { messages, end_cursor, has_next_page, total }: AgentMessagesPage = await page(
        agent.id,
        3,
        cursor,
      )
      expect(total).toBe(14)
      seen.push(...messages)
      cursor = end_cursor
      if (!has_next_page) break
    }
    expect(seen).toHaveLength(14)
    expect(seen.map(entry => entry.created_at)).toEqual(seen.map(entry => entry.created_at).toSorted())
    const rest = await page(agent.id, 3, cursor)
    expect(rest).toEqual({ messages: [], end_cursor: null, has_next_page: false, total: 14 })
  })

  it('keep their cursors while entries are added and updated', async () => {
    const tool = Promise.withResolvers<void>()
    const { agent } = await harness().start(
      step => (step === 0 ? says('One', [{ name: 'write' }]) : says('Two')),
      {
        async tool() {
          await tool.promise
          return { state: 'succeeded', output: null }
        },
      },
    )
    await harness().until(agent.id, seen =>
      seen.messages.some(entry => 'status' in entry && entry.status === 'running'),
    )
    const before = await page(agent.id, 2, null)
    expect(before).toMatchObject({ has_next_page: true, total: 3 })
    tool.resolve()
    await harness().idle(agent.id)
    const after = await page(agent.id, 10, before.end_cursor)
    expect(after.messages.map(entry => entry.type)).toEqual(['tool_call', 'assistant_message'])
    expect(after.messages[0]).toMatchObject({ status: 'succeeded' })
    expect((await page(agent.id, 2, null)).end_cursor).toBe(before.end_cursor)
  })

  it('refuse a cursor that no page of this agent gave', async () => {
    const { agent } = await harness().start(() => says('ok'))
    const other = await harness().start(() => says('ok'))
    await Promise.all([harness().idle(agent.id), harness().idle(other.agent.id)])
    const good = (await page(agent.id, 1, null)).end_cursor!
    const wrong = ['', 'junk', `${good}=`, `${good}A`, encodeCursor(other.agent.id, 1n), '1', 'MTox']
    for (const after of wrong) {
      const answer = await harness().agents.messages(harness().caller.userId, agent.id, { limit: 5, after })
      expect(answer, after).toMatchObject({ state: 'refused', code: 'INVALID_REQUEST' })
    }
  })
})
