/** What the page shows at once when it opens, and what it keeps for the next time. */
import type { Boot, ConversationSummary, Intent, ModelChoice, RpcResult } from '../../contract/rpc.ts'
import { failHere, succeed } from '../result.ts'
import { callService, isNotOffered } from '../service-client.ts'
import { readSheetContext, spreadsheetId } from '../sheet.ts'
import { readAccount, readKey } from '../state/key.ts'
import { alone } from '../state/lock.ts'
import * as preferences from '../state/preferences.ts'
import * as spreadsheets from '../state/spreadsheets.ts'
import { pageTexts, userLocale } from '../texts.ts'
import { agentPath } from './turns.ts'

/** Asks no service, so that the sidebar stands before the network answers. */
export function boot(): RpcResult<Boot> {
  const id = spreadsheetId()
  const context = readSheetContext()
  const state = spreadsheets.readState(id)
  const locale = userLocale()
  return succeed({
    locale,
    texts: pageTexts(locale),
    serviceUrl: SERVICE_URL,
    hasKey: readKey() !== null,
    account: readAccount(),
    context: context.ok ? context.value : null,
    agentId: state.agentId,
    conversations: state.conversations,
    draft: spreadsheets.readDraft(id),
    history: preferences.readHistory(),
    savedPrompts: preferences.readSavedPrompts(),
    defaultModels: preferences.readDefaultModels(),
    intent: spreadsheets.takeIntent<Intent>(id),
  })
}

export function saveDraft(text: string): RpcResult<null> {
  spreadsheets.saveDraft(spreadsheetId(), String(text))
  return succeed(null)
}

export function savePrompts(prompts: string[]): RpcResult<null> {
  return preferences.saveSavedPrompts(prompts) ? succeed(null) : failHere('TOO_MUCH_TO_SAVE')
}

export function saveDefaultModels(models: ModelChoice): RpcResult<null> {
  preferences.saveDefaultModels(models)
  return succeed(null)
}

export function chooseConversation(agentId: string | null): RpcResult<null> {
  const choose = () => spreadsheets.changeState(spreadsheetId(), state => ({ ...state, agentId }))
  alone(choose, choose)
  return succeed(null)
}

/** A service without this endpoint keeps the conversation: it only leaves the list then, and the page says so. */
export function deleteConversation(
  agentId: string,
): RpcResult<{ isErased: boolean; conversations: ConversationSummary[] }> {
  const key = readKey()
  if (key === null) return failHere('NO_KEY')
  const answer = callService(key, { method: 'delete', path: agentPath(agentId) })
  const isGone = answer.ok || answer.error.code === 'AGENT_NOT_FOUND'
  if (!isGone && !isNotOffered(answer.error)) return answer
  const forgotten = forgetConversation(agentId)
  return forgotten.ok ? succeed({ isErased: isGone, conversations: forgotten.value }) : forgotten
}

export function forgetConversation(agentId: string): RpcResult<ConversationSummary[]> {
  const forget = () =>
    spreadsheets.changeState(spreadsheetId(), state => ({
      ...state,
      agentId: state.agentId === agentId ? null : state.agentId,
      conversations: state.conversations.filter(other => other.agentId !== agentId),
    }))
  return succeed(alone(forget, forget).conversations)
}

const MODELS_CACHE_SECONDS = 15 * 60

/** Models change rarely; a cached list makes the pickers open at once. */
export function readModels(fresh: boolean): RpcResult<unknown> {
  const key = readKey()
  if (key === null) return failHere('NO_KEY')
  const cache = CacheService.getUserCache()
  const cacheKey = `models:${key.slice(-8)}`
  const cached = fresh ? null : cache.get(cacheKey)
  if (cached !== null) return succeed(JSON.parse(cached) as unknown)
  const answer = callService(key, { method: 'get', path: '/v1/sheets/agents/configuration' })
  if (!answer.ok) return answer
  const text = JSON.stringify(answer.value.body)
  // The cache takes 100 KB; a longer list is read anew each time.
  if (text.length < 90_000) cache.put(cacheKey, text, MODELS_CACHE_SECONDS)
  return succeed(answer.value.body)
}
