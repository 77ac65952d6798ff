/**
 * Prompt caching. Anthropic caches only up to marks in the request, so marks stand after what stays the
 * same: the tools, the instructions, the conversation so far. The other providers cache by themselves.
 */
import type { ModelMessage, SystemModelMessage } from 'ai'

const MARK = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const

export const marksCache = (provider: string): boolean => provider === 'anthropic'

export function markedInstructions(text: string): SystemModelMessage {
  return { role: 'system', content: text, providerOptions: MARK }
}

/** The tools in their order, the last one marked. */
export function markLastTool<T extends { providerOptions?: unknown }>(tools: [string, T][]): [string, T][] {
  return tools.map(([name, tool], index) =>
    index === tools.length - 1 ? [name, { ...tool, providerOptions: MARK }] : [name, tool],
  )
}

/** A copy with a mark on the last message: the next step reads everything before its own news from the cache. */
export function markLastMessage(messages: ModelMessage[]): ModelMessage[] {
  const last = messages.at(-1)
  if (!last) return messages
  return [...messages.slice(0, -1), { ...last, providerOptions: { ...last.providerOptions, ...MARK } }]
}
