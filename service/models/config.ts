/** What the operator switches on: provider keys and addresses, read from environment values. */

export interface ProviderAccess {
  apiKey: string
  /** Root of the provider's API; its public address where absent. */
  baseUrl?: string
}

interface CompatibleAccess {
  baseUrl: string
  apiKey?: string
  /** Names of the models to offer, as the server knows them. */
  models: string[]
}

export interface ModelsConfig {
  anthropic?: ProviderAccess
  openai?: ProviderAccess
  google?: ProviderAccess
  /** Any server that speaks OpenAI's chat completions: Ollama, vLLM, LM Studio and so on. */
  compatible?: CompatibleAccess
  /** A file whose models are added to the built-in catalogue or replace entries of it. */
  cataloguePath?: string
  /** Longest time for one model call, its retries included. */
  timeoutSeconds?: number
}

type Environment = Record<string, string | undefined>

/** Reads the providers from `env`. A provider without its key (or base URL) stays off. */
export function readModelsConfig(env: Environment): ModelsConfig {
  const config: ModelsConfig = {}
  const anthropic = access(env, 'ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL', '/v1')
  if (anthropic) config.anthropic = anthropic
  const openai = access(env, 'OPENAI_API_KEY', 'OPENAI_BASE_URL', '/v1')
  if (openai) config.openai = openai
  const google = access(env, 'GOOGLE_GENERATIVE_AI_API_KEY', 'GOOGLE_GENERATIVE_AI_BASE_URL', '/v1beta')
  if (google) config.google = google
  const compatible = compatibleAccess(env)
  if (compatible) config.compatible = compatible
  const cataloguePath = value(env, 'ROWHAND_CATALOGUE')
  if (cataloguePath) config.cataloguePath = cataloguePath
  const timeoutSeconds = timeoutOf(env)
  if (timeoutSeconds !== undefined) config.timeoutSeconds = timeoutSeconds
  return config
}

const MAX_TIMEOUT_SECONDS = 3_600

function timeoutOf(env: Environment): number | undefined {
  const text = value(env, 'ROWHAND_MODEL_TIMEOUT_SECONDS')
  if (text === undefined) return undefined
  const seconds = Number(text)
  if (seconds > 0 && seconds <= MAX_TIMEOUT_SECONDS) return seconds
  throw new Error(
    `ROWHAND_MODEL_TIMEOUT_SECONDS is "${text}": set it to seconds, more than 0 and at most ${MAX_TIMEOUT_SECONDS}`,
  )
}

function access(env: Environment, key: string, url: string, path: string): ProviderAccess | undefined {
  const apiKey = value(env, key)
  if (!apiKey) return undefined
  const baseUrl = baseAddress(env, url, path)
  return baseUrl ? { apiKey, baseUrl } : { apiKey }
}

function compatibleAccess(env: Environment): CompatibleAccess | undefined {
  const baseUrl = baseAddress(env, 'OPENAI_COMPATIBLE_BASE_URL', '/v1')
  const models = (value(env, 'OPENAI_COMPATIBLE_MODELS') ?? '')
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
  checkNames(models)
  if (!baseUrl && models.length > 0) {
    throw new Error(
      'OPENAI_COMPATIBLE_MODELS names models, but OPENAI_COMPATIBLE_BASE_URL is not set: set it to the address of their server, for example http://localhost:11434',
    )
  }
  if (!baseUrl) return undefined
  if (models.length === 0) {
    throw new Error(
      'OPENAI_COMPATIBLE_BASE_URL is set, but OPENAI_COMPATIBLE_MODELS names no model. Set it to one or more names, separated by commas, for example "qwen3:32b".',
    )
  }
  const apiKey = value(env, 'OPENAI_COMPATIBLE_API_KEY')
  return apiKey ? { baseUrl, apiKey, models } : { baseUrl, models }
}

function checkNames(models: readonly string[]): void {
  const spaced = models.find(name => /\s/.test(name))
  if (spaced !== undefined) {
    throw new Error(`OPENAI_COMPATIBLE_MODELS holds "${spaced}": write names, separated by commas`)
  }
  const twice = models.find((name, index) => models.indexOf(name) !== index)
  if (twice !== undefined) {
    throw new Error(`OPENAI_COMPATIBLE_MODELS names "${twice}" twice: name each model once`)
  }
}

/** An address without a path gets the usual one: people copy "http://localhost:11434". */
function baseAddress(env: Environment, name: string, usualPath: string): string | undefined {
  const text = value(env, name)
  if (!text) return undefined
  if (!URL.canParse(text) || !/^https?:/.test(text)) {
    throw new Error(`${name} is not a web address: it should look like http://localhost:11434${usualPath}.`)
  }
  const url = new URL(text)
  if (url.pathname === '/') url.pathname = usualPath
  return url.href.replace(/\/+$/, '')
}

function value(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim()
  return text === '' ? undefined : text
}
