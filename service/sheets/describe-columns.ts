/** From cells to words about columns: where the headers are, what type each column has, its formula. */
import { cellName, columnLetters } from './a1.ts'
import { toR1C1 } from './formula/r1c1.ts'
import type { ColumnOverview, ColumnType } from './overview.ts'

export interface GridCell {
  value: number | string | boolean | null
  /** As the user sees it. */
  shown: string
  error: string | null
  formula: string | null
  /** Google's number format type, for example CURRENCY or DATE. */
  formatType: string | null
  pattern: string | null
}

export interface ColumnSource {
  cells: GridCell[][]
  /** All zero-based; endRow is the row after the last filled one. */
  headerRow: number | null
  firstData: number
  endRow: number
  endColumn: number
  /** Rows that were read from the top. */
  seenRows: number
  /** The last row of a long tab, as formulas. */
  tail: { endRow: number; last: unknown[] } | undefined
}

const SAMPLES = 3
const SAMPLE_CHARACTERS = 60
/** A title above the table pushes the headers down, though not further than this. */
const HEADER_SEARCH_ROWS = 6

const isFilled = (cell: GridCell | undefined): cell is GridCell =>
  cell !== undefined && (cell.value !== null || cell.error !== null || cell.formula !== null)

/** Zero-based row of the headers, or null where the first row looks like data. */
export function findHeaderRow(rows: GridCell[][]): number | null {
  const widest = Math.max(0, ...rows.slice(0, HEADER_SEARCH_ROWS * 2).map(row => row.filter(isFilled).length))
  for (const [index, row] of rows.slice(0, HEADER_SEARCH_ROWS).entries()) {
    const filled = row.filter(isFilled)
    if (filled.length === 0) continue
    if (filled.length === 1 && widest > 1 && isTitle(rows.slice(index + 1), widest)) continue
    return looksLikeHeader(row, rows.slice(index + 1)) ? index : null
  }
  return null
}

/** A lone text over a wider table is its title; over two columns only where a header follows. */
function isTitle(below: GridCell[][], widest: number): boolean {
  if (widest > 2) return true
  const next = below.findIndex(row => row.some(isFilled))
  const row = below[next]
  return row !== undefined && row.filter(isFilled).length > 1 && looksLikeHeader(row, below.slice(next + 1))
}

function looksLikeHeader(row: GridCell[], below: GridCell[][]): boolean {
  const filled = row.filter(isFilled)
  const isLabel = (cell: GridCell) =>
    cell.formula === null && cell.error === null && (typeof cell.value === 'string' || isYear(cell))
  if (!filled.every(isLabel) || !filled.some(cell => typeof cell.value === 'string')) return false
  const names = filled.map(cell => cell.shown.trim().toLowerCase())
  if (new Set(names).size < names.length / 2) return false
  const next = below.find(other => other.some(isFilled))
  if (!next) return true
  const differs = row.some(
    (cell, column) => isFilled(cell) && isFilled(next[column]) && typeof next[column].value !== 'string',
  )
  return differs || filled.every(cell => cell.shown.length <= 40 && !/[.!?]$/.test(cell.shown))
}

const isYear = (cell: GridCell): boolean =>
  typeof cell.value === 'number' && Number.isInteger(cell.value) && cell.value >= 1900 && cell.value <= 2100

export function describeColumns(source: ColumnSource): ColumnOverview[] {
  return Array.from({ length: source.endColumn }, (_, column) => describeColumn(source, column))
}

function describeColumn(source: ColumnSource, column: number): ColumnOverview {
  const start = source.firstData < 0 ? 0 : source.firstData
  const data = source.cells.slice(start, source.endRow).map(row => row[column])
  const filled = data.filter(isFilled)
  const header = source.headerRow === null ? '' : (source.cells[source.headerRow]?.[column]?.shown ?? '')
  const overview: ColumnOverview = {
    column: columnLetters(column),
    header,
    type: columnType(filled),
    samples: filled.slice(0, SAMPLES).map(cell => cut(cell.shown)),
    non_empty: estimateFilled(source, filled.length, start),
  }
  const pattern = filled[0]?.pattern
  if (pattern) overview.number_format = pattern
  addFormula(overview, source, data, start, column)
  addErrors(overview, data, start, column)
  return overview
}

const cut = (text: string): string =>
  text.length > SAMPLE_CHARACTERS ? `${text.slice(0, SAMPLE_CHARACTERS - 1)}…` : text

/** Rows that were not read are taken to be filled like those that were. */
function estimateFilled(source: ColumnSource, seen: number, start: number): number {
  if (!source.tail) return seen
  const readRows = Math.max(1, source.seenRows - start)
  return Math.round((seen / readRows) * (source.endRow - start))
}

function cellType(cell: GridCell): ColumnType {
  if (cell.error !== null) return 'error'
  if (typeof cell.value === 'boolean') return 'boolean'
  if (typeof cell.value !== 'number') return 'text'
  const type = cell.formatType
  if (type === 'CURRENCY' || (type === 'NUMBER' && /[$€£¥₹]/.test(cell.pattern ?? ''))) return 'currency'
  if (type === 'PERCENT') return 'percent'
  if (type === 'DATE' || type === 'DATE_TIME' || type === 'TIME') return 'date'
  return 'number'
}

/** One type with at most a tenth of other cells; numbers in several formats are numbers. */
function columnType(filled: GridCell[]): ColumnType {
  if (filled.length === 0) return 'empty'
  const counts = new Map<ColumnType, number>()
  for (const cell of filled) counts.set(cellType(cell), (counts.get(cellType(cell)) ?? 0) + 1)
  const withoutErrors = filled.length - (counts.get('error') ?? 0)
  if (withoutErrors === 0) return 'error'
  counts.delete('error')
  const [type, count] = [...counts].sort((a, b) => b[1] - a[1])[0]!
  if (count >= withoutErrors * 0.9) return type
  const numeric = ['number', 'currency', 'percent'] as const
  const numbers = numeric.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0)
  return numbers >= withoutErrors * 0.9 ? 'number' : 'mixed'
}

function addFormula(
  overview: ColumnOverview,
  source: ColumnSource,
  data: (GridCell | undefined)[],
  start: number,
  column: number,
): void {
  const first = data.findIndex(cell => cell?.formula)
  if (first === -1) return
  const pattern = toR1C1(data[first]!.formula!, start + first, column)
  if (pattern === null) return
  let end = first
  while (
    end < data.length &&
    data[end]?.formula &&
    toR1C1(data[end]!.formula!, start + end, column) === pattern
  )
    end += 1
  const lastSeen = start + end
  const last = source.tail?.last[column]
  const reachesTail =
    end === data.length &&
    typeof last === 'string' &&
    toR1C1(last, source.tail!.endRow - 1, column) === pattern
  const endRow = reachesTail ? source.tail!.endRow : lastSeen
  overview.formula_pattern = `${cut(pattern)} (${start + first + 1}:${endRow})`
  const spansAll = first === 0 && (reachesTail || data.slice(end).every(cell => !isFilled(cell)))
  if (spansAll) overview.formula = data[first]!.formula!
}

function addErrors(
  overview: ColumnOverview,
  data: (GridCell | undefined)[],
  start: number,
  column: number,
): void {
  const first = data.findIndex(cell => cell?.error)
  if (first === -1) return
  const count = data.filter(cell => cell?.error).length
  overview.errors = `${count}, first ${data[first]!.error} at ${cellName(start + first, column)}`
}
