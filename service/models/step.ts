/** One step of an agent: instructions, conversation and tools in, text and calls out. Runs no tool. */
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ModelMessage } from 'ai'
import { askUntilUsable, callSettings } from './asking.ts'
import { markedInstructions, markLastMessage, markLastTool, marksCache } from './caching.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { declareTools, readCalls } from './declarations.ts'
import { inWords, ModelCallError, toModelCallError } from './failures.ts'
import { tokenUsage } from './price.ts'
import type { ModelRequest, ModelStep, ModelToolCall, TokenUsage } from './types.ts'

interface Answer {
  text: string
  calls: ModelToolCall[]
  messages: ModelMessage[]
  usage: TokenUsage
  finish: string
  rawFinish: string | undefined
}

export async function runStep(
  model: LanguageModelV4,
  entry: CatalogueEntry,
  request: ModelRequest,
): Promise<ModelStep> {
  const asked = await askUntilUsable(
    { entry, signal: request.signal },
    () => ask(model, entry, request),
    answer => {
      const reason = whyUnusable(answer)
      return reason ? new ModelCallError(reason) : said(answer)
    },
  )
  const { usage, costNanoDollars } = asked
  if (asked.state === 'ok') return { state: 'ok', ...asked.value, usage, costNanoDollars }
  const words = inWords(toModelCallError(asked.cause, new Date(0)), entry.label, entry.id)
  return { state: 'failed', ...words, usage, costNanoDollars }
}

async function ask(model: LanguageModelV4, entry: CatalogueEntry, request: ModelRequest): Promise<Answer> {
  const marks = marksCache(entry.provider)
  // Loaded with the first step: a start waits for nothing that it doesn't need.
  const sdk = await import('ai')
  const tools = declareTools(request.tools, sdk)
  const result = await sdk.generateText({
    model,
    instructions: marks ? markedInstructions(request.instructions) : request.instructions,
    messages: marks ? markLastMessage(request.messages) : request.messages,
    tools: Object.fromEntries(marks ? markLastTool(tools) : tools),
    maxRetries: 0,
    abortSignal: request.signal,
    ...callSettings(entry),
  })
  const step = result.finalStep
  return {
    text: step.text.trim(),
    calls: readCalls(step.toolCalls, request.tools, step.finishReason === 'length'),
    messages: assistantMessages(step.response.messages),
    usage: tokenUsage({
      inputTokens: {
        total: step.usage.inputTokens,
        noCache: step.usage.inputTokenDetails.noCacheTokens,
        cacheRead: step.usage.inputTokenDetails.cacheReadTokens,
        cacheWrite: step.usage.inputTokenDetails.cacheWriteTokens,
      },
      outputTokens: {
        total: step.usage.outputTokens,
        text: step.usage.outputTokenDetails.textTokens,
        reasoning: step.usage.outputTokenDetails.reasoningTokens,
      },
    }),
    finish: step.finishReason,
    rawFinish: step.rawFinishReason,
  }
}

/** Without the SDK's own answers to invalid calls: the caller gives every call its one answer. */
function assistantMessages(messages: ModelMessage[]): ModelMessage[] {
  return JSON.parse(JSON.stringify(messages.filter(({ role }) => role === 'assistant'))) as ModelMessage[]
}

function whyUnusable({ text, calls, finish, rawFinish }: Answer): ModelCallError['reason'] | null {
  if (calls.length > 0) return null
  if (finish === 'content-filter') return 'refused'
  if (rawFinish === 'model_context_window_exceeded') return 'context_overflow'
  if (finish === 'error' || finish === 'interrupted') return 'bad_answer'
  if (text !== '') return null
  return finish === 'length' ? 'truncated' : 'empty_answer'
}

function said(answer: Answer) {
  const wasCutOff = answer.finish === 'length' && answer.calls.length === 0
  return {
    text: wasCutOff ? `${answer.text}\n\n*(The answer was cut off at the model's limit.)*` : answer.text,
    calls: answer.calls,
    messages: answer.messages,
  }
}
