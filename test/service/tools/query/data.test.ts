/** SQL over ranges: what it answers, what it writes, and how a hostile query ends. */
import { describe, expect, test } from 'vitest'
import { openDatabase, QueryFailure } from '../../../../service/tools/query/database.ts'
import { loadRows } from '../../../../service/tools/query/tables.ts'
import { queryData } from '../../../../service/tools/query-data.ts'
import { expectOnlyChanged, refused, succeeded, useWorkbench } from '../workbench.ts'

const { openBench, openTab } = useWorkbench()

const shop = () =>
  openBench({
    tabs: [
      {
        title: 'Orders',
        rows: [
          ['Order ID', 'Customer', 'Date', 'Total', 'Paid'],
          [1, 'Acme', '2024-01-05', 10.5, true],
          [2, 'Bolt', '2024-02-05', 20, false],
          [3, 'Acme', '2024-02-07', 30, true],
          [4, 'Nemo', '2024-03-01', '=2*2', true],
        ],
      },
      {
        title: 'Customers',
        rows: [
          ['Name', 'Land'],
          ['Acme Ltd.', 'UK'],
          ['Bolt GmbH', 'DE'],
          ['=1+1', 'tab\there'],
        ],
      },
    ],
  })
const tables = { o: 'Orders!A:E', c: 'Customers!A1:B' }
const LONG = 60_000

describe('query_data', () => {
  test(
    'dates among texts are days, and numbers among them stay numbers',
    async () => {
      const bench = await openTab('T', [
        ['When', 'N'],
        ['2024-01-05', 1],
        ['n/a', 2],
        [44_562, 3],
        ['soon', 4],
      ])
      const output = succeeded<{ rows: unknown[][] }>(
        await bench.run(queryData, { tables: { t: 'T!A:B' }, sql: 'select "when" from t order by n' }),
      )
      expect(output.rows.flat()).toEqual(['2024-01-05', 'n/a', '44562', 'soon'])
    },
    LONG,
  )

  test(
    'sql that says nothing answers the profile of the tables',
    async () => {
      const bench = await shop()
      for (const sql of ['', '  ; ', '-- which rows?']) {
        const output = succeeded<{ tables: { table: string }[] }>(
          await bench.run(queryData, { tables: { o: 'Orders!A:E' }, sql }),
        )
        expect(output.tables.map(({ table }) => table)).toEqual(['o'])
      }
      expect(
        refused(await bench.run(queryData, { tables: { o: 'Orders!A:E' }, target_tab: 'New' })),
      ).toContain('select * from o')
    },
    LONG,
  )

  test(
    'sql without its table, or without rows to answer, is refused with what is missing',
    async () => {
      const bench = await shop()
      const run = async (sql: string) =>
        refused(await bench.run(queryData, { tables: { o: 'Orders!A:E' }, sql }))
      expect(await run('select customer, sum(total) group by 1')).toContain('none of your tables: from o.')
      expect(await run('select custmer from o')).not.toContain('none of your tables')
      expect(await run('delete from o where total > 10')).toContain('end it with a select')
    },
    LONG,
  )

  test(
    'a group by over a typed table answers rows and changes nothing',
    async () => {
      const bench = await shop()
      const before = await bench.snapshot()
      const sql =
        "select to_char(date, 'YYYY-MM') as month, sum(total), bool_and(paid), min(sheet_row) from o group by 1 order by 1"
      const output = succeeded(await bench.run(queryData, { tables, sql }))
      expect(output).toMatchObject({
        columns: ['month', 'sum', 'bool_and', 'min'],
        rows: [
          ['2024-01', 10.5, true, 2],
          ['2024-02', 50, false, 3],
          ['2024-03', 4, true, 5],
        ],
        total_rows: 3,
      })
      expectOnlyChanged(before, await bench.snapshot(), [])
    },
    LONG,
  )

  test(
    'names that are only alike are joined by similarity',
    async () => {
      const bench = await shop()
      const sql =
        'select distinct o.customer, c.land from o join c on similarity(o.customer, c.name) > 0.4 order by 1'
      expect(succeeded(await bench.run(queryData, { tables, sql }))).toMatchObject({
        rows: [
          ['Acme', 'UK'],
          ['Bolt', 'DE'],
        ],
      })
    },
    LONG,
  )

  test(
    'a result is written to a new tab, dates as dates, texts never as formulas',
    async () => {
      const bench = await shop()
      const before = await bench.snapshot()
      const sql = "select customer, max(date) as last, '=1+1' as text from o group by 1 order by 1"
      const output = succeeded(await bench.run(queryData, { tables, sql, target_tab: 'Last' }))
      expect(output).toMatchObject({ rows: 3, errors: 0 })
      expect(await bench.shown('Last!A1:C2')).toEqual([
        ['customer', 'last', 'text'],
        ['Acme', '2024-02-07', '=1+1'],
      ])
      expectOnlyChanged(before, await bench.snapshot(), [], ['Last'])
    },
    LONG,
  )

  test(
    'an occupied place and wrong SQL are refused with what would help',
    async () => {
      const bench = await shop()
      const before = await bench.snapshot()
      const sql = 'select 1 as one'
      expect(refused(await bench.run(queryData, { tables, sql, target: 'Orders!A1' }))).toContain(
        'hold something',
      )
      const wrong = await bench.run(queryData, { tables, sql: 'select nothing from o' })
      expect(refused(wrong)).toContain('column "nothing" does not exist')
      expect(JSON.stringify(wrong)).toContain('order_id number')
      expectOnlyChanged(before, await bench.snapshot(), [])
    },
    LONG,
  )

  test(
    'without sql each column is profiled',
    async () => {
      const bench = await shop()
      const output = succeeded<{ tables: { columns: object[] }[] }>(
        await bench.run(queryData, { tables: { o: 'Orders!A:E' } }),
      )
      expect(output.tables[0]!.columns).toMatchObject([
        { column: 'order_id', type: 'number', filled: 4, distinct: 4 },
        { column: 'customer', type: 'text', distinct: 3, frequent: 'Acme ×2, Bolt ×1, Nemo ×1' },
        { column: 'date', type: 'date', from: '2024-01-05', to: '2024-03-01' },
        { column: 'total' },
        { column: 'paid', type: 'boolean' },
      ])
    },
    LONG,
  )
})

describe('a throwaway database', () => {
  const never = new AbortController().signal
  const isGone = (pid: number) => {
    try {
      process.kill(pid, 0)
      return false
    } catch {
      return true
    }
  }
  const goes = async (pid: number) => {
    await expect.poll(() => isGone(pid), { timeout: LONG }).toBe(true)
  }

  test(
    'an endless query is ended in time and its process is gone',
    async () => {
      const db = openDatabase(never, { milliseconds: 500, megabytes: 4_000 })
      const endless = 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n'
      await expect(db.run(endless, 10)).rejects.toThrow('longer than 0.5 s')
      await goes(db.pid)
    },
    LONG,
  )

  test(
    'a greedy query is ended at its limit of memory',
    async () => {
      const db = openDatabase(never, { milliseconds: 600_000, megabytes: 50 })
      await expect(db.run('select 1', 10)).rejects.toThrow(QueryFailure)
      await goes(db.pid)
    },
    LONG,
  )

  test(
    'Stop ends the process',
    async () => {
      const abort = new AbortController()
      const db = openDatabase(abort.signal, { milliseconds: 600_000, megabytes: 4_000 })
      const running = db.run('select pg_sleep(1000)', 1)
      abort.abort(new Error('stopped'))
      await expect(running).rejects.toThrow('stopped')
      await goes(db.pid)
    },
    LONG,
  )

  test(
    'texts with tabs, backslashes and line ends come back as they were',
    async () => {
      const db = openDatabase(never)
      const text = 'a\tb\\c\nd "e" \\N ü'
      await loadRows(db, 't', [['x'], [text], ['']])
      const { rows } = await db.run('select x from t', 10)
      db.close()
      expect(rows).toEqual([[text]])
    },
    LONG,
  )
})
