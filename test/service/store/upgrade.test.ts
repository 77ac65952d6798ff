/** From every earlier version, with a row in each of its tables, to the present one: nothing is lost on the way. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEFAULT_RETENTION, sweep } from '../../../service/keeping/retention.ts'
import { migrate, NewerSchemaError, readMigrations } from '../../../service/store/migrate.ts'
import type { Database } from '../../../service/store/open.ts'
import { freshDatabase } from '../../support/database.ts'
import { fillEveryTable } from './fill.ts'

const migrations = readMigrations()
/** What a migration gave another name to. */
const RENAMED: Record<string, string> = { changes: 'call_notes' }

let database: Database
let wanted: string
beforeAll(async () => {
  database = await freshDatabase()
  await empty()
  await migrate(database.pool)
  wanted = await schema()
})
afterAll(() => database.close())

const empty = () => database.pool.query('drop schema public cascade; create schema public')

/** Columns, constraints and indexes, as one text. */
async function schema(): Promise<string> {
  const { rows } = await database.db.query<{ line: string }>(
    `select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
     from information_schema.columns where table_schema = 'public'
     union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
       where connamespace = 'public'::regnamespace
     union all select indexdef from pg_indexes where schemaname = 'public' order by 1`,
  )
  return rows.map(row => row.line).join('\n')
}

async function counts(): Promise<Map<string, number>> {
  const { rows: tables } = await database.db.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migrations'`,
  )
  const found = new Map<string, number>()
  for (const { name } of tables) {
    const { rows } = await database.db.query<{ n: number }>(`select count(*)::int as n from "${name}"`)
    found.set(name, rows[0]!.n)
  }
  return found
}

it.each(migrations.slice(0, -1).map(({ name }, index) => [name, index + 1] as const))(
  'a database of %s, with rows in all of its tables, becomes one of today',
  async (_, applied) => {
    await empty()
    await migrate(database.pool, migrations.slice(0, applied))
    expect(await fillEveryTable(database.db)).toBeGreaterThan(5)
    const before = await counts()
    expect(await migrate(database.pool)).toHaveLength(migrations.length - applied)
    expect(await schema()).toBe(wanted)
    const after = await counts()
    for (const [table, rows] of before) {
      const renamed = RENAMED[table]
      const isRenamed = renamed !== undefined && !before.has(renamed)
      expect([table, after.get(isRenamed ? renamed : table)]).toEqual([table, rows])
    }
    const inAYear = () => new Date(Date.now() + 800 * 86_400_000)
    await sweep({ db: database.db, retention: DEFAULT_RETENTION, now: inAYear })
  },
)

it('an earlier version refuses a database of a later one, and changes nothing', async () => {
  await empty()
  await migrate(database.pool)
  await expect(migrate(database.pool, migrations.slice(0, -1))).rejects.toThrow(NewerSchemaError)
  expect(await schema()).toBe(wanted)
})

it('a migration that fails leaves the database as it was before it', async () => {
  await empty()
  await migrate(database.pool)
  await fillEveryTable(database.db)
  const before = await counts()
  const broken = { name: '999_broken.sql', sql: 'delete from entries; select 1 / 0;' }
  await expect(migrate(database.pool, [...migrations, broken])).rejects.toThrow('as it was before it')
  expect(await counts()).toEqual(before)
  expect(await schema()).toBe(wanted)
})
