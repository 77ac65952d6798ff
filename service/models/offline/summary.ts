/** A small table of formulas, one row per category: reads the categories, writes the table, dresses it. */
import { columnIndex } from '../../sheets/a1.ts'
import type { ColumnOverview } from '../../sheets/overview.ts'
import { type DataRows, freeTitle, nameOf, nextFreeColumn, shown } from './columns.ts'
import { dateOf, daySerial, serialOf } from './dates.ts'
import { type Call, type CallResult, call, type Scope } from './instruction.ts'
import { calculate, type Measure } from './measures.ts'
import { numberIn } from './numbers.ts'
import { boxAt, capital, hasTotal, type Place, styleCalls, tableOf } from './summary-table.ts'
import { type ColumnsRead, isRead, notDone, readColumns } from './tables.ts'
import { counted, inList } from './text.ts'

const MAX_CATEGORIES = 500

export interface Summary {
  measure: Measure
  /** Absent where rows are counted. */
  value?: ColumnOverview
  categories: ColumnOverview[]
  /** Puts the dates of the only category together. */
  period?: 'month' | 'year'
  largestFirst?: boolean
  /** Of the new tab; made up where absent. */
  title?: string
  /** In the same tab, right of the table; otherwise in a new tab. */
  isBeside: boolean
}

/** What came of it; `range` is where the table stands, without its total row, or null where there is none. */
interface Summarised {
  answer: string
  range: string | null
}

export function* summarise(
  summary: Summary,
  rows: DataRows,
  scope: Scope,
): Generator<Call[], Summarised, CallResult[]> {
  const { value, categories } = summary
  const read = yield* readColumns(scope.tab, [...categories, ...(value ? [value] : [])], rows)
  const keys = isRead(read) ? keysOf(summary, read, scope.overview.locale) : []
  const refusal = whyNot(summary, read, keys)
  if (refusal !== null || !isRead(read)) return { answer: refusal ?? '', range: null }
  const place = summary.isBeside ? besideTable(scope, rows) : newTab(summary, scope)
  if (place.isNew) {
    const added = yield* call('edit_structure', { action: 'add_tab', new_name: place.title })
    if (added.error !== undefined) return { answer: notDone(added), range: null }
  }
  const values = tableOf(summary, keys, place, rows, scope)
  const width = categories.length + 1
  const range = boxAt(place, 0, 0, values.length, width)
  const written = yield* call('write_range', { range, values })
  if (written.error !== undefined) {
    const left = place.isNew ? ` The new tab “${place.title}” is empty.` : ''
    return { answer: `${notDone(written)}${left}`, range: null }
  }
  yield styleCalls(summary, values.length, place)
  const answer = `${told(summary, place, range, keys.length)}${blanksTold(summary, read)}`
  return { answer, range: boxAt(place, 0, 0, keys.length + 1, width) }
}

function whyNot(summary: Summary, read: ColumnsRead | CallResult, keys: unknown[]): string | null {
  const name = inList(summary.categories.map(column => `**${nameOf(column)}**`))
  if (!isRead(read)) return `I could not read the columns: ${read.error ?? ''} Nothing was changed.`
  if (keys.length === 0) {
    const what = summary.period ? 'holds no dates' : 'is empty'
    return `${name} ${what}, so there is nothing to group by. Nothing was changed.`
  }
  if (read.isWhole && keys.length <= MAX_CATEGORIES) return null
  return `${name} has more than ${MAX_CATEGORIES} different values, or too many rows to read here. Group by a column with fewer. Nothing was changed.`
}

/** The categories, each once, in the order in which they are to stand. */
function keysOf(summary: Summary, read: ColumnsRead, locale: string): unknown[][] {
  const groups = new Map<string, { key: unknown[]; values: unknown[] }>()
  for (const row of read.rows) {
    const key = summary.categories.map((column, index) => keyOf(row[index], column, summary.period, locale))
    if (!key.every(isFilled)) continue
    // The spreadsheet's own functions compare without regard to case; two spellings would count each row twice.
    const name = key.map(part => String(part).toLowerCase()).join('\u0000')
    const group = groups.get(name) ?? { key, values: [] }
    group.values.push(summary.value ? row.at(-1) : 1)
    groups.set(name, group)
  }
  const sorted = [...groups.values()].sort((a, b) => compare(a.key, b.key))
  if (!summary.largestFirst) return sorted.map(({ key }) => key)
  const size = ({ values }: { values: unknown[] }) =>
    calculate(
      summary.measure,
      values.map(numberIn).filter(number => number !== null),
    )
  return sorted.sort((a, b) => size(b) - size(a)).map(({ key }) => key)
}

const isFilled = (value: unknown): boolean => value !== '' && value !== null && value !== undefined

/** Dates as days; for a period the first day of it. What is no date among dates falls out. */
function keyOf(cell: unknown, column: ColumnOverview, period: Summary['period'], locale: string): unknown {
  if (!isFilled(cell) || column.type !== 'date') return cell
  const serial = daySerial(cell, column, locale)
  if (serial === null) return ''
  if (!period) return Math.floor(serial)
  const date = dateOf(serial)
  return serialOf(date.getUTCFullYear(), period === 'month' ? date.getUTCMonth() + 1 : 1, 1)
}

function compare(a: unknown[], b: unknown[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index]
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : String(left).localeCompare(String(right), 'en', { numeric: true })
    if (order !== 0) return order
  }
  return 0
}

const newTab = (summary: Summary, scope: Scope): Place => ({
  title: freeTitle(scope, summary.title ?? titleOf(summary)),
  isNew: true,
  row: 0,
  column: 0,
})

const besideTable = ({ tab }: Scope, rows: DataRows): Place => ({
  title: tab.title,
  isNew: false,
  row: (rows.header ?? rows.first) - 1,
  column: columnIndex(nextFreeColumn(tab)) + 1,
})

const byWhat = ({ categories, period }: Summary): string => period ?? inList(categories.map(nameOf))

const titleOf = (summary: Summary): string => `${figureName(summary)} by ${byWhat(summary)}`

/** The measure alone names a column without header: "Total by month", not "column K by month". */
function figureName({ value, measure }: Summary): string {
  if (!value) return 'Count'
  if (value.header === '') return capital(measure)
  return measure === 'total' ? value.header : `${capital(measure)} ${value.header}`
}

function told(summary: Summary, place: Place, range: string, rows: number): string {
  const { value, measure } = summary
  const what = value ? `${measure} of ${nameOf(value)}` : 'number of rows'
  const where = place.isNew ? `in the new tab **${place.title}**` : `in ${shown(range)}`
  const total = hasTotal(summary) ? ' and a total' : ''
  return `Wrote the ${what} by ${byWhat(summary)} ${where}: ${counted(rows, 'row')} of formulas${total}, which follow the data when it changes.`
}

function blanksTold({ categories, period }: Summary, read: ColumnsRead): string {
  const blanks = read.rows.filter(row => !row.slice(0, categories.length).every(isFilled)).length
  if (blanks === 0 || period) return ''
  const names = inList(categories.map(nameOf))
  return ` ${counted(blanks, 'row')} without ${names} ${blanks === 1 ? 'is' : 'are'} left out.`
}
