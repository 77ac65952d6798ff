/** Rows for every table of a schema, whatever it is: values by type, the first of a checked list, references kept. */
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../../service/store/db.ts'

interface Column {
  table: string
  column: string
  type: string
  nullable: boolean
  generated: boolean
}

interface Reference {
  table: string
  target: string
  columns: string[]
  targets: string[]
}

const COLUMNS = `
  select c.relname::text as table, a.attname::text as column, format_type(a.atttypid, null) as type,
    not a.attnotnull as nullable, a.attidentity <> '' as generated
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind = 'r' and n.nspname = 'public' and c.relname <> 'migrations' order by c.relname, a.attnum`

const REFERENCES = `
  select c.relname::text as table, t.relname::text as target,
    array(select attname::text from pg_attribute where attrelid = k.conrelid and attnum = any(k.conkey)) as columns,
    array(select attname::text from pg_attribute where attrelid = k.confrelid and attnum = any(k.confkey)) as targets
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    join pg_namespace n on n.oid = c.relnamespace
  where k.contype = 'f' and n.nspname = 'public'`

const CHECKS = `
  select c.relname::text as table, pg_get_constraintdef(k.oid) as text
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  where k.contype = 'c' and n.nspname = 'public'`

type Row = Record<string, unknown>

function exampleOf(type: string, said: string): unknown {
  if (type === 'uuid') return randomUUID()
  if (type === 'boolean') return false
  if (type.startsWith('timestamp')) return new Date()
  if (type === 'date') return '2026-11-01'
  if (type === 'jsonb' || type === 'json') return JSON.stringify({ text: said })
  if (type === 'bytea') return Buffer.from(said)
  if (type.endsWith('[]')) return []
  if (type === 'text' || type.startsWith('character')) return `{"text":"${said}"}`
  return 1
}

/** The first of the values that a check names for the column. */
function checkedValue(checks: { table: string; text: string }[], { table, column }: Column): string | null {
  for (const check of checks) {
    if (check.table !== table) continue
    const match = new RegExp(`\\(${column} = ANY \\(ARRAY\\['([^']*)'`).exec(check.text)
    if (match) return match[1]!
  }
  return null
}

/**
 * One row in each table, all of them of the same person, space and conversation; answers how many that are.
 * What is written where texts, documents and bytes may stand is said by the table's name.
 */
export async function fillEveryTable(
  db: Queryable,
  saidIn: (table: string) => string = () => randomUUID(),
): Promise<number> {
  const { rows: columns } = await db.query<Column>(COLUMNS)
  const { rows: references } = await db.query<Reference>(REFERENCES)
  const { rows: checks } = await db.query<{ table: string; text: string }>(CHECKS)
  const filled = new Map<string, Row>()
  const tables = new Set(columns.map(({ table }) => table))
  while (filled.size < tables.size) {
    const before = filled.size
    for (const table of tables) {
      if (filled.has(table)) continue
      const own = references.filter(one => one.table === table)
      const isNeeded = ({ columns: names }: Reference) =>
        columns.some(one => one.table === table && names.includes(one.column) && !one.nullable)
      if (own.some(one => one.target !== table && isNeeded(one) && !filled.has(one.target))) continue
      filled.set(
        table,
        await insertOne(db, table, { columns, references: own, checks, filled, said: saidIn(table) }),
      )
    }
    if (filled.size === before) throw new Error('tables that need one another in a circle')
  }
  return filled.size
}

async function insertOne(
  db: Queryable,
  table: string,
  schema: {
    columns: Column[]
    references: Reference[]
    checks: { table: string; text: string }[]
    filled: Map<string, Row>
    said: string
  },
): Promise<Row> {
  const row: Row = {}
  for (const column of schema.columns.filter(one => one.table === table && !one.generated)) {
    const reference = schema.references.find(one => one.columns.includes(column.column))
    const target = reference && schema.filled.get(reference.target)
    if (reference && !target) row[column.column] = null
    else if (reference && target)
      row[column.column] = target[reference.targets[reference.columns.indexOf(column.column)]!]
    else row[column.column] = checkedValue(schema.checks, column) ?? exampleOf(column.type, schema.said)
  }
  const names = Object.keys(row)
  const { rows } = await db.query<Row>(
    `insert into "${table}" (${names.map(name => `"${name}"`).join(', ')})
     values (${names.map((_, i) => `$${i + 1}`).join(', ')}) returning *`,
    Object.values(row),
  )
  return rows[0]!
}

/** References that were left empty, since what they name came later, are set to it. */
export async function tieLooseEnds(db: Queryable): Promise<void> {
  const { rows: references } = await db.query<Reference>(REFERENCES)
  for (const { table, target, columns, targets } of references)
    for (const [index, column] of columns.entries())
      await db.query(
        `update "${table}" set "${column}" = (select "${targets[index]}" from "${target}") where "${column}" is null`,
      )
}
