/** Turns on a real database and the real engine, with scripted models and tools (scripted.ts). */
import { randomUUID } from 'node:crypto'
import type { Agent, MessageEntry, StartAgentRequest, ToolCallEntry } from '../../../contract/index.ts'
import type { Agents, AgentView } from '../../../service/agents/agents.ts'
import { createAgents } from '../../../service/agents/create-agents.ts'
import { type Log, silentLog } from '../../../service/log.ts'
import type { Models } from '../../../service/models/types.ts'
import type { Sheets } from '../../../service/sheets/spreadsheet.ts'
import type { Database } from '../../../service/store/open.ts'
import type { Tool } from '../../../service/tools/tool.ts'
import { type Changes, watchChanges } from '../../../service/turns/changes.ts'
import { type Engine, startEngine } from '../../../service/turns/engine/engine.ts'
import { endOrphans } from '../../../service/turns/engine/orphans.ts'
import type { Caller } from '../../../service/turns/ports.ts'
import type { TurnDeps } from '../../../service/turns/steps/run.ts'
import { runTurn } from '../../../service/turns/steps/run-turn.ts'
import { runUndo } from '../../../service/turns/undo/run-undo.ts'
import {
  emptyOverview,
  plainBilling,
  type Script,
  scriptedModels,
  scriptedSheets,
  scriptedTools,
  type ToolScript,
  type World,
} from './scripted.ts'

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
