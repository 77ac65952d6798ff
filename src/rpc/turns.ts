/**
 * Starting, following and stopping turns. A start is written down before it is sent, so that neither a
 * second click, nor a second window, nor a page that lost the answer can send it twice.
 */
import type { AgentAnswer, PollAnswer, PollRequest, RpcResult, StartTurn } from '../../contract/rpc.ts'
import { type AgentFacts, readAgentFacts } from '../agent.ts'
import { failHere, succeed } from '../result.ts'
import { callService, callServiceAgain, type ServiceAnswer } from '../service-client.ts'
import { readOpenPlace, spreadsheetId } from '../sheet.ts'
import { findConversation, recordEnd, withTurn } from '../state/conversations.ts'
import { readKey } from '../state/key.ts'
import { alone } from '../state/lock.ts'
import { rememberPrompt } from '../state/preferences.ts'
import { changeState, type PendingStart, readDraft, readState, saveDraft } from '../state/spreadsheets.ts'
import { doesOnce } from './abilities.ts'

const AGENTS = '/v1/sheets/agents'
/** An execution that sends a start lives shorter than this: an older note is of one that died. */
const SENDING_SECONDS = 90

export const agentPath = (agentId: string) => `${AGENTS}/${encodeURIComponent(agentId)}`

export function startTurn(request: StartTurn): RpcResult<AgentAnswer> {
  const key = readKey()
  if (key === null) return failHere('NO_KEY')
  const id = spreadsheetId()
  const admitted = alone(
    () => admit(id, request.startId, doesOnce(key)),
    () => 'busy' as const,
  )
  if (admitted === 'busy') return failHere('START_IN_PROGRESS')
  if (admitted === 'unknown') return failHere('START_UNKNOWN')
  if (admitted !== 'send') return readAgent(key, id, admitted.agentId)
  return send(key, id, request)
}

type Admission = 'send' | 'busy' | 'unknown' | { agentId: string }

function admit(id: string, startId: string, isDoneOnce: boolean): Admission {
  const pending = readState(id).start
  if (pending?.phase === 'done' && pending.startId === startId && pending.agentId !== null) {
    return { agentId: pending.agentId }
  }
  if (pending?.phase === 'sending') {
    if (Date.now() - pending.sentAt < SENDING_SECONDS * 1000) return 'busy'
    if (pending.startId === startId && !isDoneOnce) return 'unknown'
    // Sent under its own id: the service does it once, however often it comes.
    if (pending.startId === startId) return 'send'
  }
  noteStart(id, { startId, phase: 'sending', agentId: null, sentAt: Date.now() })
  return 'send'
}

const noteStart = (id: string, start: PendingStart | null) => changeState(id, state => ({ ...state, start }))

function send(key: string, id: string, request: StartTurn): RpcResult<AgentAnswer> {
  const sheetId = SpreadsheetApp.getActiveSheet().getSheetId()
  // Before the request, because the person may write the next prompt while it's on its way.
  saveDraft(id, '')
  const call = doesOnce(key) ? callServiceAgain : callService
  const answer = call(key, {
    method: 'post',
    path: AGENTS,
    headers: { 'Idempotency-Key': request.startId },
    body: {
      prompt: request.prompt,
      ...(request.agentId === null ? { spreadsheet_id: id } : { agent_id: request.agentId }),
      sheet_id: sheetId,
      ...request.models,
      // Only where they are used: a service may know neither.
      ...(request.mode === 'plan' ? { mode: 'plan' } : {}),
      ...(request.attachmentIds?.length ? { attachment_ids: request.attachmentIds } : {}),
    },
  })
  const facts = answer.ok ? readAgentFacts(answer.value.body) : null
  if (!answer.ok || !facts) {
    noteStart(id, null)
    if (readDraft(id) === '') saveDraft(id, request.prompt)
    return answer.ok ? failHere('UNEXPECTED_ANSWER') : answer
  }
  return succeed(recordStart(id, request, answer.value, facts))
}

function recordStart(id: string, request: StartTurn, answer: ServiceAnswer, facts: AgentFacts): AgentAnswer {
  const start: PendingStart = {
    startId: request.startId,
    phase: 'done',
    agentId: facts.id,
    sentAt: Date.now(),
  }
  const record = () => changeState(id, state => ({ ...withTurn(state, facts, request), start }))
  const state = alone(record, record)
  rememberPrompt(request.prompt)
  return toAnswer(answer, findConversation(state, facts.id))
}

const toAnswer = (answer: ServiceAnswer, conversation: AgentAnswer['conversation']): AgentAnswer => ({
  agent: answer.body,
  etag: answer.headers.etag ?? null,
  conversation,
})

function readAgent(key: string, id: string, agentId: string): RpcResult<AgentAnswer> {
  return settle(id, callService(key, { method: 'get', path: agentPath(agentId) }))
}

/** Turns an answer with an agent into what the page gets, and counts the turn's cost when it ended. */
export function settle(id: string, answer: RpcResult<ServiceAnswer>): RpcResult<AgentAnswer> {
  if (!answer.ok) return answer
  const facts = readAgentFacts(answer.value.body)
  if (!facts) return failHere('UNEXPECTED_ANSWER')
  const conversation = facts.isIdle
    ? alone(
        () => recordEnd(id, facts),
        () => findConversation(readState(id), facts.id),
      )
    : findConversation(readState(id), facts.id)
  return succeed(toAnswer(answer.value, conversation))
}

export function pollAgent({ agentId, etag, waitSeconds }: PollRequest): RpcResult<PollAnswer> {
  const key = readKey()
  if (key === null) return failHere('NO_KEY')
  const answer = callService(key, {
    method: 'get',
    path: agentPath(agentId),
    headers: {
      ...(etag === null ? {} : { 'If-None-Match': etag }),
      ...(waitSeconds > 0 ? { Prefer: `wait=${waitSeconds}` } : {}),
    },
  })
  if (!answer.ok) return answer
  const waited = /\bwait\b/i.test(answer.value.headers['preference-applied'] ?? '')
  const place = readOpenPlace()
  if (answer.value.status === 304) return succeed({ changed: false, waited, place })
  const settled = settle(spreadsheetId(), answer)
  return settled.ok ? succeed({ changed: true, waited, place, ...settled.value }) : settled
}

export function stopAgent(agentId: string): RpcResult<AgentAnswer> {
  const key = readKey()
  if (key === null) return failHere('NO_KEY')
  return settle(spreadsheetId(), callService(key, { method: 'post', path: `${agentPath(agentId)}/stop` }))
}

/** The largest page: fewer calls for the same entries. */
const PAGE_ENTRIES = 100

export function readMessages(agentId: string, after: string | null): RpcResult<unknown> {
  const key = readKey()
  if (key === null) return failHere('NO_KEY')
  const cursor = after === null ? '' : `&after=${encodeURIComponent(after)}`
  const answer = callService(key, {
    method: 'get',
    path: `${agentPath(agentId)}/messages?limit=${PAGE_ENTRIES}${cursor}`,
  })
  return answer.ok ? succeed(answer.value.body) : answer
}
