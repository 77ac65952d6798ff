/** Expressions and conditions over a row, or over the rows of a group. */
import type { CellValue } from '../../dialect/engine.ts'
import { dateOf } from '../read-number.ts'
import { BLANK, type Scalar } from '../values.ts'
import type { Aggregate, Comparison, Condition, Expression } from './language.ts'
import { QueryFault } from './language.ts'
import { findColumn, type Row, type Table } from './table.ts'

export type Read = (rows: Row[]) => Scalar

/** An expression made ready: columns looked up once. Plain parts are read from a group's first row. */
export function reader(table: Table, expression: Expression): Read {
  switch (expression.kind) {
    case 'column': {
      const index = findColumn(table, expression.id)
      return rows => rows[0]?.[index] ?? BLANK
    }
    case 'literal':
      return () => ({ value: expression.value })
    case 'aggregate':
      return aggregated(table, expression.name, expression.of)
    case 'function': {
      const args = expression.args.map(arg => reader(table, arg))
      return rows =>
        compute(
          expression.name,
          args.map(arg => arg(rows)),
        )
    }
  }
}

// ---- aggregates

const AGGREGATES: Record<Aggregate, (values: Scalar[]) => Scalar> = {
  count: values => ({ value: values.length }),
  sum: values => withFormat(values, numbers => numbers.reduce((a, b) => a + b, 0)),
  avg: values => withFormat(values, numbers => numbers.reduce((a, b) => a + b, 0) / numbers.length),
  min: values => extreme(values, -1),
  max: values => extreme(values, 1),
}

function aggregated(table: Table, name: Aggregate, of: Expression): Read {
  const read = reader(table, of)
  if ((name === 'sum' || name === 'avg') && of.kind === 'column') {
    const column = table.columns[findColumn(table, of.id)]
    if (column?.type !== 'number' && table.rows.some(row => read([row]).value !== null))
      throw new QueryFault('AVG_SUM_ONLY_NUMERIC')
  }
  return rows => {
    const values = rows.map(row => read([row])).filter(({ value }) => value !== null)
    return values.length === 0 && name !== 'count' ? BLANK : AGGREGATES[name](values)
  }
}

function withFormat(values: Scalar[], compute: (numbers: number[]) => number): Scalar {
  const format = values[0]?.format
  const value = compute(values.map(({ value: it }) => Number(it)))
  return format === undefined ? { value } : { value, format }
}

function extreme(values: Scalar[], direction: 1 | -1): Scalar {
  return values.reduce((best, cell) => (compare(cell.value, best.value) * direction > 0 ? cell : best))
}

// ---- scalar functions

const DAY_SECONDS = 86_400

function secondsOf(value: number): number {
  return Math.round((value - Math.floor(value)) * DAY_SECONDS * 1000) / 1000
}

type OfNumber = (value: number) => number

const PARTS: Record<string, OfNumber> = {
  year: value => dateOf(value).year,
  // Months count from 0, as in the programs the language was made for.
  month: value => dateOf(value).month - 1,
  day: value => dateOf(value).day,
  quarter: value => Math.ceil(dateOf(value).month / 3),
  dayofweek: value => ((Math.floor(value) + 6) % 7) + 1,
  hour: value => Math.floor(secondsOf(value) / 3600),
  minute: value => Math.floor(secondsOf(value) / 60) % 60,
  second: value => Math.floor(secondsOf(value)) % 60,
  millisecond: value => Math.round((secondsOf(value) % 1) * 1000),
}

const ARITHMETIC: Record<string, (a: number, b: number) => number | null> = {
  sum: (a, b) => a + b,
  difference: (a, b) => a - b,
  product: (a, b) => a * b,
  quotient: (a, b) => (b === 0 ? null : a / b),
  datediff: (a, b) => Math.floor(a) - Math.floor(b),
}

function compute(name: string, args: Scalar[]): Scalar {
  if (name === 'now') return { value: Date.now() / 86_400_000 + 25_569, format: 'm/d/yyyy h:mm:ss' }
  const [first, second] = args.map(({ value }) => value)
  if (first === null || first === undefined || second === null) return BLANK
  if (name === 'upper') return { value: String(first).toUpperCase() }
  if (name === 'lower') return { value: String(first).toLowerCase() }
  if (typeof first !== 'number') return BLANK
  if (name === 'todate') return { value: toDate(first), format: 'm/d/yyyy' }
  const part = PARTS[name]
  if (part !== undefined) return { value: part(first) }
  const result = typeof second === 'number' ? ARITHMETIC[name]?.(first, second) : null
  return { value: result ?? null }
}

/** Of a date its day; of a plain number, the milliseconds since 1970. */
function toDate(value: number): number {
  return Math.floor(value > 1e8 ? value / 86_400_000 + 25_569 : value)
}

// ---- conditions

export function condition(table: Table, given: Condition): (row: Row) => boolean {
  switch (given.op) {
    case 'and':
    case 'or': {
      const [left, right] = [condition(table, given.left), condition(table, given.right)]
      return given.op === 'and' ? row => left(row) && right(row) : row => left(row) || right(row)
    }
    case 'not': {
      const of = condition(table, given.of)
      return row => !of(row)
    }
    case 'null': {
      const of = reader(table, given.of)
      return row => (of([row]).value === null) === given.isNull
    }
    case 'compare': {
      const [left, right] = [reader(table, given.left), reader(table, given.right)]
      return row => holds(given.by, left([row]).value, right([row]).value)
    }
  }
}

function holds(by: Comparison, a: CellValue, b: CellValue): boolean {
  if (by === '!=') return a !== null && b !== null && (typeof a !== typeof b || compare(a, b) !== 0)
  if (a === null || b === null) return false
  switch (by) {
    case 'contains':
      return String(a).includes(String(b))
    case 'starts with':
      return String(a).startsWith(String(b))
    case 'ends with':
      return String(a).endsWith(String(b))
    case 'matches':
      return new RegExp(`^(?:${String(b)})$`).test(String(a))
    case 'like':
      return likePattern(String(b)).test(String(a))
  }
  if (typeof a !== typeof b) return false
  const order = compare(a, b)
  switch (by) {
    case '=':
      return order === 0
    case '<':
      return order < 0
    case '>':
      return order > 0
    case '<=':
      return order <= 0
    case '>=':
      return order >= 0
  }
}

function likePattern(pattern: string): RegExp {
  const source = pattern
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('%', '.*')
    .replaceAll('_', '.')
  return new RegExp(`^${source}$`, 's')
}

/** Nothing comes first; texts by their letters, with regard to case. */
export function compare(a: CellValue, b: CellValue): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null)
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0
  return Number(a) - Number(b)
}
