/** From a catalogue entry to the AI SDK's model object. The only file that knows the provider packages. */
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { modelCategories } from '../../contract/index.ts'
import type { CatalogueEntry } from './catalogue.ts'
import type { ModelsConfig, ProviderAccess } from './config.ts'

export interface Providers {
  /** Undefined where the entry's provider is off or not known. */
  open(entry: CatalogueEntry): LanguageModelV4 | undefined
  /** Entries for the models that the environment names: they have no price unless a catalogue gives one. */
  fromEnvironment(): CatalogueEntry[]
}

const COMPATIBLE = 'compatible'

export function createProviders(config: ModelsConfig, fetch: typeof globalThis.fetch): Providers {
  const anthropic = config.anthropic && createAnthropic(settings(config.anthropic, fetch))
  const openai = config.openai && createOpenAI(settings(config.openai, fetch))
  const google = config.google && createGoogle(settings(config.google, fetch))
  const compatible =
    config.compatible &&
    createOpenAICompatible({
      name: COMPATIBLE,
      baseURL: config.compatible.baseUrl,
      // Servers without it refuse a schema by 400; value() then asks again without one.
      supportsStructuredOutputs: true,
      ...(config.compatible.apiKey === undefined ? {} : { apiKey: config.compatible.apiKey }),
      fetch,
    })
  return {
    open(entry) {
      const { provider, apiModel } = entry
      if (provider === 'anthropic') return anthropic?.(apiModel)
      if (provider === 'google') return google?.(apiModel)
      if (provider === 'openai')
        return entry.api === 'chat' ? openai?.chat(apiModel) : openai?.responses(apiModel)
      return provider === COMPATIBLE ? compatible?.(apiModel) : undefined
    },
    fromEnvironment: () => (config.compatible?.models ?? []).flatMap(compatibleEntries),
  }
}

function settings(access: ProviderAccess, fetch: typeof globalThis.fetch) {
  return {
    apiKey: access.apiKey,
    fetch,
    ...(access.baseUrl === undefined ? {} : { baseURL: access.baseUrl }),
  }
}

function compatibleEntries(name: string): CatalogueEntry[] {
  return modelCategories.map(category => ({
    id: `managed:${category}:${COMPATIBLE}/${name}`,
    label: name,
    provider: COMPATIBLE,
    category,
    contextTokens: 32_000,
    takesPictures: false,
    price: { inputPerMillion: 0n, cachedInputPerMillion: 0n, outputPerMillion: 0n, perSearch: 0n },
    apiModel: name,
    api: 'chat',
    maxOutputTokens: undefined,
  }))
}
