/** Fresh databases for tests: a migrated PGlite in memory, or a schema-less new database on a real Postgres. */
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { migrate, readMigrations } from '../../service/store/migrate.ts'
import { type Database, databaseOn, openDatabase } from '../../service/store/open.ts'

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/rowhand')
const { resolve } = createRequire(import.meta.url)

/** A database depends on its migrations and on PGlite: another of either gets another snapshot. */
function snapshotPath(): string {
  const hash = createHash('sha256').update(readFileSync(resolve('@electric-sql/pglite')))
  for (const { name, sql } of readMigrations()) hash.update(name).update(sql)
  return join(CACHE, `migrated-${hash.digest('hex').slice(0, 16)}.tar`)
}

/** Making one takes seconds, so all test files share it; whoever is first leaves it for the others. */
async function ensureSnapshot(): Promise<string> {
  const path = snapshotPath()
  if (!existsSync(path)) {
    const pglite = await PGlite.create()
    await migrate(databaseOn(pglite).pool)
    const dump = await pglite.dumpDataDir('none')
    await pglite.close()
    mkdirSync(CACHE, { recursive: true })
    forgetOldSnapshots()
    const unfinished = `${path}.${process.pid}`
    writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()))
    renameSync(unfinished, path)
  }
  return path
}

const OLD_AFTER_MS = 10 * 60_000

function forgetOldSnapshots(): void {
  for (const name of readdirSync(CACHE).filter(name => name.startsWith('migrated-'))) {
    const path = join(CACHE, name)
    if (Date.now() - statSync(path).mtimeMs > OLD_AFTER_MS) rmSync(path, { force: true })
  }
}

let snapshot: Promise<Blob> | undefined

/** A migrated PGlite in memory, in 0.25 s. */
export async function freshDatabase(): Promise<Database> {
  snapshot ??= ensureSnapshot().then(path => new Blob([readFileSync(path)]))
  return databaseOn(await PGlite.create({ loadDataDir: await snapshot }))
}

/** The same in a data folder, for a service that is started on it once this one is closed. */
export async function freshDatabaseIn(dataDir: string): Promise<Database> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  snapshot ??= ensureSnapshot().then(path => new Blob([readFileSync(path)]))
  return databaseOn(await PGlite.create({ dataDir: join(dataDir, 'db'), loadDataDir: await snapshot }))
}

/** A data folder whose database is migrated already: a process that opens it starts seconds sooner. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'db')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  await promisify(execFile)('tar', ['xf', await ensureSnapshot(), '-C', folder])
}

/** A new, migrated database on the Postgres server at `serverUrl` (inject('postgresUrl')); dropped on close. */
export async function freshPostgres(serverUrl: string): Promise<Database & { url: string }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const database = await openDatabase({ databaseUrl: url.href, dataDir: '' })
  return {
    ...database,
    url: url.href,
    async close() {
      await database.close()
      await onServer(serverUrl, `drop database ${name} with (force)`)
    },
  }
}

/** One statement on the server itself. */
export async function onServer(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
