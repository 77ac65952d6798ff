/**
 * Opens the database: Postgres where DATABASE_URL names one, else PGlite in the data folder. What it
 * answers is the same for both; nothing above this folder knows which one runs.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { chmodSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { observed } from '../seeing/observed.ts'
import type { Db, Queryable, Statement } from './db.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { migrate } from './migrate.ts'
import { poolOn } from './pglite-pool.ts'

export interface Database {
  kind: 'pglite' | 'postgres'
  db: Db
  /** The pool as node-postgres has it, for the engine. */
  pool: pg.Pool
  /** Calls `onNotice` for each NOTIFY on `channel` until the answered function is called. */
  listen(channel: string, onNotice: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
  /** This process is about to end: the next one waits for it. */
  leaving?(): void
}

const inTransaction = new AsyncLocalStorage<{ open: boolean }>()

function refuseOuterPool(): void {
  if (inTransaction.getStore()?.open) {
    throw new Error('inside a transaction only `tx` may be used: the outer pool would wait for it to end')
  }
}

async function query<Row>(on: pg.Pool | pg.PoolClient, sql: string | Statement, params?: readonly unknown[]) {
  const values = params as unknown[] | undefined
  const result = await (typeof sql === 'string'
    ? on.query(sql, values)
    : on.query({ ...sql, values: values ?? [] }))
  return { rows: result.rows as Row[], rowCount: result.rowCount ?? 0 }
}

function dbOn(pool: pg.Pool, generation?: () => number): Db {
  return {
    ...(generation && { generation }),
    query(text, params) {
      refuseOuterPool()
      return observed('query', {}, () => query(pool, text, params))
    },
    async transaction(work) {
      refuseOuterPool()
      return observed('query', {}, () => inOne(pool, work))
    },
  }
}

async function inOne<T>(pool: pg.Pool, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const state = { open: true }
  const tx: Queryable = { query: (text, params) => query(client, text, params) }
  let broken: Error | undefined
  try {
    await client.query('begin')
    try {
      const result = await inTransaction.run(state, () => work(tx))
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch((cause: Error) => {
        broken = cause
      })
      throw error
    }
  } finally {
    state.open = false
    client.release(broken)
  }
}

const IDLE_IN_TRANSACTION_MS = 10_000
const CONNECT_WITHIN_MS = 10_000

async function openPostgres(databaseUrl: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 20,
    application_name: 'rowhand',
    // A process that freezes in a transaction must not hold its rows against the one that takes over.
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    // An address that swallows everything fails like one that refuses.
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  })
  // A connection that breaks is replaced by the pool and fails the query on it; without a listener, in
  // the pool or outside of it, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return {
    kind: 'postgres',
    db: dbOn(pool),
    pool,
    listen: (channel, onNotice) => listenOnPostgres(databaseUrl, channel, onNotice),
    close: () => pool.end(),
  }
}

const RECONNECT_AFTER_MS = 500

/** A connection of its own, opened again when it breaks: notices in between are lost, callers also poll. */
async function listenOnPostgres(databaseUrl: string, channel: string, onNotice: (payload: string) => void) {
  let ended = false
  let client: pg.Client
  let retry: NodeJS.Timeout | undefined
  const openAgain = () => {
    clearTimeout(retry)
    if (!ended) retry = setTimeout(() => void open().catch(openAgain), RECONNECT_AFTER_MS)
  }
  const open = async () => {
    client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'rowhand listen',
      keepAlive: true,
    })
    client.on('notification', notice => onNotice(notice.payload ?? ''))
    client.on('error', () => {})
    await client.connect()
    client.on('end', openAgain)
    await client.query(`listen ${channel}`)
  }
  await open()
  return async () => {
    ended = true
    clearTimeout(retry)
    await client.end().catch(() => {})
  }
}

const NO_LOCK: FolderLock = { leaving() {}, async release() {} }

/** A PGlite that the caller made, for example from a snapshot, in the same clothes. */
export function databaseOn(pglite: PGlite, lock: FolderLock = NO_LOCK): Database {
  const { pool, listen, generation } = poolOn(pglite)
  return {
    kind: 'pglite',
    db: dbOn(pool, generation),
    pool,
    listen,
    async close() {
      await pool.end()
      await pglite.close()
      await lock.release()
    },
    leaving: () => lock.leaving(),
  }
}

async function openEmbedded(dataDir: string, onWait?: (pid: string) => void): Promise<Database> {
  const folder = resolve(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // PGlite's own files are readable by all: the folder above them is not.
  chmodSync(folder, 0o700)
  const lock = await lockFolder(folder, onWait)
  try {
    return databaseOn(await openFiles(join(folder, 'db')), lock)
  } catch (error) {
    await lock.release()
    throw error
  }
}

const START_PARAMS = [
  ...PGlite.defaultStartParams,
  // Log files that are done with are removed rather than used again: erased texts must not live on in them.
  ...['-c', 'wal_recycle=off'],
  // All of them are filled with zeros at each start; the system keeps the files in memory besides.
  ...['-c', 'shared_buffers=32MB'],
]
/**
 * How much of a function is run before V8 compiles it once more, to run faster: seven times its default, so
 * that a start doesn't spend a third of its time on functions that it then hardly calls.
 */
const TIERING_BUDGET = 100_000_000

/** What it reads of arrays at its start is for a parser of its own, which is not used here. */
class Files extends PGlite {
  override async _initArrayTypes(): Promise<void> {}
}

async function openFiles(dataDir: string): Promise<PGlite> {
  setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`)
  const files = new Files({ dataDir, startParams: START_PARAMS })
  await files.waitReady
  return files
}

/** Opens and migrates. Throws FolderInUseError where another process has the data folder. */
export async function openDatabase(options: {
  databaseUrl?: string | undefined
  dataDir: string
  /** Told the process that has the data folder and is about to end. */
  onWait?: (pid: string) => void
}): Promise<Database> {
  const database = options.databaseUrl
    ? await openPostgres(options.databaseUrl)
    : await openEmbedded(options.dataDir, options.onWait)
  try {
    await migrate(database.pool)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
