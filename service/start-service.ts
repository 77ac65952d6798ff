/**
 * Puts the service together: every part is made here, once, and handed what it needs. Nothing here
 * decides anything; the environment has been read, and what goes wrong is thrown to main.
 */
import { randomUUID } from 'node:crypto'
import { type Accounts, createAccounts } from './accounts/accounts.ts'
import { parseBootstrap } from './accounts/bootstrap.ts'
import type { Grants } from './accounts/connections.ts'
import { checkSecret, loadSecret } from './accounts/secret.ts'
import { startAdminSocket } from './admin/socket.ts'
import { createAgents } from './agents/create-agents.ts'
import { createUndos } from './agents/undos.ts'
import type { Config } from './config.ts'
import { openGoogle } from './dashboard/google-routes.ts'
import { dashboardRoutes } from './dashboard/index.ts'
import { createHttpApp } from './http/app.ts'
import { serveHttp } from './http/server.ts'
import { type Keeper, startKeeper } from './keeping/keeper.ts'
import type { Log } from './log.ts'
import { createModels } from './models/index.ts'
import type { Models } from './models/types.ts'
import { watch } from './seeing/observed.ts'
import { renderSummary } from './sheets/overview/summary.ts'
import { createSheets, type Grants as SheetsGrants } from './sheets/sheets.ts'
import type { Sheets } from './sheets/spreadsheet.ts'
import { type Database, openDatabase } from './store/open.ts'
import { createReadiness } from './store/readiness.ts'
import { createTools, createWebSearch, listSkills } from './tools/index.ts'
import { watchChanges } from './turns/changes.ts'
import { startEngine } from './turns/engine/engine.ts'
import { forgetTurns } from './turns/engine/forget.ts'
import { endOrphans } from './turns/engine/orphans.ts'
import type { TurnDeps } from './turns/steps/run.ts'
import { runTurn } from './turns/steps/run-turn.ts'
import { endOrphanUndos, runUndo } from './turns/undo/run-undo.ts'
import { whyNotWebhookUrl } from './webhooks/address.ts'
import { createWebhooks, type Webhooks, writeWebhook } from './webhooks/webhooks.ts'

export interface RunningService {
  url: string
  /** Where Prometheus reads; null where that is switched off. */
  metricsUrl: string | null
  /** Takes no more requests and turns, lets steps in flight end, and closes what is open. */
  /** `hurry`: whoever started it is gone, and the next one waits for its data folder. */
  close(options?: { hurry?: boolean }): Promise<void>
}

/** What every part is made from. */
interface Base {
  config: Config
  log: Log
  version: string
  database: Database
  now: () => Date
  newId: () => string
}

/** Parts that are open, closed in reverse. */
class OpenParts {
  /** Set before they are closed. */
  hurry = false
  readonly #closers: (() => void | Promise<void>)[] = []

  add(close: () => void | Promise<void>): void {
    this.#closers.push(close)
  }

  async close(): Promise<void> {
    for (let close = this.#closers.pop(); close; close = this.#closers.pop()) await close()
  }
}

/** What steps and requests in flight are given where somebody waits for the data folder. */
const HURRIED_MS = 300

const closing =
  (open: OpenParts, database: Database): RunningService['close'] =>
  async ({ hurry = false } = {}) => {
    open.hurry = hurry
    database.leaving?.()
    await open.close()
  }

const waitingFor = (pid: string) =>
  `rowhand: the data folder is still in use by the process before this one (pid ${pid}), which is about to end: waiting for it`

export async function startService(
  config: Config,
  log: Log,
  version: string,
  /** A sentence for whoever waits for the start. */
  say: (sentence: string) => void = () => {},
): Promise<RunningService> {
  const open = new OpenParts()
  try {
    // The lock on the data folder comes first: nothing else there is touched before.
    const database = await openDatabase({ ...config, onWait: pid => say(waitingFor(pid)) })
    open.add(database.close)
    const base: Base = { config, log, version, database, now: () => new Date(), newId: randomUUID }
    const metricsUrl = await startSeeing(base, open)
    return { url: await startParts(base, open), metricsUrl, close: closing(open, database) }
  } catch (error) {
    await open.close()
    throw error
  }
}

async function startParts(base: Base, open: OpenParts): Promise<string> {
  const { config, log, database, now, newId } = base
  const models = createModels(config.models)
  const accounts = createAccounts({
    db: database.db,
    secret: loadSecret(config),
    otherSecrets: config.otherSecrets,
    requestsPerMinute: config.limits.requestsPerMinute,
    requestsPerPerson: config.limits.requestsPerPerson,
    requestsPerSpace: config.limits.requestsPerSpace,
    replicas: database.kind === 'postgres',
    models,
    now,
    newId,
  })
  await checkSecret(database.db, accounts.sealing)
  if (config.bootstrap !== undefined) await accounts.bootstrap(config.bootstrap)
  const sheets = createSheets(googleClient(config), sheetsGrants(accounts.grants))
  const webhooks = createWebhooks({
    db: database.db,
    listen: database.listen,
    secretsOf: accounts.signingSecretsOf,
    log,
    allowPrivate: config.allowPrivateAddresses,
    version: base.version,
  })
  const keeper = startKeeper({ database, retention: config.retention, now, log })
  open.add(keeper.stop)
  const parts = { models, accounts, sheets, webhooks, keeper }
  const { agents, undos, stopWaiting } = await startAgents(base, parts, open)
  await webhooks.start()
  open.add(() => webhooks.stop({ hurry: open.hurry }))
  const app = httpApp(base, { models, accounts, sheets, keeper, agents, undos })
  if (database.kind === 'pglite') open.add(await startAdmin(base, { models, accounts, keeper }))
  const server = await serveHttp(app, { host: config.host, port: config.port, newId })
  open.add(() => server.close(open.hurry ? HURRIED_MS : undefined))
  // Closed first: clients that wait for a change are answered before the server waits for them.
  open.add(stopWaiting)
  return server.url
}

/** Who watches, from before the first turn until after the last one. Loaded where it is switched on. */
async function startSeeing(
  { config, version, database, newId }: Base,
  open: OpenParts,
): Promise<string | null> {
  const { metricsPort, otlpUrl } = config.seeing
  if (otlpUrl !== undefined) {
    const { createTraces } = await import('./seeing/traces.ts')
    const traces = createTraces({ url: otlpUrl, version, instance: newId() })
    open.add(() => traces.close())
    open.add(watch(traces))
  }
  if (metricsPort === undefined) return null
  const { createMetrics } = await import('./seeing/metrics.ts')
  const { serveMetrics } = await import('./http/metrics-server.ts')
  const metrics = createMetrics(database.db, version)
  open.add(watch(metrics))
  const server = await serveMetrics(metrics, { host: config.host, port: metricsPort })
  open.add(server.close)
  return server.url
}

interface TurnParts {
  models: Models
  accounts: Accounts
  sheets: Sheets
  webhooks: Webhooks
  keeper: Keeper
}

async function startAgents(base: Base, parts: TurnParts, open: OpenParts) {
  const { config, log, database, now, newId } = base
  const { models, accounts, sheets, webhooks, keeper } = parts
  const changes = watchChanges({ db: database.db, replicas: database.kind === 'postgres' })
  const deps: TurnDeps = {
    db: database.db,
    models,
    sheets,
    tools: createTools({ bulkConcurrency: config.limits.bulkConcurrency }),
    search: createWebSearch({ ...config.search, allowPrivateAddresses: config.allowPrivateAddresses }),
    billing: accounts.billing,
    onTurnEnded: webhooks.onTurnEnded,
    listSkills,
    renderSummary,
    limits: config.limits,
    now,
    newId,
    log,
    announce: changes.announce,
  }
  const engine = await startEngine({
    database,
    databaseUrl: config.databaseUrl,
    run: (turnId, abort, step, executor) => runTurn(deps, turnId, abort, step, executor),
    undo: undoId => runUndo(deps, undoId),
    maxRunning: config.limits.runningTurns,
    endOrphans: async () => {
      await endOrphans(deps)
      await endOrphanUndos(deps)
    },
    log,
  })
  open.add(() => engine.close(open.hurry ? { drainMs: HURRIED_MS } : {}))
  const agents = createAgents({
    ...deps,
    onErased: keeper.scrubSoon,
    engine,
    changes,
    takesPictures: modelId => models.find(modelId)?.takesPictures ?? false,
    modelChoices: async spaceId => (await accounts.configuration(spaceId)).models,
    maxPromptCharacters: config.limits.promptCharacters,
    maxActiveAgents: config.limits.activeAgents,
    maxActiveOfPerson: config.limits.activeOfPerson,
    maxActiveOfSpace: config.limits.activeOfSpace,
  })
  const undos = createUndos({ db: database.db, engine, changes, now, newId })
  return { agents, undos, stopWaiting: changes.close }
}

type HttpParts = Pick<TurnParts, 'models' | 'accounts' | 'sheets' | 'keeper'> &
  Pick<Awaited<ReturnType<typeof startAgents>>, 'agents' | 'undos'>

function httpApp(base: Base, { models, accounts, sheets, keeper, agents, undos }: HttpParts) {
  const { config, log, version, database, now, newId } = base
  return createHttpApp({
    gate: accounts.gate,
    log,
    db: database.db,
    newId,
    now,
    maxBodyBytes: config.limits.bodyBytes,
    checkResponses: false,
    version,
    configuration: accounts.configuration,
    describeKey: accounts.describeKey,
    agents,
    undos,
    sheets,
    publicUrl: config.publicUrl,
    dashboard: dashboardRoutes({
      db: database.db,
      sealing: accounts.sealing,
      models,
      google: config.google,
      publicUrl: config.publicUrl,
      version,
      operators: operatorsOf(config),
      signIn: config.signIn,
      now,
      newId,
      log,
      onTurnEnded: writeWebhook,
      afterErasure: forgetting(base, keeper),
    }),
    whyNotWebhookUrl: address => whyNotWebhookUrl(address, config.allowPrivateAddresses),
    checkHealth: createReadiness({
      db: database.db,
      dataDir: database.kind === 'pglite' ? config.dataDir : null,
    }),
  })
}

/** With DATABASE_URL the admin command opens the database itself. */
async function startAdmin(
  base: Base,
  { models, accounts, keeper }: Pick<TurnParts, 'models' | 'accounts' | 'keeper'>,
) {
  const { config, log, now, newId } = base
  const admin = await startAdminSocket({
    dataDir: config.dataDir,
    db: base.database.db,
    pool: base.database.pool,
    afterErasure: forgetting(base, keeper),
    sealing: accounts.sealing,
    models,
    revokeGrant: async token => openGoogle(config)?.revoke(token),
    now,
    newId,
    log,
    onTurnEnded: writeWebhook,
  })
  return admin.close
}

const forgetting =
  ({ database }: Base, keeper: Keeper) =>
  async (turnIds: string[]) => {
    await forgetTurns(database.db, turnIds)
    keeper.scrubSoon()
  }

/** Whoever the environment's own account is for runs the service, too. */
const operatorsOf = ({ operators, bootstrap }: Config): string[] =>
  bootstrap === undefined ? operators : [...operators, parseBootstrap(bootstrap).email.toLowerCase()]

function sheetsGrants(grants: Grants): SheetsGrants {
  return {
    async grantFor(userId) {
      const refreshToken = await grants.refreshToken(userId)
      return refreshToken === null ? null : { refreshToken }
    },
    markRevoked: (userId, refreshToken) => grants.markRevoked(userId, refreshToken),
  }
}

function googleClient({ google }: Config) {
  return {
    // Empty where the operator set none: then Google refuses, and people are told to connect.
    clientId: google.clientId ?? '',
    clientSecret: google.clientSecret ?? '',
    tokenUrl: google.tokenUrl,
    quickTimeoutMilliseconds: google.requestTimeoutSeconds * 1000,
    ...(google.rootUrl ? { rootUrl: google.rootUrl } : {}),
  }
}
