/**
 * A second service: it keeps the interface literally and nothing more. No long polling, no ETag, tool calls
 * that end in `completed` and `error`, fields and entry types that nobody has heard of. A turn is a script of
 * what happens when; time is the caller's. Faults come on demand.
 */

export interface PlainRequest {
  method: string
  /** With its query. */
  path: string
  /** Names in lower case. */
  headers: Record<string, string>
  body: string
}
export interface PlainReply {
  status: number
  body: unknown
  headers: Record<string, string>
}

type Entry = Record<string, unknown>

/** One thing that happens in a turn, so long after its start. */
export interface Step {
  atMs: number
  /** A new entry, or new fields of the entry that was added under that name. */
  entry?: Entry
  name?: string
  usage?: { agent_usage: number; tool_usage: number; total_usage: number }
  /** The end of the turn. */
  end?: { error_message?: string; error_code?: string | null }
  /** A status that is neither active nor idle, from now on. */
  status?: string
}
export type Script = (prompt: string) => Step[]

export interface Fault {
  method?: string
  path?: RegExp
  /** Whether the request is carried out before its answer is lost. */
  isDone?: boolean
  status?: number
  code?: string
  message?: string
  headers?: Record<string, string>
  /** No answer at all. */
  breaks?: 'unreachable' | 'timeout'
  times?: number
}

/** What a network does when there is no answer. */
export class NoAnswer extends Error {}

interface Turn {
  id: string
  startedAt: number
  prompt: string
  steps: Step[]
  done: number
  entries: Entry[]
  names: Map<string, Entry>
  usage: Step['usage'] | null
  end: Step['end'] | null
  status: string
}

interface Agent {
  id: string
  spreadsheetId: string
  createdAt: number
  turns: Turn[]
}

export interface PlainService {
  handle(request: PlainRequest): PlainReply
  fail(fault: Fault): void
  readonly requests: PlainRequest[]
  countOf(method: string, path: RegExp): number
  /** What an agent is made with from now on. */
  script: Script
  key: string
  googleConnected: boolean
  readonly agents: Map<string, unknown>
}

export function createPlainService(now: () => number): PlainService {
  const agents = new Map<string, Agent>()
  const faults: (Fault & { left: number })[] = []
  const requests: PlainRequest[] = []
  let made = 0
  const newId = (kind: string) => `${kind}-${++made}`

  const service: PlainService = {
    requests,
    agents,
    script: defaultScript,
    key: `sk_plain_${'Zz09'.repeat(8)}`,
    googleConnected: true,
    fail: fault => {
      faults.push({ ...fault, left: fault.times ?? 1 })
    },
    countOf: (method, path) => requests.filter(sent => sent.method === method && path.test(sent.path)).length,
    handle(request) {
      requests.push(request)
      const fault = takeFault(faults, request)
      if (!fault) return answer(request)
      if (fault.isDone) answer(request)
      if (fault.breaks) throw new NoAnswer(fault.breaks === 'timeout' ? 'Timeout' : 'Address unavailable')
      return failure(
        fault.status ?? 500,
        fault.code ?? 'SOMETHING',
        fault.message ?? 'It broke.',
        fault.headers,
      )
    },
  }

  function answer(request: PlainRequest): PlainReply {
    const [path = '', query = ''] = request.path.split('?')
    if (path === '/version') return ok({ version: '9.9' })
    if (request.headers['x-api-key'] !== service.key) return failure(401, 'BAD_KEY', 'Unknown key.')
    if (path === '/v1/auth/verify') return ok(verified(service))
    if (path === '/v1/sheets/agents/configuration') return ok(configuration)
    if (path === '/v1/sheets/agents') return start(request)
    const copy = /^\/v1\/sheets\/spreadsheets\/([^/]+)\/tabs\/copy$/.exec(path)
    if (copy) return ok(copyOf(JSON.parse(request.body) as Entry))
    const found = /^\/v1\/sheets\/agents\/([^/]+)(\/messages|\/stop)?$/.exec(path)
    const agent = agents.get(found?.[1] ?? '')
    if (!agent) return failure(404, 'NOPE', 'No such agent.')
    advance(agent)
    if (found?.[2] === '/messages') return ok(pageOf(agent, new URLSearchParams(query)))
    if (found?.[2] === '/stop') stop(agent)
    return ok(viewOf(agent))
  }

  function start(request: PlainRequest): PlainReply {
    const body = JSON.parse(request.body) as Record<string, string | undefined>
    const known = agents.get(body.agent_id ?? '')
    if (body.agent_id !== undefined && !known) return failure(404, 'NOPE', 'No such agent.')
    if (known) advance(known)
    if (known && latest(known).end === null) return failure(409, 'STILL_BUSY', 'A turn is in progress.')
    const agent = known ?? makeAgent(body.spreadsheet_id ?? '')
    agents.set(agent.id, agent)
    agent.turns.push(makeTurn(body.prompt ?? ''))
    advance(agent)
    return ok(viewOf(agent), 201)
  }

  const makeAgent = (spreadsheetId: string): Agent => ({
    id: newId('agent'),
    spreadsheetId,
    createdAt: now(),
    turns: [],
  })

  function makeTurn(prompt: string): Turn {
    const id = newId('turn')
    const entry = {
      type: 'user_message',
      turn_id: id,
      message_id: newId('m'),
      created_at: iso(),
      content: prompt,
    }
    return {
      id,
      startedAt: now(),
      prompt,
      steps: service.script(prompt),
      done: 0,
      entries: [entry],
      names: new Map(),
      usage: null,
      end: null,
      status: 'active',
    }
  }

  const iso = (at = now()) => new Date(at).toISOString()

  function advance(agent: Agent): void {
    const turn = latest(agent)
    while (turn.end === null) {
      const step = turn.steps[turn.done]
      if (!step || turn.startedAt + step.atMs > now()) return
      turn.done += 1
      apply(turn, step)
    }
  }

  function apply(turn: Turn, step: Step): void {
    const at = iso(turn.startedAt + step.atMs)
    const known = step.name === undefined ? undefined : turn.names.get(step.name)
    if (step.entry && known) Object.assign(known, step.entry)
    else if (step.entry) {
      const ids = step.entry.type === 'tool_call' ? { tool_call_id: newId('c') } : { message_id: newId('m') }
      const entry = { turn_id: turn.id, ...ids, created_at: at, ...step.entry }
      turn.entries.push(entry)
      if (step.name !== undefined) turn.names.set(step.name, entry)
    }
    if (step.usage) turn.usage = step.usage
    if (step.status !== undefined) turn.status = step.status
    if (step.end) turn.end = step.end
  }

  function stop(agent: Agent): void {
    const turn = latest(agent)
    turn.end ??= { error_message: 'Agent cancelled by user.', error_code: null }
  }

  function viewOf(agent: Agent): Entry {
    const turn = latest(agent)
    const isActive = turn.end === null
    return {
      id: agent.id,
      spreadsheet_id: agent.spreadsheetId,
      status: isActive ? turn.status : 'idle',
      created_at: iso(agent.createdAt),
      last_activity_at: iso(),
      number_of_turns: agent.turns.length,
      models: { agent_model: 'managed:agent:acme/one', bulk_model: 'b', bulk_search_model: 's' },
      error_message: turn.end?.error_message ?? null,
      error_code: turn.end?.error_code ?? null,
      error_params: null,
      usage: isActive ? null : turn.usage,
      ...(isActive ? { usage_so_far: turn.usage } : {}),
      messages: turn.entries,
      mood: 'unheard of',
    }
  }

  return service
}

function latest(agent: Agent): Turn {
  const turn = agent.turns.at(-1)
  if (!turn) throw new Error('An agent has at least one turn.')
  return turn
}

function takeFault(faults: (Fault & { left: number })[], { method, path }: PlainRequest): Fault | undefined {
  const fault = faults.find(
    one => one.left > 0 && (!one.method || one.method === method) && (!one.path || one.path.test(path)),
  )
  if (fault) fault.left -= 1
  return fault
}

const ok = (body: unknown, status = 200): PlainReply => ({
  status,
  body,
  headers: { 'X-Request-Id': 'req-1' },
})

const failure = (
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): PlainReply => ({
  status,
  body: { error: { code, message }, request_id: 'req-1' },
  headers: { 'X-Request-Id': 'req-1', ...headers },
})

function pageOf(agent: Agent, query: URLSearchParams): Entry {
  const all = agent.turns.flatMap(turn => turn.entries)
  const limit = Number(query.get('limit') ?? 20)
  const from = Number(query.get('after') ?? 0)
  const messages = all.slice(from, from + limit)
  const end = from + messages.length
  return {
    messages,
    end_cursor: messages.length > 0 ? String(end) : null,
    has_next_page: end < all.length,
    total: all.length,
  }
}

const verified = ({ googleConnected }: PlainService): Entry => ({
  valid: true,
  user: { email: null },
  space: { id: '0d9f4d0e-6d1c-4d53-8e0b-2f6a3a1f9b11', name: null },
  google_connected: googleConnected,
  webhook_secret: null,
})

const option = (id: string, label: string, isDefault: boolean): Entry => ({
  id,
  label,
  provider: 'acme',
  is_default: isDefault,
})

const configuration: Entry = {
  models: {
    agent_models: [
      option('managed:agent:acme/one', 'Acme One', true),
      option('managed:agent:acme/two', 'Two', false),
    ],
    bulk_models: [option('managed:bulk:acme/b', 'Acme Bulk', true)],
    bulk_search_models: [],
    defaults: { agent_model: 'managed:agent:acme/one' },
  },
}

const copyOf = (body: Entry): Entry => ({
  destination_spreadsheet_id: body.destination_spreadsheet_id,
  sheet_id: 4242,
  title: 'Copy of Orders',
})

/** A turn with everything in it that a literal reading of the interface allows. */
export const defaultScript: Script = prompt => [
  { atMs: 400, name: 'look', entry: { type: 'tool_call', tool: 'get_sheet_overview', status: 'running' } },
  { atMs: 900, name: 'look', entry: { status: 'completed', completed_at: '2026-11-20T13:00:01.000Z' } },
  { atMs: 1_000, entry: { type: 'thought_bubble', content: 'Hm.', sparkle: true } },
  {
    atMs: 1_200,
    name: 'write',
    entry: {
      type: 'tool_call',
      tool: 'write_range',
      status: 'running',
      range: 'D1:D3',
      sheet_name: 'Orders',
    },
  },
  { atMs: 1_500, usage: { agent_usage: 1_000_000, tool_usage: 0, total_usage: 1_000_000 } },
  { atMs: 2_000, name: 'write', entry: { status: 'completed', cells: 3, wind: 'north' } },
  {
    atMs: 2_200,
    entry: { type: 'tool_call', tool: 'juggle_cells', status: 'error', message: 'Dropped one.' },
  },
  { atMs: 2_600, entry: { type: 'assistant_message', content: `Done: ${prompt}` } },
  {
    atMs: 3_000,
    usage: { agent_usage: 2_000_000, tool_usage: 500_000, total_usage: 2_500_000 },
    end: {},
  },
]
