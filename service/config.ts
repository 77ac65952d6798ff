/**
 * The service's settings, read from the environment once and checked here; nothing else in the service
 * looks at process.env. A wrong value is a ConfigError whose message is the one sentence to show.
 */
import { MAX_PROMPT_CHARACTERS } from '../contract/index.ts'
import { DEFAULT_RETENTION, type Retention } from './keeping/retention.ts'
import { type ModelsConfig, readModelsConfig } from './models/config.ts'

export class ConfigError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConfigError'
  }
}

export interface Limits {
  requestsPerMinute: number
  activeAgents: number
  steps: number
  turnMinutes: number
  promptCharacters: number
  bodyBytes: number
  /** Rows of a bulk run that are asked of the model at once. */
  bulkConcurrency: number
  /** Of all keys of one person, and of one space, in each process; 0 for no such limit. */
  requestsPerPerson: number
  requestsPerSpace: number
  activeOfPerson: number
  activeOfSpace: number
  /** Turns at once in one process; the others wait, and spaces take turns. */
  runningTurns: number
}

export interface GoogleConfig {
  /** Root of the Sheets API; undefined is Google's own. */
  rootUrl: string | undefined
  tokenUrl: string
  authUrl: string
  issuer: string
  clientId: string | undefined
  clientSecret: string | undefined
  /** How long a request that somebody waits for waits for Google. */
  requestTimeoutSeconds: number
}

export interface SearchConfig {
  searxngUrl: string | undefined
  braveApiKey: string | undefined
  tavilyApiKey: string | undefined
}

/** Off unless switched on. */
export interface SeeingConfig {
  /** Port of /metrics on `host`; undefined serves none. */
  metricsPort: number | undefined
  /** Base address of an OTLP collector over HTTP. */
  otlpUrl: string | undefined
}

export interface Config {
  seeing: SeeingConfig
  retention: Retention
  host: string
  port: number
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  /** As given; an embedded database does without, then one is made and kept in the data folder. */
  secret: string | undefined
  /** Earlier or coming secrets, while one is exchanged for another. */
  otherSecrets: string[]
  google: GoogleConfig
  models: ModelsConfig
  search: SearchConfig
  allowPrivateAddresses: boolean
  /** Addresses and domains that may sign in, in lower case; none for everybody. */
  signIn: string[]
  /** Addresses of those who may look at the service as a whole, in lower case. */
  operators: string[]
  /** JSON of the account to ensure at start, as given; its owner parses it. */
  bootstrap: string | undefined
  limits: Limits
}

export type Environment = Record<string, string | undefined>

const set = (value: string | undefined): string | undefined => {
  const trimmed = value?.trim()
  return trimmed ? trimmed : undefined
}

function wholeNumber(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const text = set(env[name])
  if (text === undefined) return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigError(`${name} is "${text}": set it to a whole number from ${min} to ${max}`)
  }
  return value
}

function address(env: Environment, name: string, protocols = ['http:', 'https:']): string | undefined {
  const text = set(env[name])
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !protocols.includes(url.protocol)) {
    // The value is not repeated: a database address holds a password.
    throw new ConfigError(`${name} is not an address: it begins with ${protocols.join('// or ')}//`)
  }
  return text.replace(/\/+$/, '')
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

function addresses(env: Environment, name: string): string[] {
  const words =
    set(env[name])
      ?.toLowerCase()
      .split(/[\s,]+/) ?? []
  const wrong = words.find(word => !EMAIL.test(word))
  if (wrong === undefined) return words
  throw new ConfigError(`${name} holds "${wrong}": write email addresses, separated by spaces`)
}

/** "example.com" lets in everybody with an address there, "kim@example.org" one person. */
function signInOf(env: Environment): string[] {
  const name = 'ROWHAND_SIGN_IN'
  const words =
    set(env[name])
      ?.toLowerCase()
      .split(/[\s,]+/) ?? []
  const wrong = words.find(word => !EMAIL.test(`x@${word.split('@').at(-1)}`) || word.startsWith('@'))
  if (wrong === undefined) return words
  throw new ConfigError(`${name} holds "${wrong}": write domains and email addresses, separated by spaces`)
}

function readGoogle(env: Environment): GoogleConfig {
  return {
    rootUrl: address(env, 'GOOGLE_ROOT_URL'),
    tokenUrl: address(env, 'GOOGLE_TOKEN_URL') ?? 'https://oauth2.googleapis.com/token',
    authUrl: address(env, 'GOOGLE_AUTH_URL') ?? 'https://accounts.google.com/o/oauth2/v2/auth',
    issuer: address(env, 'GOOGLE_ISSUER') ?? 'https://accounts.google.com',
    clientId: set(env.GOOGLE_CLIENT_ID),
    clientSecret: set(env.GOOGLE_CLIENT_SECRET),
    requestTimeoutSeconds: wholeNumber(env, 'ROWHAND_GOOGLE_TIMEOUT_SECONDS', 8, 1, 120),
  }
}

function readModels(env: Environment): ModelsConfig {
  try {
    return readModelsConfig(env)
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}

function readLimits(env: Environment): Limits {
  return {
    requestsPerMinute: wholeNumber(env, 'ROWHAND_RATE_LIMIT_PER_MINUTE', 500, 1, 1_000_000),
    activeAgents: wholeNumber(env, 'ROWHAND_MAX_ACTIVE_AGENTS', 100, 1, 100_000),
    steps: wholeNumber(env, 'ROWHAND_MAX_STEPS', 60, 1, 1_000),
    turnMinutes: wholeNumber(env, 'ROWHAND_MAX_TURN_MINUTES', 30, 1, 24 * 60),
    promptCharacters: wholeNumber(env, 'ROWHAND_MAX_PROMPT_CHARACTERS', MAX_PROMPT_CHARACTERS, 1, 1_000_000),
    bodyBytes: wholeNumber(env, 'ROWHAND_MAX_BODY_BYTES', 1_048_576, 1_024, 100 * 1_048_576),
    bulkConcurrency: wholeNumber(env, 'ROWHAND_BULK_CONCURRENCY', 100, 1, 1_000),
    requestsPerPerson: wholeNumber(env, 'ROWHAND_RATE_LIMIT_PER_PERSON', 1_500, 0, 1_000_000),
    requestsPerSpace: wholeNumber(env, 'ROWHAND_RATE_LIMIT_PER_SPACE', 10_000, 0, 10_000_000),
    activeOfPerson: wholeNumber(env, 'ROWHAND_MAX_ACTIVE_PER_PERSON', 200, 0, 100_000),
    activeOfSpace: wholeNumber(env, 'ROWHAND_MAX_ACTIVE_PER_SPACE', 1_000, 0, 1_000_000),
    runningTurns: wholeNumber(env, 'ROWHAND_MAX_RUNNING_TURNS', 500, 1, 100_000),
  }
}

function readRetention(env: Environment): Retention {
  const days = (name: string, fallback: number) => wholeNumber(env, name, fallback, 0, 36_500)
  return {
    conversations: days('ROWHAND_KEEP_CONVERSATIONS_DAYS', DEFAULT_RETENTION.conversations),
    toolResults: days('ROWHAND_KEEP_TOOL_RESULTS_DAYS', DEFAULT_RETENTION.toolResults),
    bulkRows: days('ROWHAND_KEEP_BULK_ROWS_DAYS', DEFAULT_RETENTION.bulkRows),
    changes: days('ROWHAND_KEEP_CHANGES_DAYS', DEFAULT_RETENTION.changes),
    deliveries: days('ROWHAND_KEEP_DELIVERIES_DAYS', DEFAULT_RETENTION.deliveries),
    charges: days('ROWHAND_KEEP_CHARGES_DAYS', DEFAULT_RETENTION.charges),
    audit: days('ROWHAND_KEEP_AUDIT_DAYS', DEFAULT_RETENTION.audit),
  }
}

/** Reads and checks the environment. Throws ConfigError. */
export function readConfig(env: Environment): Config {
  const host = set(env.HOST) ?? '127.0.0.1'
  const port = wholeNumber(env, 'PORT', 8787, 0, 65_535)
  const databaseUrl = address(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])
  return {
    host,
    port,
    publicUrl: address(env, 'PUBLIC_URL') ?? `http://127.0.0.1:${port}`,
    dataDir: set(env.ROWHAND_DATA_DIR) ?? '.rowhand',
    databaseUrl,
    secret: set(env.ROWHAND_SECRET),
    otherSecrets: set(env.ROWHAND_OTHER_SECRETS)?.split(/\s+/) ?? [],
    google: readGoogle(env),
    models: readModels(env),
    search: {
      searxngUrl: address(env, 'SEARXNG_URL'),
      braveApiKey: set(env.BRAVE_API_KEY),
      tavilyApiKey: set(env.TAVILY_API_KEY),
    },
    allowPrivateAddresses: set(env.ROWHAND_ALLOW_PRIVATE_ADDRESSES) === '1',
    signIn: signInOf(env),
    operators: addresses(env, 'ROWHAND_OPERATORS'),
    bootstrap: set(env.ROWHAND_BOOTSTRAP),
    limits: readLimits(env),
    retention: readRetention(env),
    seeing: {
      metricsPort: set(env.ROWHAND_METRICS_PORT)
        ? wholeNumber(env, 'ROWHAND_METRICS_PORT', 0, 0, 65_535)
        : undefined,
      otlpUrl: address(env, 'OTEL_EXPORTER_OTLP_ENDPOINT'),
    },
  }
}
