/**
 * How long the offline planner reads a sentence on a large sheet: 50 columns, 5,000 different values. Prints
 * the 50th and 99th percentile, and the time of 32,000 hostile characters.
 *
 *   node bench/planner.ts [--runs 300]
 */
import { parseArgs } from 'node:util'
import { readingsOf } from '../service/offline-planner/learned/reader.ts'
import { decide } from '../service/offline-planner/reading/decision.ts'
import { sceneOf } from '../service/offline-planner/reading/sentence.ts'
import type { ColumnOverview, SpreadsheetOverview, TabOverview } from '../service/sheets/overview/overview.ts'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '300' } } })
const COLUMNS = 50
const ROWS = 500
const TODAY = 46_346

const columns = Array.from({ length: COLUMNS }, (_, index): ColumnOverview => {
  const type = index % 5 === 0 ? 'text' : index % 5 === 1 ? 'date' : 'number'
  return {
    column: String.fromCharCode(65 + (index % 26)),
    header: `${['Region', 'Shipped', 'Weight (kg)', 'Fee', 'Count'][index % 5]} ${index}`,
    type,
    samples: ['x'],
    non_empty: ROWS,
  }
})
const tab: TabOverview = {
  sheet_id: 0,
  title: 'Loads',
  index: 0,
  grid_rows: ROWS + 1,
  grid_columns: COLUMNS,
  used_range: 'A1:AX501',
  header_row: 1,
  first_data_row: 2,
  last_data_row: ROWS + 1,
  columns,
}
const overview: SpreadsheetOverview = { title: 'Large', locale: 'en_US', active_tab: 'Loads', tabs: [tab] }
/** As they are read anew for each sentence; with another `edit`, a cell of each column was changed since. */
const rowsRead = (edit: number): unknown[][] =>
  Array.from({ length: ROWS }, (_, row) =>
    columns.map(({ type }, column) =>
      type === 'text'
        ? `Value ${row === 0 ? `${row} ${edit}` : row} of ${column}`
        : type === 'date'
          ? '2026-03-04'
          : row,
    ),
  )

const SENTENCES = [
  'average weight 2 for value 7 of 5 since March by week, as a chart',
  'delete the rows where region 10 is value 3 of 10 and fee 3 is over 200',
  'could you please sort everything by shipped 1, newest first, and then by count 4',
  'how many loads with weight 7 between 20 and 30 came from value 44 of 0 last month?',
]

/** From the words to what would be done; the network reads at most 28 of the columns. */
function read(text: string, edit = 0): number {
  const data = [{ tab, rows: rowsRead(edit), isWhole: true, hasTotal: false }]
  const begun = performance.now()
  const scene = sceneOf({ overview, data }, { text, overwrite: false, turns: [], today: TODAY })
  if (typeof scene !== 'string') decide(readingsOf(scene, text))
  return performance.now() - begun
}

const percentile = (times: number[], part: number): string =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))]!.toFixed(1)

// In turn: the same sentence again is not read anew.
for (let warm = 0; warm < 10; warm++) for (const text of SENTENCES) read(text)
for (const [what, editOf] of [
  ['as it was', () => 0],
  ['changed in all columns before each', (run: number) => run + 1],
] as const) {
  const times = Array.from({ length: Number(values.runs) }, (_, run) =>
    read(SENTENCES[run % SENTENCES.length]!, editOf(run)),
  )
  console.log(
    `a sentence on ${COLUMNS} columns and ${(COLUMNS / 5) * ROWS} values, the sheet ${what}: p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms`,
  )
}
for (const piece of ['a ', 'Qty and ', 'and sort by ', "'", '((', 'zzzzzz ', '1 to ', '並べ替え'])
  console.log(
    `32,000 characters of ${JSON.stringify(piece)}: ${read(piece.repeat(32_000 / piece.length)).toFixed(1)} ms`,
  )
