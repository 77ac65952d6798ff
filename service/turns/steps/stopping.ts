/** The rules that stop a turn before its natural end: too many steps, too long, the same call again. */
import type { TurnEnd } from '../record/decision.ts'
import type { StoredStep } from '../record/step-store.ts'
import { wasLeftOut } from './not-made.ts'

export interface StoppingLimits {
  steps: number
  turnMinutes: number
}

/** Identical calls in a row, or identical calls that failed, after which a turn is going nowhere. */
export const MAX_REPEATS = 3

const GO_ON = 'Everything done so far stays in the sheet. Send a follow-up such as "go on" to continue.'

const limitReached = (
  code: 'STEP_LIMIT_REACHED' | 'TIME_LIMIT_REACHED',
  limit: { params: Record<string, number>; allowed: string; gone: string },
): TurnEnd => ({
  status: 'interrupted',
  code,
  message: `The turn was stopped after ${limit.allowed}. ${GO_ON}`,
  params: limit.params,
  lastWords: `I stopped before I was done: a turn may take ${limit.allowed}, and ${limit.gone}. ${GO_ON}`,
})

export const stepLimitReached = ({ steps }: StoppingLimits): TurnEnd =>
  limitReached('STEP_LIMIT_REACHED', {
    params: { steps },
    allowed: `${steps} steps`,
    gone: 'I have used them',
  })

export const timeLimitReached = ({ turnMinutes: minutes }: StoppingLimits): TurnEnd =>
  limitReached('TIME_LIMIT_REACHED', {
    params: { minutes },
    allowed: `${minutes} minutes`,
    gone: 'they are over',
  })

export function spendingLimitReached(why: { message: string; params: Record<string, unknown> }): TurnEnd {
  return {
    status: 'interrupted',
    code: 'SPENDING_LIMIT_REACHED',
    message: why.message,
    params: why.params,
    lastWords: `I stopped before I was done: ${lowerFirst(why.message)} Everything done so far stays in the sheet.`,
  }
}

function repeatedCalls(tool: string): TurnEnd {
  return {
    status: 'interrupted',
    code: 'STEP_LIMIT_REACHED',
    message: `The turn was stopped because the agent made the same ${tool} call ${MAX_REPEATS} times. Nothing more was changed. Say what you want in other words, or in smaller parts.`,
    params: { repeated_calls: MAX_REPEATS, tool },
    lastWords: `I stopped because I was going in circles: I made the same ${tool} call ${MAX_REPEATS} times. Everything done so far stays in the sheet. Tell me what you want in other words, or in smaller parts.`,
  }
}

const lowerFirst = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1)

/** A call as far as sameness goes: properties in any order are the same arguments. */
export function callSignature(tool: string, args: unknown): string {
  return `${tool} ${JSON.stringify(args, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )}`
}

export interface PastCall {
  tool: string
  signature: string
  failed: boolean
}

/** Whether `asked`, the calls of a new step, repeat what the turn has tried often enough. */
export function goesInCircles(
  past: readonly PastCall[],
  asked: readonly { tool: string; signature: string }[],
): TurnEnd | null {
  const inARow = [...past, ...asked].slice(-MAX_REPEATS)
  const first = inARow[0]
  if (first && inARow.length === MAX_REPEATS && inARow.every(call => call.signature === first.signature)) {
    return repeatedCalls(first.tool)
  }
  for (const { tool, signature } of asked) {
    const failures = past.filter(call => call.failed && call.signature === signature).length
    if (failures >= MAX_REPEATS - 1) return repeatedCalls(tool)
  }
  return null
}

/** The calls of a turn's steps so far, and which of them failed. */
export function pastCalls(steps: readonly StoredStep[]): PastCall[] {
  return steps.flatMap(({ decision, results }) => {
    if (decision.next !== 'tools') return []
    const failed = new Set(
      results
        .filter(part => part.output.type.startsWith('error') && !wasLeftOut(part))
        .map(part => part.toolCallId),
    )
    return decision.calls.map(call => ({
      tool: call.tool,
      signature: callSignature(call.tool, call.args),
      failed: failed.has(call.modelCallId),
    }))
  })
}
