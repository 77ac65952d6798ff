/** Where a text is still found: in the rows of every table, and byte by byte in the files of a folder. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tablesToKeep } from '../../../service/keeping/backup.ts'
import type { Queryable } from '../../../service/store/db.ts'
import type { Database } from '../../../service/store/open.ts'

/** Every row that a backup is to hold, as text, by table. */
export async function rowsOfAllTables({ db, pool }: Database): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const table of await tablesToKeep(pool)) {
    // A table that was given more columns later has them in another order: by name it is the same.
    const { rows } = await db.query<{ t: string }>(
      `select to_jsonb(t)::text as t from "${table}" t order by to_jsonb(t)::text`,
    )
    all[table] = rows.map(row => row.t)
  }
  return all
}

/** Bytes stand in a row's text as hexadecimal digits. */
export async function tablesWith(db: Queryable, text: string): Promise<string[]> {
  const bytes = Buffer.from(text).toString('hex')
  const { rows } = await db.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'dbos')`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const hit = await db.query(
      `select 1 from ${name} t
       where t::text like '%' || $1 || '%' or t::text like '%' || $2 || '%' limit 1`,
      [text, bytes],
    )
    if (hit.rowCount > 0) found.push(name)
  }
  return found
}

export function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => readFileSync(path).includes(text))
}
