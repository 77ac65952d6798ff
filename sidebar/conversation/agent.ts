/** An agent as the page sees it, parsed once from what the service answered. */
import { type Entry, list, number, parseEntry, text } from './entries.ts'

export interface Usage {
  agentNano: number
  toolNano: number
  totalNano: number
}

export interface AgentView {
  id: string
  /** An unknown status counts as active: it may still change, and polling it is harmless. */
  isActive: boolean
  statusWord: string
  turns: number
  /** Of the latest turn: final when idle, running subtotal when active. */
  usage: Usage | null
  models: { agent: string; bulk: string; search: string } | null
  error: { code: string | null; message: string } | null
  entries: Entry[]
}

export function parseAgent(value: unknown): AgentView | null {
  if (typeof value !== 'object' || value === null) return null
  const raw = value as Record<string, unknown>
  const id = text(raw.id)
  if (id === null) return null
  const statusWord = text(raw.status) ?? ''
  const isActive = statusWord !== 'idle'
  const message = text(raw.error_message)
  const code = text(raw.error_code)
  return {
    id,
    isActive,
    statusWord,
    turns: number(raw.number_of_turns) ?? 1,
    usage: parseUsage(isActive ? (raw.usage_so_far ?? raw.usage) : raw.usage),
    models: parseModels(raw.models),
    error: message === null && code === null ? null : { code, message: message ?? '' },
    entries: list(raw.messages).map(parseEntry),
  }
}

function parseUsage(value: unknown): Usage | null {
  if (typeof value !== 'object' || value === null) return null
  const raw = value as Record<string, unknown>
  const agentNano = number(raw.agent_usage) ?? 0
  const toolNano = number(raw.tool_usage) ?? 0
  return { agentNano, toolNano, totalNano: number(raw.total_usage) ?? agentNano + toolNano }
}

function parseModels(value: unknown): AgentView['models'] {
  if (typeof value !== 'object' || value === null) return null
  const raw = value as Record<string, unknown>
  const agent = text(raw.agent_model)
  if (agent === null) return null
  return { agent, bulk: text(raw.bulk_model) ?? '', search: text(raw.bulk_search_model) ?? '' }
}

export interface MessagesPage {
  entries: Entry[]
  endCursor: string | null
  hasNextPage: boolean
  total: number | null
}

export function parseMessagesPage(value: unknown, offset: number): MessagesPage | null {
  if (typeof value !== 'object' || value === null) return null
  const raw = value as Record<string, unknown>
  if (!Array.isArray(raw.messages)) return null
  return {
    entries: raw.messages.map((entry, index) => parseEntry(entry, offset + index)),
    endCursor: text(raw.end_cursor),
    hasNextPage: raw.has_next_page === true,
    total: number(raw.total),
  }
}
