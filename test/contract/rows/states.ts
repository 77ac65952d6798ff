/** The agent's states and the endpoints, as the tables tell them. */
import { expect } from 'vitest'
import type { Agent } from '../../../contract/index.ts'
import { until } from '../../support/until.ts'
import { errorOf } from '../support/client.ts'
import { type GetWorld, row } from './row.ts'
import { intermediateFailures } from './tool-calls.ts'

export function stateRows(world: GetWorld): void {
  const book = () => world().books.ana
  const idleAgent = () => world().client.run({ prompt: 'answer', spreadsheet_id: book() })
  const activeAgent = () => world().client.start({ prompt: 'hang', spreadsheet_id: book() })

  row('Agent status · Start agent without agent_id valid request', '201, active, first turn', async () => {
    const answer = await world().client.call<Agent>('startAgent', {
      body: { prompt: 'hang', spreadsheet_id: book() },
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ status: 'active', number_of_turns: 1 })
    await world().client.stop(answer.body.id)
  })
  row('Agent status · Start agent with agent_id agent is idle', 'a follow-up turn is added', async () => {
    const agent = await idleAgent()
    const again = await world().client.call<Agent>('startAgent', {
      body: { prompt: 'hang', agent_id: agent.id },
    })
    expect(again.status).toBe(201)
    expect(again.body).toMatchObject({ id: agent.id, status: 'active', number_of_turns: 2 })
    await world().client.stop(agent.id)
  })
  row('Agent status · Start agent with agent_id agent still processing', '409, nothing changes', async () => {
    const { client } = world()
    const agent = await activeAgent()
    const before = await client.messages(agent.id)
    const answer = await client.call('startAgent', { body: { prompt: 'answer', agent_id: agent.id } })
    expect(errorOf(answer)).toMatchObject({ status: 409, code: 'AGENT_BUSY' })
    expect(await client.messages(agent.id)).toEqual(before)
    expect(await client.get(agent.id)).toMatchObject({ status: 'active', number_of_turns: 1 })
    await client.stop(agent.id)
  })
  row(
    'Agent status · Turn ends (succeeded, failed, interrupted)',
    'idle, with its error or none',
    async () => {
      const { client } = world()
      expect(await idleAgent()).toMatchObject({ status: 'idle', error_message: null })
      const failed = await client.run({ prompt: 'fail', spreadsheet_id: book() })
      expect(failed).toMatchObject({ status: 'idle', error_code: 'MODEL_ERROR' })
      expect(failed.messages.map(entry => entry.type)).not.toContain('assistant_message')
    },
  )
  row('Agent status · Stop agent an active turn exists', 'idle at once, cancelled by the user', async () => {
    const { client } = world()
    const agent = await client.start({ prompt: 'paidhang', spreadsheet_id: book() })
    await until(async () => (await client.get(agent.id)).usage_so_far)
    const stopped = await client.stop(agent.id)
    expect(stopped).toMatchObject({
      status: 'idle',
      error_message: 'Agent cancelled by user.',
      error_code: null,
    })
    for (const entry of stopped.messages) {
      if (entry.type === 'tool_call') expect(['succeeded', 'cancelled']).toContain(entry.status)
    }
    expect(await client.get(agent.id)).toEqual(stopped)
  })
  row('Agent status · Stop agent no active turn', 'changes nothing, however often', async () => {
    const { client } = world()
    const agent = await idleAgent()
    expect(await client.stop(agent.id)).toEqual(agent)
    expect(await client.stop(agent.id)).toEqual(agent)
  })
}

export function endpointRows(world: GetWorld): void {
  const has = (method: string, path: string) =>
    [...world().client.document.operations.values()].some(
      operation => operation.method === method && operation.path === path,
    )

  row('Endpoints · POST /v1/{platform}/agents', 'is there for the platform "sheets" only', async () => {
    expect(has('POST', '/v1/{platform}/agents')).toBe(true)
    const answer = await world().client.call('startAgent', {
      params: { platform: 'excel' },
      body: { prompt: 'x' },
    })
    expect(errorOf(answer)).toMatchObject({ status: 404, code: 'UNKNOWN_PLATFORM' })
  })
  row('Endpoints · GET /v1/{platform}/agents/{id}', 'leaves out mended failures where asked', async () => {
    expect(has('GET', '/v1/{platform}/agents/{id}')).toBe(true)
    const { mended, mendedShort, stumbled, stumbledShort } = await intermediateFailures(world)
    const failures = (agent: Agent) =>
      agent.messages.filter(entry => entry.type === 'tool_call' && entry.status === 'failed').length
    expect([failures(mended), failures(mendedShort)]).toEqual([1, 0])
    expect(mendedShort.messages.length).toBe(mended.messages.length - 1)
    // The last failure stays: nothing after it made it good.
    expect([failures(stumbled), failures(stumbledShort)]).toEqual([1, 1])
    const all = await world().client.messages(mended.id)
    expect(all.messages).toEqual(mended.messages)
  })
  row('Endpoints · GET /v1/{platform}/agents/{id}/messages', 'pages with limit and after', async () => {
    expect(has('GET', '/v1/{platform}/agents/{id}/messages')).toBe(true)
    const operation = world().client.document.operation('getAgentMessages')
    expect(operation.parameters.map(parameter => parameter.name)).toEqual(
      expect.arrayContaining(['limit', 'after']),
    )
  })
  row('Endpoints · POST /v1/{platform}/agents/{id}/stop', 'takes no payload and ignores one', async () => {
    const { client, books } = world()
    expect(has('POST', '/v1/{platform}/agents/{id}/stop')).toBe(true)
    const agent = await client.start({ prompt: 'hang', spreadsheet_id: books.ana })
    const answer = await client.call('stopAgent', { params: { id: agent.id }, raw: 'anything' })
    expect(answer).toMatchObject({ status: 200, body: { status: 'idle' } })
  })
  row(
    'Endpoints · GET /v1/{platform}/agents/configuration',
    "is the space's own choice where it has one",
    async () => {
      const { client, people } = world()
      const ids = async (key?: string) => {
        const answer = await client.call<{ models: { agent_models: { id: string }[] } }>(
          'listModels',
          key ? { key } : {},
        )
        return answer.body.models.agent_models.map(model => model.id)
      }
      expect((await ids()).length).toBeGreaterThan(1)
      expect(await ids(people.ownModels.apiKey)).toEqual(['managed:agent:openai/other'])
    },
  )
  row('Endpoints · GET /v1/auth/verify', 'answers for a good key and 401 else', async () => {
    const { client } = world()
    expect((await client.call('verifyApiKey')).status).toBe(200)
    expect((await client.call('verifyApiKey', { key: null })).status).toBe(401)
  })
  row('Endpoints · POST /v1/{platform}/spreadsheets/{source_id}/tabs/copy', 'is there', () => {
    expect(has('POST', '/v1/{platform}/spreadsheets/{source_id}/tabs/copy')).toBe(true)
  })
  row('Endpoints · GET /version', 'needs no key', async () => {
    const answer = await world().client.call<{ version: string }>('getVersion', { key: null })
    expect(answer).toMatchObject({ status: 200, body: { version: expect.stringMatching(/^\d+\.\d+\.\d+/) } })
  })
}
