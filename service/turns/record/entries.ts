/** Entries of the conversation as a client gets them, and as rows to write. */
import type {
  AssistantMessageEntry,
  MessageEntry,
  ToolCallEntry,
  ToolCallFields,
  ToolCallStatus,
  UserMessageEntry,
} from '../../../contract/index.ts'

/** Text that the database can hold and cast to JSON: models and cells can contain what it cannot. */
export const storable = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** The same for every string in a value of plain JSON. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? storable(part) : part))
}

/** One row of `entries`, but for the position that the database gives it. */
export interface EntryRow {
  id: string
  type: MessageEntry['type']
  status: ToolCallStatus | null
  body: string
}

const TERMINAL: readonly ToolCallStatus[] = ['succeeded', 'failed', 'cancelled']

export function userMessage(entry: { turnId: string; id: string; at: Date; content: string }): EntryRow {
  return message('user_message', entry)
}

export function assistantMessage(entry: { turnId: string; id: string; at: Date; content: string }): EntryRow {
  return message('assistant_message', entry)
}

function message(
  type: 'user_message' | 'assistant_message',
  { turnId, id, at, content }: { turnId: string; id: string; at: Date; content: string },
): EntryRow {
  const body: UserMessageEntry | AssistantMessageEntry = {
    type,
    turn_id: turnId,
    message_id: id,
    created_at: at.toISOString(),
    content,
  }
  return { id, type, status: null, body: storableJson(body) }
}

export interface ToolCallState {
  id: string
  turnId: string
  tool: string
  createdAt: Date
  status: ToolCallStatus
  fields: ToolCallFields
  /** When a terminal status was reached. */
  completedAt?: Date
  /** Of failed calls only. */
  message?: string
}

export function toolCall(call: ToolCallState): EntryRow {
  const terminal = TERMINAL.includes(call.status)
  const body: ToolCallEntry = {
    type: 'tool_call',
    turn_id: call.turnId,
    tool_call_id: call.id,
    tool: call.tool,
    status: call.status,
    created_at: call.createdAt.toISOString(),
    completed_at: terminal ? (call.completedAt ?? call.createdAt).toISOString() : null,
    ...call.fields,
    ...(call.status === 'failed' ? { message: call.message ?? 'The call failed.' } : {}),
  }
  return { id: call.id, type: 'tool_call', status: call.status, body: storableJson(body) }
}
