/** What the planner answers to a request as the SDK puts it, for each kind of model. */
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
} from '@ai-sdk/provider'
import type { ModelCategory } from '../../contract/index.ts'
import { CannotAnswer } from '../models/failures.ts'
import { isForPlan, stepOf, withAllowed } from '../models/planning.ts'
import { bulkValue, SEARCH_NEEDS_A_MODEL } from './bulk.ts'
import { readTurns, todayIn } from './conversation.ts'
import { offeredNames } from './offered.ts'
import { type NextStep, nextStep } from './planner.ts'

type Answer = (options: LanguageModelV4CallOptions) => LanguageModelV4GenerateResult

export const answers: Record<ModelCategory, Answer> = {
  agent: ({ prompt, tools = [] }) => {
    const names = offeredNames(tools)
    const turns = readTurns(withAllowed(prompt))
    const step = stepOf(turns, isForPlan(prompt), asked => nextStep(asked, names, todayIn(prompt)))
    return asResult(step, prompt.length)
  },
  bulk: ({ prompt }) => {
    const filled = bulkValue(rowPrompt(prompt))
    if (filled.state === 'failed') throw new CannotAnswer(filled.message)
    return text(JSON.stringify({ value: filled.value }))
  },
  search: () => {
    throw new CannotAnswer(SEARCH_NEEDS_A_MODEL)
  },
}

function rowPrompt(prompt: LanguageModelV4CallOptions['prompt']): string {
  const last = prompt.findLast(({ role }) => role === 'user')
  return last?.role === 'user'
    ? last.content.map(part => (part.type === 'text' ? part.text : '')).join('')
    : ''
}

/** Ids must be unique in a conversation and the same when a step runs again: its length and place are both. */
function asResult(next: NextStep, length: number): LanguageModelV4GenerateResult {
  if ('text' in next) return text(next.text)
  const calls = next.calls.map(
    ({ tool, args }, index): LanguageModelV4Content => ({
      type: 'tool-call',
      toolCallId: `plan-${length}-${index}`,
      toolName: tool,
      input: JSON.stringify(args),
    }),
  )
  return result(calls, 'tool-calls')
}

const text = (answer: string): LanguageModelV4GenerateResult =>
  result([{ type: 'text', text: answer }], 'stop')

const result = (
  content: LanguageModelV4Content[],
  finish: 'stop' | 'tool-calls',
): LanguageModelV4GenerateResult => ({
  content,
  finishReason: { unified: finish, raw: undefined },
  usage: {
    inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 0, text: 0, reasoning: 0 },
  },
  warnings: [],
})
