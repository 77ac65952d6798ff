/** Runs a query: filter, group, pivot, aggregate, order, cut, label, format. */
import type { CellValue } from '../../dialect/engine.ts'
import { BLANK, Failure, type Matrix, notAvailable, type Scalar } from '../values.ts'
import { compare, condition, type Read, reader } from './evaluate.ts'
import { type Expression, type Query, QueryFault } from './language.ts'
import { parseQuery } from './parser.ts'
import { findColumn, type Row, readTable, type Table } from './table.ts'

interface Result {
  titles: string[]
  keys: string[]
  lines: Scalar[][]
}

type Group = Row[]

/** `letters`: the columns' names where the data are cells of a tab. */
export function runQuery(
  data: Matrix,
  text: string,
  headers: number | undefined,
  letters?: string[],
): Matrix | Failure {
  try {
    const query = parseQuery(text)
    const table = readTable(data, letters, headers)
    return print(execute(table, query), query)
  } catch (error) {
    if (!(error instanceof QueryFault)) throw error
    return new Failure(
      '#VALUE!',
      `Unable to parse query string for Function QUERY parameter 2: ${error.message}`,
    )
  }
}

function execute(table: Table, query: Query): Result {
  const holds = query.where === undefined ? () => true : condition(table, query.where)
  const rows = skip(table.rows.filter(holds), query.skipping)
  const select =
    query.select ??
    table.columns.map(({ ids }): Expression => ({ kind: 'column', id: ids[0] ?? '', key: ids.at(-1) ?? '' }))
  checkGrouping(select, query)
  return query.pivot.length > 0 ? pivoted(table, rows, select, query) : plain(table, rows, select, query)
}

function skip(rows: Row[], every: number): Row[] {
  return every > 1 ? rows.filter((_, i) => i % every === 0) : rows
}

function hasAggregate(expression: Expression): boolean {
  if (expression.kind === 'aggregate') return true
  return expression.kind === 'function' && expression.args.some(hasAggregate)
}

/** Beside an aggregate, every plain column must be grouped by. */
function checkGrouping(select: Expression[], query: Query): void {
  const isGrouped = query.groupBy.length > 0 || query.pivot.length > 0 || select.some(hasAggregate)
  if (!isGrouped) return
  const grouped = new Set([...query.groupBy, ...query.pivot].map(({ key }) => key))
  const isCovered = (expression: Expression): boolean =>
    grouped.has(expression.key) ||
    expression.kind === 'aggregate' ||
    expression.kind === 'literal' ||
    (expression.kind === 'function' && expression.args.every(isCovered))
  const odd = select.find(expression => !isCovered(expression))
  if (odd !== undefined) throw new QueryFault(`ADD_COL_TO_GROUP_BY_OR_AGG: ${nameOf(odd)}`)
}

function nameOf(expression: Expression): string {
  return expression.kind === 'column' ? expression.id : expression.key
}

// ---- without pivot

function plain(table: Table, rows: Row[], select: Expression[], query: Query): Result {
  const isGrouped = query.groupBy.length > 0 || select.some(hasAggregate)
  const groups = isGrouped ? grouped(table, rows, query.groupBy) : rows.map(row => [row])
  const readers = select.map(expression => reader(table, expression))
  const lines = cut(ordered(table, groups, query), query).map(group => readers.map(read => read(group)))
  return {
    titles: select.map(expression => labelled(table, expression, query)),
    keys: select.map(({ key }) => key),
    lines,
  }
}

function keyOf(values: CellValue[]): string {
  return JSON.stringify(values)
}

function grouped(table: Table, rows: Row[], by: Expression[]): Group[] {
  if (by.length === 0) return [rows]
  const reads = by.map(expression => reader(table, expression))
  const groups = new Map<string, { values: CellValue[]; rows: Row[] }>()
  for (const row of rows) {
    const values = reads.map(read => read([row]).value)
    const key = keyOf(values)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { values, rows: [row] })
    else group.rows.push(row)
  }
  return [...groups.values()].sort((a, b) => compareLists(a.values, b.values)).map(group => group.rows)
}

function compareLists(a: CellValue[], b: CellValue[]): number {
  for (const [i, value] of a.entries()) {
    const order = compare(value, b[i] ?? null)
    if (order !== 0) return order
  }
  return 0
}

function ordered(table: Table, groups: Group[], query: Query): Group[] {
  if (query.orderBy.length === 0) return groups
  const reads = query.orderBy.map(({ by }) => reader(table, by))
  const keyed = groups.map(group => ({ group, values: reads.map(read => read(group).value) }))
  keyed.sort((a, b) => {
    for (const [i, { isDescending }] of query.orderBy.entries()) {
      const order = compare(a.values[i] ?? null, b.values[i] ?? null)
      if (order !== 0) return isDescending ? -order : order
    }
    return 0
  })
  return keyed.map(({ group }) => group)
}

function cut<T>(items: T[], { offset, limit }: Query): T[] {
  return items.slice(offset, limit === undefined ? undefined : offset + limit)
}

// ---- pivot

function pivoted(table: Table, rows: Row[], select: Expression[], query: Query): Result {
  const aggregates = select.filter(hasAggregate)
  const others = select.filter(expression => !hasAggregate(expression))
  if (aggregates.length === 0) throw new QueryFault('CANNOT_PIVOT_WITHOUT_AGG')
  const across = query.pivot.map(expression => reader(table, expression))
  const valuesOf = (row: Row) => across.map(read => read([row]).value)
  const columns = grouped(table, rows, query.pivot).map(group => valuesOf(group[0] ?? []))
  const groups = ordered(table, grouped(table, rows, query.groupBy), query)
  const [plainReads, aggregateReads] = [others, aggregates].map(list =>
    list.map(expression => reader(table, expression)),
  ) as [Read[], Read[]]
  const lines = groups.map(group => {
    const byKey = Map.groupBy(group, row => keyOf(valuesOf(row)))
    const cells = columns.flatMap(values => {
      const part = byKey.get(keyOf(values)) ?? []
      return aggregateReads.map(read => (part.length === 0 ? BLANK : read(part)))
    })
    return [...plainReads.map(read => read(group)), ...cells]
  })
  return {
    titles: [
      ...others.map(expression => labelled(table, expression, query)),
      ...columns.flatMap(values =>
        aggregates.map(aggregate => pivotTitle(table, values, aggregate, aggregates.length, query)),
      ),
    ],
    keys: [...others.map(({ key }) => key), ...columns.flatMap(() => aggregates.map(({ key }) => key))],
    lines: cut(lines, query),
  }
}

function pivotTitle(
  table: Table,
  values: CellValue[],
  aggregate: Expression,
  count: number,
  query: Query,
): string {
  const across = values.map(value => (value === null ? '' : String(value))).join(',')
  const isLabelled = query.labels.has(aggregate.key)
  return count > 1 || isLabelled ? `${across} ${labelled(table, aggregate, query)}`.trim() : across
}

// ---- titles and formats

function labelled(table: Table, expression: Expression, query: Query): string {
  return query.labels.get(expression.key) ?? labelFor(table, expression)
}

function labelFor(table: Table, expression: Expression): string {
  switch (expression.kind) {
    case 'column':
      return table.columns[findColumn(table, expression.id)]?.title ?? ''
    case 'literal':
      return `${expression.type === 'string' ? `"${expression.value}"` : String(expression.value)}()`
    case 'aggregate':
      return `${expression.name} ${labelFor(table, expression.of)}`.trim()
    case 'function':
      return `${CAMEL[expression.name] ?? expression.name}(${expression.args.map(arg => labelFor(table, arg)).join('')})`
  }
}

const CAMEL: Record<string, string> = { dayofweek: 'dayOfWeek', datediff: 'dateDiff', todate: 'toDate' }

function print({ titles, keys, lines }: Result, query: Query): Matrix | Failure {
  const formatted = lines.map(line =>
    line.map((cell, x): Scalar => {
      const format = query.formats.get(keys[x] ?? '')
      if (query.options.has('no_format') || cell.value === null) return { value: cell.value }
      if (format !== undefined) return { value: cell.value, format }
      return cell.format === undefined ? { value: cell.value } : { value: cell.value, format: cell.format }
    }),
  )
  const header = titles.map((value): Scalar => ({ value }))
  const all = titles.some(title => title !== '') ? [header, ...formatted] : formatted
  if (all.length === 0) return notAvailable('Query completed with an empty output.')
  return titles.map((_, x) => all.map(line => line[x] ?? BLANK))
}
