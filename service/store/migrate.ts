/**
 * Brings a database to the current schema: numbered .sql files, each in one transaction, in order of
 * their names. Replicas that start together take turns by an advisory lock.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { withAdvisoryLock } from './advisory-lock.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const ADVISORY_LOCK = 7_264_003_151

/** A start that a person can put right; its message is the one sentence to show. */
export class NewerSchemaError extends Error {
  constructor(name: string) {
    super(
      `the database was written by a newer version of the service (it has ${name}): start that version, or restore the back-up from before it`,
    )
    this.name = 'NewerSchemaError'
  }
}

export interface Migration {
  name: string
  sql: string
}

export function readMigrations(folder = FOLDER): Migration[] {
  return readdirSync(folder)
    .filter(name => /^\d{3}_.+\.sql$/.test(name))
    .sort()
    .map(name => ({ name, sql: readFileSync(join(folder, name), 'utf8') }))
}

/** Answers the names of the files that were applied now. */
export function migrate(pool: Pick<Pool, 'connect'>, migrations = readMigrations()): Promise<string[]> {
  return withAdvisoryLock(pool, ADVISORY_LOCK, async client => {
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const done = new Set(rows.map(row => row.name))
    const own = new Set(migrations.map(migration => migration.name))
    const foreign = rows.find(row => !own.has(row.name))
    if (foreign) throw new NewerSchemaError(foreign.name)
    const missing = migrations.filter(migration => !done.has(migration.name))
    for (const migration of missing) await apply(client, migration)
    return missing.map(migration => migration.name)
  })
}

async function apply(client: PoolClient, { name, sql }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed; the database is as it was before it`, { cause })
  }
}
