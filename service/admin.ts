/**
 * npm run admin: accounts from a terminal. On an embedded database it works through the running service
 * where there is one, else on the data folder itself; with DATABASE_URL on that database.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createSealing } from './accounts/sealing.ts'
import { checkSecret, loadSecret, SecretError } from './accounts/secret.ts'
import { parseArguments } from './admin/arguments.ts'
import { type Command, type Input, type Result, runCommand } from './admin/command.ts'
import { callAdminSocket } from './admin/socket.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { openGoogle } from './dashboard/google-routes.ts'
import { scrub } from './keeping/scrub.ts'
import { createModels } from './models/index.ts'
import { FolderInUseError } from './store/folder-lock.ts'
import { openDatabase } from './store/open.ts'
import { unusableDatabase } from './store/passing.ts'
import { forgetTurns } from './turns/engine/forget.ts'
import { writeWebhook } from './webhooks/webhooks.ts'

const EXIT = { done: 0, refused: 1, wrong: 2, unreachable: 3 } as const

/** Something about where the data is, for the person to put right. */
class Unreachable extends Error {}

async function runHere(config: Config, command: Command, input: Input): Promise<Result> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'db'))) {
    throw new Unreachable(
      `there is no data in ${config.dataDir}: start the service once, or choose its folder with ROWHAND_DATA_DIR`,
    )
  }
  const sealing = createSealing(loadSecret(config), config.otherSecrets)
  const database = await openDatabase(config)
  try {
    // What is sealed under another secret nobody could open any more.
    await checkSecret(database.db, sealing)
    const deps = {
      db: database.db,
      pool: database.pool,
      afterErasure: async (turnIds: string[]) => {
        await forgetTurns(database.db, turnIds)
        await scrub(database)
      },
      sealing,
      models: createModels(config.models),
      revokeGrant: async (token: string) => openGoogle(config)?.revoke(token),
      now: () => new Date(),
      newId: randomUUID,
      onTurnEnded: writeWebhook,
    }
    return await runCommand(command, deps, input)
  } finally {
    await database.close()
  }
}

async function run(command: Command, input: Input): Promise<Result> {
  const config = readConfig(process.env)
  if (config.databaseUrl) return runHere(config, command, input)
  if (command.alone) return runHere(config, command, input)
  return (
    (await callAdminSocket(config.dataDir, command.name, input)) ?? (await runHere(config, command, input))
  )
}

/** A file is meant from where the person stands; npm runs this elsewhere, and a service works in its own folder. */
function withWholePaths(command: Command, input: Input): Input {
  const from = process.env.INIT_CWD ?? process.cwd()
  const words = input.words.map((word, i) => (command.words[i] === 'file' ? resolve(from, word) : word))
  return { ...input, words }
}

function explain(error: unknown): string {
  if (error instanceof FolderInUseError) {
    return `${error.message}; if it is the service that starts or ends, try again in a moment`
  }
  if ([ConfigError, SecretError, Unreachable].some(kind => error instanceof kind))
    return (error as Error).message
  return unusableDatabase(error) ?? (error instanceof Error ? error.message : String(error))
}

const print = (text: string) => process.stdout.write(`${text}\n`)
function complain(message: string, json: boolean): void {
  process.stderr.write(json ? `${JSON.stringify({ error: message })}\n` : `rowhand: ${message}\n`)
}

async function main(argv: string[]): Promise<number> {
  const parsed = parseArguments(argv)
  if (parsed.state === 'help') {
    print(parsed.text)
    return EXIT.done
  }
  if (parsed.state === 'wrong') {
    complain(parsed.message, parsed.json)
    return EXIT.wrong
  }
  try {
    const result = await run(parsed.command, withWholePaths(parsed.command, parsed.input))
    if (result.state === 'refused') {
      complain(result.message, parsed.json)
      return EXIT.refused
    }
    print(parsed.json ? JSON.stringify(result.data, null, 2) : result.text)
    return EXIT.done
  } catch (error) {
    complain(explain(error), parsed.json)
    return EXIT.unreachable
  }
}

process.exitCode = await main(process.argv.slice(2))
