/** Money of model calls, in integer nano-dollars from real token counts. No floats past the catalogue. */
import type { LanguageModelV4Usage } from '@ai-sdk/provider'
import type { Price, TokenUsage } from './types.ts'

const TOKENS_PER_PRICE = 1_000_000n
const NANO_PER_DOLLAR = 1_000_000_000

export const NO_USAGE: TokenUsage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 }

/** "$3 per million tokens" in a catalogue file as integer nano-dollars per million. */
export function nanoDollars(dollars: number): bigint {
  return BigInt(Math.round(dollars * NANO_PER_DOLLAR))
}

/** What `usage` costs. A fraction of a nano-dollar is rounded up, once, on the sum. */
export function costNanoDollars(price: Price, usage: TokenUsage): bigint {
  const total =
    BigInt(usage.inputTokens) * price.inputPerMillion +
    BigInt(usage.cachedInputTokens) * price.cachedInputPerMillion +
    BigInt(usage.outputTokens) * price.outputPerMillion
  return (total + TOKENS_PER_PRICE - 1n) / TOKENS_PER_PRICE
}

export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  }
}

/** Token counts as a server reported them. Servers leave fields out, so each has a second source. */
export function tokenUsage(reported: LanguageModelV4Usage | undefined): TokenUsage {
  if (!reported) return NO_USAGE
  const { inputTokens: input, outputTokens: output } = reported
  const cached = count(input.cacheRead)
  const parts = count(input.noCache) + count(input.cacheWrite)
  return {
    // The total includes what was read from the cache; never let the two count twice.
    inputTokens: input.total === undefined ? parts : Math.max(0, count(input.total) - cached),
    cachedInputTokens: cached,
    outputTokens:
      output.total === undefined ? count(output.text) + count(output.reasoning) : count(output.total),
  }
}

/** More than any context holds: a server that reports more is wrong, and nobody is charged for that. */
const MAX_TOKENS = 100_000_000

function count(tokens: number | undefined): number {
  if (tokens === undefined || !Number.isFinite(tokens) || tokens <= 0) return 0
  return Math.min(MAX_TOKENS, Math.round(tokens))
}
