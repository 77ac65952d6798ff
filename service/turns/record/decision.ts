/** What follows a model step, and how turns end. Plain JSON: it is written down and read again. */
import type { TurnErrorCode, TurnOutcome } from '../../../contract/index.ts'

/** One tool call that a model step asked for. */
export interface PlannedCall {
  /** Of the entry. */
  id: string
  index: number
  /** The model's own id of the call, which its result answers to. */
  modelCallId: string
  tool: string
  /** The name under which the model called it, where it isn't the tool's own. */
  calledAs?: string
  args: unknown
  /** Why the call cannot be made. Its entry has failed already. */
  refusal?: string
  createdAt: string
}

export interface TurnEnd {
  status: Exclude<TurnOutcome, 'cancelled'>
  code: TurnErrorCode | null
  message: string | null
  params: Record<string, unknown> | null
  /** Added to the conversation as the agent's last words; a failed turn has none. */
  lastWords?: string
}

export type Decision = { next: 'tools'; calls: PlannedCall[] } | { next: 'end'; end: TurnEnd }

export const succeeded: TurnEnd = { status: 'succeeded', code: null, message: null, params: null }

export function failed(
  code: TurnErrorCode,
  message: string,
  params: Record<string, unknown> | null = null,
): TurnEnd {
  return { status: 'failed', code, message, params }
}
