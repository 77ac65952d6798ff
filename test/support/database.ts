/**
 * Fresh databases for tests: a PGlite in memory, or a new database on a real Postgres. Migrations and the
 * engine's tables take seconds, so both are copies of what database-templates.ts made once.
 */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { Db } from '../../service/store/db.ts'
import { type Database, databaseOn, openDatabase } from '../../service/store/open.ts'
import { snapshot, template } from './database-templates.ts'

/** The product's 160 MB of buffers would be filled with zeros for a few rows. */
const SMALL = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB']

let loaded: Promise<Blob> | undefined

/** The snapshot as PGlite takes it; a Blob's own `arrayBuffer` copies all of it twice. */
async function loadSnapshot(): Promise<Blob> {
  const bytes = new Uint8Array(readFileSync(await snapshot())).buffer
  return Object.assign(new Blob(), { arrayBuffer: async () => bytes })
}

/** A migrated PGlite in memory, in 0.2 s. */
export async function freshDatabase(): Promise<Database> {
  loaded ??= loadSnapshot()
  return databaseOn(await PGlite.create({ loadDataDir: await loaded, startParams: SMALL }))
}

/** The same in a data folder, for a service that is started on it once this one is closed. */
export async function freshDatabaseIn(dataDir: string): Promise<Database> {
  await prepareDataDir(dataDir)
  return openDatabase({ dataDir })
}

/** Takes all rows, so that the tests of a file can each begin with nothing on one database, in 0.02 s. */
export async function emptyTables(db: Db): Promise<void> {
  await db.query(`
    do $$ declare t record; filled boolean; begin
      -- Foreign keys would want an order.
      set local session_replication_role = replica;
      for t in select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' loop
        execute format('select exists (select 1 from %I)', t.name) into filled;
        if filled then execute format('delete from %I', t.name); end if;
      end loop;
    end $$`)
}

/** A data folder whose database is migrated already: a process that opens it starts seconds sooner. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'db')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  await promisify(execFile)('tar', ['xf', await snapshot(), '-C', folder])
}

/** A new, migrated database on the Postgres server at `serverUrl` (inject('postgresUrl')); dropped on close. */
export async function freshPostgres(serverUrl: string): Promise<Database & { url: string }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, `create database ${name} template ${await template(serverUrl)}`)
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
