/** Reads a model's prompt as the planner needs it: the user's words, and what the tools answered. */
import type { LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from '@ai-sdk/provider'
import { formatRange, parseRange } from '../sheets/a1.ts'
import { serialOf } from './linking/dates.ts'
import type { Call, CallResult } from './plan.ts'

/** One step of the planner: the calls that went out together, with what came back. */
export interface Step {
  calls: Call[]
  results: CallResult[]
}

export interface Turn {
  prompt: string
  steps: Step[]
  /** What was said at its end; absent while the turn is in progress. */
  answer?: string
}

/** The turns of the conversation, oldest first; the last one is in progress. */
export function readTurns(prompt: LanguageModelV4Prompt): Turn[] {
  const results = resultsById(prompt)
  const turns: Turn[] = []
  for (const message of prompt) {
    if (message.role === 'user') {
      const words = ownWords(message.content)
      // A message without words of the user's own is a note of the service within the same turn.
      if (words !== '') turns.push({ prompt: words, steps: [] })
    } else if (message.role === 'assistant') {
      const calls = message.content.flatMap(part => (part.type === 'tool-call' ? [part] : []))
      if (calls.length === 0) {
        const texts = message.content.flatMap(part => (part.type === 'text' ? [part.text] : []))
        const turn = turns.at(-1)
        turn?.steps.push(...texts.flatMap(told))
        if (turn && texts.length > 0) turn.answer = [turn.answer ?? [], texts].flat().join('\n\n')
        continue
      }
      turns.at(-1)?.steps.push({
        calls: calls.map(({ toolName, input }) => ({ tool: toolName, args: asObject(input) })),
        results: calls.map(({ toolCallId }) => readResult(results.get(toolCallId))),
      })
    }
  }
  return turns
}

/** A call of an earlier turn, as the service tells it: "(write_range G1 on Orders: succeeded)". */
const TOLD = /^\((\w+) (.+?) on (.+): succeeded\)$/gm

const told = (text: string): Step[] =>
  [...text.matchAll(TOLD)].map(([, tool = '', range = '', tab = '']) => ({
    calls: [{ tool, args: { range: formatRange(tab, parseRange(range)?.box ?? {}) } }],
    results: [{ output: null }],
  }))

/** The day that the service tells, as days since the spreadsheet's day 0. */
export function todayIn(prompt: LanguageModelV4Prompt): number {
  for (const { role, content } of [...prompt].reverse()) {
    if (role !== 'user') continue
    for (const part of content) {
      const told =
        part.type === 'text' ? /^\s*<context>\s*Today is (\d{4})-(\d{2})-(\d{2})/.exec(part.text) : null
      if (told) return serialOf(Number(told[1]), Number(told[2]), Number(told[3]))
    }
  }
  const now = new Date()
  return serialOf(now.getUTCFullYear(), now.getUTCMonth() + 1, now.getUTCDate())
}

/** A part that the service adds: one element from its first character to its last. */
const NOTE = /^\s*<([a-z][\w-]*)[\s>][\s\S]*<\/\1>\s*$/

function ownWords(content: { type: string; text?: string }[]): string {
  return content
    .flatMap(part => (part.type === 'text' && part.text !== undefined ? [part.text] : []))
    .filter(text => !NOTE.test(text))
    .join('\n')
    .trim()
}

function resultsById(prompt: LanguageModelV4Prompt): Map<string, LanguageModelV4ToolResultPart> {
  const results = new Map<string, LanguageModelV4ToolResultPart>()
  for (const message of prompt) {
    if (message.role !== 'tool') continue
    for (const part of message.content) if (part.type === 'tool-result') results.set(part.toolCallId, part)
  }
  return results
}

function readResult(part: LanguageModelV4ToolResultPart | undefined): CallResult {
  if (!part) return { output: null, error: 'The call has no result.' }
  const { output } = part
  switch (output.type) {
    case 'json':
      return withError(output.value)
    case 'text':
      return withError(parsed(output.value))
    case 'error-text':
      return failed(output.value)
    case 'error-json':
      return { output: output.value, error: messageIn(output.value) ?? 'The call failed.' }
    case 'execution-denied':
      return { output: null, error: output.reason ?? 'The call was not allowed.' }
    case 'content':
      return withError(parsed(output.value.map(item => (item.type === 'text' ? item.text : '')).join('')))
  }
}

/** A failed call's words, and after them on a line of its own what it had done until then. */
function failed(text: string): CallResult {
  const at = text.indexOf('\n{')
  return at === -1
    ? { output: null, error: text }
    : { output: parsed(text.slice(at)), error: text.slice(0, at) }
}

function withError(output: unknown): CallResult {
  const error = messageIn(output)
  return error === undefined ? { output } : { output, error }
}

/** A failed tool's message, in the shapes that a failure may come in. */
function messageIn(output: unknown): string | undefined {
  if (typeof output !== 'object' || output === null) return undefined
  const { state, error, message } = output as Record<string, unknown>
  if (typeof error === 'string') return error
  return state === 'failed' && typeof message === 'string' ? message : undefined
}

/** JSON in text, also between marks that name it as data. */
function parsed(text: string): unknown {
  const start = text.search(/[{[]/)
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))
  try {
    return start === -1 ? text : (JSON.parse(text.slice(start, end + 1)) as unknown)
  } catch {
    return text
  }
}

function asObject(input: unknown): Record<string, unknown> {
  const value = typeof input === 'string' ? parsed(input) : input
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
