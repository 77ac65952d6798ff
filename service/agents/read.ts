/**
 * Agents as clients read them: ready JSON text, from one query for all readers that wait at that moment.
 * Every visible change raises an agent's version, so text that was built for a version is used again.
 */
import type { AgentModels, TurnUsage } from '../../contract/index.ts'
import { inBatches } from '../store/batch.ts'
import type { Queryable } from '../store/db.ts'
import { LOOK_SQL, type Look } from '../store/look.ts'
import type { AgentView, Refusal } from './agents.ts'

export interface AgentReader {
  /** `userId` null reads for the service itself. */
  read(
    userId: string | null,
    agentId: string,
    withIntermediateFailures: boolean,
    /** Of this request. */
    look?: Look,
  ): Promise<AgentView | Refusal>
  /** To be asked along with something else; undefined where there is nothing to ask. */
  lookAt(agentId: string): Look | undefined
}

interface Wanted {
  userId: string | null
  agentId: string
  withIntermediateFailures: boolean
}

interface ViewRow {
  id: string
  user_id: string
  closed: boolean
  version: string
  spreadsheet_id: string
  created_at: Date
  last_activity_at: Date
  number_of_turns: number
  status: 'active' | 'succeeded' | 'failed' | 'interrupted' | 'cancelled'
  agent_model: string
  bulk_model: string
  bulk_search_model: string
  error_code: string | null
  error_message: string | null
  error_params: Record<string, unknown> | null
  agent_usage_nano: string
  tool_usage_nano: string
  charged: boolean
  messages: string | null
  told_messages: string | null
}

// Only what isn't as the cache has it comes back: most of the time nothing.
const CHANGED = {
  name: 'changed_agents',
  text: `select known.id, a.id is null as gone ${LOOK_SQL('$1', '$2')}`,
}

// A failed call is intermediate where a later one of the turn succeeded.
const VIEWS = `
  select a.id, a.user_id, a.closed_at is not null as closed, a.version, a.spreadsheet_id, a.created_at, a.last_activity_at, a.number_of_turns,
    t.status, t.agent_model, t.bulk_model, t.bulk_search_model, t.error_code, t.error_message, t.error_params,
    t.agent_usage_nano, t.tool_usage_nano, t.charged, e.messages, e.told_messages
  from agents a
  join turns t on t.agent_id = a.id and t.number = a.number_of_turns
  left join lateral (
    select string_agg(body, ',' order by position) as messages,
      string_agg(body, ',' order by position)
        filter (where status is distinct from 'failed' or position > last_success) as told_messages
    from (
      select body, position, status,
        coalesce(max(position) filter (where status = 'succeeded') over (), 0) as last_success
      from entries where turn_id = t.id
    ) own
  ) e on true
  where a.id = any($1::uuid[])`

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string) => uuidPattern.test(text)

export const agentNotFound: Refusal = {
  state: 'refused',
  code: 'AGENT_NOT_FOUND',
  message: 'There is no agent with this id. Check the id; agents are seen by the user who started them.',
}

function turnUsage(row: ViewRow): TurnUsage {
  const agent_usage = Number(row.agent_usage_nano)
  const tool_usage = Number(row.tool_usage_nano)
  return { agent_usage, tool_usage, total_usage: agent_usage + tool_usage }
}

const modelsOf = ({ agent_model, bulk_model, bulk_search_model }: ViewRow): AgentModels => ({
  agent_model,
  bulk_model,
  bulk_search_model,
})

/** Everything but the messages, which are JSON text already. */
function renderAgent(row: ViewRow, messages: string | null): Uint8Array<ArrayBuffer> {
  const active = row.status === 'active'
  const head = JSON.stringify({
    id: row.id,
    spreadsheet_id: row.spreadsheet_id,
    status: active ? 'active' : 'idle',
    created_at: row.created_at.toISOString(),
    last_activity_at: row.last_activity_at.toISOString(),
    number_of_turns: row.number_of_turns,
    models: modelsOf(row),
    error_message: row.error_message,
    error_code: row.error_code,
    error_params: row.error_params,
    usage: active ? null : turnUsage(row),
    ...(active ? { usage_so_far: row.charged ? turnUsage(row) : null } : {}),
  })
  return Buffer.from(`${head.slice(0, -1)},"messages":[${messages ?? ''}]}`)
}

interface Views {
  /** Null where its person is no longer a member of its space. */
  userId: string | null
  version: number
  full: AgentView
  told: AgentView
  /** The database's generation in which these are the latest. */
  latestIn: number | undefined
}

function viewsOf(row: ViewRow): Views {
  const version = Number(row.version)
  const active = row.status === 'active'
  const full: AgentView = {
    state: 'ok',
    id: row.id,
    json: renderAgent(row, row.messages),
    version,
    active,
  }
  const same = row.told_messages === row.messages
  return {
    userId: row.closed ? null : row.user_id,
    version,
    latestIn: undefined,
    full,
    told: same ? full : { ...full, json: renderAgent(row, row.told_messages) },
  }
}

const MAX_KEPT_BYTES = 32_000_000

/** Views by agent, the least recently used dropped first. */
class ViewCache {
  readonly #views = new Map<string, Views>()
  #bytes = 0

  get(agentId: string): Views | undefined {
    const views = this.#views.get(agentId)
    if (!views) return undefined
    this.#views.delete(agentId)
    this.#views.set(agentId, views)
    return views
  }

  set(agentId: string, views: Views): void {
    this.#drop(agentId)
    this.#views.set(agentId, views)
    this.#bytes += views.full.json.length
    for (const oldest of this.#views.keys()) {
      if (this.#bytes <= MAX_KEPT_BYTES) break
      this.#drop(oldest)
    }
  }

  #drop(agentId: string): void {
    this.#bytes -= this.#views.get(agentId)?.full.json.length ?? 0
    this.#views.delete(agentId)
  }
}

function shown(views: Views | undefined, { userId, withIntermediateFailures }: Wanted): AgentView | Refusal {
  if (!views || (userId !== null && views.userId !== userId)) return agentNotFound
  return withIntermediateFailures ? views.full : views.told
}

export function createReader(db: Queryable): AgentReader {
  const cache = new ViewCache()

  async function freshViews(agentIds: string[]): Promise<Map<string, Views>> {
    if (agentIds.length === 0) return new Map()
    const { rows } = await db.query<ViewRow>(VIEWS, [agentIds])
    const fresh = new Map(rows.map(row => [row.id, viewsOf(row)]))
    for (const [id, views] of fresh) cache.set(id, views)
    return fresh
  }

  async function readAll(wanted: Wanted[]): Promise<(AgentView | Refusal)[]> {
    const found = new Map<string, Views | undefined>()
    for (const { agentId } of wanted) if (!found.has(agentId)) found.set(agentId, cache.get(agentId))
    await update(found)
    return wanted.map(each => shown(found.get(each.agentId), each))
  }

  /** Replaces what isn't the latest any more; nothing is asked where nothing was written since the last look. */
  async function update(found: Map<string, Views | undefined>): Promise<void> {
    const generation = db.generation?.()
    const isLatest = (views: Views | undefined) => generation !== undefined && views?.latestIn === generation
    const asked = [...found].filter(([, views]) => !isLatest(views))
    if (asked.length === 0) return
    const { rows } = await db.query<{ id: string; gone: boolean }>(CHANGED, [
      asked.map(([id]) => id),
      asked.map(([, views]) => views?.version ?? null),
    ])
    for (const { id } of rows) found.set(id, undefined)
    if (generation !== undefined && generation === db.generation?.()) {
      for (const [id] of asked) {
        const views = found.get(id)
        if (views) views.latestIn = generation
      }
    }
    const fresh = await freshViews(rows.filter(row => !row.gone).map(row => row.id))
    for (const [id, views] of fresh) found.set(id, views)
  }

  const readOne = inBatches(readAll)
  return {
    async read(userId, agentId, withIntermediateFailures, look) {
      if (!isUuid(agentId)) return agentNotFound
      const wanted = { userId, agentId: agentId.toLowerCase(), withIntermediateFailures }
      const known = look?.unchanged ? cache.get(wanted.agentId) : undefined
      return known && known.version === look?.version ? shown(known, wanted) : readOne(wanted)
    },
    lookAt(agentId) {
      // Where the generation tells, asking costs more.
      const known = db.generation ? undefined : cache.get(agentId.toLowerCase())
      return known && { agentId: agentId.toLowerCase(), version: known.version, unchanged: false }
    },
  }
}
