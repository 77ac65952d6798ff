/** From cells to words about columns: where the headers are, what type each column has, its formula. */
import { type Box, cellName, columnLetters, formatBox } from '../a1.ts'
import { cut } from '../cut.ts'
import { toR1C1 } from '../formula/r1c1.ts'
import { findTables, mainTable } from '../layout/find-tables.ts'
import type { GridCell } from './grid-cell.ts'
import type { ColumnOverview, ColumnType } from './overview.ts'

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
const isFilled = (cell: GridCell | undefined): cell is GridCell =>
  cell !== undefined && (cell.value !== null || cell.error !== null || cell.formula !== null)

/** Zero-based row of the headers of a tab's main table, or null where its first row looks like data. */
export function findHeaderRow(rows: GridCell[][], merges: Box[] = []): number | null {
  return mainTable(findTables(rows, merges))?.headerRow ?? null
}

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
    samples: distinctSamples(filled),
    non_empty: estimateFilled(source, filled.length, start),
  }
  if (overview.type === 'mixed') overview.types = typeCounts(filled)
  const pattern = filled[0]?.pattern
  if (pattern) overview.number_format = pattern
  addFormula(overview, source, data, start, column)
  addErrors(overview, data, start, column)
  return overview
}

/** The first values that differ; the empty results of formulas tell nothing. */
function distinctSamples(filled: GridCell[]): string[] {
  const samples = new Set<string>()
  for (const cell of filled) {
    if (cell.shown !== '') samples.add(cut(cell.shown, SAMPLE_CHARACTERS))
    if (samples.size === SAMPLES) break
  }
  return [...samples]
}

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

function typeCounts(filled: GridCell[]): string {
  const counts = new Map<ColumnType, number>()
  for (const cell of filled) counts.set(cellType(cell), (counts.get(cellType(cell)) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([type, count]) => `${count} ${type}`)
    .join(', ')
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
  // A text that can't be read is itself: it may be filled all the same.
  const patternOf = (formula: string, row: number) => toR1C1(formula, row, column) ?? formula
  const pattern = patternOf(data[first]!.formula!, start + first)
  let end = first
  while (end < data.length && data[end]?.formula && patternOf(data[end]!.formula!, start + end) === pattern)
    end += 1
  const lastSeen = start + end
  const last = source.tail?.last[column]
  const reachesTail =
    end === data.length && typeof last === 'string' && patternOf(last, source.tail!.endRow - 1) === pattern
  const endRow = reachesTail ? source.tail!.endRow : lastSeen
  overview.formula_pattern = `${cut(pattern, SAMPLE_CHARACTERS)} (${start + first + 1}:${endRow})`
  const range = formatBox({
    startRow: start + first,
    endRow,
    startColumn: column,
    endColumn: column + 1,
  })
  overview.filled_from = `${range} ${data[first]!.formula!}`
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
