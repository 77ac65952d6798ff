/**
 * The service in its process: reads the environment, starts, says when it is ready, ends cleanly. What a
 * person can put right ends it with one sentence on standard error. Signals are listened to in main.ts.
 */
import { readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { BootstrapError } from './accounts/bootstrap.ts'
import { SecretError } from './accounts/secret.ts'
import { ConfigError, readConfig } from './config.ts'
import { ListenError } from './http/server.ts'
import { errorFacts, jsonLog } from './log.ts'
import { CatalogueError } from './models/catalogue.ts'
import { type RunningService, startService } from './start-service.ts'
import { FolderInUseError } from './store/folder-lock.ts'
import { NewerSchemaError } from './store/migrate.ts'
import { unusableDatabase } from './store/passing.ts'

// Longer than the engine drains steps and the server drains requests, together.
const CLOSE_WITHIN_MS = 15_000
const CORRECTABLE = [
  ConfigError,
  CatalogueError,
  SecretError,
  BootstrapError,
  ListenError,
  FolderInUseError,
  NewerSchemaError,
]

const log = jsonLog(
  line => process.stdout.write(`${line}\n`),
  () => new Date(),
)

function version(): string {
  const file = join(import.meta.dirname, '..', 'package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

function explain(error: unknown): string {
  if (CORRECTABLE.some(kind => error instanceof kind)) return `rowhand: ${(error as Error).message}`
  const unusable = unusableDatabase(error)
  if (unusable) return `rowhand: ${unusable}`
  return `rowhand: the service could not start: ${error instanceof Error ? error.stack : String(error)}`
}

let service: RunningService | undefined
let ending = false

export function end(reason: string): void {
  if (ending) return
  ending = true
  log.info('ending', { reason })
  // Not ready yet: nothing is in flight, and the database is as safe as after a crash.
  if (!service) process.exit(0)
  setTimeout(() => process.exit(1), CLOSE_WITHIN_MS).unref()
  service.close({ hurry: reason === 'disconnect' }).then(
    () => process.exit(0),
    (error: unknown) => {
      log.error('did not end cleanly', errorFacts(error))
      process.exit(1)
    },
  )
}

export async function start(): Promise<void> {
  // A defect somewhere must not take the others' turns with it, but it must be seen.
  process.on('unhandledRejection', error => log.error('unhandled rejection', errorFacts(error)))
  try {
    const config = readConfig(process.env)
    service = await startService(config, log, version(), sentence => process.stderr.write(`${sentence}\n`))
    const { url, metricsUrl } = service
    log.info('ready', { url, metrics_url: metricsUrl, version: version() })
    process.send?.({ ready: { url, metricsUrl } })
    // Where a cache is given: a process that is killed would not leave it to the next one.
    flushCompileCache()
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  }
}
