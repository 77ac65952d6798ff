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
const SMALL = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB', '-c', 'min_wal_size=32MB']

let loaded: Promise<Blob> | undefined

/** The snapshot as PGlite takes it; a Blob's own `arrayBuffer` copies all of it twice. */
async function loadSnapshot(): Promise<Blob> {
  const bytes = new Uint8Array(readFileSync(await snapshot())).buffer
  return Object.assign(new Blob(), { arrayBuffer: async () => bytes })
}

/** Closed ones, to be used again: making one takes as long as ten tests of it. */
const idle: { pglite: PGlite; uses: number }[] = []
const MOST_IDLE = 2
/** Rows that are gone leave their place in the files. */
const MOST_USES = 60

/** A migrated PGlite in memory with no rows, in 0.2 s; one that was closed before where there is one. */
export async function freshDatabase(): Promise<Database> {
  loaded ??= loadSnapshot()
  const { pglite, uses } = idle.pop() ?? {
    pglite: await PGlite.create({ loadDataDir: await loaded, startParams: SMALL }),
    uses: 0,
  }
  const shape = await shapeOf(pglite)
  const database = databaseOn(pglite)
  return {
    ...database,
    async close() {
      await database.pool.end()
      const isKept = idle.length < MOST_IDLE && uses < MOST_USES && (await takeAll(pglite))
      if (isKept && (await shapeOf(pglite)) === shape) idle.push({ pglite, uses: uses + 1 })
      else await pglite.close()
    },
  }
}

/** Everything but rows: a test that changed it had a database for itself. */
async function shapeOf(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ shape: string }>(`
    select md5(string_agg(line, ',' order by line)) as shape from (
      select concat(c.relname, c.relkind, a.attname, a.atttypid, a.attnotnull, a.atthasdef) as line
      from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relnamespace not in ('pg_catalog'::regnamespace, 'pg_toast'::regnamespace,
        'information_schema'::regnamespace)
      union all select name from migrations
      union all select conname from pg_constraint union all select tgname from pg_trigger
      union all select md5(prosrc) from pg_proc where pronamespace <> 'pg_catalog'::regnamespace
    ) lines`)
  return rows[0]?.shape ?? ''
}

/** False where it is in no state to be used again. */
async function takeAll(pglite: PGlite): Promise<boolean> {
  try {
    await pglite.exec('rollback')
    await pglite.exec('discard all')
    await pglite.exec(`
      do $$ declare t record; filled boolean; begin
        set local session_replication_role = replica;
        for t in select schemaname, tablename from pg_tables where schemaname in ('public', 'dbos')
            and tablename not in ('migrations', 'dbos_migrations') loop
          execute format('select exists (select 1 from %I.%I)', t.schemaname, t.tablename) into filled;
          if filled then execute format('delete from %I.%I', t.schemaname, t.tablename); end if;
        end loop;
        for t in select schemaname, sequencename from pg_sequences where last_value is not null loop
          execute format('alter sequence %I.%I restart', t.schemaname, t.sequencename);
        end loop;
      end $$`)
    await pglite.exec('checkpoint')
    return true
  } catch {
    return false
  }
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
