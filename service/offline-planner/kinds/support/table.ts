/** Where a table stands on its tab, which of its rows are meant, and names for what is made beside it. */
import { columnIndex, columnLetters, formatRange } from '../../../sheets/a1.ts'
import type { SpreadsheetOverview, TabOverview } from '../../../sheets/overview/overview.ts'
import { isBlank, numberIn } from '../../linking/cells.ts'
import { daySerial, isoDate } from '../../linking/dates.ts'
import { type Column, isDate } from '../../linking/sheet.ts'
import type { Scope } from '../../reading/scope.ts'

export interface Rows {
  /** 1-based; the row of the headers, or null. */
  header: number | null
  first: number
  last: number
}

/** Where the table's rows are without a row of totals, or null on a tab without data. */
export function rowsOf(scope: Scope, tab: TabOverview = scope.tab): Rows | null {
  const { first_data_row: first, last_data_row: last, header_row: header } = tab
  if (first === null || last === null || last < first) return null
  const total = scope.index.data.get(tab.title)?.hasTotal ? 1 : 0
  return { header, first, last: last - total }
}

const box = (tab: TabOverview, startColumn: number, endColumn: number, first: number, last: number): string =>
  formatRange(tab.title, { startRow: first - 1, endRow: last, startColumn, endColumn })

export const columnRange = (column: Column, first: number, last: number): string =>
  box(column.tab, column.index, column.index + 1, first, last)
export const cellRange = (tab: TabOverview, letters: string, first: number, last = first): string =>
  box(tab, columnIndex(letters), columnIndex(letters) + 1, first, last)

const isUsed = ({ header, non_empty }: { header: string; non_empty: number }): boolean =>
  header !== '' || non_empty > 0

/** The whole table with its header row. */
export function tableRange(tab: TabOverview, rows: Rows, withHeader = true): string {
  const first = Math.max(0, tab.columns.findIndex(isUsed))
  const last = Math.max(0, tab.columns.findLastIndex(isUsed))
  return box(tab, first, last + 1, withHeader ? (rows.header ?? rows.first) : rows.first, rows.last)
}

export const headerRange = (tab: TabOverview): string => {
  const last = Math.max(0, tab.columns.findLastIndex(isUsed))
  return box(tab, 0, last + 1, tab.header_row ?? 1, tab.header_row ?? 1)
}

export const nextFreeColumn = (tab: TabOverview): string =>
  columnLetters(tab.columns.findLastIndex(isUsed) + 1)

export const nameOf = (column: Column): string =>
  column.header === '' ? `column ${column.column}` : column.header

/** A range as people read it: without the tab that they look at. */
export const shown = (range: string): string => range.replace(/^(?:'(?:[^']|'')*'|[^!]*)!/, '')

/** A title that no tab has yet, without the characters that Google refuses. */
export function freeTitle(overview: SpreadsheetOverview, wanted: string): string {
  const taken = new Set(overview.tabs.map(({ title }) => title.toLowerCase()))
  const base =
    wanted
      .replaceAll(/[[\]*?:\\/']/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, 80) || 'Result'
  return numbered(base, taken)
}

/** The name, or with the first number that makes it one that nothing has yet; `taken` in small letters. */
export function numbered(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name} ${number}`
  return free
}

/** What rows are compared by: numbers, days of dates, texts without regard to case. */
export function sortable(row: readonly unknown[], column: Column, locale: string): number | string | null {
  const cell = row[column.index]
  if (isBlank(cell)) return null
  if (isDate(column)) return daySerial(cell, column, locale) ?? String(cell)
  return numberIn(cell) ?? String(cell).trim()
}

export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`

/** "A", "A and B", "A, B and C". */
export const inList = (items: readonly string[], and = 'and'): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} ${and} ${items.at(-1)}`

/** As the column shows its numbers: sign of the currency, percent, decimals. */
export function likeColumn(value: number, column: Column | null): string {
  if (column && isDate(column)) return isoOf(value)
  if (column?.type === 'percent') return `${round(value * 100, 2)}%`
  if (column?.type !== 'currency') return round(value, 4)
  const sign =
    /[$€£¥₹]/.exec(column.number_format ?? '')?.[0] ?? /[$€£¥₹]/.exec(column.samples[0] ?? '')?.[0] ?? ''
  const amount = Math.abs(value).toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return `${value < 0 ? '-' : ''}${sign}${amount}`
}

const isoOf = (serial: number): string => isoDate(Math.floor(serial))
export const round = (value: number, digits: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits })

/** The columns of the tab that is spoken of, without those that have no name. */
export const ofTab = ({ index, tab }: Pick<Scope, 'index' | 'tab'>): Column[] =>
  index.columns.filter(column => column.tab.title === tab.title && column.header !== '')
