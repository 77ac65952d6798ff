import { beforeAll, describe, expect, it } from 'vitest'
import type { Agent } from '../../contract/index.ts'
import { type Answer, errorOf } from './support/client.ts'
import type { Json } from './support/document.ts'
import { sharedWorld, type World } from './support/world.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** Everything that an answer tells but its own name. */
const told = ({ status, body }: Answer): Json => ({ status, ...body, request_id: null })

describe('two tenants', () => {
  let world: World
  let idle: Agent
  let active: Agent
  let bens: Agent
  beforeAll(async () => {
    world = await sharedWorld()
    const { client, books, people } = world
    idle = await client.run({ prompt: 'tour', spreadsheet_id: books.ana, sheet_name: 'Orders' })
    active = await client.start({ prompt: 'hang', spreadsheet_id: books.ana })
    bens = await client.run({ prompt: 'answer', spreadsheet_id: books.ben }, { key: people.ben.apiKey })
  }, 180_000)

  /** Ben asks for something of Ana's, and for something that isn't there. */
  async function compare(ask: (id: string) => Promise<Answer>, id: string): Promise<void> {
    const foreign = await ask(id)
    expect(foreign.status).toBeGreaterThanOrEqual(400)
    expect(told(foreign)).toEqual(told(await ask(UNKNOWN)))
  }

  const attempts: Record<string, () => Promise<void>> = {
    async startAgent() {
      const { client, people } = world
      for (const { id } of [idle, active]) {
        await compare(
          agent_id =>
            client.call('startAgent', { key: people.ben.apiKey, body: { prompt: 'answer', agent_id } }),
          id,
        )
      }
      const answer = await client.call('startAgent', {
        key: people.ben.apiKey,
        body: { prompt: 'answer', spreadsheet_id: world.books.ana },
      })
      expect(errorOf(answer)).toMatchObject({ status: 403, code: 'SPREADSHEET_FORBIDDEN' })
    },
    async getAgent() {
      const { client, people } = world
      for (const { id } of [idle, active]) {
        for (const headers of [{}, { 'if-none-match': '*' }, { prefer: 'wait=1' }]) {
          await compare(
            agentId => client.call('getAgent', { key: people.ben.apiKey, params: { id: agentId }, headers }),
            id,
          )
        }
      }
    },
    async getAgentMessages() {
      const { client, people } = world
      const { end_cursor } = await client.messages(idle.id, { limit: '2' })
      for (const query of [{}, { limit: '1' }, { after: end_cursor! }, { after: 'nonsense' }]) {
        await compare(
          id => client.call('getAgentMessages', { key: people.ben.apiKey, params: { id }, query }),
          idle.id,
        )
      }
      // A cursor of Ana's conversation opens nothing in Ben's own.
      const params = { id: bens.id }
      const answer = await client.call('getAgentMessages', {
        key: people.ben.apiKey,
        params,
        query: { after: end_cursor! },
      })
      expect(errorOf(answer).status).toBe(400)
    },
    async stopAgent() {
      const { client, people } = world
      for (const agent of [idle, active]) {
        await compare(id => client.call('stopAgent', { key: people.ben.apiKey, params: { id } }), agent.id)
      }
      expect((await client.get(active.id)).status).toBe('active')
    },
    async listModels() {
      const { client, people } = world
      const models = async (key: string) => (await client.call('listModels', { key })).body
      expect(await models(people.ben.apiKey)).not.toEqual(await models(people.ownModels.apiKey))
    },
    async verifyApiKey() {
      const { client, people } = world
      const { body } = await client.call('verifyApiKey', { key: people.ben.apiKey })
      const text = JSON.stringify(body)
      for (const secret of [
        people.ana.email,
        people.ana.spaceId,
        people.ana.webhookSecret,
        people.ana.spaceName,
      ]) {
        expect(text).not.toContain(secret)
      }
    },
    async copyTab() {
      const { client, people, books } = world
      const copy = (source_id: string, destination_spreadsheet_id: string) =>
        client.call('copyTab', {
          key: people.ben.apiKey,
          params: { source_id },
          body: { destination_spreadsheet_id, sheet_id: 0 },
        })
      for (const [source, destination] of [
        [books.ana, books.ben],
        [books.ben, books.ana],
      ] as const) {
        expect(errorOf(await copy(source, destination))).toMatchObject({
          status: 403,
          code: 'SPREADSHEET_FORBIDDEN',
        })
      }
    },
  }

  attempts.createAttachment = async () => {
    const { client, people, books } = world
    const headers = { 'content-type': 'text/csv' }
    const { body } = await client.call<{ id: string }>('createAttachment', {
      query: { name: 'figures.csv' },
      headers,
      raw: 'Region,Qty\nNorth,1\n',
    })
    // Ana's file opens for nobody else.
    const answer = await client.call('startAgent', {
      key: people.ben.apiKey,
      body: { prompt: 'answer', spreadsheet_id: books.ben, attachment_ids: [body.id] },
    })
    expect(errorOf(answer).status).toBe(400)
  }

  const additions: [operationId: string, body?: unknown][] = [
    ['getTurnChanges'],
    ['undoTurn', {}],
    ['getUndo'],
    ['redoUndo'],
    ['listPermissions'],
    ['listAttachments'],
    ['decidePermission', { decision: 'deny' }],
    ['deleteAgent'],
  ]
  for (const [operationId, body] of additions) {
    attempts[operationId] ??= async () => {
      const { client, people } = world
      const turn = idle.messages[0]!.turn_id
      for (const agent of [idle, active]) {
        await compare(
          id =>
            client.call(operationId, {
              key: people.ben.apiKey,
              params: { id, turn_id: turn, undo_id: turn, permission_id: turn },
              ...(body ? { body } : {}),
            }),
          agent.id,
        )
      }
    }
  }

  it('every operation that takes a key is tried', () => {
    const keyed = [...world.client.document.operations.values()].filter(one => one.security.length > 0)
    expect(Object.keys(attempts).toSorted()).toEqual(keyed.map(one => one.operationId).toSorted())
  })

  it.each(Object.keys(attempts))(
    "%s shows, changes and confirms nothing of the other tenant's",
    async name => {
      const before = [await world.client.messages(idle.id), await world.client.messages(active.id)]
      await attempts[name]!()
      expect([await world.client.messages(idle.id), await world.client.messages(active.id)]).toEqual(before)
      expect(await world.client.get(idle.id)).toEqual(idle)
    },
  )

  it("a person's other keys see the same agents", async () => {
    const { client, people } = world
    expect(await client.get(idle.id, { key: people.keyWithoutSecret })).toEqual(idle)
  })
})
