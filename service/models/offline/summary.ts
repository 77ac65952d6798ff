/** A small table of formulas, one row per category: where it goes, what it holds, how it looks. */
import { columnIndex, columnLetters, formatRange, quoteTab } from '../../sheets/a1.ts'
import type { ColumnOverview } from '../../sheets/overview.ts'
import { type DataRows, freeTitle, nameOf, nextFreeColumn, shown } from './columns.ts'
import { localised } from './expression/locale.ts'
import { type Call, type CallResult, call, type Scope } from './instruction.ts'
import type { Measure } from './measures.ts'
import { type ColumnsRead, isRead, notDone, readColumns } from './tables.ts'
import { counted } from './text.ts'

const MAX_CATEGORIES = 500

export interface Summary {
  measure: Measure
  /** Absent where rows are counted. */
  value?: ColumnOverview
  category: ColumnOverview
  /** In the same tab, right of the table; otherwise in a new tab. */
  isBeside: boolean
}

/** What came of it; `range` is where the table stands, without its total row, or null where there is none. */
export interface Summarised {
  answer: string
  range: string | null
}

export function* summarise(
  summary: Summary,
  rows: DataRows,
  scope: Scope,
): Generator<Call[], Summarised, CallResult[]> {
  const read = yield* readColumns(scope.tab, [summary.category], rows)
  const categories = isRead(read) ? distinct(read.rows.map(([value]) => value)) : []
  const refusal = whyNot(summary, read, categories)
  if (refusal !== null || !isRead(read)) return { answer: refusal ?? '', range: null }
  const place = summary.isBeside ? besideTable(scope, rows) : newTab(summary, scope)
  if (place.isNew) {
    const added = yield* call('edit_structure', { action: 'add_tab', new_name: place.title })
    if (added.error !== undefined) return { answer: notDone(added), range: null }
  }
  const values = tableOf(summary, categories, place, rows, scope)
  const range = boxAt(place, 0, 0, values.length, 2)
  const written = yield* call('write_range', { range, values })
  if (written.error !== undefined) {
    const left = place.isNew ? ` The new tab “${place.title}” is empty.` : ''
    return { answer: `${notDone(written)}${left}`, range: null }
  }
  yield styleCalls(summary, values.length, place)
  const answer = `${told(summary, place, range, categories.length)}${blanksTold(summary, read)}`
  return { answer, range: boxAt(place, 0, 0, categories.length + 1, 2) }
}

function whyNot(summary: Summary, read: ColumnsRead | CallResult, categories: unknown[]): string | null {
  const name = nameOf(summary.category)
  if (!isRead(read)) return `I could not read the column: ${read.error ?? ''} Nothing was changed.`
  if (categories.length === 0)
    return `**${name}** is empty, so there is nothing to group by. Nothing was changed.`
  if (read.isWhole && categories.length <= MAX_CATEGORIES) return null
  return `**${name}** has more than ${MAX_CATEGORIES} different values, or too many rows to read here. Group by a column with fewer. Nothing was changed.`
}

function told(summary: Summary, place: Place, range: string, categories: number): string {
  const where = place.isNew ? `in the new tab **${place.title}**` : `in ${shown(range)}`
  const total = hasTotal(summary) ? ' and a total' : ''
  return `Wrote the ${titleOf(summary)} ${where}: ${counted(categories, 'row')} of formulas${total}, which follow the data when it changes.`
}

function blanksTold({ category }: Summary, read: ColumnsRead): string {
  const blanks = read.rows.filter(([value]) => !isFilled(value)).length
  return blanks === 0
    ? ''
    : ` ${counted(blanks, 'row')} without ${nameOf(category)} ${blanks === 1 ? 'is' : 'are'} left out.`
}

const isFilled = (value: unknown): boolean => value !== '' && value !== null && value !== undefined

function distinct(values: unknown[]): unknown[] {
  const seen = new Map<string, unknown>()
  // The spreadsheet's own functions compare without regard to case; two spellings would count each row twice.
  for (const value of values) {
    const key = String(value).toLowerCase()
    if (isFilled(value) && !seen.has(key)) seen.set(key, value)
  }
  return [...seen.values()].sort((a, b) =>
    typeof a === 'number' && typeof b === 'number'
      ? a - b
      : String(a).localeCompare(String(b), 'en', { numeric: true }),
  )
}

interface Place {
  title: string
  isNew: boolean
  row: number
  column: number
}

const newTab = (summary: Summary, scope: Scope): Place => ({
  title: freeTitle(scope, `${nameOfValue(summary)} by ${nameOf(summary.category)}`),
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

const nameOfValue = ({ value, measure }: Summary): string =>
  value ? (measure === 'total' ? nameOf(value) : `${capital(measure)} ${nameOf(value)}`) : 'Count'

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1)

const titleOf = ({ value, measure, category }: Summary): string =>
  `${value ? `${measure} of ${nameOf(value)}` : 'number of rows'} by ${nameOf(category)}`

const hasTotal = ({ measure }: Summary): boolean => measure === 'total' || measure === 'count'

function tableOf(
  summary: Summary,
  categories: unknown[],
  place: Place,
  rows: DataRows,
  { tab, overview }: Scope,
): unknown[][] {
  const header = [nameOf(summary.category), summary.value ? nameOfTotal(summary) : 'Count']
  const source = (column: ColumnOverview) =>
    `${place.isNew ? `${quoteTab(tab.title)}!` : ''}$${column.column}$${rows.first}:$${column.column}${place.isNew ? '' : `$${rows.last}`}`
  const cell = (row: number) => `${columnLetters(place.column)}${place.row + row + 1}`
  const body = categories.map((category, index) => [
    literal(category),
    localised(formula(summary, source, cell(index + 1)), overview.locale),
  ])
  const column = columnLetters(place.column + 1)
  const sum = `=SUM(${column}${place.row + 2}:${column}${place.row + 1 + categories.length})`
  return [header, ...body, ...(hasTotal(summary) ? [['Total', sum]] : [])]
}

const nameOfTotal = ({ measure, value }: Summary): string => `${capital(measure)} ${nameOf(value!)}`

function formula(
  { measure, value, category }: Summary,
  source: (column: ColumnOverview) => string,
  cell: string,
): string {
  const keys = source(category)
  if (!value || measure === 'count') return `=COUNTIF(${keys},${cell})`
  const amounts = source(value)
  switch (measure) {
    case 'average':
      return `=AVERAGEIF(${keys},${cell},${amounts})`
    case 'minimum':
      return `=MINIFS(${amounts},${keys},${cell})`
    case 'maximum':
      return `=MAXIFS(${amounts},${keys},${cell})`
    case 'median':
      return `=MEDIAN(FILTER(${amounts},${keys}=${cell}))`
    case 'total':
      return `=SUMIF(${keys},${cell},${amounts})`
  }
}

/** Text that the spreadsheet would take for a number, a date or a formula is marked as text. */
function literal(value: unknown): unknown {
  const isRisky = typeof value === 'string' && /^[=+\-@']|^[\s\d.,/:%-]+$|^(?:true|false)$/i.test(value)
  return isRisky ? `'${value}` : value
}

const boxAt = (place: Place, row: number, column: number, rows: number, columns: number): string =>
  formatRange(place.title, {
    startRow: place.row + row,
    endRow: place.row + row + rows,
    startColumn: place.column + column,
    endColumn: place.column + column + columns,
  })

function styleCalls(summary: Summary, rows: number, place: Place): Call[] {
  const style = (range: string, fields: Record<string, unknown>): Call => ({
    tool: 'format_range',
    args: { range, ...fields },
  })
  const bold = { action: 'text_style', bold: true }
  const calls = [style(boxAt(place, 0, 0, 1, 2), bold)]
  if (hasTotal(summary)) calls.push(style(boxAt(place, rows - 1, 0, 1, 2), bold))
  const { value, measure, category } = summary
  if (value?.number_format !== undefined && measure !== 'count') {
    calls.push(
      style(boxAt(place, 1, 1, rows - 1, 1), {
        action: 'number_format',
        pattern: value.number_format,
        kind: kindOf(value),
      }),
    )
  }
  if (category.type === 'date' && category.number_format !== undefined) {
    calls.push(
      style(boxAt(place, 1, 0, rows - 1, 1), {
        action: 'number_format',
        pattern: category.number_format,
        kind: 'date',
      }),
    )
  }
  return calls
}

const kindOf = ({ type }: ColumnOverview): string =>
  type === 'currency' || type === 'percent' || type === 'date' ? type : 'number'
