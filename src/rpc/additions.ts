/**
 * What a service may offer beyond the interface that every service keeps: what a turn changed, taking it back,
 * permissions, files. Where it doesn't, the page is told so once and shows nothing of it.
 */
import type { ChangesRequest, Decision, PickedFile, RpcResult, UndoChoice } from '../../contract/rpc.ts'
import { readAgentFacts } from '../agent.ts'
import { failHere, succeed } from '../result.ts'
import { callService, isNotOffered, type ServiceRequest } from '../service-client.ts'
import { spreadsheetId } from '../sheet.ts'
import { withTurn } from '../state/conversations.ts'
import { readKey } from '../state/key.ts'
import { alone } from '../state/lock.ts'
import { changeState } from '../state/spreadsheets.ts'
import { agentPath, settle } from './turns.ts'

const encode = encodeURIComponent

/** The body of the answer, as the service wrote it. */
function ask(request: ServiceRequest): RpcResult<unknown> {
  const key = readKey()
  if (key === null) return failHere('NO_KEY')
  const answer = callService(key, request)
  return answer.ok ? succeed(answer.value.body) : answer
}

/** The same for what a service may not have: then it is told in one word, whatever the service said. */
function askWhereOffered(request: ServiceRequest): RpcResult<unknown> {
  const answer = ask(request)
  return !answer.ok && isNotOffered(answer.error) ? failHere('NOT_OFFERED') : answer
}

export function readChanges({ agentId, turnId, after, cells, limit }: ChangesRequest): RpcResult<unknown> {
  const cursor = after === null ? '' : `&after=${encode(after)}`
  const query = `limit=${limit}&cells=${cells}${cursor}`
  return askWhereOffered({
    method: 'get',
    path: `${agentPath(agentId)}/turns/${encode(turnId)}/changes?${query}`,
  })
}

export function undoTurn(agentId: string, turnId: string, choice: UndoChoice): RpcResult<unknown> {
  const body = {
    ...(choice.toolCallIds?.length ? { tool_call_ids: choice.toolCallIds } : {}),
    ...(choice.ranges?.length ? { ranges: choice.ranges } : {}),
  }
  return ask({ method: 'post', path: `${agentPath(agentId)}/turns/${encode(turnId)}/undo`, body })
}

export const redo = (agentId: string, undoId: string): RpcResult<unknown> =>
  ask({ method: 'post', path: `${agentPath(agentId)}/undos/${encode(undoId)}/redo` })

export const readUndo = (agentId: string, undoId: string, waitSeconds: number): RpcResult<unknown> =>
  ask({
    method: 'get',
    path: `${agentPath(agentId)}/undos/${encode(undoId)}`,
    ...(waitSeconds > 0 ? { headers: { Prefer: `wait=${waitSeconds}` } } : {}),
  })

export const readPermissions = (agentId: string): RpcResult<unknown> =>
  askWhereOffered({ method: 'get', path: `${agentPath(agentId)}/permissions` })

export function decidePermission(
  agentId: string,
  permissionId: string,
  isAllowed: boolean,
): RpcResult<Decision> {
  const key = readKey()
  if (key === null) return failHere('NO_KEY')
  const answer = callService(key, {
    method: 'post',
    path: `${agentPath(agentId)}/permissions/${encode(permissionId)}`,
    body: { decision: isAllowed ? 'allow' : 'deny' },
  })
  if (!answer.ok) return answer
  const { permission, agent } = (answer.value.body ?? {}) as Record<string, unknown>
  const facts = readAgentFacts(agent)
  const id = spreadsheetId()
  if (facts && !facts.isIdle) {
    // The turn that the permission has started counts like one that a prompt has.
    const record = () => changeState(id, state => withTurn(state, facts, { prompt: '' }))
    alone(record, record)
  }
  // Its validator is of another address: the page looks anew.
  const settled = settle(id, succeed({ ...answer.value, body: agent, headers: {} }))
  return settled.ok ? succeed({ permission, answer: settled.value }) : settled
}

export const readFiles = (agentId: string): RpcResult<unknown> =>
  askWhereOffered({ method: 'get', path: `${agentPath(agentId)}/attachments` })

export function attachFile({ name, mediaType, base64 }: PickedFile): RpcResult<unknown> {
  const bytes = Utilities.base64Decode(base64)
  return ask({
    method: 'post',
    path: `/v1/sheets/attachments?name=${encode(name)}`,
    file: { mediaType: mediaType || 'application/octet-stream', bytes },
  })
}
