// npm run data-model: writes docs/data-model.md from the migrations themselves.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Queryable } from '../service/store/db.ts'
import { migrate } from '../service/store/migrate.ts'
import { databaseOn } from '../service/store/open.ts'
import { tableWords } from './data-model/words.ts'

const FILE = join(import.meta.dirname, '..', 'docs', 'data-model.md')

interface Column {
  table: string
  column: string
  type: string
  nullable: boolean
  key: boolean
}

interface Reference {
  table: string
  target: string
  columns: string
  ends: boolean
}

const COLUMNS = `
  select c.relname::text as table, a.attname::text as column, format_type(a.atttypid, a.atttypmod) as type,
    not a.attnotnull as nullable,
    coalesce(a.attnum = any(p.conkey), false) as key
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_constraint p on p.conrelid = c.oid and p.contype = 'p'
  where c.relkind = 'r' and n.nspname = 'public' order by c.relname, a.attnum`

const REFERENCES = `
  select c.relname::text as table, r.relname::text as target, k.confdeltype = 'c' as ends,
    (select string_agg(a.attname, ', ' order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum = any(k.conkey)) as columns
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
  join pg_namespace n on n.oid = c.relnamespace
  where k.contype = 'f' and n.nspname = 'public' order by c.relname, r.relname, columns`

/** The document for the schema as the migrations make it. */
async function dataModel(): Promise<string> {
  const pglite = await PGlite.create()
  try {
    const { db, pool } = databaseOn(pglite)
    await migrate(pool)
    return await dataModelOf(db)
  } finally {
    await pglite.close()
  }
}

/** Of a database that is migrated. Throws where a table has no words. */
export async function dataModelOf(db: Queryable): Promise<string> {
  const { rows: columns } = await db.query<Column>(COLUMNS)
  const { rows: references } = await db.query<Reference>(REFERENCES)
  return documentOf(columns, references)
}

function documentOf(columns: Column[], references: Reference[]): string {
  const tables = [...new Set(columns.map(({ table }) => table))]
  return `# The data model

Made by \`npm run data-model\` from the migrations; a test holds that it is current. Beside these tables the engine (DBOS) keeps its own in the schema \`dbos\`; a turn's rows there go ten minutes after its end.

## Relations

\`\`\`mermaid
erDiagram
${references.map(lineOfReference).join('\n')}
\`\`\`

A double line ends the rows with what they refer to.

## What grows, and what ends it

| table | holds | grows with | ended by |
|---|---|---|---|
${tables.map(lineOfTable).join('\n')}

## Columns

${tables.map(table => sectionOf(table, columns, references)).join('\n\n')}
`
}

const lineOfReference = ({ table, target, columns, ends }: Reference) =>
  `  ${target} ${ends ? '||--o{' : '|o..o{'} ${table} : "${columns}"`

function lineOfTable(table: string): string {
  const words = tableWords[table]
  if (!words) throw new Error(`say in scripts/data-model/words.ts what the table ${table} is for`)
  return `| \`${table}\` | ${words.holds} | ${words.growsWith} | ${words.endedBy} |`
}

function sectionOf(table: string, columns: Column[], references: Reference[]): string {
  const own = columns.filter(column => column.table === table)
  const refersTo = (name: string) =>
    references
      .filter(one => one.table === table && one.columns === name)
      .map(({ target }) => `→ \`${target}\``)
  const lines = own.map(
    ({ column, type, nullable, key }) =>
      `| \`${column}\` | ${type} | ${[key ? 'key' : '', nullable ? 'may be null' : '', ...refersTo(column)].filter(Boolean).join(', ')} |`,
  )
  return `### ${table}\n\n| column | type | |\n|---|---|---|\n${lines.join('\n')}`
}

if (process.argv[1] === import.meta.filename) writeFileSync(FILE, await dataModel())
