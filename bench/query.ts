/**
 * query_data on 100,000 rows of 20 columns: loading them and a join with a group by, its memory, and how
 * soon an endless query is ended. The database's own start is printed apart.
 *
 *   node bench/query.ts [--rows 100000]
 */
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { DEFAULT_LIMITS, openDatabase } from '../service/tools/query/database.ts'
import { loadRows } from '../service/tools/query/tables.ts'

const LIMIT_SECONDS = 3

const { values } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } })
const count = Number(values.rows)
const signal = new AbortController().signal
const seconds = (from: number) => (performance.now() - from) / 1_000

const header = [
  'key',
  ...Array.from({ length: 19 }, (_, column) => (column % 3 ? `n${column}` : `t${column}`)),
]
const rows = Array.from({ length: count }, (_, row) => [
  `k${(row * 7) % 5_000}`,
  ...Array.from({ length: 19 }, (_, column) =>
    column % 3 ? ((row * column) % 997) + 0.5 : `text ${row % 300}`,
  ),
])
const groups = Array.from({ length: 5_000 }, (_, key) => [`k${key}`, `group ${key % 50}`])

const begun = performance.now()
const db = openDatabase(signal, DEFAULT_LIMITS)
await db.run('select 1', 1)
console.log(`start of the database     ${seconds(begun).toFixed(2)} s`)

const loading = performance.now()
let longest = 0
let last = performance.now()
const pulse = setInterval(() => {
  longest = Math.max(longest, performance.now() - last - 5)
  last = performance.now()
}, 5)
await loadRows(db, 'facts', [header, ...rows])
await loadRows(db, 'groups', [['key', 'name'], ...groups])
const loaded = seconds(loading)
const joining = performance.now()
const result = await db.run(
  'select g.name, count(*), sum(f.n1), avg(f.n2) from facts f join groups g on g.key = f.key group by 1 order by 1',
  200,
)
const joined = seconds(joining)
clearInterval(pulse)
const resident = Number(readFileSync(`/proc/${db.pid}/statm`, 'utf8').split(' ')[1]) * 4_096
db.close()
console.log(`load ${count} × 20          ${loaded.toFixed(2)} s`)
console.log(`join with group by        ${joined.toFixed(2)} s, ${result.total} groups`)
console.log(
  `memory of its process     ${Math.round(resident / 1e6)} MB of at most ${DEFAULT_LIMITS.megabytes}`,
)
console.log(`longest pause of ours     ${Math.round(longest)} ms`)

const hostile = openDatabase(signal, { milliseconds: 2_000, megabytes: DEFAULT_LIMITS.megabytes })
const endless = performance.now()
await hostile
  .run('with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n', 1)
  .catch(() => {})
console.log(`endless query, 2 s given  ended after ${seconds(endless).toFixed(2)} s`)
console.log(
  `load of the machine       ${loadavg()
    .map(value => value.toFixed(1))
    .join(' ')}`,
)
const total = loaded + joined
console.log(`\n${total.toFixed(2)} s of at most ${LIMIT_SECONDS} s for load and join`)
process.exit(total <= LIMIT_SECONDS ? 0 : 1)
