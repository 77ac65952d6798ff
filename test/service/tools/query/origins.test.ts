/** Columns of mixed cells in SQL: what is a date or a number in the sheet is one in the result. */
import { expect, test } from 'vitest'
import { queryData } from '../../../../service/tools/query-data.ts'
import { succeeded, useWorkbench } from '../workbench.ts'

const { openBench, openTab } = useWorkbench()
const LONG = 60_000

const lists = () =>
  openBench({
    tabs: [
      {
        title: 'A',
        rows: [
          ['ID', 'When'],
          [1001, '2024-01-05'],
          [1002, 'n/a'],
          ['X-7', '2024-02-01'],
        ],
      },
      { title: 'B', rows: [['ID'], [1002], [1003]] },
      { title: 'Codes', rows: [['Code'], ["'501"], ["'502"]] },
    ],
  })

test(
  'a column of dates and texts is said to be one, with its dates as days',
  async () => {
    const bench = await lists()
    const output = succeeded<{ rows: unknown[][]; notes: string[] }>(
      await bench.run(queryData, { tables: { a: 'A!A:B' }, sql: 'select "when" from a order by sheet_row' }),
    )
    expect(output.rows.flat()).toEqual(['2024-01-05', 'n/a', '2024-02-01'])
    expect(output.notes).toEqual([expect.stringContaining('a: when holds dates and texts')])
  },
  LONG,
)

test(
  'a union of ids is written as the numbers and texts that the cells hold',
  async () => {
    const bench = await lists()
    const sql = 'select id from a union select id::text from b order by 1'
    succeeded(await bench.run(queryData, { tables: { a: 'A!A:B', b: 'B!A:A' }, sql, target_tab: 'Ids' }))
    expect((await bench.formulas('Ids!A2:A5')).flat()).toEqual([1001, 1002, 1003, 'X-7'])
  },
  LONG,
)

test(
  'days among texts are written as dates again',
  async () => {
    const bench = await lists()
    const output = succeeded(
      await bench.run(queryData, {
        tables: { a: 'A!A:B' },
        sql: 'select "when" from a order by sheet_row',
        target_tab: 'Days',
      }),
    )
    expect((await bench.shown('Days!A2:A4')).flat()).toEqual(['2024-01-05', 'n/a', '2024-02-01'])
    expect((await bench.formulas('Days!A2:A4')).flat()).toEqual([45_296, 'n/a', 45_323])
    expect(JSON.stringify(output)).toContain('when: what is one in the sheet')
  },
  LONG,
)

test(
  'codes that the sheet holds as texts stay texts',
  async () => {
    const bench = await lists()
    succeeded(
      await bench.run(queryData, {
        tables: { c: 'Codes!A:A' },
        sql: 'select code from c',
        target_tab: 'Out',
      }),
    )
    expect((await bench.formulas('Out!A2:A3')).flat()).toEqual(['501', '502'])
  },
  LONG,
)

test(
  'cells that do not fit the type of their column are counted',
  async () => {
    const rows = Array.from({ length: 600 }, (_, index) => [index === 590 ? 'none' : index])
    const bench = await openTab('T', [['Total'], ...rows])
    const output = succeeded<{ notes: string[] }>(
      await bench.run(queryData, { tables: { t: 'T!A:A' }, sql: 'select count(total) from t' }),
    )
    expect(output).toMatchObject({ rows: [[599]], notes: ['t: 1 cell of total is no number and null here'] })
  },
  LONG,
)
