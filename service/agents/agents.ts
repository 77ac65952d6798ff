/** Agents as the HTTP layer uses them: start, read, page, stop, wait. Answers are ready JSON text. */
import type {
  Permission,
  PermissionDecision,
  RequestErrorCode,
  StartAgentRequest,
  TurnAttachment,
} from '../../contract/index.ts'
import type { Look } from '../store/look.ts'
import type { Caller } from '../turns/ports.ts'
import type { Claimed } from './idempotent.ts'

/** A request that was turned down; `message` names the field and the remedy. */
export interface Refusal {
  state: 'refused'
  code: RequestErrorCode
  message: string
}

/** An Agent of the contract as JSON text. `version` rises with every change a client can see. */
export interface AgentView {
  state: 'ok'
  id: string
  /** In UTF-8: kept as bytes, so that an answer is not encoded again for each reader. */
  json: Uint8Array<ArrayBuffer>
  version: number
  active: boolean
}

export interface MessagesView {
  state: 'ok'
  json: string
}

export interface Agents {
  /**
   * `request` has passed the contract's schema; everything else about it is decided here. Throws only
   * what is unexpected.
   */
  start(caller: Caller, request: StartAgentRequest, claimed?: Claimed | null): Promise<AgentView | Refusal>
  get(
    userId: string,
    agentId: string,
    options?: { includeIntermediateToolFailures?: boolean },
    /** What `lookAt` answered when the request came. */
    look?: Look,
  ): Promise<AgentView | Refusal>
  /** Goes along with the check of the key; undefined where it would spare nothing. */
  lookAt?(agentId: string): Look | undefined
  messages(
    userId: string,
    agentId: string,
    page: { limit: number; after: string | null },
  ): Promise<MessagesView | Refusal>
  /** What the agent has asked the person for, newest first. */
  permissions(userId: string, agentId: string): Promise<{ state: 'ok'; permissions: Permission[] } | Refusal>
  /** Files that came with its prompts, newest first. */
  attachments(
    userId: string,
    agentId: string,
  ): Promise<{ state: 'ok'; attachments: TurnAttachment[] } | Refusal>
  /** The person's answer. `allow` starts the turn that makes the call; `json` is a DecidedPermission. */
  decide(
    caller: Caller,
    ids: { agentId: string; permissionId: string },
    decision: PermissionDecision,
  ): Promise<{ state: 'ok'; json: string } | Refusal>
  /** Deletes an idle agent with all that was said and recorded; what it cost stays on record. */
  erase(caller: Caller, agentId: string): Promise<{ state: 'erased' } | Refusal>
  stop(userId: string, agentId: string): Promise<AgentView | Refusal>
  /** Resolves when the agent's version is above `sinceVersion`, at the latest after `timeoutMs`. */
  waitForChange(agentId: string, sinceVersion: number, timeoutMs: number, signal: AbortSignal): Promise<void>
}
