/**
 * What a pivot table shows: rows of values from rows of source values. Pure; knows nothing of workbooks.
 */
import type { sheets_v4 } from '@googleapis/sheets'

export type Value = string | number | boolean

type Group = sheets_v4.Schema$PivotGroup
type PivotValue = sheets_v4.Schema$PivotValue

export interface PivotInput {
  header: Value[]
  /** Source rows below the header, already filtered. */
  rows: Value[][]
  /** The same rows as they look, for labels of dates and money. */
  shown: string[][]
  pivot: sheets_v4.Schema$PivotTable
}

interface Line {
  row: Value[]
  shown: string[]
}

/** One group's value on an axis; a total has fewer keys than there are groups. */
interface Heading {
  labels: string[]
  lines: Line[]
  isTotal: boolean
}

export function computePivot({ header, rows, shown, pivot }: PivotInput): Value[][] {
  const lines = rows.map((row, i) => ({ row, shown: shown[i] ?? [] }))
  const rowGroups = pivot.rows ?? []
  const columnGroups = pivot.columns ?? []
  const values = pivot.values ?? []
  const down = headings(lines, rowGroups, values)
  const across =
    columnGroups.length === 0
      ? [{ labels: [], lines, isTotal: false }]
      : headings(lines, columnGroups, values)
  const names = values.map(
    value => value.name ?? `${value.summarizeFunction ?? 'SUM'} of ${nameOf(header, value)}`,
  )
  const rowNames = rowGroups.map(group => group.label ?? nameOf(header, group))
  const columnNames = columnGroups.map(group => group.label ?? nameOf(header, group))
  const body = down.map(side => [
    ...labelCells(side, rowGroups.length),
    ...across.flatMap(top => values.map(value => cellValue(value, side, top, lines))),
  ])
  return [...topRows(rowNames, columnNames, names, across), ...body]
}

function nameOf(header: Value[], { sourceColumnOffset }: { sourceColumnOffset?: number | null }): string {
  return String(header[sourceColumnOffset ?? 0] ?? '')
}

function labelCells({ labels, isTotal }: Heading, width: number): Value[] {
  const cells: Value[] = Array.from({ length: width }, (_, i) => labels[i] ?? '')
  if (isTotal) {
    const at = Math.max(0, labels.length - 1)
    cells[at] = labels.length === 0 ? 'Grand Total' : `${labels[at]} Total`
    for (let i = 0; i < at; i++) cells[i] = ''
  }
  return cells
}

/** Without column groups one row of names; with them the columns' values above it. */
function topRows(
  rowNames: string[],
  columnNames: string[],
  valueNames: string[],
  across: Heading[],
): Value[][] {
  if (columnNames.length === 0) return [[...rowNames, ...valueNames]]
  const indent = rowNames.map(() => '')
  const rows: Value[][] = []
  const single = valueNames.length === 1 ? (valueNames[0] ?? '') : ''
  columnNames.forEach((name, level) => {
    const corner = [...indent]
    if (level === 0 && corner.length > 0) corner[0] = single
    rows.push([...corner, name])
    const labels = across.flatMap(top =>
      valueNames.map((_, i) => (i === 0 ? (labelCells(top, columnNames.length)[level] ?? '') : '')),
    )
    const isLast = level === columnNames.length - 1
    rows.push([...(isLast && valueNames.length === 1 ? rowNames : indent), ...labels])
  })
  if (valueNames.length > 1) rows.push([...rowNames, ...across.flatMap(() => valueNames)])
  return rows
}

// ---- groups

function headings(lines: Line[], groups: Group[], values: PivotValue[]): Heading[] {
  if (groups.length === 0) return [{ labels: [], lines, isTotal: false }]
  const found = expand(lines, groups, [], values)
  if (groups[0]?.showTotals !== false) found.push({ labels: [], lines, isTotal: true })
  return found
}

function expand(lines: Line[], groups: Group[], path: string[], values: PivotValue[]): Heading[] {
  const [group, ...rest] = groups
  if (group === undefined) return [{ labels: path, lines, isTotal: false }]
  const result: Heading[] = []
  for (const bucket of bucketsOf(lines, group, values)) {
    const labels = [...path, bucket.label]
    const below = expand(bucket.lines, rest, labels, values)
    if (!group.repeatHeadings)
      below.forEach((heading, i) => {
        if (i > 0 && rest.length > 0) heading.labels[path.length] = ''
      })
    result.push(...below)
    if (rest[0] !== undefined && rest[0].showTotals !== false)
      result.push({ labels, lines: bucket.lines, isTotal: true })
  }
  return result
}

interface Bucket {
  label: string
  key: Value
  lines: Line[]
}

function bucketsOf(lines: Line[], group: Group, values: PivotValue[]): Bucket[] {
  const buckets = new Map<string, Bucket>()
  for (const line of lines) {
    const { key, label } = keyOf(line, group)
    const bucket = buckets.get(String(key))
    if (bucket === undefined) buckets.set(String(key), { label, key, lines: [line] })
    else bucket.lines.push(line)
  }
  const direction = group.sortOrder === 'DESCENDING' ? -1 : 1
  const by = group.valueBucket ? values[group.valueBucket.valuesIndex ?? 0] : undefined
  const sorted = [...buckets.values()].sort((a, b) =>
    by === undefined
      ? direction * compare(a.key, b.key)
      : direction * (Number(summarize(by, a.lines)) - Number(summarize(by, b.lines))),
  )
  const limit = group.groupLimit?.countLimit
  return limit == null ? sorted : sorted.slice(0, limit)
}

function compare(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'number') return -1
  if (typeof b === 'number') return 1
  return String(a).localeCompare(String(b), 'en')
}

function keyOf(
  { row, shown }: Line,
  { sourceColumnOffset, groupRule }: Group,
): { key: Value; label: string } {
  const at = sourceColumnOffset ?? 0
  const value = row[at] ?? ''
  if (typeof value === 'number' && groupRule?.dateTimeRule)
    return momentKey(value, groupRule.dateTimeRule.type ?? '')
  if (typeof value === 'number' && groupRule?.histogramRule)
    return intervalKey(value, groupRule.histogramRule)
  const manual = groupRule?.manualRule?.groups?.find(group =>
    group.items?.some(item => (item.stringValue ?? item.numberValue ?? item.boolValue) === value),
  )
  if (manual) {
    const label = manual.groupName?.stringValue ?? ''
    return { key: label, label }
  }
  return { key: value, label: shown[at] || String(value) }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

function momentKey(serial: number, type: string): { key: Value; label: string } {
  const date = new Date(Math.round((serial - 25_569) * 86_400_000))
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const quarter = Math.floor(month / 3) + 1
  const name = MONTHS[month] ?? ''
  switch (type) {
    case 'YEAR':
      return { key: year, label: String(year) }
    case 'QUARTER':
      return { key: quarter, label: `Q${quarter}` }
    case 'MONTH':
      return { key: month, label: name }
    case 'YEAR_MONTH':
      return { key: year * 100 + month, label: `${year}-${name}` }
    case 'YEAR_QUARTER':
      return { key: year * 10 + quarter, label: `${year}-Q${quarter}` }
    case 'YEAR_MONTH_DAY':
      return { key: Math.floor(serial), label: `${year}-${name}-${String(day).padStart(2, '0')}` }
    case 'DAY_MONTH':
      return { key: month * 100 + day, label: `${day}-${name}` }
    case 'DAY_OF_MONTH':
      return { key: day, label: String(day) }
    case 'DAY_OF_WEEK':
      return { key: date.getUTCDay(), label: DAYS[date.getUTCDay()] ?? '' }
    case 'HOUR':
      return { key: date.getUTCHours(), label: String(date.getUTCHours()) }
    default:
      return { key: serial, label: String(serial) }
  }
}

function intervalKey(value: number, rule: sheets_v4.Schema$HistogramRule): { key: Value; label: string } {
  const interval = rule.interval ?? 1
  const start = rule.start ?? 0
  if (rule.start != null && value < rule.start)
    return { key: Number.NEGATIVE_INFINITY, label: `< ${rule.start}` }
  if (rule.end != null && value >= rule.end) return { key: Number.POSITIVE_INFINITY, label: `≥ ${rule.end}` }
  const from = start + Math.floor((value - start) / interval) * interval
  return { key: from, label: `${from} - ${from + interval}` }
}

// ---- values

function cellValue(value: PivotValue, side: Heading, top: Heading, all: Line[]): Value {
  const topLines = new Set(top.lines)
  const lines = top.lines === all ? side.lines : side.lines.filter(line => topLines.has(line))
  if (lines.length === 0) return ''
  const result = summarize(value, lines)
  const whole = {
    PERCENT_OF_ROW_TOTAL: side.lines,
    PERCENT_OF_COLUMN_TOTAL: top.lines,
    PERCENT_OF_GRAND_TOTAL: all,
  }[value.calculatedDisplayType ?? '']
  if (whole === undefined || typeof result !== 'number') return result
  const total = Number(summarize(value, whole))
  return total === 0 ? 0 : result / total
}

function summarize({ sourceColumnOffset, summarizeFunction }: PivotValue, lines: Line[]): Value {
  const cells = lines.map(line => line.row[sourceColumnOffset ?? 0] ?? '')
  const numbers = cells.filter(cell => typeof cell === 'number')
  const filled = cells.filter(cell => cell !== '')
  const sum = numbers.reduce((a, b) => a + b, 0)
  const mean = sum / numbers.length
  switch (summarizeFunction) {
    case 'COUNTA':
      return filled.length
    case 'COUNT':
      return numbers.length
    case 'COUNTUNIQUE':
      return new Set(filled).size
    case 'AVERAGE':
      return numbers.length === 0 ? '#DIV/0!' : mean
    case 'MAX':
      return numbers.length === 0 ? 0 : Math.max(...numbers)
    case 'MIN':
      return numbers.length === 0 ? 0 : Math.min(...numbers)
    case 'MEDIAN':
      return median(numbers)
    case 'PRODUCT':
      return numbers.reduce((a, b) => a * b, 1)
    case 'STDEV':
      return Math.sqrt(variance(numbers, mean, 1))
    case 'STDEVP':
      return Math.sqrt(variance(numbers, mean, 0))
    case 'VAR':
      return variance(numbers, mean, 1)
    case 'VARP':
      return variance(numbers, mean, 0)
    default:
      return sum
  }
}

function median(numbers: number[]): Value {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  if (sorted.length === 0) return '#NUM!'
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

function variance(numbers: number[], mean: number, correction: 0 | 1): number {
  if (numbers.length <= correction) return 0
  return numbers.reduce((sum, it) => sum + (it - mean) ** 2, 0) / (numbers.length - correction)
}
