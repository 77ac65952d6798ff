/**
 * A second service: it keeps the interface literally and nothing more. No long polling, no ETag, tool calls
 * that end in `completed` and `error`, fields and entry types that nobody has heard of. A turn is a script of
 * what happens when; time is the caller's. Faults come on demand.
 */
import {
  configuration,
  copyOf,
  type Entry,
  failure,
  ok,
  type PlainReply,
  pageOf,
  verified,
} from './answers.ts'
import { defaultScript, type Script, type Step } from './script.ts'

export interface PlainRequest {
  method: string
  /** With its query. */
  path: string
  /** Names in lower case. */
  headers: Record<string, string>
  body: string
}
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
    if (path === '/v1/auth/verify') return ok(verified(service.googleConnected))
    if (path === '/v1/sheets/agents/configuration') return ok(configuration)
    if (path === '/v1/sheets/agents') return start(request)
    const copy = /^\/v1\/sheets\/spreadsheets\/([^/]+)\/tabs\/copy$/.exec(path)
    if (copy) return ok(copyOf(JSON.parse(request.body) as Entry))
    const found = /^\/v1\/sheets\/agents\/([^/]+)(\/messages|\/stop)?$/.exec(path)
    const agent = agents.get(found?.[1] ?? '')
    if (!agent) return failure(404, 'NOPE', 'No such agent.')
    advance(agent)
    if (found?.[2] === '/messages') return ok(pageOf(entriesOf(agent), new URLSearchParams(query)))
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

const entriesOf = (agent: Agent): Entry[] => agent.turns.flatMap(turn => turn.entries)

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
