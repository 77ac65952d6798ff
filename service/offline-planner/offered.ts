/**
 * The tools that a request offers by name. Those that are seldom needed stand as a line each in the
 * description of one that calls them, and may be called by their own names as well.
 */
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'

type Offered = NonNullable<LanguageModelV4CallOptions['tools']>[number]

const THROUGH = 'use_tool'

export const offeredNames = (tools: readonly Offered[]): Set<string> =>
  new Set(tools.flatMap(tool => [tool.name, ...linesOf(tool)]))

function linesOf(tool: Offered): string[] {
  if (tool.name !== THROUGH || tool.type !== 'function') return []
  return [...(tool.description ?? '').matchAll(/^(\w+): /gm)].map(([, name = '']) => name)
}
