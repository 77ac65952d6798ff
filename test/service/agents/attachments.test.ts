/** The files of a conversation as they are listed: with their turns, newest first, for its own person. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { attachmentsResponse } from '../../../contract/index.ts'
import type { FileContent } from '../../../service/tools/attachments/parse.ts'
import { showPicture } from '../../../service/tools/attachments/shown.ts'
import { keepAttachment } from '../../../service/tools/attachments/store.ts'
import { onBothDatabases } from '../turns/databases.ts'
import { says } from '../turns/scripted.ts'

onBothDatabases('the files of a conversation', harness => {
  const keep = (name: string, mediaType: string, content: FileContent, at = new Date()) => {
    const { database, caller } = harness()
    const owner = { userId: caller.userId, spaceId: caller.spaceId }
    const file = { id: randomUUID(), ...owner, name, mediaType, sizeBytes: 812, content }
    return keepAttachment(database.db, file, at)
  }
  const listOf = async (agentId: string, userId = harness().caller.userId) => {
    const list = await harness().agents.attachments(userId, agentId)
    return list.state === 'ok' ? attachmentsResponse.parse({ attachments: list.attachments }) : list
  }

  it('are listed with their turns and tables, newest first, without what calls have shown', async () => {
    const rows = [
      ['Region', 'Sum'],
      ['North', 7],
    ]
    const table = await keep('a.csv', 'text/csv', { kind: 'tables', tables: [{ name: 'a.csv', rows }] })
    const first = await harness().start(() => says('Done.'), { attachmentIds: [table.id] })
    await harness().idle(first.agent.id)
    const text = await keep('b.txt', 'text/plain', { kind: 'text', text: 'words' })
    const second = await harness().start(
      step => (step === 0 ? says('', [{ name: 'write' }]) : says('Done.')),
      {
        agentId: first.agent.id,
        attachmentIds: [text.id],
        tool: async (_, context) => {
          await showPicture(context, { name: 'seen.png', mediaType: 'image/png', base64: 'AAAA' })
          return { state: 'succeeded', output: {} }
        },
      },
    )
    await harness().idle(first.agent.id)
    const { expires_at, ...kept } = table
    expect(await listOf(first.agent.id.toUpperCase())).toEqual({
      attachments: [
        expect.objectContaining({ id: text.id, name: 'b.txt', turn_id: second.turnId, tables: [] }),
        { ...kept, turn_id: first.turnId, created_at: expect.any(String) },
      ],
    })
    expect(kept.tables).toEqual([{ name: 'a.csv', rows: 2, columns: 2 }])
  })

  it('are none where none were given, and nobody else can ask', async () => {
    const { agent } = await harness().start(() => says('Done.'))
    await harness().idle(agent.id)
    expect(await listOf(agent.id)).toEqual({ attachments: [] })
    for (const [agentId, userId] of [
      [agent.id, randomUUID()],
      [randomUUID(), undefined],
      ['nonsense', undefined],
    ] as const)
      expect(await listOf(agentId, userId)).toMatchObject({ code: 'AGENT_NOT_FOUND' })
  })
})
