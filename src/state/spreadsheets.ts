/**
 * What is remembered for each spreadsheet: its conversations, the start on its way, the draft. User
 * properties span all spreadsheets, so everything is keyed by spreadsheet id, and the spreadsheets that
 * were not used for longest are forgotten first.
 */
import type { ConversationSummary } from '../../contract/rpc.ts'
import { fitText, readJson, userProperties, writeJson } from './properties.ts'

export interface PendingStart {
  startId: string
  phase: 'sending' | 'done'
  agentId: string | null
  /** Milliseconds since 1970. */
  sentAt: number
}

export interface SpreadsheetState {
  agentId: string | null
  /** Newest first. */
  conversations: ConversationSummary[]
  start: PendingStart | null
}

const MAX_SPREADSHEETS = 40
const MAX_CONVERSATIONS = 25
const INDEX = 'ROWHAND_SPREADSHEETS'
const stateKey = (id: string) => `sheet:${id}`
/** Apart from the rest, because a draft is saved while a start may be on its way. */
const draftKey = (id: string) => `draft:${id}`
const intentKey = (id: string) => `intent:${id}`

export const readState = (id: string): SpreadsheetState => {
  const empty: SpreadsheetState = { agentId: null, conversations: [], start: null }
  return { ...empty, ...readJson<Partial<SpreadsheetState>>(stateKey(id), {}) }
}

export function saveState(id: string, state: SpreadsheetState): void {
  let conversations = state.conversations.slice(0, MAX_CONVERSATIONS)
  while (!writeJson(stateKey(id), { ...state, conversations }) && conversations.length > 1) {
    conversations = conversations.slice(0, -1)
  }
  touch(id)
}

export function changeState(
  id: string,
  change: (state: SpreadsheetState) => SpreadsheetState,
): SpreadsheetState {
  const state = change(readState(id))
  saveState(id, state)
  return state
}

export const readDraft = (id: string): string => readJson(draftKey(id), '')

export function saveDraft(id: string, text: string): void {
  if (text === '') userProperties().deleteProperty(draftKey(id))
  else {
    writeJson(draftKey(id), fitText(text))
    touch(id)
  }
}

/** Left by a menu action for the sidebar, which takes it once. */
export function leaveIntent(id: string, intent: unknown): void {
  writeJson(intentKey(id), intent)
  touch(id)
}

export function takeIntent<T>(id: string): T | null {
  const intent = readJson<T | null>(intentKey(id), null)
  if (intent !== null) userProperties().deleteProperty(intentKey(id))
  return intent
}

/** Moves the spreadsheet to the end of the index and forgets those at its front. */
function touch(id: string): void {
  const index = readJson<string[]>(INDEX, [])
  if (index[index.length - 1] === id) return
  const next = [...index.filter(other => other !== id), id]
  const kept = next.slice(-MAX_SPREADSHEETS)
  for (const evicted of next.slice(0, next.length - kept.length)) forgetSpreadsheet(evicted)
  writeJson(INDEX, kept)
}

function forgetSpreadsheet(id: string): void {
  for (const key of [stateKey(id), draftKey(id), intentKey(id)]) userProperties().deleteProperty(key)
}

/** Everything that belongs to an account: what stays would point at another account's conversations. */
export function forgetAllConversations(): void {
  for (const id of readJson<string[]>(INDEX, [])) userProperties().deleteProperty(stateKey(id))
}
