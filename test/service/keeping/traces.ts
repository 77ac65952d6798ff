/** Where a text is still found: in the rows of every table, and byte by byte in the files of a folder. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Queryable } from '../../../service/store/db.ts'

export async function tablesWith(db: Queryable, text: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'dbos')`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const hit = await db.query(`select 1 from ${name} t where t::text like '%' || $1 || '%' limit 1`, [text])
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
