import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { migrate, readMigrations } from '../../../service/store/migrate.ts'
import { type Database, openDatabase } from '../../../service/store/open.ts'
import { freshPostgres } from '../../support/database.ts'
import { openFresh } from '../turns/databases.ts'

describe.each(['pglite', 'postgres'] as const)('the database on %s', kind => {
  let database: Database
  beforeAll(async () => {
    database = await openFresh(kind)
    await database.db.query('create table t (n int8, label text)')
  })
  afterAll(() => database.close())

  it('delivers big integers and counts as strings, and dates as dates', async () => {
    const { rows } = await database.db.query(
      `select 9007199254740993::int8 as big, count(*) as counted, 1.5::numeric as exact, now() as at,
         '{"a":[1]}'::jsonb as json, $1::text as empty`,
      [null],
    )
    expect(rows[0]).toEqual({
      big: '9007199254740993',
      counted: '1',
      exact: '1.5',
      at: expect.any(Date),
      json: { a: [1] },
      empty: null,
    })
  })

  it('takes dates, arrays and big integers as parameters', async () => {
    const at = new Date('2026-01-02T03:04:05.678Z')
    const { rows } = await database.db.query<{ at: Date; all: boolean; big: string }>(
      `select $1::timestamptz as at, 'b' = any($2::text[]) as all, $3::int8 as big`,
      [at, ['a', 'b'], 12345678901234567890n % 10n ** 18n],
    )
    expect(rows[0]).toEqual({ at, all: true, big: '345678901234567890' })
  })

  it('keeps a transaction whole or not at all', async () => {
    await expect(
      database.db.transaction(async tx => {
        await tx.query(`insert into t values (1, 'half')`)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect((await database.db.query(`select 1 from t where label = 'half'`)).rows).toEqual([])
  })

  it('keeps transactions that run at once apart', async () => {
    await database.db.query(`insert into t values (0, 'sum')`)
    await Promise.all(
      Array.from({ length: 20 }, () =>
        database.db.transaction(async tx => {
          const { rows } = await tx.query<{ n: string }>(`select n from t where label = 'sum' for update`)
          await tx.query(`update t set n = $1 where label = 'sum'`, [Number(rows[0]!.n) + 1])
        }),
      ),
    )
    expect((await database.db.query(`select n from t where label = 'sum'`)).rows).toEqual([{ n: '20' }])
  })

  it('goes on after a statement that failed', async () => {
    await expect(database.db.query('select nothing from nowhere')).rejects.toMatchObject({ code: '42P01' })
    await expect(database.db.transaction(tx => tx.query('select $1::int', ['x']))).rejects.toMatchObject({
      code: '22P02',
    })
    expect((await database.db.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  it('refuses the outer pool inside a transaction instead of waiting for ever', async () => {
    await expect(database.db.transaction(() => database.db.query('select 1'))).rejects.toThrow('only `tx`')
    await expect(database.db.transaction(() => database.db.transaction(async () => {}))).rejects.toThrow(
      'only `tx`',
    )
  })

  it('tells listeners of notices, until they leave', async () => {
    const heard = Promise.withResolvers<string>()
    const leave = await database.listen('news', payload => heard.resolve(payload))
    await database.db.query(`select pg_notify('news', 'hello')`)
    expect(await heard.promise).toBe('hello')
    await leave()
  })

  it('is left as it was by a migration that fails', async () => {
    const broken = [
      ...readMigrations(),
      { name: '998_broken.sql', sql: 'create table half (i int); select nonsense' },
    ]
    await expect(migrate(database.pool, broken)).rejects.toThrow('998_broken.sql')
    const { rows } = await database.db.query(`select to_regclass('half') as half`)
    expect(rows).toEqual([{ half: null }])
  })
})

describe('a shared database', () => {
  it('is migrated once, by one of many that start together', async () => {
    const database = await freshPostgres(inject('postgresUrl'))
    const extra = [...readMigrations(), { name: '999_extra.sql', sql: 'create table extra (i int)' }]
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database.pool, extra)))
    expect(applied.flat()).toEqual(['999_extra.sql'])
    await database.close()
  })
})

describe('an embedded database', () => {
  it("keeps its rows when opened again, in a folder that is the owner's alone", async () => {
    const dataDir = join(mkdtempSync(join(tmpdir(), 'rowhand-')), 'data')
    const first = await openDatabase({ dataDir })
    await first.db.query(`insert into spaces (id, name) values (gen_random_uuid(), 'kept')`)
    await first.close()
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    const second = await openDatabase({ dataDir })
    expect((await second.db.query('select name from spaces')).rows).toEqual([{ name: 'kept' }])
    await second.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
})
