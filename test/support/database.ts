/** Fresh databases for tests: a migrated PGlite in memory, or a schema-less new database on a real Postgres. */
import { randomUUID } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { migrate } from '../../service/store/migrate.ts'
import { type Database, databaseOn, openDatabase } from '../../service/store/open.ts'

let snapshot: Promise<File | Blob> | undefined

async function makeSnapshot(): Promise<File | Blob> {
  const pglite = await PGlite.create()
  await migrate(databaseOn(pglite).pool)
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  return dump
}

/** A migrated PGlite in memory. The first in a test file takes a second or two, each later one 0.25 s. */
export async function freshDatabase(): Promise<Database> {
  snapshot ??= makeSnapshot()
  return databaseOn(await PGlite.create({ loadDataDir: await snapshot }))
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

async function onServer(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
