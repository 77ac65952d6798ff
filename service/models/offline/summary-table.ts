/** Cells, formulas and looks of a summary by category. Reads nothing and calls nothing. */
import { columnLetters, formatRange, quoteTab } from '../../sheets/a1.ts'
import type { ColumnOverview } from '../../sheets/overview.ts'
import { type DataRows, nameOf } from './columns.ts'
import { dateOf } from './dates.ts'
import { localised } from './expression/locale.ts'
import type { Call, Scope } from './instruction.ts'
import type { Summary } from './summary.ts'

/** Where the table begins; zero-based. */
export interface Place {
  title: string
  isNew: boolean
  row: number
  column: number
}

/** Only sums and counts add up to a whole. */
export const hasTotal = ({ measure }: Summary): boolean => measure === 'total' || measure === 'count'

export const capital = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`

export function tableOf(
  summary: Summary,
  keys: unknown[][],
  place: Place,
  rows: DataRows,
  { tab, overview }: Scope,
): unknown[][] {
  const { categories, value, measure, period } = summary
  const header = [
    ...categories.map(column => (period ? capital(period) : nameOf(column))),
    value ? `${capital(measure)} ${value.header}`.trim() : 'Count',
  ]
  const source = (column: ColumnOverview) => sourceRange(column, place, rows, tab.title)
  const cell = (index: number, column: number) =>
    `${columnLetters(place.column + column)}${place.row + index + 2}`
  const body = keys.map((key, index) => [
    ...key.map((part, column) => (isDate(categories[column], part) ? dateFormula(part) : literal(part))),
    formula(summary, source, column => cell(index, column)),
  ])
  const sum = `=SUM(${cell(0, categories.length)}:${cell(keys.length - 1, categories.length)})`
  const total = hasTotal(summary) ? [['Total', ...categories.slice(1).map(() => ''), sum]] : []
  return [header, ...body, ...total].map(row =>
    row.map(value =>
      typeof value === 'string' && value.startsWith('=') ? localised(value, overview.locale) : value,
    ),
  )
}

/** Open downwards in another tab, so that new rows are counted; beside the table that could meet the summary. */
function sourceRange({ column }: ColumnOverview, place: Place, rows: DataRows, title: string): string {
  const tab = place.isNew ? `${quoteTab(title)}!` : ''
  return `${tab}$${column}$${rows.first}:$${column}${place.isNew ? '' : `$${rows.last}`}`
}

function formula(
  { measure, value, categories, period }: Summary,
  source: (column: ColumnOverview) => string,
  cell: (column: number) => string,
): string {
  const [first] = categories
  const keys = source(first!)
  const criteria = period
    ? `${keys},">="&${cell(0)},${keys},"<"&EDATE(${cell(0)},${period === 'month' ? 1 : 12})`
    : categories.map((column, index) => `${source(column)},${cell(index)}`).join(',')
  const isSimple = !period && categories.length === 1
  if (!value || measure === 'count') return isSimple ? `=COUNTIF(${criteria})` : `=COUNTIFS(${criteria})`
  const amounts = source(value)
  switch (measure) {
    case 'average':
      return isSimple ? `=AVERAGEIF(${criteria},${amounts})` : `=AVERAGEIFS(${amounts},${criteria})`
    case 'minimum':
      return `=MINIFS(${amounts},${criteria})`
    case 'maximum':
      return `=MAXIFS(${amounts},${criteria})`
    case 'median':
      return `=MEDIAN(FILTER(${amounts},${categories.map((column, index) => `${source(column)}=${cell(index)}`).join(',')}))`
    case 'total':
      return isSimple ? `=SUMIF(${criteria},${amounts})` : `=SUMIFS(${amounts},${criteria})`
  }
}

const isDate = (column: ColumnOverview | undefined, key: unknown): key is number =>
  column?.type === 'date' && typeof key === 'number'

function dateFormula(serial: number): string {
  const date = dateOf(serial)
  return `=DATE(${date.getUTCFullYear()},${date.getUTCMonth() + 1},${date.getUTCDate()})`
}

/** Text that the spreadsheet would take for a number, a date or a formula is marked as text. */
function literal(value: unknown): unknown {
  const isRisky = typeof value === 'string' && /^[=+\-@']|^[\s\d.,/:%-]+$|^(?:true|false)$/i.test(value)
  return isRisky ? `'${value}` : value
}

export const boxAt = (place: Place, row: number, column: number, rows: number, columns: number): string =>
  formatRange(place.title, {
    startRow: place.row + row,
    endRow: place.row + row + rows,
    startColumn: place.column + column,
    endColumn: place.column + column + columns,
  })

/** Bold header and total; amounts and dates in the format of their columns. `rows` counts the header too. */
export function styleCalls(summary: Summary, rows: number, place: Place): Call[] {
  const { value, measure, categories, period } = summary
  const width = categories.length + 1
  const format = (range: string, fields: Record<string, unknown>): Call => ({
    tool: 'format_range',
    args: { range, ...fields },
  })
  const bold = { action: 'text_style', bold: true }
  const calls = [format(boxAt(place, 0, 0, 1, width), bold)]
  if (hasTotal(summary)) calls.push(format(boxAt(place, rows - 1, 0, 1, width), bold))
  const numbers = (column: number, pattern: string, kind: string) =>
    calls.push(format(boxAt(place, 1, column, rows - 1, 1), { action: 'number_format', pattern, kind }))
  if (value?.number_format !== undefined && measure !== 'count')
    numbers(width - 1, value.number_format, kindOf(value))
  for (const [index, { type, number_format: pattern }] of categories.entries()) {
    if (period) numbers(index, period === 'month' ? 'mmm yyyy' : 'yyyy', 'date')
    else if (type === 'date') numbers(index, pattern ?? 'yyyy-mm-dd', 'date')
  }
  return calls
}

const kindOf = ({ type }: ColumnOverview): string =>
  type === 'currency' || type === 'percent' || type === 'date' ? type : 'number'
