/**
 * A small tab as it stands: every cell, formulas beside values, in as few words as say it all. The tab that a
 * turn is about may be larger than the others: what is left out of it is read in the first step, which costs
 * the same words and a whole request besides.
 */
import { type ClosedBox, cellName, columnLetters, formatBox } from './a1.ts'
import { cut } from './cut.ts'
import { filledFormulas } from './formula/filled.ts'
import { lookLines } from './overview/cell-looks.ts'
import { cellWords, rowWords } from './overview/cell-words.ts'
import type { GridCell } from './overview/grid-cell.ts'

const MOST_WHOLE_CELLS = 300
const MOST_WHOLE_AREA = 6_000
/** Of more cells, where they are told in few words: 1,600 tokens for the turn's tab. */
const MOST_SHORT_CELLS = 1_000
const MOST_CHARACTERS = { active: 6_400, other: 2_800 }
/** Long texts stand in full where there are few of them. */
const FEW_CHARACTERS = 2_400
const LONGEST_TEXT = 400
const LONGEST_CELL = 80
const LONGEST_FORMULA = 200
/** Nobody counts more to find a column's letter. */
const FEW_COLUMNS = 8

export interface WholeTab {
  /** For example "F2:F13 =C2*D2". */
  filled: string[]
  /** For example "B, D:E yyyy-mm-dd". */
  formats: string[]
  /** Fills, notes and what cells accept. */
  looks: string[]
  /** "2: Ann | 5" */
  rows: string[]
}

const isFilled = (cell: GridCell | undefined): cell is GridCell =>
  cell !== undefined && (cell.value !== null || cell.error !== null || cell.formula !== null)

/** Undefined where the tab is too large for it. */
export function wholeTab(
  cells: GridCell[][],
  endRow: number,
  endColumn: number,
  isActive: boolean,
): WholeTab | undefined {
  if (endRow * endColumn > MOST_WHOLE_AREA || endRow === 0) return undefined
  const grid = cells.slice(0, endRow)
  const count = filledCells(grid)
  if (count > MOST_SHORT_CELLS) return undefined
  const runs = runsOf(grid)
  const beside = {
    filled: runs.map(({ range, formula }) => `${range} ${cut(formula, LONGEST_FORMULA)}`),
    formats: formatsOf(grid, endColumn),
    looks: lookLines(cells),
  }
  const inRuns = cellsIn(runs)
  const full = { ...beside, rows: rowsInWords(grid, endColumn, inRuns, LONGEST_TEXT) }
  if (lengthOf(full) <= FEW_CHARACTERS) return full
  const whole = { ...beside, rows: rowsInWords(grid, endColumn, inRuns, LONGEST_CELL) }
  const most = isActive ? MOST_CHARACTERS.active : MOST_CHARACTERS.other
  return count <= MOST_WHOLE_CELLS || lengthOf(whole) <= most ? whole : undefined
}

const filledCells = (grid: readonly GridCell[][]): number =>
  grid.reduce((sum, row) => sum + row.filter(isFilled).length, 0)

/** Whether it is worth reading what else its cells have. */
export const mayBeWhole = (cells: readonly GridCell[][]): boolean => filledCells(cells) <= MOST_SHORT_CELLS

const lengthOf = ({ filled, formats, looks, rows }: WholeTab): number =>
  [...filled, ...formats, ...looks, ...rows].reduce((sum, line) => sum + line.length, 0)

function rowsInWords(
  grid: GridCell[][],
  endColumn: number,
  inRuns: ReadonlySet<string>,
  longest: number,
): string[] {
  const rows = grid.flatMap((row, index) => {
    const words = rowWords(
      row.slice(0, endColumn).map((cell, column) => wordsOf(cell, inRuns.has(`${index}:${column}`), longest)),
      0,
    )
    return words === null ? [] : [`${index + 1}: ${words}`]
  })
  const letters = Array.from({ length: endColumn }, (_, column) => columnLetters(column))
  const head = endColumn > FEW_COLUMNS ? [`row: ${letters.join(' | ')}`] : []
  return [...head, ...rows]
}

interface Run {
  range: string
  formula: string
  box: ClosedBox
}

/** As "row:column". */
function cellsIn(runs: readonly Run[]): Set<string> {
  const cells = new Set<string>()
  for (const { box } of runs)
    for (let row = box.startRow; row < box.endRow; row += 1)
      for (let column = box.startColumn; column < box.endColumn; column += 1) cells.add(`${row}:${column}`)
  return cells
}

/** Formulas that are filled over more than one cell. */
function runsOf(grid: GridCell[][]): Run[] {
  const formulas = grid.map(row => row.map(cell => cell.formula))
  return filledFormulas(formulas, { startRow: 0, startColumn: 0 }).filter(
    ({ box }) => (box.endRow - box.startRow) * (box.endColumn - box.startColumn) > 1,
  )
}

function wordsOf(cell: GridCell | undefined, isInRun: boolean, longest: number): string | null {
  if (!isFilled(cell)) return null
  return cellWords(
    {
      shown: cell.error ?? cell.shown,
      isText: typeof cell.value === 'string' && cell.formula === null,
      formula: isInRun || cell.formula === null ? null : cut(cell.formula, LONGEST_FORMULA),
    },
    longest,
  )
}

/** "July" is what a cell shows that holds a day of a year: joined to a text it says no day any more. */
const isPartOfDate = ({ formatType, pattern }: GridCell): boolean =>
  formatType === 'DATE' && !['d', 'm', 'y'].every(part => unquoted(pattern).includes(part))

const unquoted = (pattern: string | null): string =>
  (pattern ?? '').replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, '').toLowerCase()

const dateWords = (cell: string) => `whole dates; in conditions ">="&N(${cell})`

/** The pattern of each column's first number; columns side by side share it. */
function formatsOf(grid: GridCell[][], endColumn: number): string[] {
  const patterns = Array.from({ length: endColumn }, (_, column) => {
    const row = grid.findIndex(
      ({ [column]: cell }) => isFilled(cell) && typeof cell.value === 'number' && cell.error === null,
    )
    const first = grid[row]?.[column]
    if (!first?.pattern) return null
    return isPartOfDate(first) ? `${first.pattern} (${dateWords(cellName(row, column))})` : first.pattern
  })
  const columns = new Map<string, string[]>()
  for (let column = 0; column < endColumn; column += 1) {
    const pattern = patterns[column]
    if (!pattern || pattern === 'General') continue
    const start = column
    while (patterns[column + 1] === pattern) column += 1
    const run =
      start === column ? columnLetters(start) : formatBox({ startColumn: start, endColumn: column + 1 })
    columns.set(pattern, [...(columns.get(pattern) ?? []), run])
  }
  return [...columns].map(([pattern, runs]) => `${runs.join(', ')} ${pattern}`)
}
