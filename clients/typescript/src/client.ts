/** A client of the Rowhand service: every endpoint, waiting for a turn, and its entries as they come. */
import { RowhandError } from './errors.ts'
import { createTransport, type TransportOptions } from './transport.ts'
import type {
  Agent,
  AgentMessagesPage,
  ChangesPage,
  ConfigurationResponse,
  CopyTabRequest,
  CopyTabResponse,
  DecidedPermission,
  MessageEntry,
  PermissionDecision,
  PermissionsResponse,
  StartAgentRequest,
  Undo,
  UndoRequest,
  VerifyApiKeyResponse,
  VersionResponse,
} from './types.gen.ts'

export interface WaitOptions {
  signal?: AbortSignal
  /** Called with each state of the agent that is news, the last one too. */
  onChange?: (agent: Agent) => void
}

const AGENTS = '/v1/sheets/agents'
const HOLD_SECONDS = 20

const ASKS = 'Needs your permission: '

export type Rowhand = ReturnType<typeof createClient>

export function createClient(options: TransportOptions) {
  const send = createTransport(options)
  const newKey = () => crypto.randomUUID()

  /** Without an answer nobody knows whether it was done: the same key finds out by asking again. */
  const create = async <T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> => {
    const headers = { 'idempotency-key': newKey() }
    const { body: made } = await send(path, { method: 'POST', body, headers, repeatable: true, signal })
    return made as T
  }
  const read = async <T>(path: string, query?: Record<string, string | number | boolean | undefined>) =>
    (await send(path, query ? { query } : {})).body as T

  /** Resolves when the agent is idle, with its latest turn; one request at a time, answered when there is news. */
  async function wait(agentId: string, { signal, onChange }: WaitOptions = {}): Promise<Agent> {
    let agent: Agent | undefined
    let etag: string | null = null
    for (;;) {
      const headers: Record<string, string> = { prefer: `wait=${HOLD_SECONDS}` }
      if (etag) headers['if-none-match'] = etag
      const answer = await send(`${AGENTS}/${agentId}`, { headers, signal })
      if (answer.status !== 304) {
        agent = answer.body as Agent
        etag = answer.headers.get('etag')
        onChange?.(agent)
      }
      if (agent?.status === 'idle') return agent
    }
  }

  async function waitForUndo(agentId: string, undo: Undo, signal?: AbortSignal): Promise<Undo> {
    let latest = undo
    while (latest.status === 'running') {
      const headers = { prefer: `wait=${HOLD_SECONDS}` }
      latest = (await send(`${AGENTS}/${agentId}/undos/${undo.id}`, { headers, signal })).body as Undo
    }
    return latest
  }

  const decide = async (agentId: string, permissionId: string, decision: PermissionDecision['decision']) =>
    (await send(`${AGENTS}/${agentId}/permissions/${permissionId}`, { method: 'POST', body: { decision } }))
      .body as DecidedPermission

  /** All entries of a conversation, oldest first, a page at a time. */
  async function* messages(agentId: string): AsyncGenerator<MessageEntry> {
    let after: string | undefined
    for (;;) {
      const page = await read<AgentMessagesPage>(`${AGENTS}/${agentId}/messages`, { limit: 100, after })
      yield* page.messages
      if (!page.has_next_page || page.end_cursor === null) return
      after = page.end_cursor
    }
  }

  return {
    /** Starts an agent, or a follow-up turn of `agent_id`. The answer comes at once; `wait` for the end. */
    start: (request: StartAgentRequest, signal?: AbortSignal) => create<Agent>(AGENTS, request, signal),
    /** Starts and waits. A turn that failed is an answer too: look at `error_code`. */
    async ask(request: StartAgentRequest, waiting: WaitOptions = {}): Promise<Agent> {
      const agent = await create<Agent>(AGENTS, request, waiting.signal)
      waiting.onChange?.(agent)
      return wait(agent.id, waiting)
    },
    wait,
    get: (agentId: string) => read<Agent>(`${AGENTS}/${agentId}`),
    messages,
    /** What was changed before stays. */
    stop: async (agentId: string) =>
      (await send(`${AGENTS}/${agentId}/stop`, { method: 'POST', repeatable: true })).body as Agent,
    delete: async (agentId: string): Promise<void> => {
      await send(`${AGENTS}/${agentId}`, { method: 'DELETE' })
    },
    changes: (
      agentId: string,
      turnId: string,
      page: { limit?: number; after?: string; cells?: boolean } = {},
    ) => read<ChangesPage>(`${AGENTS}/${agentId}/turns/${turnId}/changes`, page),
    /** Takes back what a turn changed, but for what people changed since; waits until that is done. */
    async undo(agentId: string, turnId: string, what: UndoRequest = {}, signal?: AbortSignal): Promise<Undo> {
      const undo = await create<Undo>(`${AGENTS}/${agentId}/turns/${turnId}/undo`, what, signal)
      return waitForUndo(agentId, undo, signal)
    },
    async redo(agentId: string, undoId: string, signal?: AbortSignal): Promise<Undo> {
      const redo = await create<Undo>(`${AGENTS}/${agentId}/undos/${undoId}/redo`, {}, signal)
      return waitForUndo(agentId, redo, signal)
    },
    /** What the agent asked before doing it, newest first; `open` ones wait for an answer. */
    permissions: async (agentId: string) =>
      (await read<PermissionsResponse>(`${AGENTS}/${agentId}/permissions`)).permissions,
    /** Lets exactly that call be made, once, and waits for the turn that makes it. For a person to decide. */
    async allow(agentId: string, permissionId: string, waiting: WaitOptions = {}): Promise<Agent> {
      await decide(agentId, permissionId, 'allow')
      return wait(agentId, waiting)
    },
    deny: async (agentId: string, permissionId: string) =>
      (await decide(agentId, permissionId, 'deny')).permission,
    copyTab: (spreadsheetId: string, request: CopyTabRequest) =>
      create<CopyTabResponse>(`/v1/sheets/spreadsheets/${spreadsheetId}/tabs/copy`, request),
    models: () => read<ConfigurationResponse>(`${AGENTS}/configuration`),
    verify: () => read<VerifyApiKeyResponse>('/v1/auth/verify'),
    version: () => read<VersionResponse>('/version'),
  }
}

/** The turn that the agent's latest entries belong to. Throws where it has none. */
export function latestTurn(agent: Agent): string {
  const entry = agent.messages.at(-1)
  if (entry) return entry.turn_id
  throw new RowhandError({ status: 0, code: 'NO_TURN', message: 'This agent has no turn yet.' })
}

/** The agent's last words; null where its latest turn ended without any. */
export function answerOf(agent: Agent): string | null {
  const said = agent.messages.findLast(entry => entry.type === 'assistant_message')
  return said?.type === 'assistant_message' ? said.content : null
}

/** What the latest turn asked before doing it, in the words it was asked with; null where it asked nothing. */
export function questionOf(agent: Agent): string | null {
  const entry = agent.messages.findLast(one => one.type === 'tool_call' && one.message?.startsWith(ASKS))
  return entry?.type === 'tool_call' ? entry.message!.slice(ASKS.length) : null
}
