/**
 * One entry of a conversation as the page shows it, parsed once from what the service answered. Any service
 * may answer: unknown statuses, fields and entry types are kept to be shown plainly.
 */

export type ToolState = 'waiting' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'other'

export interface RowCounts {
  processed: number
  errors: number
  /** null until the tool has reported how many there are. */
  total: number | null
}

interface EntryBase {
  key: string
  turnId: string
  /** Milliseconds since 1970; null when the service sent none that can be read. */
  createdAt: number | null
}

export interface UserEntry extends EntryBase {
  type: 'user'
  text: string
}
export interface AssistantEntry extends EntryBase {
  type: 'assistant'
  text: string
}
export interface ToolEntry extends EntryBase {
  type: 'tool'
  tool: string
  state: ToolState
  /** The status in the service's word, shown when `state` is 'other'. */
  statusWord: string
  endedAt: number | null
  rows: RowCounts | null
  /** Everything else the service said about the call: strings, numbers, lists and small objects. */
  fields: Readonly<Record<string, unknown>>
}
export interface UnknownEntry extends EntryBase {
  type: 'unknown'
  name: string
  text: string
}
export type Entry = UserEntry | AssistantEntry | ToolEntry | UnknownEntry

export type Raw = Record<string, unknown>

export const object = (value: unknown): Raw =>
  typeof value === 'object' && value !== null ? (value as Raw) : {}

const toolStates: Record<string, ToolState> = {
  pending: 'waiting',
  running: 'running',
  succeeded: 'succeeded',
  completed: 'succeeded',
  failed: 'failed',
  error: 'failed',
  cancelled: 'cancelled',
}

/** `index` names an entry that came without an id of its own. */
export function parseEntry(value: unknown, index: number): Entry {
  const raw = object(value)
  const turnId = text(raw.turn_id) ?? ''
  const base: EntryBase = {
    key: text(raw.message_id) ?? text(raw.tool_call_id) ?? `${turnId}:${index}`,
    turnId,
    createdAt: instant(raw.created_at),
  }
  switch (raw.type) {
    case 'user_message':
      return { ...base, type: 'user', text: text(raw.content) ?? '' }
    case 'assistant_message':
      return { ...base, type: 'assistant', text: text(raw.content) ?? '' }
    case 'tool_call':
      return parseToolCall(base, raw)
    default:
      return { ...base, type: 'unknown', name: text(raw.type) ?? '?', text: anyText(raw) }
  }
}

function parseToolCall(base: EntryBase, raw: Raw): ToolEntry {
  const { type, turn_id, tool_call_id, tool, status, created_at, completed_at, rows, ...fields } = raw
  const statusWord = text(status) ?? ''
  return {
    ...base,
    type: 'tool',
    tool: text(tool) ?? '?',
    state: toolStates[statusWord] ?? 'other',
    statusWord,
    endedAt: instant(completed_at),
    rows: parseRows(rows),
    fields,
  }
}

function parseRows(value: unknown): RowCounts | null {
  if (typeof value !== 'object' || value === null) return null
  const { processed, errors, total } = value as Raw
  return { processed: number(processed) ?? 0, errors: number(errors) ?? 0, total: number(total) }
}

/** Shown for an entry type that this version doesn't know. */
function anyText(raw: Raw): string {
  return text(raw.content) ?? text(raw.message) ?? text(raw.text) ?? ''
}

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
export const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

function instant(value: unknown): number | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(ms) ? ms : null
}

export const isOver = (entry: ToolEntry): boolean =>
  entry.state === 'succeeded' || entry.state === 'failed' || entry.state === 'cancelled'
