/**
 * The offline planner: a language model interface over rules instead of weights. It plans the same tool
 * calls as a language model would for the everyday instructions it knows, and says so where it doesn't.
 */
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { type ModelCategory, modelCategories } from '../../../contract/index.ts'
import type { CatalogueEntry } from '../catalogue.ts'

export const OFFLINE_LABEL = 'Offline planner (rules, no language model)'

export const offlineEntries: CatalogueEntry[] = modelCategories.map(category => ({
  id: `managed:${category}:offline/planner`,
  label: OFFLINE_LABEL,
  provider: 'offline',
  category,
  contextTokens: 1_000_000,
  price: { inputPerMillion: 0n, cachedInputPerMillion: 0n, outputPerMillion: 0n, perSearch: 0n },
  apiModel: 'planner',
  api: 'chat',
  maxOutputTokens: undefined,
}))

export function offlinePlanner(category: ModelCategory): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'offline',
    modelId: `planner-${category}`,
    supportedUrls: {},
    doGenerate: options => {
      options.abortSignal?.throwIfAborted()
      return Promise.resolve({
        content: [{ type: 'text', text: 'The offline planner is not ready.' }],
        finishReason: { unified: 'stop', raw: undefined },
        usage: {
          inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 0, text: 0, reasoning: 0 },
        },
        warnings: [],
      })
    },
    doStream: () => Promise.reject(new Error('The offline planner does not stream')),
  }
}
