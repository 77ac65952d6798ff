/** Parts of plans that several kinds share: reading a column, where a table ends, a failed call in words. */
import type { ColumnOverview, TabOverview } from '../../sheets/overview.ts'
import { columnRange, type DataRows, dataRows, tableRange } from './columns.ts'
import { type Call, type CallResult, call, field, problem, type Reading, type Scope } from './instruction.ts'
import { counted } from './text.ts'

const MAX_PAGES = 4
const TOTAL_LABEL = /^(?:(?:grand |sub-?)?totals?|sum|average)\b:?$/i

const noData = (tab: TabOverview): Reading =>
  problem(
    `The tab “${tab.title}” holds no rows of data, so there is nothing to do this with. Nothing was changed.`,
  )

/** What a failed call means to the person. */
export function notDone(result: CallResult): string {
  const reason = (result.error ?? 'The call failed.').trim()
  const hint = /overwrit|not empty|non-empty|already hold/i.test(reason)
    ? ' To write over what is there, say it again with “and overwrite”.'
    : ''
  return `**Not done.** ${reason}${hint}`
}

/** "3 cells show an error, …" from a write's own report, or nothing. */
export function errorsIn(result: CallResult): string {
  const errors = field(result.output, 'errors')
  if (!Array.isArray(errors) || errors.length === 0) return ''
  const first: unknown = errors[0]
  const where =
    typeof first === 'string'
      ? first
      : [field(first, 'cell'), field(first, 'error')].filter(Boolean).join(' ')
  return ` ${counted(errors.length, 'cell')} ${errors.length === 1 ? 'shows' : 'show'} an error${where ? `, first ${where}` : ''}.`
}

/** A number field of an output, where the tool reported it. */
export function countIn(result: CallResult, ...names: string[]): number | null {
  for (const name of names) {
    const value = field(result.output, name)
    if (typeof value === 'number') return value
  }
  return null
}

export interface ColumnsRead {
  /** Row by row, one value per column asked for. */
  rows: unknown[][]
  data: DataRows
  /** False where the table was too long to read to its end. */
  isWhole: boolean
}

/** Reads data cells of `columns`, without a total row at the end. */
export function* readColumns(
  tab: TabOverview,
  columns: ColumnOverview[],
  data: DataRows,
): Generator<Call[], ColumnsRead | CallResult, CallResult[]> {
  const ranges = columns.map(({ column }) => columnRange(tab, column, data.first, data.last))
  const read: unknown[][][] = columns.map(() => [])
  let hasTotal = false
  let isWhole = false
  for (let page = 0, offset = 0; page < MAX_PAGES && !isWhole; page++) {
    const tail = page === 0 ? [lastRow(tab, data)] : []
    const result = yield* call('read_range', {
      ranges: [...ranges, ...tail],
      ...(offset > 0 ? { offset_rows: offset } : {}),
    })
    if (result.error !== undefined) return result
    const answers = list(field(result.output, 'ranges'))
    if (page === 0) hasTotal = isTotalRow(list(field(answers.at(-1), 'values'))[0])
    for (const [index, values] of read.entries()) pad(values, offset, list(field(answers[index], 'values')))
    const next = answers
      .map(answer => field(field(answer, 'truncated'), 'next_offset_rows'))
      .find(Number.isInteger)
    isWhole = next === undefined
    offset = typeof next === 'number' ? next : 0
  }
  const last = hasTotal ? data.last - 1 : data.last
  const length = isWhole ? last - data.first + 1 : Math.min(...read.map(values => values.length))
  const rows = Array.from({ length }, (_, row) => read.map(values => values[row]?.[0] ?? ''))
  return { rows, data: { ...data, last }, isWhole }
}

/** Answers leave trailing empty rows out, so a page goes to the row it was read from. */
function pad(values: unknown[][], offset: number, page: unknown[]): void {
  while (values.length < offset) values.push([])
  values.push(...page.map(list))
}

export const isRead = (read: ColumnsRead | CallResult): read is ColumnsRead => 'rows' in read

/** Where the data ends when a total row is left out. Reads one row, and only where there could be one. */
export function* dataWithoutTotal(
  tab: TabOverview,
  data: DataRows,
): Generator<Call[], DataRows, CallResult[]> {
  // A total row leaves cells empty; where every column is filled to the end, there is none.
  const length = data.last - data.first + 1
  const used = tab.columns.filter(({ header, non_empty }) => header !== '' || non_empty > 0)
  if (length < 2 || used.every(({ non_empty }) => non_empty >= length)) return data
  const result = yield* call('read_range', { ranges: [lastRow(tab, data)] })
  const [answer] = list(field(result.output, 'ranges'))
  return isTotalRow(list(field(answer, 'values'))[0]) ? { ...data, last: data.last - 1 } : data
}

const lastRow = (tab: TabOverview, data: DataRows): string =>
  tableRange(tab, { header: data.last, first: data.last, last: data.last })

const isTotalRow = (row: unknown): boolean =>
  list(row).some(value => typeof value === 'string' && TOTAL_LABEL.test(value.trim()))

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The rows of the scope's tab, or the problem to answer with. */
export function rowsOf(scope: Scope): DataRows | Reading {
  return dataRows(scope.tab) ?? noData(scope.tab)
}

export const isProblem = (value: DataRows | Reading): value is Reading => 'state' in value
