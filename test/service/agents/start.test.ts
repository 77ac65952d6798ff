import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { StartAgentRequest } from '../../../contract/index.ts'
import { SheetsError } from '../../../service/sheets/errors.ts'
import { onBothDatabases } from '../turns/databases.ts'
import { type Harness, makeAccount, viewOf } from '../turns/harness.ts'
import { MODEL, says } from '../turns/scripted.ts'

async function refusal(harness: Harness, request: StartAgentRequest) {
  const answer = await harness.agents.start(harness.caller, request)
  if (answer.state !== 'refused') throw new Error('the start was not refused')
  return answer
}

async function turnRow(harness: Harness, agentId: string) {
  const { rows } = await harness.database.db.query<{
    sheet_id: number
    sheet_name: string
    spreadsheet_id: string
  }>(
    `select t.sheet_id, t.sheet_name, a.spreadsheet_id from turns t join agents a on a.id = t.agent_id
     where a.id = $1 order by t.number desc limit 1`,
    [agentId],
  )
  return rows[0]!
}

onBothDatabases('start agent', harness => {
  async function accepted(request: Omit<StartAgentRequest, 'prompt'>) {
    const agent = viewOf(await harness().agents.start(harness().caller, { prompt: 'go', ...request }))
    await harness().idle(agent.id)
    return { agent, row: await turnRow(harness(), agent.id) }
  }

  it('works on the first tab unless told otherwise', async () => {
    const { agent, row } = await accepted({ spreadsheet_id: 'sheet-123' })
    expect(row).toEqual({ sheet_id: 0, sheet_name: 'Leads', spreadsheet_id: 'sheet-123' })
    expect(agent).toMatchObject({
      status: 'active',
      spreadsheet_id: 'sheet-123',
      number_of_turns: 1,
      models: { agent_model: MODEL },
      messages: [{ type: 'user_message', content: 'go' }],
    })
  })

  it.each([
    ['a tab by its id', { sheet_id: 7 }],
    ['a tab by its title', { sheet_name: 'Notes' }],
    ['a tab by both', { sheet_id: 7, sheet_name: 'Notes' }],
  ])('works on %s', async (_, named) => {
    const { row } = await accepted({ spreadsheet_id: 'sheet-123', ...named })
    expect(row).toMatchObject({ sheet_id: 7, sheet_name: 'Notes' })
  })

  it('takes id and tab from a whole address', async () => {
    const { row } = await accepted({
      spreadsheet_id: 'https://docs.google.com/spreadsheets/d/abc_DEF-123/edit?gid=7#gid=7',
    })
    expect(row).toEqual({ sheet_id: 7, sheet_name: 'Notes', spreadsheet_id: 'abc_DEF-123' })
  })

  it('accepts the deprecated document_id', async () => {
    const { row } = await accepted({ document_id: 'old-sheet' })
    expect(row.spreadsheet_id).toBe('old-sheet')
  })

  it('keeps the tab and the spreadsheet of the previous turn on a follow-up', async () => {
    const { agent } = await accepted({ spreadsheet_id: 'sheet-123', sheet_name: 'Notes' })
    const followUp = await accepted({ agent_id: agent.id, spreadsheet_id: 'another' })
    expect(followUp.row).toEqual({ sheet_id: 7, sheet_name: 'Notes', spreadsheet_id: 'sheet-123' })
    expect(followUp.agent.number_of_turns).toBe(2)
  })

  it.each([
    ['an empty prompt', { prompt: ' \n' }, 'prompt'],
    ['a prompt that is too long', { prompt: 'x'.repeat(1_001) }, '1001 characters'],
    ['no spreadsheet', { spreadsheet_id: undefined }, 'spreadsheet_id'],
    ['something that is no spreadsheet', { spreadsheet_id: 'not an id!' }, 'spreadsheet_id'],
    ['an unknown tab id', { sheet_id: 99 }, 'gid 99'],
    ['an unknown tab title', { sheet_name: 'Nope' }, '"Leads", "Notes"'],
    ['tab fields that disagree', { sheet_id: 0, sheet_name: 'Notes' }, 'different tabs'],
    [
      'an address whose gid disagrees',
      { spreadsheet_id: 'https://docs.google.com/spreadsheets/d/abcdefgh/edit#gid=7', sheet_id: 0 },
      'different tabs',
    ],
    ['an unknown model', { agent_model: 'managed:agent:x/y' }, 'agent_model'],
    ['a model of another category', { bulk_model: MODEL }, 'bulk_model'],
  ])('refuses %s and names the field', async (_, wrong, words) => {
    const request = { prompt: 'go', spreadsheet_id: 'sheet-123', ...wrong } as StartAgentRequest
    if (request.spreadsheet_id === undefined) delete request.spreadsheet_id
    const answer = await refusal(harness(), request)
    expect(answer.code).toBe('INVALID_REQUEST')
    expect(answer.message).toContain(words)
  })

  it.each([
    ['SPREADSHEET_NOT_FOUND', 'SPREADSHEET_NOT_FOUND'],
    ['SPREADSHEET_FORBIDDEN', 'SPREADSHEET_FORBIDDEN'],
    ['GOOGLE_NOT_CONNECTED', 'GOOGLE_NOT_CONNECTED'],
    ['UPSTREAM_INVALID_RESPONSE', 'UPSTREAM_INVALID_RESPONSE'],
    ['UPSTREAM_TIMEOUT', 'UPSTREAM_TIMEOUT'],
    ['BAD_REQUEST', 'INVALID_REQUEST'],
  ] as const)('answers %s of Google as %s and creates no agent', async (failure, code) => {
    const { db } = harness().database
    const count = () => db.query('select count(*) from agents').then(({ rows }) => rows[0])
    const before = await count()
    harness().world.openFails = new SheetsError(failure, 'as Google said')
    const answer = await refusal(harness(), { prompt: 'go', spreadsheet_id: 'sheet-123' })
    harness().world.openFails = null
    expect(answer.code).toBe(code)
    expect(await count()).toEqual(before)
  })

  it('refuses a start when there is nothing left to spend', async () => {
    harness().world.maySpend = false
    const answer = await refusal(harness(), { prompt: 'go', spreadsheet_id: 'sheet-123' })
    harness().world.maySpend = true
    expect(answer.code).toBe('SPENDING_LIMIT_REACHED')
  })

  it('refuses a follow-up while a turn is active, and changes nothing', async () => {
    const gate = Promise.withResolvers<void>()
    const { agent } = await harness().start(async () => {
      await gate.promise
      return says('ok')
    })
    const answer = await refusal(harness(), { prompt: 'more', agent_id: agent.id })
    expect(answer.code).toBe('AGENT_BUSY')
    gate.resolve()
    expect((await harness().idle(agent.id)).number_of_turns).toBe(1)
  })

  it('lets one of many simultaneous follow-ups in', async () => {
    const { agent } = await harness().start(() => says('ok'))
    await harness().idle(agent.id)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        harness().agents.start(harness().caller, { prompt: 'more', agent_id: agent.id }),
      ),
    )
    const codes = answers.map(answer => (answer.state === 'ok' ? 'ok' : answer.code)).sort()
    expect(codes.filter(code => code === 'ok').length).toBeGreaterThan(0)
    const done = await harness().idle(agent.id)
    expect(done.number_of_turns).toBe(1 + codes.filter(code => code === 'ok').length)
    expect(codes.every(code => code === 'ok' || code === 'AGENT_BUSY')).toBe(true)
  })

  it.each(['', 'not-a-uuid', randomUUID()])('knows no agent %s', async agentId => {
    expect((await refusal(harness(), { prompt: 'go', agent_id: agentId })).code).toBe('AGENT_NOT_FOUND')
  })

  it('hides an agent from every other user', async () => {
    const { agent } = await accepted({ spreadsheet_id: 'sheet-123' })
    const other = await makeAccount(harness().database)
    const { agents } = harness()
    const answers = await Promise.all([
      agents.start(other, { prompt: 'go', agent_id: agent.id }),
      agents.get(other.userId, agent.id),
      agents.messages(other.userId, agent.id, { limit: 20, after: null }),
      agents.messages(other.userId, agent.id, { limit: 20, after: 'junk' }),
      agents.stop(other.userId, agent.id),
    ])
    const unknown = await agents.get(other.userId, randomUUID())
    expect(answers).toEqual(answers.map(() => unknown))
  })
})

onBothDatabases(
  'the limit of active agents',
  harness => {
    it('accepts exactly 100 of 300 concurrent starts', { timeout: 60_000 }, async () => {
      const gate = Promise.withResolvers<void>()
      harness().world.scripts.set('wait', async () => {
        await gate.promise
        return says('ok')
      })
      const answers = await Promise.all(
        Array.from({ length: 300 }, () =>
          harness().agents.start(harness().caller, { prompt: 'wait', spreadsheet_id: 'sheet-123' }),
        ),
      )
      const started = answers.filter(answer => answer.state === 'ok')
      const refused = answers.filter(answer => answer.state === 'refused')
      expect(started).toHaveLength(100)
      expect(new Set(refused.map(answer => answer.code))).toEqual(new Set(['CONCURRENT_LIMIT_REACHED']))
      gate.resolve()
      await Promise.all(started.map(answer => harness().idle(answer.id)))
      const again = await harness().agents.start(harness().caller, {
        prompt: 'go',
        spreadsheet_id: 'sheet-123',
      })
      expect(again.state).toBe('ok')
    })
  },
  { maxActiveAgents: 100 },
)
