/** "Make a bar chart of Price by Region": of the table itself, or of a summary where categories repeat. */
import type { ColumnOverview } from '../../../sheets/overview.ts'
import { type DataRows, findColumn, isNumeric, nameOf, noColumn, tableRange } from '../columns.ts'
import {
  type Call,
  type CallResult,
  call,
  type Instruction,
  type Plan,
  problem,
  type Scope,
  understood,
} from '../instruction.ts'
import { type Summary, summarise } from '../summary.ts'
import { dataWithoutTotal, isProblem, isRead, notDone, readColumns, rowsOf } from '../tables.ts'

export const chart: Instruction = {
  name: 'Charts',
  does: 'Draws a column, bar, line, area, pie or scatter chart; repeated categories are summed in a new tab first.',
  examples: [
    'Make a chart of Price by Region',
    'Draw a pie chart of Qty by Status',
    'Plot Price by Date as a line chart',
    'Bar chart of Cost per Customer',
    'Create a scatter chart of Price and Cost',
  ],
  read(clause, scope) {
    const said = readChart(clause)
    if (!said) return null
    const value = findColumn(scope, said.value)
    const category = said.by === undefined ? firstLabel(scope, value) : findColumn(scope, said.by)
    if (!value || !category)
      return problem(
        `${noColumn(scope, [value ? (said.by ?? '') : said.value])} Nothing was changed for this.`,
      )
    const rows = rowsOf(scope)
    if (isProblem(rows)) return rows
    // "Price against Date" and "Date by Price" draw the same: amounts go upwards.
    const isSwapped = !isNumeric(value) && isNumeric(category)
    const [x, y] = isSwapped ? [value, category] : [category, value]
    const type = said.type ?? (x.type === 'date' ? 'line' : 'column')
    return understood(() => plan({ type, x, y }, rows, scope))
  },
}

const TYPES = 'column|bar|line|area|pie|scatter|donut|doughnut'
const CHART = new RegExp(
  `^(?:(?:make|create|draw|add|insert|show(?: me)?|build|give me|plot)\\s+)?(?:a\\s+|an\\s+|the\\s+)?(?:(${TYPES})\\s+)?(?:chart|graph|plot|diagram)\\s+(?:of|for|with|showing|from|that shows)\\s+(.+)$`,
  'i',
)
const PLOT = /^(?:plot|chart|graph|visuali[sz]e)\s+(.+)$/i
const BY = /^(.+?)\s+(?:by|per|over|for each|against|vs\.?|versus|and|across)\s+(.+)$/i

function readChart(clause: string): { type: string | null; value: string; by: string | undefined } | null {
  const as = new RegExp(
    `\\s+(?:as|in|with|using)\\s+(?:an?\\s+)?(${TYPES})(?:\\s+(?:chart|graph|plot|diagram))?$`,
    'i',
  ).exec(clause)
  const text = as ? clause.slice(0, as.index) : clause
  const match = CHART.exec(text)
  const phrase = match?.[2] ?? PLOT.exec(text)?.[1]
  if (phrase === undefined) return null
  const type = (as?.[1] ?? match?.[1])?.toLowerCase().replace(/^do(?:ugh)?nut$/, 'pie') ?? null
  const by = BY.exec(phrase)
  return { type, value: by?.[1] ?? phrase, by: by?.[2] }
}

/** What stands along the axis where the user names only the amounts: dates, else the first column of text. */
const firstLabel = ({ tab }: Scope, value: ColumnOverview | null): ColumnOverview | null =>
  tab.columns.find(({ type }) => type === 'date') ??
  tab.columns.find(column => column !== value && !isNumeric(column)) ??
  null

interface Wanted {
  type: string
  x: ColumnOverview
  y: ColumnOverview
}

function* plan(wanted: Wanted, all: DataRows, scope: Scope): Plan {
  const { x, y, type } = wanted
  const rows = yield* dataWithoutTotal(scope.tab, all)
  const repeats = type !== 'scatter' && (yield* hasRepeats(x, rows, scope))
  if (!repeats) return yield* draw(wanted, tableRange(scope.tab, rows), scope)
  const summary: Summary = { measure: 'total', value: y, categories: [x], isBeside: false }
  const { answer, range } = yield* summarise(summary, rows, scope)
  if (range === null) return answer
  const drawn = yield* draw(wanted, range, scope)
  return `${answer}\n\n${drawn}`
}

function* hasRepeats(
  x: ColumnOverview,
  rows: DataRows,
  scope: Scope,
): Generator<Call[], boolean, CallResult[]> {
  const read = yield* readColumns(scope.tab, [x], rows)
  if (!isRead(read)) return false
  const values = read.rows.map(([value]) => String(value)).filter(value => value !== '')
  return new Set(values).size < values.length
}

function* draw({ type, x, y }: Wanted, range: string, scope: Scope): Plan {
  const title = `${nameOf(y)} by ${nameOf(x)}`
  const isSummary = !range.startsWith(tableRange(scope.tab, { header: 1, first: 1, last: 1 }).split('!')[0]!)
  const columns = isSummary ? {} : { x_column: x.column, series: [y.column] }
  const result = yield* call('insert_chart', { type, data_range: range, ...columns, title })
  return result.error === undefined ? `Drew a ${type} chart “${title}” next to the data.` : notDone(result)
}
