/** One step of an agent: instructions, conversation and tools in, text and calls out. Runs no tool. */
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ModelMessage } from 'ai'
import { markedInstructions, markLastMessage, markLastTool, marksCache } from './caching.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { declareTools, readCalls } from './declarations.ts'
import { inWords, ModelCallError, toModelCallError } from './failures.ts'
import { addUsage, costNanoDollars, NO_USAGE, tokenUsage } from './price.ts'
import type { ModelRequest, ModelStep, ModelToolCall, TokenUsage } from './types.ts'

/** An answer without text and calls is asked for once more: most models then give one. */
const MAX_ANSWERS = 2

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
  let usage = NO_USAGE
  try {
    for (let asked = 1; ; asked++) {
      const answer = await ask(model, entry, request)
      usage = addUsage(usage, answer.usage)
      const reason = whyUnusable(answer)
      if (!reason) return succeed(answer, entry, usage)
      const error = new ModelCallError(reason)
      error.attempts = asked
      if (!error.isPassing || asked >= MAX_ANSWERS) throw error
    }
  } catch (cause) {
    request.signal.throwIfAborted()
    const error = toModelCallError(cause, new Date(0))
    const words = inWords(error, entry.label, entry.id)
    return { state: 'failed', ...words, usage, costNanoDollars: costNanoDollars(entry.price, usage) }
  }
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
    ...(entry.maxOutputTokens === undefined ? {} : { maxOutputTokens: entry.maxOutputTokens }),
    // Nothing of a person's sheet is kept at the provider for later.
    ...(entry.provider === 'openai' && entry.api === 'responses'
      ? { providerOptions: { openai: { store: false } } }
      : {}),
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

function succeed(answer: Answer, entry: CatalogueEntry, usage: TokenUsage): ModelStep {
  const wasCutOff = answer.finish === 'length' && answer.calls.length === 0
  return {
    state: 'ok',
    text: wasCutOff ? `${answer.text}\n\n*(The answer was cut off at the model's limit.)*` : answer.text,
    calls: answer.calls,
    messages: answer.messages,
    usage,
    costNanoDollars: costNanoDollars(entry.price, usage),
  }
}
