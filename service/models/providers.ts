/** From a catalogue entry to the AI SDK's model object. The only file that knows the provider packages. */
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
  const opened = {
    anthropic: config.anthropic && openAnthropic(settings(config.anthropic, fetch)),
    google: config.google && openGoogle(settings(config.google, fetch)),
    openai: config.openai && openOpenAI(settings(config.openai, fetch)),
    [COMPATIBLE]: config.compatible && openCompatible(config.compatible, fetch),
  }
  return {
    open(entry) {
      const load = isKnown(entry.provider, opened) ? opened[entry.provider] : undefined
      return load && loadedWhenAsked(entry, load)
    },
    fromEnvironment: () => (config.compatible?.models ?? []).flatMap(compatibleEntries),
  }
}

const isKnown = <Known extends object>(name: string, known: Known): name is Extract<keyof Known, string> =>
  Object.hasOwn(known, name)

type Load = (entry: CatalogueEntry) => Promise<LanguageModelV4>
type Settings = ReturnType<typeof settings>

function openAnthropic(settings: Settings): Load {
  return async ({ apiModel }) => (await import('@ai-sdk/anthropic')).createAnthropic(settings)(apiModel)
}

function openGoogle(settings: Settings): Load {
  return async ({ apiModel }) => (await import('@ai-sdk/google')).createGoogle(settings)(apiModel)
}

function openOpenAI(settings: Settings): Load {
  return async ({ api, apiModel }) => {
    const { createOpenAI } = await import('@ai-sdk/openai')
    const openai = createOpenAI(settings)
    return api === 'chat' ? openai.chat(apiModel) : openai.responses(apiModel)
  }
}

function openCompatible(
  { baseUrl, apiKey }: NonNullable<ModelsConfig['compatible']>,
  fetch: typeof globalThis.fetch,
): Load {
  return async ({ apiModel }) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    const compatible = createOpenAICompatible({
      name: COMPATIBLE,
      baseURL: baseUrl,
      // Servers without it refuse a schema by 400; value() then asks again without one.
      supportsStructuredOutputs: true,
      ...(apiKey === undefined ? {} : { apiKey }),
      fetch,
    })
    return compatible(apiModel)
  }
}

/** A provider's package is loaded with its first call: a start waits for none of them. */
function loadedWhenAsked(entry: CatalogueEntry, load: Load): LanguageModelV4 {
  let loading: Promise<LanguageModelV4> | undefined
  const model = () => {
    loading ??= load(entry)
    return loading
  }
  return {
    specificationVersion: 'v4',
    provider: entry.provider,
    modelId: entry.apiModel,
    get supportedUrls() {
      return model().then(({ supportedUrls }) => supportedUrls)
    },
    doGenerate: async options => (await model()).doGenerate(options),
    doStream: async options => (await model()).doStream(options),
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
