/** "Sum Revenue by Region": one row per category, as formulas, in a new tab or beside the table. */
import { columnIndex, columnLetters, formatRange, quoteTab } from '../../../sheets/a1.ts'
import type { ColumnOverview } from '../../../sheets/overview.ts'
import {
  type DataRows,
  findColumn,
  freeTitle,
  isNumeric,
  nameOf,
  nextFreeColumn,
  noColumn,
  shown,
} from '../columns.ts'
import { localised } from '../expression/locale.ts'
import {
  type Call,
  call,
  type Instruction,
  type Plan,
  problem,
  type Scope,
  understood,
} from '../instruction.ts'
import { isProblem, isRead, notDone, readColumns, rowsOf } from '../tables.ts'
import { counted } from '../text.ts'
import { MEASURE_WORDS, type Measure, measureOf } from './aggregate.ts'

const MAX_CATEGORIES = 500

export const group: Instruction = {
  name: 'A summary by category',
  does: 'Counts or sums by a column into a small table of formulas, in a new tab (or beside the table if asked).',
  examples: [
    'Sum Price by Region',
    'Total Qty per Customer',
    'Count orders by Status',
    'How many rows per Region?',
    'Average Price for each Region',
    'Qty by Status',
    'Show me the total Cost by Region in a new tab',
    'Make a table with the total Qty by Region beside the data',
    'Break down Price by Customer',
  ],
  read(clause, scope) {
    const { text, isBeside } = takePlace(clause)
    const match = BY.exec(text)
    if (!match || NOT_A_SUMMARY.test(text)) return null
    const category = findColumn(scope, match[2]!)
    const said = readMeasure(match[1]!, scope)
    if (!said || (!category && !said.isSure)) return null
    if (!category) return problem(`${noColumn(scope, [match[2]!])} Nothing was changed for this.`)
    if (said.unknown !== undefined)
      return problem(`${noColumn(scope, [said.unknown])} Nothing was changed for this.`)
    const rows = rowsOf(scope)
    if (isProblem(rows)) return rows
    return understood(() => plan({ ...said, category, isBeside }, rows, scope))
  },
}

const BY =
  /^(.+?)\s+(?:by|per|for each|for every|in each|grouped by|broken down by|split by|across)\s+(?:each\s+|every\s+)?(.+)$/i
const NOT_A_SUMMARY =
  /^(?:sort|order|arrange|filter|multiply|divide|replace|split|dedupe|remove|delete|chart|plot|draw|rank|add a column|create a column|(?:make|create|draw|insert) (?:a|an) (?:\w+ )?(?:chart|graph|plot))\b/i
const PLACE =
  /[\s,]+(?:(?:and\s+)?(?:put|write|show)\s+(?:it|them|this)\s+)?(?:(?:in|on|into|to|as)\s+(?:a\s+)?(?:new|separate|another|its own)\s+(?:tab|sheet|table)|(beside|next to|to the right of|right of|below)\s+(?:it|the (?:data|table|sheet))|(beside|here|in this (?:tab|sheet)|on this (?:tab|sheet)))$/i

function takePlace(clause: string): { text: string; isBeside: boolean } {
  const match = PLACE.exec(clause)
  return match
    ? { text: clause.slice(0, match.index), isBeside: (match[1] ?? match[2]) !== undefined }
    : { text: clause, isBeside: false }
}

interface Said {
  measure: Measure
  /** Absent where rows are counted. */
  value?: ColumnOverview
  unknown?: string
  /** The words can only mean a summary. */
  isSure: boolean
}

const OPENING =
  /^(?:(?:show|give|tell|get|find)(?:\s+me)?|make|create|build|add|insert|calculate|compute|what(?:'s| is| are)|break down|breakdown of|summari[sz]e|group|pivot|aggregate|a|an|the|new|me|table|summary|overview|breakdown|list|with|of|showing|for|that shows)\s+/i
const ROWS =
  /^(?:rows?|orders?|records?|entries|lines?|items?|customers?|people|there(?: are)?|are there|of rows|it|them|occurrences)$/i

function readMeasure(text: string, scope: Scope): Said | null {
  let rest = text.trim()
  let isSure = false
  while (OPENING.test(rest) && !findColumn(scope, rest)) {
    isSure ||= /^(?:summar|break|group|pivot|table)/i.test(rest)
    rest = rest.replace(OPENING, '')
  }
  const word = new RegExp(`^(${MEASURE_WORDS})\\b(?:\\s+(?:of|the|number of))*\\s*`, 'i').exec(rest)
  const measure = word ? measureOf(word[1]!) : null
  const phrase = (word ? rest.slice(word[0].length) : rest)
    .replace(/\s+(?:are there|is there|do we have)$/i, '')
    .trim()
  const value = phrase === '' ? null : findColumn(scope, phrase)
  if (measure === 'count' || (!measure && (ROWS.test(phrase) || phrase === ''))) {
    // "orders" counts rows, also where a column happens to be called so.
    return measure || isSure ? { measure: 'count', isSure: true } : null
  }
  if (value)
    return {
      measure: measure ?? (isNumeric(value) ? 'total' : 'count'),
      value,
      isSure: measure !== null || isSure,
    }
  return measure ? { measure, unknown: phrase, isSure: false } : null
}

interface Summary extends Said {
  category: ColumnOverview
  isBeside: boolean
}

function* plan(summary: Summary, rows: DataRows, scope: Scope): Plan {
  const { tab } = scope
  const read = yield* readColumns(tab, [summary.category], rows)
  if (!isRead(read)) return `I could not read the column: ${read.error ?? ''} Nothing was changed.`
  const categories = distinct(read.rows.map(([value]) => value))
  const name = nameOf(summary.category)
  if (categories.length === 0)
    return `**${name}** is empty, so there is nothing to group by. Nothing was changed.`
  if (!read.isWhole || categories.length > MAX_CATEGORIES) {
    return `**${name}** has more than ${MAX_CATEGORIES} different values, or too many rows to read here. Group by a column with fewer. Nothing was changed.`
  }
  const place = summary.isBeside ? besideTable(scope, rows) : newTab(summary, scope)
  if (place.isNew) {
    const added = yield* call('edit_structure', { action: 'add_tab', new_name: place.title })
    if (added.error !== undefined) return notDone(added)
  }
  const values = tableOf(summary, categories, place, rows, scope)
  const range = boxAt(place, 0, 0, values.length, 2)
  const written = yield* call('write_range', { range, values })
  if (written.error !== undefined) {
    return place.isNew ? `${notDone(written)} The new tab “${place.title}” is empty.` : notDone(written)
  }
  yield styleCalls(summary, values.length, place)
  const where = place.isNew ? `in the new tab **${place.title}**` : `in ${shown(range)}`
  const blanks = read.rows.length - read.rows.filter(([value]) => isFilled(value)).length
  const left =
    blanks > 0 ? ` ${counted(blanks, 'row')} without ${name} ${blanks === 1 ? 'is' : 'are'} left out.` : ''
  return `Wrote the ${titleOf(summary)} ${where}: ${counted(categories.length, 'row')} of formulas${hasTotal(summary) ? ' and a total' : ''}, which follow the data when it changes.${left}`
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
