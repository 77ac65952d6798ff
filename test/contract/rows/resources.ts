/** The resources' tables: each field in the document with its type, and with its meaning in a real answer. */
import { expect } from 'vitest'
import type {
  Agent,
  AgentMessagesPage,
  ConfigurationResponse,
  ToolCallEntry,
  VerifyApiKeyResponse,
} from '../../../contract/index.ts'
import { until } from '../../support/until.ts'
import { AGENT_MODEL, STEP_COST_NANO } from '../support/script.ts'
import { type GetWorld, once, row } from './row.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const isInstant = (text: string) => new Date(text).toISOString() === text

/** Turns that many rows look at. */
export function makeTurns(world: GetWorld) {
  const run = (prompt: string) => () =>
    world().client.run({ prompt, spreadsheet_id: world().books.ana, sheet_name: 'Orders' })
  return {
    tour: once(run('tour')),
    fail: once(run('fail')),
    paidFail: once(run('paidfail')),
    active: once(() => world().client.start({ prompt: 'hang', spreadsheet_id: world().books.ana })),
  }
}

export function agentRows(world: GetWorld, turns: ReturnType<typeof makeTurns>): void {
  const { tour, fail, paidFail } = turns
  const property = (name: string) =>
    (world().client.document.schema('Agent').properties as Record<string, Record<string, unknown>>)[name]!

  row('Agent · id', 'is a uuid and stays the same', async () => {
    const agent = await tour()
    expect(agent.id).toMatch(UUID)
    expect((await world().client.get(agent.id)).id).toBe(agent.id)
    const required = world().client.document.schema('Agent').required as string[]
    expect(required.toSorted()).toEqual(
      'id spreadsheet_id status created_at last_activity_at number_of_turns models error_message error_code usage messages'
        .split(' ')
        .toSorted(),
    )
    expect(world().client.document.schema('Agent').additionalProperties).toBe(false)
  })

  row('Agent · spreadsheet_id', 'is the id, also where the address was given', async () => {
    const { books, client } = world()
    const address = `https://docs.google.com/spreadsheets/d/${books.ana}/edit?usp=sharing#gid=1001`
    const agent = await client.run({ prompt: 'answer', spreadsheet_id: address })
    expect(agent.spreadsheet_id).toBe(books.ana)
  })

  row('Agent · status', 'is active while a turn runs, else idle', async () => {
    expect(property('status').enum).toEqual(['active', 'idle'])
    const started = await world().client.start({ prompt: 'hang', spreadsheet_id: world().books.ana })
    expect(started.status).toBe('active')
    expect((await world().client.stop(started.id)).status).toBe('idle')
  })

  row('Agent · created_at', 'is the instant of creation and never moves', async () => {
    const agent = await tour()
    expect(isInstant(agent.created_at)).toBe(true)
    expect((await world().client.get(agent.id)).created_at).toBe(agent.created_at)
  })

  row('Agent · last_activity_at', 'moves with the work', async () => {
    const agent = await tour()
    expect(isInstant(agent.last_activity_at!)).toBe(true)
    expect(Date.parse(agent.last_activity_at!)).toBeGreaterThan(Date.parse(agent.created_at))
  })

  row('Agent · number_of_turns', 'counts the one in progress too', async () => {
    const { client, books } = world()
    const agent = await client.run({ prompt: 'answer', spreadsheet_id: books.ana })
    expect(agent.number_of_turns).toBe(1)
    const again = await client.start({ prompt: 'hang', agent_id: agent.id })
    expect(again.number_of_turns).toBe(2)
    await client.stop(agent.id)
  })

  row('Agent · models', 'are those of the latest turn', async () => {
    expect((await tour()).models).toEqual({
      agent_model: AGENT_MODEL,
      bulk_model: 'managed:bulk:openai/scripted',
      bulk_search_model: 'managed:search:openai/scripted',
    })
  })

  row('Agent · error_message', 'says why the turn failed; null on success and while active', async () => {
    expect((await fail()).error_message).toMatch(/\w/)
    expect((await tour()).error_message).toBeNull()
    const { client } = world()
    const again = await client.start({
      prompt: 'hang',
      agent_id: (await client.run({ prompt: 'fail', spreadsheet_id: world().books.ana })).id,
    })
    expect(again).toMatchObject({ status: 'active', error_message: null, error_code: null })
    await client.stop(again.id)
  })

  row('Agent · error_code', 'is the code of the failure; null without one', async () => {
    expect((await fail()).error_code).toBe('MODEL_ERROR')
    expect((await tour()).error_code).toBeNull()
  })

  row('Agent · error_params', 'hold what the message was made of', async () => {
    expect((await fail()).error_params).toMatchObject({ model: AGENT_MODEL })
  })

  row(
    'Agent · usage',
    'is null while the turn runs, and keeps what a failed or stopped turn spent',
    async () => {
      const { client, books } = world()
      expect((await paidFail()).usage).toMatchObject({ total_usage: STEP_COST_NANO })
      const started = await client.start({ prompt: 'paidhang', spreadsheet_id: books.ana })
      expect(started.usage).toBeNull()
      await until(async () => (await client.get(started.id)).usage_so_far)
      expect((await client.stop(started.id)).usage).toMatchObject({ total_usage: STEP_COST_NANO })
    },
  )

  row('Agent · usage_so_far', 'stands only while the turn runs, null before its first charge', async () => {
    const { client, books } = world()
    expect(await tour()).not.toHaveProperty('usage_so_far')
    const started = await client.start({ prompt: 'paidhang', spreadsheet_id: books.ana })
    expect(started.usage_so_far).toBeNull()
    const charged = await until(async () => (await client.get(started.id)).usage_so_far)
    expect(charged.total_usage).toBe(STEP_COST_NANO)
    expect(await client.stop(started.id)).not.toHaveProperty('usage_so_far')
  })

  row('Agent · messages', "are the latest turn's entries only, in order", async () => {
    const { client, books } = world()
    const first = await client.run({ prompt: 'write', spreadsheet_id: books.ana, sheet_name: 'Orders' })
    const second = await client.run({ prompt: 'answer again', agent_id: first.id })
    expect(second.messages.map(entry => entry.type)).toEqual(['user_message', 'assistant_message'])
    expect(new Set(second.messages.map(entry => entry.turn_id)).size).toBe(1)
    expect(second.messages[0]!.turn_id).not.toBe(first.messages[0]!.turn_id)
    expect(second.messages[0]).toMatchObject({ content: 'answer again' })
    const times = first.messages.map(entry => entry.created_at)
    expect(times).toEqual(times.toSorted())
  })

  for (const [name, value] of [
    ['agent_model', AGENT_MODEL],
    ['bulk_model', 'managed:bulk:openai/scripted'],
    ['bulk_search_model', 'managed:search:openai/scripted'],
  ] as const) {
    row(`AgentModels · ${name}`, 'is a required model id', async () => {
      expect(world().client.document.schema('AgentModels').required).toContain(name)
      expect((await tour()).models?.[name]).toBe(value)
    })
  }

  row('TurnUsage · agent_usage', "is what the agent's own model calls cost, in nano-dollars", async () => {
    expect((await tour()).usage?.agent_usage).toBe(6 * STEP_COST_NANO)
  })
  row('TurnUsage · tool_usage', 'is what tools cost', async () => {
    expect((await tour()).usage?.tool_usage).toBe(0)
  })
  row('TurnUsage · total_usage', 'is the sum of the two', async () => {
    const usage = (await tour()).usage!
    expect(usage.total_usage).toBe(usage.agent_usage + usage.tool_usage)
  })
}

export function entryRows({ tour }: ReturnType<typeof makeTurns>): void {
  const entry = async (type: Agent['messages'][number]['type']) =>
    (await tour()).messages.filter(one => one.type === type)

  row('UserMessageEntry · type', 'is user_message or assistant_message', async () => {
    expect((await entry('user_message')).length).toBe(1)
    expect((await entry('assistant_message')).length).toBeGreaterThan(1)
  })
  row('UserMessageEntry · turn_id', 'groups the entries of one prompt', async () => {
    const ids = (await tour()).messages.map(one => one.turn_id)
    expect(ids[0]).toMatch(UUID)
    expect(new Set(ids).size).toBe(1)
  })
  row('UserMessageEntry · message_id', 'is a uuid of its own', async () => {
    const messages = (await tour()).messages.filter(one => one.type !== 'tool_call')
    for (const one of messages) expect(one.message_id).toMatch(UUID)
    expect(new Set(messages.map(one => one.message_id)).size).toBe(messages.length)
  })
  row('UserMessageEntry · created_at', 'is an instant', async () => {
    for (const one of (await tour()).messages) expect(isInstant(one.created_at)).toBe(true)
  })
  row(
    'UserMessageEntry · content',
    'is the prompt, and the last assistant message the final answer',
    async () => {
      const { messages } = await tour()
      expect(messages[0]).toMatchObject({ type: 'user_message', content: 'tour' })
      expect(messages.at(-1)).toMatchObject({ type: 'assistant_message', content: 'All done.' })
    },
  )
}

export function pageRows(world: GetWorld): void {
  const conversation = once(async () => {
    const { client, books } = world()
    const agent = await client.run({ prompt: 'tour', spreadsheet_id: books.ana, sheet_name: 'Orders' })
    await client.run({ prompt: 'answer', agent_id: agent.id })
    return { id: agent.id, whole: await client.messages(agent.id, { limit: '100' }) }
  })

  async function walk(limit: number): Promise<AgentMessagesPage[]> {
    const { id } = await conversation()
    const pages: AgentMessagesPage[] = []
    let after: string | undefined
    do {
      const page = await world().client.messages(id, { limit: `${limit}`, ...(after ? { after } : {}) })
      pages.push(page)
      after = page.end_cursor ?? undefined
    } while (pages.at(-1)!.has_next_page)
    return pages
  }

  row(
    'AgentMessagesPage · messages',
    'are all turns, oldest first, none twice on any page size',
    async () => {
      const { whole } = await conversation()
      expect(new Set(whole.messages.map(entry => entry.turn_id)).size).toBe(2)
      for (const limit of [1, 2, 7]) {
        expect((await walk(limit)).flatMap(page => page.messages)).toEqual(whole.messages)
      }
    },
  )
  row('AgentMessagesPage · end_cursor', 'is there on every page but an empty one', async () => {
    const { id } = await conversation()
    const pages = await walk(3)
    for (const page of pages) expect(page.end_cursor).toEqual(expect.any(String))
    const beyond = await world().client.messages(id, { after: pages.at(-1)!.end_cursor! })
    expect(beyond).toMatchObject({ messages: [], end_cursor: null, has_next_page: false })
  })
  row('AgentMessagesPage · has_next_page', 'tells whether to go on', async () => {
    const flags = (await walk(5)).map(page => page.has_next_page)
    expect(flags.at(-1)).toBe(false)
    expect(flags.slice(0, -1).every(Boolean)).toBe(true)
  })
  row('AgentMessagesPage · total', 'counts the whole conversation on each page', async () => {
    const { whole } = await conversation()
    for (const page of await walk(4)) expect(page.total).toBe(whole.messages.length)
  })
}

export function serviceRows(world: GetWorld): void {
  const configuration = once(
    async () => (await world().client.call<ConfigurationResponse>('listModels')).body.models,
  )
  const allOptions = async () => {
    const { agent_models, bulk_models, bulk_search_models } = await configuration()
    return [...agent_models, ...bulk_models, ...bulk_search_models]
  }

  row('ModelOption · id', 'is managed:<category>:<provider>/<model_name>', async () => {
    const models = await configuration()
    for (const [list, category] of [
      ['agent_models', 'agent'],
      ['bulk_models', 'bulk'],
      ['bulk_search_models', 'search'],
    ] as const) {
      expect(models[list].length).toBeGreaterThan(0)
      for (const { id } of models[list]) expect(id).toMatch(new RegExp(`^managed:${category}:[^/]+/.+`))
    }
  })
  row('ModelOption · label', 'is a name for people', async () => {
    for (const { label } of await allOptions()) expect(label).toMatch(/\w/)
  })
  row('ModelOption · provider', 'is the provider of the id', async () => {
    for (const { id, provider } of await allOptions()) expect(id).toContain(`:${provider}/`)
  })
  row('ModelOption · is_default', 'marks one model of each list, the one of defaults', async () => {
    const models = await configuration()
    for (const [list, key] of [
      ['agent_models', 'agent_model'],
      ['bulk_models', 'bulk_model'],
      ['bulk_search_models', 'bulk_search_model'],
    ] as const) {
      const marked = models[list].filter(model => model.is_default)
      expect(marked.map(model => model.id)).toEqual([models.defaults[key]])
    }
  })

  const verify = async (key?: string) =>
    (await world().client.call<VerifyApiKeyResponse>('verifyApiKey', key ? { key } : {})).body

  row('VerifyApiKeyResponse · valid', 'is true for a key that may be used', async () => {
    expect((await verify()).valid).toBe(true)
  })
  row('VerifyApiKeyResponse · user.email', "is the owner's address", async () => {
    expect((await verify()).user.email).toBe(world().people.ana.email)
    expect((await verify(world().people.ben.apiKey)).user.email).toBe(world().people.ben.email)
  })
  row('VerifyApiKeyResponse · space.id', 'is the space of the key', async () => {
    expect((await verify()).space.id).toBe(world().people.ana.spaceId)
  })
  row('VerifyApiKeyResponse · space.name', 'is its name', async () => {
    expect((await verify()).space.name).toBe(world().people.ana.spaceName)
  })
  row('VerifyApiKeyResponse · google_connected', 'tells whether spreadsheets may be reached', async () => {
    expect((await verify()).google_connected).toBe(true)
    expect((await verify(world().people.cara.apiKey)).google_connected).toBe(false)
  })
  row('VerifyApiKeyResponse · webhook_secret', 'is the secret, or null where the key has none', async () => {
    expect((await verify()).webhook_secret).toBe(world().people.ana.webhookSecret)
    expect((await verify(world().people.keyWithoutSecret)).webhook_secret).toBeNull()
  })
}

export const callsOf = (agent: Agent, tool: string): ToolCallEntry[] =>
  agent.messages.filter(entry => entry.type === 'tool_call').filter(entry => entry.tool === tool)
