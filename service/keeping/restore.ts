/**
 * Takes a backup back, into a database in which nobody is yet. All of it or nothing. Turns that were under
 * way when it was made are ended and say so: their sheets may hold more than the backup knows.
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'
import { type BackupHead, FORMAT, tablesToKeep } from './backup.ts'

export type Restored =
  | { state: 'restored'; rows: number; endedTurns: number; madeAt: string }
  /** Nothing was changed; the sentence says why. */
  | { state: 'refused'; message: string }

const head = z.object({ format: z.literal(FORMAT), migrations: z.array(z.string()), madeAt: z.string() })
const line = z.union([
  z.object({ table: z.string(), rows: z.array(z.record(z.string(), z.unknown())) }),
  z.object({ end: z.literal(true), rows: z.number() }),
])

class Unusable extends Error {}

export async function restore(pool: Pool, path: string): Promise<Restored> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows: people } = await client.query('select 1 from users limit 1')
    if (people.length > 0) {
      throw new Unusable('There are accounts in this database already; restore into an empty one.')
    }
    const { rows, madeAt } = await inAnyOrder(client, () => takeBack(client, path))
    const endedTurns = await endTurnsUnderWay(client)
    await client.query('commit')
    return { state: 'restored', rows, endedTurns, madeAt }
  } catch (error) {
    await client.query('rollback')
    const message = whyUnusable(error)
    if (message === null) throw error
    return { state: 'refused', message }
  } finally {
    client.release()
  }
}

function whyUnusable(error: unknown): string | null {
  if (error instanceof Unusable) return error.message
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT') return 'There is no such file.'
  const broken = error instanceof SyntaxError || error instanceof z.ZodError || code?.startsWith('Z_')
  return broken ? 'The file is no backup of Rowhand, or it is damaged.' : null
}

/** Rows refer to one another in circles: what they refer to is checked once all of them are there. */
async function inAnyOrder<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select c.relname as table, k.conname as name from pg_constraint k
     join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and n.nspname = 'public'`,
  )
  const setAll = async (when: string) => {
    for (const { table, name } of rows) {
      await client.query(`alter table "${table}" alter constraint "${name}" ${when}`)
    }
  }
  await setAll('deferrable initially deferred')
  const result = await work()
  await client.query('set constraints all immediate')
  await setAll('not deferrable')
  return result
}

async function takeBack(client: PoolClient, path: string): Promise<{ rows: number; madeAt: string }> {
  const known = new Set(await tablesToKeep(client))
  // Nothing may be waited for between here and the loop: lines that nobody asks for yet are lost.
  const input = createReadStream(path)
  const unzipped = input.pipe(createGunzip())
  // A pipe passes no errors on.
  input.on('error', error => unzipped.destroy(error))
  const lines = createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY })
  let first: BackupHead | undefined
  let rows = 0
  let complete = false
  for await (const text of lines) {
    if (!first) {
      first = head.parse(JSON.parse(text))
      await checkSchema(client, first)
      continue
    }
    const part = line.parse(JSON.parse(text))
    if ('end' in part) complete = part.rows === rows
    else {
      if (!known.has(part.table))
        throw new Unusable(`The backup has a table ${part.table} that is not known here.`)
      await insert(client, part.table, part.rows)
      rows += part.rows.length
    }
  }
  if (!first || !complete) throw new Unusable('The backup is cut off; nothing was restored. Use another one.')
  return { rows, madeAt: first.madeAt }
}

/** An older backup fits, since new columns have defaults; one from a newer version does not. */
async function checkSchema(client: PoolClient, { migrations }: BackupHead): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  const here = new Set(rows.map(({ name }) => name))
  const newer = migrations.filter(name => !here.has(name))
  if (newer.length === 0) return
  throw new Unusable('The backup was made by a newer version of Rowhand. Install that one, then restore.')
}

async function insert(client: PoolClient, table: string, rows: Record<string, unknown>[]): Promise<void> {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
  const { rows: known } = await client.query<{ column_name: string }>(
    `select column_name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and column_name = any($2::text[])`,
    [table, columns],
  )
  const names = known.map(row => `"${row.column_name}"`).join(', ')
  // Numbers that identify rows are taken over, or they would be given anew.
  await client.query(
    `insert into "${table}" (${names}) overriding system value
     select ${names} from json_populate_recordset(null::"${table}", $1::json)`,
    [JSON.stringify(rows)],
  )
}

const RESTORED =
  'The service was restored from a backup while this turn was under way. Look at what stands in the sheet, then send the prompt again.'

async function endTurnsUnderWay(client: PoolClient): Promise<number> {
  const { rowCount } = await client.query(
    `update turns set status = 'interrupted', ended_at = now(), error_code = 'INTERNAL_ERROR', error_message = $1
     where status = 'active'`,
    [RESTORED],
  )
  await client.query(
    `update undos set status = 'failed', completed_at = now(),
       result = coalesce(result::jsonb, '{}'::jsonb)::text
     where status = 'running'`,
  )
  await client.query(
    `update agents set active_turn_id = null, active_undo_id = null, version = version + 1
     where active_turn_id is not null or active_undo_id is not null`,
  )
  await client.query(
    `update entries set status = 'cancelled', updated_at = now(),
       body = (body::jsonb || jsonb_build_object('status', 'cancelled',
         'completed_at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::text
     where status in ('pending', 'running')`,
  )
  await goOnCounting(client)
  return rowCount ?? 0
}

/** Numbers that the database gives go on after the rows that were taken over. */
async function goOnCounting(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and is_identity = 'YES'`,
  )
  for (const { table, column } of rows) {
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), (select coalesce(max("${column}"), 0) + 1 from "${table}"), false)`,
      [`public."${table}"`, column],
    )
  }
}
