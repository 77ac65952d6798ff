/**
 * Turns on a real database and the real engine, with models and tools that a test scripts at their ports.
 * A prompt's first word names its script, so that many turns run side by side.
 */
import { randomUUID } from 'node:crypto'
import type { ModelMessage } from 'ai'
import { z } from 'zod'
import type { Agent, MessageEntry, StartAgentRequest, ToolCallEntry } from '../../../contract/index.ts'
import type { Agents, AgentView } from '../../../service/agents/agents.ts'
import { createAgents } from '../../../service/agents/create-agents.ts'
import { type Log, silentLog } from '../../../service/log.ts'
import type { ModelRequest, ModelStep, Models } from '../../../service/models/types.ts'
import type { SpreadsheetOverview } from '../../../service/sheets/overview.ts'
import type { Sheets, Spreadsheet, Tab } from '../../../service/sheets/spreadsheet.ts'
import type { Database } from '../../../service/store/open.ts'
import { defineTool, type Tool, type ToolContext, type ToolOutcome } from '../../../service/tools/tool.ts'
import { type Changes, watchChanges } from '../../../service/turns/changes.ts'
import { type Engine, startEngine } from '../../../service/turns/engine/engine.ts'
import { endOrphans } from '../../../service/turns/engine/orphans.ts'
import type { Billing, Caller, Cost, EndedTurn } from '../../../service/turns/ports.ts'
import type { TurnDeps } from '../../../service/turns/steps/run.ts'
import { runTurn } from '../../../service/turns/steps/run-turn.ts'
import { runUndo } from '../../../service/turns/undo/run-undo.ts'

export const MODEL = 'managed:agent:test/scripted'
const usage = { inputTokens: 100, cachedInputTokens: 0, outputTokens: 10 }

export interface Called {
  name: string
  args?: unknown
  invalid?: string
}

/** A model's answer: what it says and calls, and what it cost. */
export function says(text: string, calls: Called[] = [], costNanoDollars = 1_000n): ModelStep {
  const asked = calls.map(call => ({ id: `call_${randomUUID()}`, args: {}, ...call }))
  const messages: ModelMessage[] = [
    {
      role: 'assistant',
      content: [
        ...(text ? [{ type: 'text' as const, text }] : []),
        ...asked.map(call => ({
          type: 'tool-call' as const,
          toolCallId: call.id,
          toolName: call.name,
          input: call.args,
        })),
      ],
    },
  ]
  return { state: 'ok', text, calls: asked, messages, usage, costNanoDollars }
}

export const fails = (
  code: 'MODEL_ERROR' | 'MODEL_TIMEOUT' | 'MODEL_REFUSED',
  message: string,
): ModelStep => ({
  state: 'failed',
  code,
  message,
  params: { attempts: 3 },
  usage,
  costNanoDollars: 500n,
})

export type Script = (step: number, request: ModelRequest) => ModelStep | Promise<ModelStep>
export type ToolScript = (args: Record<string, unknown>, context: ToolContext) => Promise<ToolOutcome>

/** The text parts of the latest user message: what the service adds, then the user's own words. */
function latestTexts(messages: readonly ModelMessage[]): string[] {
  const last = messages.findLast(message => message.role === 'user')
  if (typeof last?.content === 'string') return [last.content]
  return (last?.content ?? []).flatMap(part => (part.type === 'text' ? [part.text] : []))
}

/** The user's own words of the turn in progress. */
export const promptOf = (messages: readonly ModelMessage[]) => latestTexts(messages).at(-1) ?? ''

/** What the service tells beside them. */
export const contextOf = (messages: readonly ModelMessage[]) => latestTexts(messages)[0] ?? ''

function stepsSince(messages: readonly ModelMessage[]): number {
  const start = messages.findLastIndex(message => message.role === 'user')
  return messages.slice(start + 1).filter(message => message.role === 'assistant').length
}

function scriptedModels(scripts: Map<string, Script>): Models {
  const entry = (category: 'agent' | 'bulk' | 'search') => ({
    id: category === 'agent' ? MODEL : `managed:${category}:test/scripted`,
    label: 'Scripted',
    provider: 'test',
    category,
    contextTokens: 100_000,
    takesPictures: true,
    price: { inputPerMillion: 0n, cachedInputPerMillion: 0n, outputPerMillion: 0n, perSearch: 0n },
  })
  const list = [entry('agent'), entry('bulk'), entry('search')]
  return {
    list: () => list,
    find: id => list.find(model => model.id === id),
    defaults: () => ({ agent_model: list[0]!.id, bulk_model: list[1]!.id, bulk_search_model: list[2]!.id }),
    language: () => {
      throw new Error('not scripted')
    },
    async step(request) {
      const script = scripts.get(promptOf(request.messages).split(' ')[0]!)
      if (!script) return says('Done.')
      return script(stepsSince(request.messages), request)
    },
    value: () => Promise.reject(new Error('not scripted')),
  }
}

const tabs: Tab[] = [
  { sheetId: 0, title: 'Leads', index: 0, rows: 100, columns: 10, hidden: false },
  { sheetId: 7, title: 'Notes', index: 1, rows: 100, columns: 10, hidden: false },
]

export const emptyOverview: SpreadsheetOverview = {
  title: 'Test',
  locale: 'en_US',
  active_tab: 'Leads',
  tabs: tabs.map(tab => ({
    sheet_id: tab.sheetId,
    title: tab.title,
    index: tab.index,
    grid_rows: tab.rows,
    grid_columns: tab.columns,
    used_range: null,
    header_row: null,
    first_data_row: null,
    last_data_row: null,
    columns: [],
  })),
}

function scriptedSheets(world: World): Sheets {
  const refuse = () => Promise.reject(new Error('not scripted'))
  return {
    async open(_userId, spreadsheetId) {
      if (world.openFails) throw world.openFails
      const spreadsheet: Spreadsheet = {
        id: spreadsheetId,
        calls: { reads: 0, writes: 0 },
        meta: refuse,
        tabs: async () => tabs,
        refresh: () => {},
        overview: () =>
          world.overviewFails ? Promise.reject(world.overviewFails) : Promise.resolve(world.overview),
        // An empty spreadsheet: what a write finds is looked at before it.
        get: async () => ({}),
        values: async ranges => ranges.map(() => ({})),
        batchUpdate: refuse,
        writeValues: refuse,
        copyTabTo: refuse,
      }
      return spreadsheet
    },
  }
}

export interface World {
  scripts: Map<string, Script>
  tools: Map<string, ToolScript>
  overview: SpreadsheetOverview
  openFails: Error | null
  overviewFails: Error | null
  ended: EndedTurn[]
  maySpend: boolean
  limits: { steps: number; turnMinutes: number }
}

const looseArgs = z.record(z.string(), z.unknown())

/** `read` may run beside others, `write` may not, `strict` wants a range. */
function scriptedTools(world: World): Tool[] {
  const run = (name: string) => async (args: Record<string, unknown>, context: ToolContext) => {
    const script = world.tools.get(context.turn.prompt.split(' ')[0]!)
    return script
      ? script({ ...args, tool: name }, context)
      : { state: 'succeeded' as const, output: { ok: true } }
  }
  const loose = (name: string, reads?: true) =>
    defineTool({
      name,
      description: name,
      args: looseArgs,
      ...(reads ? { reads } : {}),
      fields: args => (typeof args.range === 'string' ? { range: args.range } : {}),
      run: run(name),
    })
  const strict = defineTool({
    name: 'strict',
    description: 'strict',
    args: z.strictObject({ range: z.string() }),
    fields: args => ({ range: args.range }),
    run: run('strict'),
  })
  return [loose('read', true), loose('write'), strict] as Tool[]
}

/** Books in the ledger as accounts do; spends until `maySpend` is false. */
function plainBilling(world: World): Billing {
  return {
    admit: async () =>
      world.maySpend ? { state: 'ok' } : { state: 'refused', message: 'This space has no credits left.' },
    async charge(tx, payer, costs) {
      const booked = []
      for (const cost of costs) {
        const { rowCount } = await tx.query(
          `insert into ledger (space_id, user_id, key_id, agent_id, turn_id, kind, model, amount_nano, idempotency_key)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
          [payer.spaceId, payer.userId, payer.keyId, payer.agentId, payer.turnId, ...costRow(cost)],
        )
        booked.push(rowCount === 1)
      }
      if (world.maySpend) return { state: 'ok', booked }
      return {
        state: 'stop',
        booked,
        message: 'This space has no credits left.',
        params: { limit: 'credits' },
      }
    },
  }
}

const costRow = (cost: Cost) => [cost.kind, cost.model, cost.costNanoDollars.toString(), cost.idempotencyKey]

export interface Harness {
  database: Database
  deps: TurnDeps
  engine: Engine
  agents: Agents
  changes: Changes
  world: World
  caller: Caller
  /** Starts a turn whose prompt begins with a new script name. */
  start(
    script: Script,
    more?: { tool?: ToolScript; agentId?: string; spreadsheetId?: string; attachmentIds?: string[] },
  ): Promise<Started>
  /** Waits until the agent is idle and answers it. */
  idle(agentId: string): Promise<Agent>
  get(agentId: string): Promise<Agent>
  until(agentId: string, what: (agent: Agent) => boolean): Promise<Agent>
  close(): Promise<void>
}

export interface Started {
  agent: Agent
  turnId: string
  name: string
}

export async function makeAccount(database: Database): Promise<Caller> {
  const caller = { userId: randomUUID(), spaceId: randomUUID(), keyId: randomUUID() }
  const { db } = database
  await db.query('insert into users (id, email) values ($1, $2)', [
    caller.userId,
    `${caller.userId}@example.com`,
  ])
  await db.query('insert into spaces (id, credits_nano) values ($1, 1000000000)', [caller.spaceId])
  await db.query(
    `insert into api_keys (id, user_id, space_id, name, key_hash, last_four) values ($1, $2, $3, 'test', $4, 'abcd')`,
    [caller.keyId, caller.userId, caller.spaceId, caller.keyId],
  )
  return caller
}

export const viewOf = (view: AgentView | { state: 'refused'; code: string }): Agent => {
  if (view.state === 'refused') throw new Error(`refused: ${view.code}`)
  return JSON.parse(Buffer.from(view.json).toString()) as Agent
}

export const toolCalls = (messages: readonly MessageEntry[]): ToolCallEntry[] =>
  messages.filter((entry): entry is ToolCallEntry => entry.type === 'tool_call')

export interface HarnessOptions {
  databaseUrl?: string
  maxActiveAgents?: number
  maxActiveOfPerson?: number
  maxActiveOfSpace?: number
  /** Turns at once. */
  maxRunning?: number
  now?: () => Date
  /** In place of the scripted ones. */
  sheets?: Sheets
  models?: Models
  renderSummary?: TurnDeps['renderSummary']
  tools?: readonly Tool[]
  log?: Log
}

export async function startHarness(database: Database, options: HarnessOptions = {}): Promise<Harness> {
  const world: World = {
    scripts: new Map(),
    tools: new Map(),
    overview: emptyOverview,
    openFails: null,
    overviewFails: null,
    ended: [],
    maySpend: true,
    limits: { steps: 60, turnMinutes: 30 },
  }
  const now = options.now ?? (() => new Date())
  const { db } = database
  const log = options.log ?? silentLog
  const changes = watchChanges({ db, replicas: database.kind === 'postgres' })
  const deps: TurnDeps = {
    db,
    models: options.models ?? scriptedModels(world.scripts),
    sheets: options.sheets ?? scriptedSheets(world),
    tools: options.tools ?? scriptedTools(world),
    search: null,
    billing: plainBilling(world),
    onTurnEnded: async (_tx, turn) => {
      world.ended.push(turn)
    },
    listSkills: async () => [],
    renderSummary: options.renderSummary ?? (overview => overview.tabs.map(tab => tab.title).join(', ')),
    limits: world.limits,
    now,
    newId: randomUUID,
    log,
    announce: changes.announce,
  }
  const engine = await startEngine({
    database,
    databaseUrl: options.databaseUrl,
    run: (turnId, abort, step, executor) => runTurn(deps, turnId, abort, step, executor),
    undo: undoId => runUndo(deps, undoId),
    endOrphans: () => endOrphans(deps),
    ...(options.maxRunning === undefined ? {} : { maxRunning: options.maxRunning }),
    log,
  })
  const agents = createAgents({
    ...deps,
    engine,
    changes,
    takesPictures: () => true,
    modelChoices: async () => {
      const option = (id: string) => ({ id, label: id, provider: 'test', is_default: true })
      const defaults = deps.models.defaults()
      return {
        agent_models: [option(defaults.agent_model)],
        bulk_models: [option(defaults.bulk_model)],
        bulk_search_models: [option(defaults.bulk_search_model)],
        defaults,
      }
    },
    maxPromptCharacters: 1_000,
    maxActiveAgents: options.maxActiveAgents ?? 100,
    maxActiveOfPerson: options.maxActiveOfPerson ?? 0,
    maxActiveOfSpace: options.maxActiveOfSpace ?? 0,
  })
  const caller = await makeAccount(database)
  return assemble({ database, deps, engine, agents, changes, world, caller })
}

function assemble(
  parts: Pick<Harness, 'database' | 'deps' | 'engine' | 'agents' | 'changes' | 'world' | 'caller'>,
): Harness {
  const { agents, world, caller, engine, changes, database } = parts
  const get = async (agentId: string) => viewOf(await agents.get(caller.userId, agentId))
  const until: Harness['until'] = async (agentId, what) => {
    const deadline = Date.now() + 60_000
    for (;;) {
      const view = await agents.get(caller.userId, agentId)
      const agent = viewOf(view)
      if (what(agent)) return agent
      if (Date.now() > deadline) throw new Error(`waited in vain; last seen ${JSON.stringify(agent)}`)
      const version = view.state === 'ok' ? view.version : 0
      await agents.waitForChange(agentId, version, 1_000, AbortSignal.timeout(2_000))
    }
  }
  return {
    ...parts,
    get,
    until,
    idle: agentId => until(agentId, agent => agent.status === 'idle'),
    async start(script, { tool, agentId, spreadsheetId = 'sheet-123', attachmentIds } = {}) {
      const name = `s${randomUUID().slice(0, 8)}`
      world.scripts.set(name, script)
      if (tool) world.tools.set(name, tool)
      const target: Partial<StartAgentRequest> = agentId
        ? { agent_id: agentId }
        : { spreadsheet_id: spreadsheetId }
      const files = attachmentIds ? { attachment_ids: attachmentIds } : {}
      const view = await agents.start(caller, { prompt: `${name} please`, ...target, ...files })
      const agent = viewOf(view)
      return { agent, name, turnId: agent.messages[0]!.turn_id }
    },
    async close() {
      changes.close()
      await engine.close({ drainMs: 0 })
      await database.close()
    },
  }
}
