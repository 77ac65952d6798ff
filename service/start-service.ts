/**
 * Puts the service together: every part is made here, once, and handed what it needs. Nothing here
 * decides anything; the environment has been read, and what goes wrong is thrown to main.
 */
import { randomUUID } from 'node:crypto'
import { createAccounts } from './accounts/accounts.ts'
import type { Grants } from './accounts/connections.ts'
import { loadSecret } from './accounts/secret.ts'
import { createAgents } from './agents/create-agents.ts'
import type { Config } from './config.ts'
import { dashboardRoutes } from './dashboard/index.ts'
import { createHttpApp } from './http/app.ts'
import { serveHttp } from './http/server.ts'
import type { Log } from './log.ts'
import { createModels } from './models/index.ts'
import { createSheets, type Grants as SheetsGrants } from './sheets/sheets.ts'
import { renderSummary } from './sheets/summary.ts'
import { type Database, openDatabase } from './store/open.ts'
import { tools } from './tools/index.ts'
import { watchChanges } from './turns/changes.ts'
import { startEngine } from './turns/engine.ts'
import { endOrphans } from './turns/orphans.ts'
import type { TurnDeps } from './turns/run.ts'
import { runTurn } from './turns/run-turn.ts'
import { whyNotWebhookUrl } from './webhooks/address.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

export interface RunningService {
  url: string
  /** Takes no more requests and turns, lets steps in flight end, and closes what is open. */
  close(): Promise<void>
}

export async function startService(config: Config, log: Log, version: string): Promise<RunningService> {
  // The lock on the data folder comes first: nothing else there is touched before.
  const database = await openDatabase(config)
  try {
    return await startOn(database, config, log, version)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function startOn(
  database: Database,
  config: Config,
  log: Log,
  version: string,
): Promise<RunningService> {
  const { db } = database
  const now = () => new Date()
  const newId = randomUUID
  const models = createModels(config.models)
  const accounts = createAccounts({
    db,
    secret: loadSecret(config),
    requestsPerMinute: config.limits.requestsPerMinute,
    models,
    now,
    newId,
  })
  if (config.bootstrap !== undefined) await accounts.bootstrap(config.bootstrap)
  const sheets = createSheets(googleClient(config), grantsFor(accounts.grants))
  const webhooks = createWebhooks({
    db,
    listen: database.listen,
    secretOf: accounts.webhookSecretOf,
    log,
    allowPrivate: config.allowPrivateAddresses,
    version,
  })
  const changes = watchChanges({ db, replicas: database.kind === 'postgres' })
  const turnDeps: TurnDeps = {
    db,
    models,
    sheets,
    tools,
    search: null,
    billing: accounts.billing,
    onTurnEnded: webhooks.onTurnEnded,
    listSkills: async () => [],
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
    run: (turnId, abort, step) => runTurn(turnDeps, turnId, abort, step),
    endOrphans: () => endOrphans(turnDeps),
    log,
  })
  const agents = createAgents({
    ...turnDeps,
    engine,
    changes,
    modelChoices: async spaceId => (await accounts.configuration(spaceId)).models,
    maxPromptCharacters: config.limits.promptCharacters,
    maxActiveAgents: config.limits.activeAgents,
  })
  await webhooks.start()
  const app = createHttpApp({
    gate: accounts.gate,
    log,
    newId,
    maxBodyBytes: config.limits.bodyBytes,
    checkResponses: false,
    version,
    configuration: accounts.configuration,
    describeKey: accounts.describeKey,
    agents,
    sheets,
    publicUrl: config.publicUrl,
    dashboard: dashboardRoutes({
      db,
      sealing: accounts.sealing,
      models,
      google: config.google,
      publicUrl: config.publicUrl,
      now,
      newId,
      log,
    }),
    whyNotWebhookUrl: address => whyNotWebhookUrl(address, config.allowPrivateAddresses),
    checkHealth: async () => {
      await db.query('select 1')
    },
  })
  const server = await serveHttp(app, { host: config.host, port: config.port, newId })
  return {
    url: server.url,
    async close() {
      changes.close()
      await server.close()
      await Promise.all([engine.close(), webhooks.stop()])
      await database.close()
    },
  }
}

function grantsFor(grants: Grants): SheetsGrants {
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
    ...(google.rootUrl ? { rootUrl: google.rootUrl } : {}),
  }
}
