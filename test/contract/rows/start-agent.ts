/** The fields of Start agent: what each accepts, what it does, and how a wrong value is turned down. */
import { expect } from 'vitest'
import type { Agent } from '../../../contract/index.ts'
import { type Answer, errorOf } from '../support/client.ts'
import type { Json } from '../support/document.ts'
import { AGENT_MODEL, OTHER_MODEL } from '../support/script.ts'
import { type GetWorld, row } from './row.ts'

export function startAgentRows(world: GetWorld): void {
  const book = () => world().books.ana
  const start = (body: Json) => world().client.call<Agent>('startAgent', { body })
  const startHere = (body: Json) => start({ prompt: 'answer', spreadsheet_id: book(), ...body })

  /** 400, and the message names the field. */
  async function refused(answer: Promise<Answer<unknown>>, field: string): Promise<void> {
    const error = errorOf(await answer)
    expect(error).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
    expect(error.message).toContain(field)
  }

  /** The tab that the turn works on, told by the overview that the model asked for. */
  async function tabOf(body: Json): Promise<string> {
    const agent = await world().client.run({ prompt: 'tour', spreadsheet_id: book(), ...body })
    const overview = agent.messages.find(
      entry => entry.type === 'tool_call' && entry.tool === 'get_sheet_overview',
    )
    return (overview as { sheet_name: string }).sheet_name
  }

  row('Start agent · prompt', 'is required, a string, not empty and not endless', async () => {
    await refused(start({ spreadsheet_id: book() }), 'prompt')
    await refused(startHere({ prompt: 7 }), 'prompt')
    await refused(startHere({ prompt: '' }), 'prompt')
    await refused(startHere({ prompt: ' \n ' }), 'prompt')
    await refused(startHere({ prompt: 'a\0b' }), 'prompt')
    await refused(startHere({ prompt: 'x'.repeat(32_001) }), 'prompt')
    expect((await startHere({ prompt: `answer ${'x'.repeat(31_993)}` })).status).toBe(201)
    await refused(startHere({ promt: 'x' }), 'promt')
  })
  row(
    'Start agent · spreadsheet_id',
    'is an id or an address, and silently ignored on follow-ups',
    async () => {
      const { client, books } = world()
      await refused(start({ prompt: 'answer' }), 'spreadsheet_id')
      await refused(startHere({ spreadsheet_id: 'https://example.com/not-a-sheet' }), 'spreadsheet_id')
      await refused(startHere({ spreadsheet_id: '' }), 'spreadsheet_id')
      const address = `https://docs.google.com/spreadsheets/d/${book()}/edit#gid=1002`
      expect(await tabOf({ spreadsheet_id: address })).toBe('Budget')
      const agent = await client.run({ prompt: 'answer', spreadsheet_id: book() })
      const again = await start({ prompt: 'answer', agent_id: agent.id, spreadsheet_id: books.other })
      expect(again.body.spreadsheet_id).toBe(book())
      await client.untilIdle(agent.id)
      const nonsense = await start({ prompt: 'answer', agent_id: agent.id, spreadsheet_id: 'no such thing' })
      expect(nonsense.status).toBe(201)
    },
  )
  row('Start agent · agent_id', 'continues an idle agent; an unknown one is 404', async () => {
    const { client } = world()
    const agent = await client.run({ prompt: 'answer', spreadsheet_id: book() })
    const again = await client.run({ prompt: 'answer once more', agent_id: agent.id })
    expect(again).toMatchObject({ id: agent.id, number_of_turns: 2 })
    for (const id of ['00000000-0000-4000-8000-000000000000', 'not-an-id', '']) {
      const answer = await startHere({ agent_id: id })
      expect(errorOf(answer)).toMatchObject({ status: 404, code: 'AGENT_NOT_FOUND' })
    }
  })
  row('Start agent · sheet_name', "defaults to the first tab, then to the previous turn's", async () => {
    const { client } = world()
    expect(await tabOf({})).toBe('Orders')
    expect(await tabOf({ sheet_name: 'Leads' })).toBe('Leads')
    await refused(startHere({ sheet_name: 'Nowhere' }), 'sheet_name')
    const agent = await client.run({ prompt: 'answer', spreadsheet_id: book(), sheet_name: 'Budget' })
    const again = await client.run({ prompt: 'tour', agent_id: agent.id })
    expect(again.messages).toContainEqual(
      expect.objectContaining({ tool: 'get_sheet_overview', sheet_name: 'Budget' }),
    )
  })
  row('Start agent · sheet_id', 'is resolved to its tab and must agree with sheet_name', async () => {
    expect(await tabOf({ sheet_id: 1003 })).toBe('Feedback')
    expect(await tabOf({ sheet_id: 1003, sheet_name: 'Feedback' })).toBe('Feedback')
    await refused(startHere({ sheet_id: 1003, sheet_name: 'Leads' }), 'sheet_id')
    await refused(startHere({ sheet_id: 424242 }), 'sheet_id')
    for (const wrong of [-1, 1.5, '0', 2 ** 31]) await refused(startHere({ sheet_id: wrong }), 'sheet_id')
  })
  row('Start agent · document_id', 'is deprecated, and still taken', async () => {
    const schema = world().client.document.schema('StartAgentRequest')
    const properties = schema.properties as Record<string, { deprecated?: boolean }>
    expect(properties.document_id?.deprecated).toBe(true)
    expect((await startHere({ document_id: book() })).status).toBe(201)
  })
  for (const [field, other, unknown] of [
    ['agent_model', OTHER_MODEL, 'managed:agent:nobody/nothing'],
    ['bulk_model', 'managed:bulk:offline/planner', 'managed:agent:openai/scripted'],
    ['bulk_search_model', 'managed:search:offline/planner', 'managed:bulk:openai/scripted'],
  ] as const) {
    row(`Start agent · ${field}`, 'is for this turn only; an id that is not listed is refused', async () => {
      const { client } = world()
      const agent = await client.run({ prompt: 'answer', spreadsheet_id: book(), [field]: other })
      expect(agent.models?.[field]).toBe(other)
      const again = await client.run({ prompt: 'answer', agent_id: agent.id })
      expect(again.models?.[field]).not.toBe(other)
      await refused(startHere({ [field]: unknown }), field)
      await refused(startHere({ [field]: '' }), field)
    })
  }
  row('Start agent · webhook_url', 'is an address on the web', async () => {
    for (const wrong of ['nonsense', 'ftp://example.com/', 'javascript:alert(1)', '']) {
      await refused(startHere({ webhook_url: wrong }), 'webhook_url')
    }
    expect((await startHere({ webhook_url: world().hookUrl })).status).toBe(201)
    // A space's own list of models is the list.
    const answer = await world().client.call('startAgent', {
      key: world().people.ownModels.apiKey,
      body: { prompt: 'answer', spreadsheet_id: book(), agent_model: AGENT_MODEL },
    })
    await refused(Promise.resolve(answer), 'agent_model')
  })
}
