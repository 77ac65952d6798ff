/**
 * The service's settings, read from the environment once and checked here; nothing else in the service
 * looks at process.env. A wrong value is a ConfigError whose message is the one sentence to show.
 */
import { MAX_PROMPT_CHARACTERS } from '../contract/index.ts'
import {
  address,
  ConfigError,
  type Environment,
  isDomain,
  isEmail,
  list,
  otherSecrets,
  refuseMisspelled,
  set,
  switchedOn,
  wholeNumber,
} from './config/values.ts'
import { DEFAULT_RETENTION, type Retention } from './keeping/retention.ts'
import { type ModelsConfig, readModelsConfig } from './models/config.ts'
import { GOOGLE_ISSUER } from './network/google.ts'

export { ConfigError, type Environment } from './config/values.ts'

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

/** One without the other would look like a sign-in that works until somebody tries. */
function googleClient(env: Environment): Pick<GoogleConfig, 'clientId' | 'clientSecret'> {
  const [clientId, clientSecret] = [set(env.GOOGLE_CLIENT_ID), set(env.GOOGLE_CLIENT_SECRET)]
  if ((clientId === undefined) === (clientSecret === undefined)) return { clientId, clientSecret }
  const [is, not] = clientId === undefined ? ['SECRET', 'ID'] : ['ID', 'SECRET']
  throw new ConfigError(
    `GOOGLE_CLIENT_${is} is set, but GOOGLE_CLIENT_${not} is not: set both, or neither to do without Google`,
  )
}

function readGoogle(env: Environment): GoogleConfig {
  return {
    rootUrl: address(env, 'GOOGLE_ROOT_URL'),
    tokenUrl: address(env, 'GOOGLE_TOKEN_URL') ?? 'https://oauth2.googleapis.com/token',
    authUrl: address(env, 'GOOGLE_AUTH_URL') ?? `${GOOGLE_ISSUER}/o/oauth2/v2/auth`,
    issuer: address(env, 'GOOGLE_ISSUER') ?? GOOGLE_ISSUER,
    ...googleClient(env),
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
export function readConfig(environment: Environment): Config {
  const read = new Set<string>()
  const env = new Proxy(environment, {
    get(target, name: string) {
      read.add(name)
      return target[name]
    },
  })
  const config = readAll(env)
  refuseMisspelled(environment, read)
  return config
}

function readAll(env: Environment): Config {
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
    otherSecrets: otherSecrets(env),
    google: readGoogle(env),
    models: readModels(env),
    search: {
      searxngUrl: address(env, 'SEARXNG_URL'),
      braveApiKey: set(env.BRAVE_API_KEY),
      tavilyApiKey: set(env.TAVILY_API_KEY),
    },
    allowPrivateAddresses: switchedOn(env, 'ROWHAND_ALLOW_PRIVATE_ADDRESSES'),
    // "example.com" lets in everybody with an address there, "kim@example.org" one person.
    signIn: list(
      env,
      'ROWHAND_SIGN_IN',
      word => isDomain(word) || isEmail(word),
      'domains and email addresses',
    ),
    operators: list(env, 'ROWHAND_OPERATORS', isEmail, 'email addresses'),
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
