/**
 * A change that failed stops the changes planned behind it in the same step: they may rely on it. What only
 * looks is still made. Decided from what the step has written, so an execution after a crash decides alike.
 */
import type { ToolResultPart } from 'ai'
import { changesNothing, type Tool } from '../../tools/tool.ts'
import type { PlannedCall } from '../record/decision.ts'
import type { StoredStep } from '../record/step-store.ts'

const NOT_MADE = 'Not made: '

/** Why `call` is not to be made; null where it is. */
export function whyNotMade(
  tools: readonly Tool[],
  { decision, results }: Pick<StoredStep, 'decision' | 'results'>,
  call: PlannedCall,
): string | null {
  if (decision.next !== 'tools' || onlyLooks(tools, call)) return null
  const failed = decision.calls.find(
    earlier =>
      earlier.index < call.index &&
      !onlyLooks(tools, earlier) &&
      results.some(result => result.toolCallId === earlier.modelCallId && hasFailed(result)),
  )
  return failed === undefined
    ? null
    : `${NOT_MADE}${failed.tool} failed before it in the same step, and this call may rely on it. Nothing was changed by it. Call again what still holds.`
}

/** Of a call that cannot be read, what its tool does with any arguments counts. */
function onlyLooks(tools: readonly Tool[], { tool: name, args }: PlannedCall): boolean {
  const tool = tools.find(candidate => candidate.name === name)
  if (!tool) return false
  const parsed = tool.args.safeParse(args)
  return parsed.success ? changesNothing(tool, parsed.data) : tool.reads === true
}

const hasFailed = ({ output }: ToolResultPart): boolean => output.type.startsWith('error')

/** Answered with an error because it was left out: nothing that was tried and did not work. */
export const wasLeftOut = ({ output }: ToolResultPart): boolean =>
  output.type === 'error-text' && output.value.startsWith(NOT_MADE)
