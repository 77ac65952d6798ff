/**
 * What a model gets to read: earlier turns, compacted within a budget, and the turn in progress. Takes
 * stored rows and answers messages; knows nothing of databases and providers.
 */
import type { AssistantModelMessage, ModelMessage, ToolResultPart } from 'ai'
import type { MessageEntry } from '../../../contract/index.ts'
import type { StoredStep } from '../record/step-store.ts'

/** A turn of the past: in full where its steps are given, else told from its entries. */
export interface PastTurn {
  number: number
  prompt: string
  entries: MessageEntry[]
  steps: StoredStep[]
}

// Of UTF-8: four characters of English, a letter and a third of Chinese. Cheap enough for each step.
const BYTES_PER_TOKEN = 4
const LEFT_OUT = '[left out to save space: call the tool again if you need this]'
const MAX_PROMPT_CHARACTERS = 2_000
const MAX_ANSWER_CHARACTERS = 4_000
const MAX_TOLD_CALLS = 30

export function estimateTokens(value: unknown): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(value) ?? '') / BYTES_PER_TOKEN)
}

/** A step's messages with a result for each of its calls: providers refuse a call without one. */
export function stepMessages(step: StoredStep): ModelMessage[] {
  const answered = new Map(step.results.map(part => [part.toolCallId, part]))
  const results = callsOf(step.messages).map(
    (call): ToolResultPart =>
      answered.get(call.toolCallId) ?? {
        type: 'tool-result',
        toolCallId: call.toolCallId,
        toolName: call.toolName,
        output: { type: 'error-text', value: 'This call was cancelled before it ended.' },
      },
  )
  return results.length === 0 ? step.messages : [...step.messages, { role: 'tool', content: results }]
}

function callsOf(messages: readonly ModelMessage[]) {
  return messages
    .filter((message): message is AssistantModelMessage => message.role === 'assistant')
    .flatMap(message => (typeof message.content === 'string' ? [] : message.content))
    .filter(part => part.type === 'tool-call')
}

/** Earlier turns within `maxTokens`: the latest in full if it takes at most half, the others as told. */
export function pastMessages(turns: readonly PastTurn[], maxTokens: number): ModelMessage[] {
  const kept: ModelMessage[][] = []
  let left = maxTokens
  for (const turn of turns.toReversed()) {
    const full = kept.length === 0 ? inFull(turn) : null
    const messages = full && estimateTokens(full) <= maxTokens / 2 ? full : asTold(turn)
    left -= estimateTokens(messages)
    if (left < 0) break
    kept.push(messages)
  }
  const missing = turns.length - kept.length
  const messages = kept.reverse().flat()
  const first = messages[0]
  if (missing > 0 && first?.role === 'user') {
    const note = `<earlier-turns>${missing} earlier turn${missing === 1 ? ' is' : 's are'} left out here.</earlier-turns>`
    messages[0] = { role: 'user', content: [{ type: 'text', text: note }, ...textParts(first.content)] }
  }
  return messages
}

const textParts = (content: Extract<ModelMessage, { role: 'user' }>['content']) =>
  typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content

function inFull(turn: PastTurn): ModelMessage[] {
  const messages: ModelMessage[] = [
    { role: 'user', content: turn.prompt },
    ...turn.steps.flatMap(stepMessages),
  ]
  const last = messages.at(-1)
  // Two user messages in a row confuse models: a turn that was cut short gets an end.
  if (last?.role !== 'assistant') messages.push({ role: 'assistant', content: lastWords(turn) })
  return messages
}

function asTold(turn: PastTurn): ModelMessage[] {
  const calls = turn.entries.filter(entry => entry.type === 'tool_call')
  const told = calls.slice(-MAX_TOLD_CALLS).map(tellCall)
  const skipped = calls.length - told.length
  const lines = [
    ...(skipped > 0 ? [`(${skipped} earlier calls)`] : []),
    ...told,
    clip(lastWords(turn), MAX_ANSWER_CHARACTERS),
  ]
  return [
    { role: 'user', content: clip(turn.prompt, MAX_PROMPT_CHARACTERS) },
    { role: 'assistant', content: lines.join('\n') },
  ]
}

function tellCall(call: Extract<MessageEntry, { type: 'tool_call' }>): string {
  const where = call.range ?? call.updated_range ?? call.target_range ?? call.query ?? call.skill ?? ''
  const tab = call.sheet_name ? ` on ${call.sheet_name}` : ''
  return `(${call.tool} ${where}${tab}: ${call.status})`.replace(/ +/g, ' ')
}

function lastWords(turn: PastTurn): string {
  const last = turn.entries.findLast(entry => entry.type === 'assistant_message')
  return last?.content ?? 'This turn ended before I could answer.'
}

const clip = (text: string, maxCharacters: number) =>
  text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)} […]`

interface StepSize {
  answers: number
  messages: number
  results: number
}

/** A step is measured once it has all its results, not again for each one after it. */
const measured = new WeakMap<StoredStep, StepSize>()

function sizeOf(step: StoredStep): StepSize {
  const known = measured.get(step)
  if (known?.answers === step.results.length) return known
  const size: StepSize = {
    answers: step.results.length,
    messages: estimateTokens(step.messages),
    results: estimateTokens(step.results),
  }
  measured.set(step, size)
  return size
}

/**
 * The steps of the turn in progress. Where they outgrow `maxTokens`, the outputs of the oldest calls are
 * left out, down to 60 % at once so that the prefix a provider caches stays the same for a while.
 */
export function currentMessages(
  steps: readonly StoredStep[],
  maxTokens: number,
  /** What a step's calls showed, to follow their results. */
  shown: ReadonlyMap<StoredStep, ModelMessage> = new Map(),
): ModelMessage[] {
  const sizes = steps.map(sizeOf)
  let total = sizes.reduce((sum, size) => sum + size.messages + size.results, 0)
  let cut = 0
  // The last two steps are what the model is working from.
  if (total > maxTokens) {
    while (cut < steps.length - 2 && total > maxTokens * 0.6) {
      total -= sizes[cut]!.results
      cut++
    }
  }
  return steps.flatMap((step, i) => {
    const picture = shown.get(step)
    if (i < cut) return stepMessages(withoutOutputs(step))
    return picture ? [...stepMessages(step), picture] : stepMessages(step)
  })
}

function withoutOutputs(step: StoredStep): StoredStep {
  return {
    ...step,
    results: step.results.map(part => ({ ...part, output: { type: 'text', value: LEFT_OUT } })),
  }
}
