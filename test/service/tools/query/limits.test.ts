/** What a query may not do, and how much of its result a model and a sheet are given. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../../service/tools/query/database.ts'
import { queryData } from '../../../../service/tools/query-data.ts'
import { expectOnlyChanged, refused, succeeded, useWorkbench } from '../workbench.ts'

/** A database takes seconds to start, more on a busy machine. */
const LONG = 240_000

const { openBench } = useWorkbench()

const names = () =>
  openBench({
    tabs: [
      { title: 'Names', rows: [['Name'], ['Ann'], ['Bo']] },
      { title: 'Out', rows: [['x']] },
    ],
  })
const tables = { n: 'Names!A:A' }

test(
  'a very long text in a result is cut for the model, with its length',
  async () => {
    const bench = await names()
    const sql = "select repeat(name, 100000) as long, name from n where name = 'Ann'"
    const output = succeeded<{ rows: string[][] }>(await bench.run(queryData, { tables, sql }))
    const [[long, name] = []] = output.rows
    expect(name).toBe('Ann')
    expect(long!.length).toBeLessThan(5_000)
    expect(long).toContain('300000 characters')
  },
  LONG,
)

test(
  'a text that no cell holds is refused before a tab is made',
  async () => {
    const bench = await names()
    const before = await bench.snapshot()
    const sql = 'select repeat(name, 20000) as long from n'
    const outcome = await bench.run(queryData, { tables, sql, target_tab: 'New' })
    expect(refused(outcome)).toMatch(/60000 characters.*50000.*Nothing was changed/)
    expectOnlyChanged(before, await bench.snapshot(), [])
  },
  LONG,
)

test(
  'a result is not written into the hidden part of a merged cell',
  async () => {
    const bench = await names()
    const range = { sheetId: 101, startRowIndex: 3, endRowIndex: 6, startColumnIndex: 0, endColumnIndex: 1 }
    await bench.batch({ mergeCells: { range, mergeType: 'MERGE_ALL' } })
    const before = await bench.snapshot()
    const outcome = await bench.run(queryData, { tables, sql: 'select name from n', target: 'Out!A4' })
    expect(refused(outcome)).toContain('merged cell')
    expectOnlyChanged(before, await bench.snapshot(), [])
  },
  LONG,
)

test(
  'files and programs of the machine are out of reach',
  async () => {
    const db = openDatabase(new AbortController().signal, { milliseconds: LONG, megabytes: 4_000 })
    for (const sql of [
      "select pg_read_file('/etc/hosts')",
      "select lo_import('/etc/hosts')",
      "create table t1(a text); copy t1 from '/etc/hosts'; select * from t1",
      'create extension dblink; select 1',
    ])
      await expect(db.run(sql, 10), sql).rejects.toThrow(/could not open|not available|does not exist|denied/)
    const program = "create table t2(a text); copy t2 from program 'echo hello'; select * from t2"
    const rows = await db.run(program, 10).then(
      ({ rows: read }) => read,
      () => [],
    )
    expect(rows).toEqual([])
    // A file is one of the database's own, in its memory.
    const file = join(tmpdir(), `rowhand-query-${randomUUID()}.txt`)
    await db.run(`copy (select 1) to '${file}'; select 1`, 10).catch(() => {})
    expect(existsSync(file)).toBe(false)
    db.close()
  },
  LONG,
)
