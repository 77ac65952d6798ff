/** Tool-call entries: each field where the table says it stands, and nowhere else. */
import { expect } from 'vitest'
import type { ToolCallEntry } from '../../../contract/index.ts'
import { until } from '../../support/until.ts'
import { callsOf, type makeTurns } from './resources.ts'
import { type GetWorld, once, row } from './row.ts'

const ALWAYS = [
  'type',
  'turn_id',
  'tool_call_id',
  'tool',
  'status',
  'created_at',
  'completed_at',
  'sheet_name',
  'message',
]
const COPY = ['paste_type', 'source_range', 'target_range', 'source_sheet', 'target_sheet', 'cells']
const BULK = ['updated_range', 'rows', 'prompt_template']

/** What may stand in the entry of a tool besides the fields of all. */
const FIELDS: Record<string, string[]> = {
  get_sheet_overview: [],
  read_range: ['range', 'read'],
  write_range: ['range', 'cells'],
  copy_paste_range: COPY,
  read_spreadsheet_fields: ['fields'],
  bulk_prompt: BULK,
  bulk_search: [...BULK, 'number_of_searches', 'sources'],
  web_search: ['query', 'number_of_searches', 'sources'],
  load_skill: ['skill'],
  create_skill: ['skill'],
}

export function toolCallRows(world: GetWorld, turns: ReturnType<typeof makeTurns>): void {
  const call = async (tool: string): Promise<ToolCallEntry> => {
    const [found] = callsOf(await turns.tour(), tool)
    if (!found) throw new Error(`the tour made no call of ${tool}`)
    return found
  }
  const calls = async () => (await turns.tour()).messages.filter(entry => entry.type === 'tool_call')
  const stumble = once(() =>
    world().client.run({ prompt: 'stumble', spreadsheet_id: world().books.ana, sheet_name: 'Orders' }),
  )
  const property = (name: string) =>
    (world().client.document.schema('ToolCallEntry').properties as Record<string, unknown>)[name]

  row('ToolCallEntry · type', 'is tool_call, with only the fields of its tool', async () => {
    for (const entry of await calls()) {
      expect(entry.type).toBe('tool_call')
      const allowed = [...ALWAYS, ...FIELDS[entry.tool]!]
      expect(Object.keys(entry).filter(field => !allowed.includes(field))).toEqual([])
    }
  })
  row('ToolCallEntry · turn_id', 'is that of its turn', async () => {
    const agent = await turns.tour()
    for (const entry of await calls()) expect(entry.turn_id).toBe(agent.messages[0]!.turn_id)
  })
  row('ToolCallEntry · tool_call_id', 'is unique, and the entry is updated in place', async () => {
    const ids = (await calls()).map(entry => entry.tool_call_id)
    expect(new Set(ids).size).toBe(ids.length)
  })
  row('ToolCallEntry · tool', 'is the name of the tool', async () => {
    expect((await calls()).map(entry => entry.tool)).toEqual([
      'get_sheet_overview',
      'read_range',
      'write_range',
      'copy_paste_range',
      'read_spreadsheet_fields',
    ])
  })
  row('ToolCallEntry · status', 'is one of the five public ones', async () => {
    expect(property('status')).toMatchObject({
      enum: ['pending', 'running', 'succeeded', 'failed', 'cancelled'],
    })
    for (const entry of await calls()) expect(entry.status, entry.message).toBe('succeeded')
  })
  row('ToolCallEntry · created_at', 'is when the call began', async () => {
    const agent = await turns.tour()
    for (const entry of await calls()) expect(entry.created_at >= agent.created_at).toBe(true)
  })
  row('ToolCallEntry · completed_at', 'is set with a terminal status', async () => {
    for (const entry of await calls()) expect(entry.completed_at! >= entry.created_at).toBe(true)
  })
  row('ToolCallEntry · range', 'has no tab in it, and does not stand for copy_paste_range', async () => {
    expect((await call('read_range')).range).toBe('A1:C5')
    expect((await call('write_range')).range).toBe('J1:K1')
    expect(await call('copy_paste_range')).not.toHaveProperty('range')
  })
  row('ToolCallEntry · sheet_name', 'is the tab that was worked on', async () => {
    expect((await call('write_range')).sheet_name).toBe('Orders')
  })
  row('ToolCallEntry · cells', 'counts what was written, or copied', async () => {
    expect((await call('write_range')).cells).toBe(2)
    expect((await call('copy_paste_range')).cells).toBe(2)
  })
  row('ToolCallEntry · read', 'counts what was returned', async () => {
    expect((await call('read_range')).read).toEqual({ sheets: 1, rows: 5, columns: 3, cells: 15 })
  })
  row('ToolCallEntry · paste_type', 'is the paste behaviour', async () => {
    expect((await call('copy_paste_range')).paste_type).toBe('values')
  })
  row('ToolCallEntry · source_range, target_range', 'are where it was copied from and to', async () => {
    expect(await call('copy_paste_range')).toMatchObject({ source_range: 'J1:K1', target_range: 'J2:K2' })
  })
  row('ToolCallEntry · source_sheet, target_sheet', 'stand when the ranges named a tab', async () => {
    expect(await call('copy_paste_range')).toMatchObject({ source_sheet: 'Orders', target_sheet: 'Orders' })
  })
  row('ToolCallEntry · fields', 'is the field mask that was asked for', async () => {
    expect((await call('read_spreadsheet_fields')).fields).toBe('properties.title')
  })
  row('ToolCallEntry · message', 'stands only where the call failed, and says why', async () => {
    const failed = callsOf(await stumble(), 'read_range')[0]!
    expect(failed).toMatchObject({ status: 'failed', message: expect.stringContaining('Nowhere') })
    for (const entry of await calls()) expect(entry).not.toHaveProperty('message')
  })

  bulkRows(world)
  skillAndSearchRows(world)
}

function bulkRows(world: GetWorld): void {
  const bulk = once(async () => {
    const agent = await world().client.run({
      prompt: 'bulk',
      spreadsheet_id: world().books.ana,
      sheet_name: 'Feedback',
    })
    return callsOf(agent, 'bulk_prompt')[0]!
  })
  row('ToolCallEntry · updated_range', 'is what a bulk tool really wrote, instead of range', async () => {
    const entry = await bulk()
    expect(entry.status, entry.message).toBe('succeeded')
    expect(entry.updated_range).toBe('F2:F4')
    expect(entry).not.toHaveProperty('range')
  })
  row('ToolCallEntry · rows', 'count processed, failed and all rows', async () => {
    expect((await bulk()).rows).toEqual({ processed: 3, errors: 0, total: 3 })
  })
  row('ToolCallEntry · prompt_template', 'is the template with its {{A}} references', async () => {
    expect((await bulk()).prompt_template).toContain('{{D}}')
  })
}

function skillAndSearchRows(world: GetWorld): void {
  const learn = once(() =>
    world().client.run({ prompt: 'learn this skill', spreadsheet_id: world().books.ana }),
  )
  const search = once(
    async () =>
      callsOf(
        await world().client.run({ prompt: 'search', spreadsheet_id: world().books.ana }),
        'web_search',
      )[0]!,
  )
  row('ToolCallEntry · query', 'is what was searched for', async () => {
    const entry = await search()
    expect(entry.status, entry.message).toBe('succeeded')
    expect(entry.query).toBe('rowhand')
  })
  row('ToolCallEntry · number_of_searches', 'counts the searches run', async () => {
    expect((await search()).number_of_searches).toBe(1)
  })
  row('ToolCallEntry · sources', 'are addresses, none twice', async () => {
    const { sources } = await search()
    expect(sources!.length).toBeGreaterThan(0)
    for (const source of sources!) expect(URL.canParse(source)).toBe(true)
    expect(new Set(sources).size).toBe(sources!.length)
  })
  row('ToolCallEntry · skill', 'is the name of the skill', async () => {
    const agent = await learn()
    for (const tool of ['create_skill', 'load_skill']) {
      const entry = callsOf(agent, tool)[0]!
      expect(entry.status, entry.message).toBe('succeeded')
      expect(entry.skill).toBe('monthly-report')
    }
  })
}

/** Not a row of its own: the promise of Get agent's query parameter, on real failures. */
export async function intermediateFailures(world: GetWorld) {
  const { client, books } = world()
  const mended = await client.run({ prompt: 'mend', spreadsheet_id: books.ana, sheet_name: 'Orders' })
  const stumbled = await client.run({ prompt: 'stumble', spreadsheet_id: books.ana, sheet_name: 'Orders' })
  const short = (id: string) =>
    until(async () => {
      const query = { include_intermediate_tool_failures: 'false' }
      return (await client.call<typeof mended>('getAgent', { params: { id }, query })).body
    })
  return { mended, stumbled, mendedShort: await short(mended.id), stumbledShort: await short(stumbled.id) }
}
