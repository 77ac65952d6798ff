/** What an agent asks before it does it, and the person's answer, over HTTP. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Agent, Permission } from '../../contract/index.ts'
import { newBook, tabsOf } from './support/books.ts'
import { errorOf } from './support/client.ts'
import { sharedWorld, type World } from './support/world.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
let world: World
beforeAll(async () => {
  world = await sharedWorld()
}, 180_000)

interface Asked {
  agent: Agent
  permission: Permission
  bookId: string
}

/** A turn whose model deletes a tab that the message does not speak of. */
async function asked(): Promise<Asked> {
  const { client } = world
  const bookId = newBook(world)
  const agent = await client.run({ prompt: 'overreach', spreadsheet_id: bookId, sheet_name: 'Orders' })
  const { permissions } = (await listed(agent.id)).body
  return { agent, bookId, permission: permissions[0]! }
}

const listed = (id: string, key?: string) =>
  world.client.call<{ permissions: Permission[] }>('listPermissions', {
    params: { id },
    ...(key ? { key } : {}),
  })

const decide = (id: string, permissionId: string, decision: string, key?: string) =>
  world.client.call('decidePermission', {
    params: { id, permission_id: permissionId },
    body: { decision },
    ...(key ? { key } : {}),
  })

const tabs = (bookId: string) => tabsOf(world, bookId)

describe('a permission', () => {
  it('names the effect, and nothing is done until it is given', async () => {
    const { agent, permission, bookId } = await asked()
    expect(permission).toMatchObject({ state: 'open', kind: 'destroy', tool: 'edit_structure' })
    expect(permission.effect).toMatch(/^Delete the tab Budget: \d+ cells/)
    expect(agent.messages.at(-1)).toMatchObject({ type: 'assistant_message' })
    expect(await tabs(bookId)).toContain('Budget')
  })

  it('is used once by the call it was given for', async () => {
    const { agent, permission, bookId } = await asked()
    const answer = await decide(agent.id, permission.id, 'allow')
    expect(answer).toMatchObject({ status: 200, body: { permission: { state: 'granted' } } })
    await world.client.untilIdle(agent.id)
    expect(await tabs(bookId)).not.toContain('Budget')
    expect((await listed(agent.id)).body.permissions).toMatchObject([{ id: permission.id, state: 'used' }])
    const again = await decide(agent.id, permission.id, 'allow')
    expect(errorOf(again)).toMatchObject({ status: 409, code: 'PERMISSION_DECIDED' })
  })

  it('that is denied is decided, and the call is never made', async () => {
    const { agent, permission, bookId } = await asked()
    expect(await decide(agent.id, permission.id, 'deny')).toMatchObject({
      status: 200,
      body: { permission: { state: 'denied' }, agent: { status: 'idle' } },
    })
    expect(errorOf(await decide(agent.id, permission.id, 'allow'))).toMatchObject({
      status: 409,
      code: 'PERMISSION_DECIDED',
    })
    expect(await tabs(bookId)).toContain('Budget')
  })

  it('of two clicks at once is given once', async () => {
    const { agent, permission } = await asked()
    const answers = await Promise.all([
      decide(agent.id, permission.id, 'allow'),
      decide(agent.id, permission.id, 'allow'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = errorOf(answers.find(({ status }) => status === 409)!)
    expect(['PERMISSION_DECIDED', 'AGENT_BUSY']).toContain(refused.code)
    await world.client.untilIdle(agent.id)
  })

  it('ends where the conversation goes on without it', async () => {
    const { agent, permission } = await asked()
    await world.client.start({ prompt: 'hang', agent_id: agent.id })
    const late = await decide(agent.id, permission.id, 'allow')
    expect(['AGENT_BUSY', 'PERMISSION_DECIDED']).toContain(errorOf(late).code)
    await world.client.stop(agent.id)
    expect((await listed(agent.id)).body.permissions[0]!.state).toBe('expired')
  })

  it('is of nobody else', async () => {
    const { agent, permission } = await asked()
    const key = world.people.ben.apiKey
    expect(errorOf(await listed(agent.id, key))).toMatchObject({ status: 404, code: 'AGENT_NOT_FOUND' })
    expect(errorOf(await decide(agent.id, permission.id, 'allow', key))).toMatchObject({
      status: 404,
      code: 'AGENT_NOT_FOUND',
    })
    expect(errorOf(await decide(agent.id, UNKNOWN, 'allow'))).toMatchObject({
      status: 404,
      code: 'PERMISSION_NOT_FOUND',
    })
    expect(errorOf(await decide(agent.id, permission.id, 'perhaps'))).toMatchObject({
      status: 400,
      code: 'INVALID_REQUEST',
    })
  })
})
