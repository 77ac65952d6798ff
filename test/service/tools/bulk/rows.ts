/** Rows for bulk runs, a model whose answers a test knows, and what the sheet shows in the end. */
import type { ValueRequest, ValueResult } from '../../../../service/models/types.ts'
import { createBulkPrompt } from '../../../../service/tools/bulk-prompt.ts'
import type { Bench, Cell } from '../workbench.ts'

export const bulkPrompt = createBulkPrompt({ concurrency: 10 })
export const NO_TOKENS = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 }

/** A model whose answers are functions of the prompt, and that remembers what it was asked to the end. */
export function scriptedModel(answer: (prompt: string) => string | Error = prompt => prompt.toUpperCase()) {
  const finished: string[] = []
  const gate: { before?: (prompt: string) => Promise<void> } = {}
  const value = async ({ prompt, signal }: ValueRequest): Promise<ValueResult> => {
    await gate.before?.(prompt)
    signal.throwIfAborted()
    finished.push(prompt)
    const result = answer(prompt)
    return result instanceof Error
      ? { state: 'failed', message: result.message, usage: NO_TOKENS, costNanoDollars: 3n }
      : { state: 'ok', value: result, usage: NO_TOKENS, costNanoDollars: 7n }
  }
  return { models: { value }, finished, gate }
}

export const people = (count: number): Cell[][] => [
  ['Name ', 'City'],
  ...Array.from({ length: count }, (_, index) => [`name ${index + 1}`, 'Rome']),
]

/** Column letters of a header, and the pairs of name and result that the sheet shows. */
export async function pairs(bench: Bench, nameColumn = 'A', resultColumn = 'C'): Promise<[string, string][]> {
  const names = (await bench.shown(`T!${nameColumn}:${nameColumn}`)).map(row => row[0] ?? '')
  const results = (await bench.shown(`T!${resultColumn}:${resultColumn}`)).map(row => row[0] ?? '')
  return names
    .map((name, index): [string, string] => [name, results[index] ?? ''])
    .filter(([name]) => name.startsWith('name'))
}
