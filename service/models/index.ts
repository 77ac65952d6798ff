/** Builds the models that can be called here: what the operator switched on, and the offline planner. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ModelCategory } from '../../contract/index.ts'
import { limitedFetch } from '../network/limited-fetch.ts'
import { offlineEntries, offlinePlanner } from '../offline-planner/index.ts'
import { observed } from '../seeing/observed.ts'
import { type CatalogueEntry, loadCatalogue } from './catalogue.ts'
import type { ModelsConfig } from './config.ts'
import { type Patience, patient } from './patience.ts'
import { createProviders, type Providers } from './providers.ts'
import { runStep } from './step.ts'
import type { Models } from './types.ts'
import { type PlainModels, runValue } from './value.ts'

export { type ModelsConfig, readModelsConfig } from './config.ts'
export { costNanoDollars } from './price.ts'

const DEFAULT_TIMEOUT_SECONDS = 180
/** Far above what any model writes. */
const MAX_ANSWER_BYTES = 16_000_000

export interface ModelsDeps {
  fetch?: typeof globalThis.fetch
  /** For tests: shorter waits, another clock. */
  patience?: Partial<Patience>
}

export function createModels(config: ModelsConfig, deps: ModelsDeps = {}): Models {
  // The SDK prints warnings about requests to the console; the service's log is its own.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const providers = createProviders(config, limitedFetch(deps.fetch ?? globalThis.fetch, MAX_ANSWER_BYTES))
  const patience = patienceOf(config, deps)
  const available = openAll(loadCatalogue(config.cataloguePath), providers, patience)
  const entries = [...available.values()].map(({ entry }) => entry)
  const plainModels: PlainModels = new Set()

  const get = (id: string): Available => {
    const found = available.get(id)
    if (!found) throw new Error(`Unknown model ${id}: admission lets only known models through`)
    return found
  }
  const firstOf = (category: ModelCategory) => entries.find(entry => entry.category === category)!.id
  const defaults = {
    agent_model: firstOf('agent'),
    bulk_model: firstOf('bulk'),
    bulk_search_model: firstOf('search'),
  }

  return {
    list: () => entries,
    find: id => available.get(id)?.entry,
    defaults: () => ({ ...defaults }),
    language: id => get(id).model,
    step: request => {
      const { model, entry } = get(request.modelId)
      return observed('model', { model: entry.id }, async facts => {
        const step = await runStep(model, entry, request)
        facts.outcome = step.state === 'ok' ? 'ok' : step.code
        facts.inputTokens = step.usage.inputTokens
        facts.outputTokens = step.usage.outputTokens
        return step
      })
    },
    value: request => {
      const { model, entry } = get(request.modelId)
      return observed('model', { model: entry.id }, async facts => {
        const value = await runValue(model, entry, request, plainModels)
        facts.outcome = value.state
        return value
      })
    },
  }
}

interface Available {
  entry: CatalogueEntry
  model: LanguageModelV4
}

/** By id, in display order: what the environment names, the catalogue's, and the offline planner last. */
function openAll(
  catalogue: CatalogueEntry[],
  providers: Providers,
  patience: Patience,
): Map<string, Available> {
  const available = new Map<string, Available>()
  for (const entry of [...providers.fromEnvironment(), ...catalogue]) {
    const model = providers.open(entry)
    if (model) available.set(entry.id, { entry, model: patient(model, patience) })
  }
  for (const entry of offlineEntries)
    available.set(entry.id, { entry, model: offlinePlanner(entry.category) })
  return available
}

function patienceOf(config: ModelsConfig, deps: ModelsDeps): Patience {
  return {
    attempts: 4,
    firstDelayMs: 1000,
    maxDelayMs: 20_000,
    budgetMs: (config.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
    now: () => new Date(),
    random: Math.random,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
    ...deps.patience,
  }
}
