/** Runs a parsed QUERY over a matrix: filter, group, pivot, aggregate, order, cut, label. */
import type { CellValue, FunctionResult } from './engine.ts'
import {
  type Aggregate,
  type Column,
  type Comparison,
  type Condition,
  type Operand,
  parseQuery,
  type Query,
} from './query-parser.ts'

type Row = FunctionResult[]
type Group = Row[]

export function runQuery(
  data: FunctionResult[][],
  text: string,
  headers: number | undefined,
): FunctionResult | FunctionResult[][] {
  try {
    return execute(data, parseQuery(text), headers)
  } catch (error) {
    return { value: '#VALUE!', message: error instanceof Error ? error.message : String(error) }
  }
}

function execute(
  data: FunctionResult[][],
  query: Query,
  headers: number | undefined,
): FunctionResult | FunctionResult[][] {
  const rows: Row[] = (data[0] ?? []).map((_, y) => data.map(column => column[y] ?? { value: null }))
  const headerCount = headers === undefined || headers < 0 ? guessHeaders(rows) : headers
  const names = nameColumns(rows.slice(0, headerCount), data.length)
  const kept = rows
    .slice(headerCount)
    .filter(row => row.some(cell => !isEmpty(cell.value)))
    .filter(row => query.where === undefined || holds(query.where, row))
  const select = query.select ?? data.map((_, index): Column => ({ index, key: `col${index + 1}` }))
  const bad = select.find(column => column.index < 0 || column.index >= data.length)
  if (bad !== undefined) throw new Error(`Unable to parse query string: NO_COLUMN: ${bad.key}`)
  const table =
    query.pivot.length > 0 ? pivot(kept, select, query, names) : tabulate(kept, select, query, names)
  const lines = table.header.some(name => name !== '')
    ? [table.header.map(value => ({ value })), ...table.lines]
    : table.lines
  if (lines.length === 0) return { value: '#N/A', message: 'Query completed with an empty output.' }
  return table.header.map((_, x) => lines.map(line => line[x] ?? { value: null }))
}

/** Google guesses: a first row of texts over something else is a header. */
function guessHeaders(rows: Row[]): number {
  const [first, second] = rows
  if (first === undefined || second === undefined) return 0
  const texts = first.every(cell => typeof cell.value === 'string' || isEmpty(cell.value))
  return texts && second.some(cell => typeof cell.value === 'number') ? 1 : 0
}

function nameColumns(headerRows: Row[], width: number): string[] {
  return Array.from({ length: width }, (_, x) =>
    headerRows
      .map(row => row[x]?.value)
      .filter(value => !isEmpty(value ?? null))
      .join(' '),
  )
}

interface Table {
  header: string[]
  lines: FunctionResult[][]
}

function tabulate(rows: Row[], select: Column[], query: Query, names: string[]): Table {
  const isGrouped = query.groupBy.length > 0 || select.some(column => column.aggregate !== undefined)
  const groups = isGrouped ? groupRows(rows, query.groupBy) : rows.map(row => [row])
  const ordered = order(groups, query)
  const cut = ordered.slice(query.offset, query.limit === undefined ? undefined : query.offset + query.limit)
  return {
    header: select.map(column => labelOf(column, names, query)),
    lines: cut.map(group => select.map(column => compute(column, group))),
  }
}

function labelOf(column: Column, names: string[], query: Query): string {
  const name = names[column.index] ?? ''
  return (
    query.labels.get(column.key) ??
    (column.aggregate === undefined ? name : `${column.aggregate} ${name}`.trim())
  )
}

function groupRows(rows: Row[], by: number[]): Group[] {
  const groups = new Map<string, Group>()
  for (const row of rows) {
    const key = JSON.stringify(by.map(index => row[index]?.value ?? null))
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  if (by.length === 0 && groups.size === 0) return [[]]
  return [...groups.values()].sort((a, b) => {
    for (const index of by) {
      const difference = compare(a[0]?.[index]?.value ?? null, b[0]?.[index]?.value ?? null)
      if (difference !== 0) return difference
    }
    return 0
  })
}

function order(groups: Group[], query: Query): Group[] {
  if (query.orderBy.length === 0) return groups
  const keyed = groups.map(group => ({
    group,
    keys: query.orderBy.map(by => compute(by.column, group).value),
  }))
  keyed.sort((a, b) => {
    for (const [i, by] of query.orderBy.entries()) {
      const difference = compare(a.keys[i] ?? null, b.keys[i] ?? null)
      if (difference !== 0) return by.descending ? -difference : difference
    }
    return 0
  })
  return keyed.map(it => it.group)
}

function pivot(rows: Row[], select: Column[], query: Query, names: string[]): Table {
  const plain = select.filter(column => column.aggregate === undefined)
  const aggregates = select.filter(column => column.aggregate !== undefined)
  const across = groupRows(rows, query.pivot).map(group =>
    query.pivot.map(index => group[0]?.[index]?.value ?? null),
  )
  const groups = order(groupRows(rows, query.groupBy), query)
  const matches = (row: Row, key: CellValue[]) =>
    query.pivot.every((index, i) => (row[index]?.value ?? null) === key[i])
  const header = [
    ...plain.map(column => labelOf(column, names, query)),
    ...across.flatMap(key =>
      aggregates.map(column =>
        aggregates.length > 1 ? `${key.join(',')} ${labelOf(column, names, query)}` : key.join(','),
      ),
    ),
  ]
  const lines = groups.map(group => [
    ...plain.map(column => compute(column, group)),
    ...across.flatMap(key => {
      const cell = group.filter(row => matches(row, key))
      return aggregates.map(column => (cell.length === 0 ? { value: null } : compute(column, cell)))
    }),
  ])
  const cut = lines.slice(query.offset, query.limit === undefined ? undefined : query.offset + query.limit)
  return { header, lines: cut }
}

// ---- values

const AGGREGATES: Record<Exclude<Aggregate, 'count'>, (values: number[]) => number | null> = {
  sum: values => values.reduce((a, b) => a + b, 0),
  avg: values => (values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length),
  min: values => (values.length === 0 ? null : Math.min(...values)),
  max: values => (values.length === 0 ? null : Math.max(...values)),
}

function compute({ index, aggregate }: Column, group: Group): FunctionResult {
  const cells = group.map(row => row[index] ?? { value: null })
  if (aggregate === undefined) return cells[0] ?? { value: null }
  if (aggregate === 'count') return { value: cells.filter(cell => !isEmpty(cell.value)).length }
  const numbers = cells.map(cell => cell.value).filter(value => typeof value === 'number')
  const format = cells[0]?.format
  return { value: AGGREGATES[aggregate](numbers), ...(format === undefined ? {} : { format }) }
}

function isEmpty(value: CellValue): boolean {
  return value === null || value === ''
}

function compare(a: CellValue, b: CellValue): number {
  if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(b)) - Number(isEmpty(a))
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0
  return Number(a) - Number(b)
}

function holds(condition: Condition, row: Row): boolean {
  switch (condition.op) {
    case 'and':
      return holds(condition.left, row) && holds(condition.right, row)
    case 'or':
      return holds(condition.left, row) || holds(condition.right, row)
    case 'not':
      return !holds(condition.condition, row)
    case 'is null':
      return isEmpty(row[condition.column]?.value ?? null)
    case 'is not null':
      return !isEmpty(row[condition.column]?.value ?? null)
    default:
      return comparesAs(condition.op, read(condition.left, row), read(condition.right, row))
  }
}

function read(operand: Operand, row: Row): CellValue {
  return 'column' in operand ? (row[operand.column]?.value ?? null) : operand.value
}

function comparesAs(op: Comparison, a: CellValue, b: CellValue): boolean {
  switch (op) {
    case '=':
      return a === b
    case '!=':
    case '<>':
      return a !== b
    case '<':
      return !isEmpty(a) && compare(a, b) < 0
    case '>':
      return !isEmpty(a) && compare(a, b) > 0
    case '<=':
      return !isEmpty(a) && compare(a, b) <= 0
    case '>=':
      return !isEmpty(a) && compare(a, b) >= 0
    case 'contains':
      return textOf(a).includes(textOf(b))
    case 'starts with':
      return textOf(a).startsWith(textOf(b))
    case 'ends with':
      return textOf(a).endsWith(textOf(b))
    case 'matches':
      return new RegExp(`^(?:${textOf(b)})$`).test(textOf(a))
    case 'like':
      return likeToRegex(textOf(b)).test(textOf(a))
  }
}

function textOf(value: CellValue): string {
  return value === null ? '' : String(value)
}

function likeToRegex(pattern: string): RegExp {
  const source = pattern
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('%', '.*')
    .replaceAll('_', '.')
  return new RegExp(`^${source}$`)
}
