/** The sheet that the planner's documentation speaks of, and a driver that answers its calls from a script. */

import type { Step, Turn } from '../../../service/offline-planner/conversation.ts'
import type { readingsOf } from '../../../service/offline-planner/learned/reader.ts'
import { serialOf } from '../../../service/offline-planner/linking/dates.ts'
import type { Call, CallResult } from '../../../service/offline-planner/plan.ts'
import { type NextStep, nextStep } from '../../../service/offline-planner/planner.ts'
import { parseRange } from '../../../service/sheets/a1.ts'
import type {
  ColumnOverview,
  ColumnType,
  SpreadsheetOverview,
  TabOverview,
} from '../../../service/sheets/overview/overview.ts'

export const TOOLS = new Set([
  'get_sheet_overview',
  'read_range',
  'write_range',
  'copy_paste_range',
  'read_spreadsheet_fields',
  'format_range',
  'sort_filter_range',
  'clean_range',
  'edit_structure',
  'insert_chart',
  'insert_pivot_table',
  'rows_columns',
  'bulk_prompt',
  'bulk_search',
  'web_search',
  'load_skill',
  'create_skill',
])

const column = (
  letter: string,
  header: string,
  type: ColumnType,
  samples: string[],
  extra: Partial<ColumnOverview> = {},
): ColumnOverview => ({ column: letter, header, type, samples, non_empty: 119, ...extra })

export const orders: TabOverview = {
  sheet_id: 0,
  title: 'Orders',
  index: 0,
  grid_rows: 1000,
  grid_columns: 26,
  used_range: 'A1:J120',
  header_row: 1,
  first_data_row: 2,
  last_data_row: 120,
  columns: [
    column('A', 'Date', 'date', ['2026-01-05', '2026-01-06'], { number_format: 'yyyy-mm-dd' }),
    column('B', 'Customer', 'text', ['Acme', 'Birch Ltd.']),
    column('C', 'First', 'text', ['Ada', 'Grace']),
    column('D', 'Last', 'text', ['Lovelace', 'Hopper']),
    column('E', 'Email', 'text', ['ada@example.com', 'grace@example.com']),
    column('F', 'Region', 'text', ['North', 'South']),
    column('G', 'Status', 'text', ['Open', 'Paid']),
    column('H', 'Qty', 'number', ['3', '12']),
    column('I', 'Price', 'currency', ['$9.50', '$20.00'], { number_format: '$#,##0.00' }),
    column('J', 'Cost', 'currency', ['$4.00', '$11.00'], { number_format: '$#,##0.00' }),
  ],
}

export const sample: SpreadsheetOverview = {
  title: 'Shop',
  locale: 'en_US',
  active_tab: 'Orders',
  tabs: [
    orders,
    {
      sheet_id: 7,
      title: 'Sheet2',
      index: 1,
      grid_rows: 100,
      grid_columns: 10,
      used_range: 'A1:B11',
      header_row: 1,
      first_data_row: 2,
      last_data_row: 11,
      columns: [
        column('A', 'Name', 'text', ['Ada'], { non_empty: 10 }),
        column('B', 'Amount', 'number', ['5'], { non_empty: 10 }),
      ],
    },
  ],
}

export const ROWS: readonly unknown[][] = [
  ['2026-03-02', 'Acme, Inc.', 'Ada', 'Lovelace', 'ada@example.com', 'North', 'Open', 3, 9.5, 4],
  ['2026-01-15', 'Birch-Ltd.', 'Grace', 'Hopper', 'grace@example.com', 'South', 'Paid', 10, 20, 11],
  ['2026-02-20', 'Cedar, Co', 'Alan', 'Turing', 'alan@example.com', 'North', 'Paid', 12, 25, 1],
  ['2026-02-21', 'Acme, Inc.', 'Ada', 'Lovelace', 'ada@example.com', '', 'Open', 2, 5, 1],
]

function cellsOf(range: string, rows: readonly unknown[][]): unknown[][] {
  const parsed = parseRange(range)
  if (parsed?.tab !== 'Orders') return [['Ada', 5]]
  return rows.map(row => row.slice(parsed.box.startColumn ?? 0, parsed.box.endColumn))
}

export const TODAY = serialOf(2026, 11, 20)

export type Respond = (call: Call, index: number) => CallResult | undefined

/** Results as the tools give them when all goes well. */
const succeed = (
  overview: SpreadsheetOverview,
  rows: readonly unknown[][],
  { tool, args }: Call,
): CallResult => {
  if (tool === 'get_sheet_overview') return { output: overview }
  if (tool === 'read_range')
    return {
      output: { ranges: (args.ranges as string[]).map(range => ({ range, values: cellsOf(range, rows) })) },
    }
  if (tool === 'write_range') return { output: { written_range: args.range, cells: 119, sample: [] } }
  return { output: {} }
}

export interface Ran {
  /** Without the look at the sheet that every instruction begins with. */
  calls: Call[]
  answer: string
  steps: number
  turn: Turn
}

/** Runs one turn to its end. `respond` may answer a call in its own way; everything else succeeds. */
export function run(
  prompt: string,
  {
    overview = sample,
    earlier = [],
    respond = () => undefined,
    tools = TOOLS,
    read,
    rows = ROWS,
  }: {
    overview?: SpreadsheetOverview
    earlier?: Turn[]
    respond?: Respond
    tools?: ReadonlySet<string>
    /** Instead of the network. */
    read?: typeof readingsOf
    rows?: readonly unknown[][]
  } = {},
): Ran {
  const steps: Step[] = []
  const turn: Turn = { prompt, steps }
  let count = 0
  for (;;) {
    const next: NextStep = nextStep([...earlier, turn], tools, TODAY, read)
    if ('text' in next) {
      const calls = steps
        .flatMap(step => step.calls)
        .filter(({ tool }) => tool !== 'get_sheet_overview' && tool !== 'read_range')
      return { calls, answer: next.text, steps: steps.length + 1, turn }
    }
    if (steps.length > 40) throw new Error(`The planner does not end on: ${prompt}`)
    const results = next.calls.map(call => respond(call, count++) ?? succeed(overview, rows, call))
    steps.push({ calls: next.calls, results })
  }
}

export const isUnderstood = ({ answer }: Ran): boolean =>
  !/don’t understand|in \d ways|not sure that|found nothing|no instruction/.test(answer)
