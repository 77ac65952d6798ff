/**
 * The offline planner: a language model interface over a small reader of its own. It plans the same tool calls as a
 * language model would for the everyday instructions it knows, and asks where it is not sure.
 */
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { type ModelCategory, modelCategories } from '../../contract/index.ts'
import type { CatalogueEntry } from '../models/catalogue.ts'

const OFFLINE_LABEL = 'Offline planner (no language model)'

/** One for each category, so that every category has a default where no provider is switched on. */
export const offlineEntries: CatalogueEntry[] = modelCategories.map(category => ({
  id: `managed:${category}:offline/planner`,
  label: OFFLINE_LABEL,
  provider: 'offline',
  category,
  contextTokens: 1_000_000,
  takesPictures: false,
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
    async doGenerate(options) {
      options.abortSignal?.throwIfAborted()
      // Its reader is loaded with the first question: a service with models of its own needs none.
      const { answers } = await import('./planner-answers.ts')
      return answers[category](options)
    },
    doStream: () =>
      Promise.reject(new Error('The offline planner does not stream: the service never asks it to')),
  }
}
