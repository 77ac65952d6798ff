/**
 * A backup of everything while the service runs: one consistent look at the database, as gzipped JSON lines
 * that either database can take back. What the engine keeps is left out: a turn that was under way when the
 * backup was made is ended by the restore, since the sheet may have gone on without it.
 */
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Pool, PoolClient } from 'pg'

export const FORMAT = 'rowhand-backup-1'
const ROWS_AT_ONCE = 500

/** The first line; the others are `{"table": …, "rows": […]}`, and a last one that says how many. */
export interface BackupHead {
  format: typeof FORMAT
  /** Names of the migrations that made this schema. */
  migrations: string[]
  madeAt: string
}

export interface BackupEnd {
  end: true
  rows: number
}

/** Writes beside `path` first: what stands there is a whole backup. The file is for its owner only. */
export async function backUp(pool: Pool, path: string, now: () => Date): Promise<{ rows: number }> {
  const unfinished = `${path}.unfinished`
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const counted = { rows: 0 }
    await pipeline(
      Readable.from(lines(client, now(), counted)),
      createGzip(),
      createWriteStream(unfinished, { mode: 0o600, flags: 'wx' }),
    )
    await rename(unfinished, path)
    return counted
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function* lines(client: PoolClient, at: Date, counted: { rows: number }): AsyncGenerator<string> {
  const { rows: applied } = await client.query<{ name: string }>('select name from migrations order by name')
  const head: BackupHead = {
    format: FORMAT,
    migrations: applied.map(({ name }) => name),
    madeAt: at.toISOString(),
  }
  yield `${JSON.stringify(head)}\n`
  for (const table of await tablesToKeep(client)) {
    for await (const rows of rowsOf(client, table)) {
      counted.rows += rows.length
      // Rows are JSON text already, as the database wrote them.
      yield `{"table":${JSON.stringify(table)},"rows":[${rows.join(',')}]}\n`
    }
  }
  const end: BackupEnd = { end: true, rows: counted.rows }
  yield `${JSON.stringify(end)}\n`
}

async function* rowsOf(client: PoolClient, table: string): AsyncGenerator<string[]> {
  await client.query(
    `declare backup_rows no scroll cursor for select row_to_json(t)::text as json from "${table}" t`,
  )
  for (;;) {
    const { rows } = await client.query<{ json: string }>(`fetch ${ROWS_AT_ONCE} from backup_rows`)
    if (rows.length > 0) yield rows.map(({ json }) => json)
    if (rows.length < ROWS_AT_ONCE) break
  }
  await client.query('close backup_rows')
}

/** Not worth keeping: the schema's own list, living processes, counts of the last minute, what a start checks. */
const LEFT_OUT = ['migrations', 'executors', 'rate_windows', 'shared_windows', 'service_facts']

export async function tablesToKeep(client: Pick<PoolClient, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = 'public' and not c.relname = any($1::text[]) order by c.relname`,
    [LEFT_OUT],
  )
  return rows.map(({ table }) => table)
}
