/** A small tab as it stands: every cell, formulas beside values, in as few words as say it all. */
import { type ClosedBox, columnLetters, formatBox } from './a1.ts'
import { cellWords, rowWords } from './cell-words.ts'
import { filledFormulas } from './formula/filled.ts'
import type { GridCell } from './grid-cell.ts'

export const MOST_WHOLE_CELLS = 300
const MOST_WHOLE_AREA = 3_000
const LONGEST_CELL = 80
const LONGEST_FORMULA = 200

export interface WholeTab {
  /** For example "F2:F13 =C2*D2". */
  filled: string[]
  /** For example "B yyyy-mm-dd". */
  formats: string[]
  /** "2: Ann | 5" */
  rows: string[]
}

const isFilled = (cell: GridCell | undefined): cell is GridCell =>
  cell !== undefined && (cell.value !== null || cell.error !== null || cell.formula !== null)

/** Undefined where the tab is too large for it. */
export function wholeTab(cells: GridCell[][], endRow: number, endColumn: number): WholeTab | undefined {
  if (endRow * endColumn > MOST_WHOLE_AREA || endRow === 0) return undefined
  const grid = cells.slice(0, endRow)
  const count = grid.reduce((sum, row) => sum + row.filter(isFilled).length, 0)
  if (count > MOST_WHOLE_CELLS) return undefined
  const inRuns = new Set<string>()
  const filled = runsOf(grid).map(({ range, formula, box }) => {
    for (let row = box.startRow; row < box.endRow; row += 1)
      for (let column = box.startColumn; column < box.endColumn; column += 1) inRuns.add(`${row}:${column}`)
    return `${range} ${cut(formula)}`
  })
  const rows = grid.flatMap((row, index) => {
    const words = rowWords(
      row.slice(0, endColumn).map((cell, column) => words1(cell, inRuns.has(`${index}:${column}`))),
      0,
    )
    return words === null ? [] : [`${index + 1}: ${words}`]
  })
  return { filled, formats: formatsOf(grid, endColumn), rows }
}

/** Formulas that are filled over more than one cell. */
export function runsOf(grid: GridCell[][]): { range: string; formula: string; box: ClosedBox }[] {
  const formulas = grid.map(row => row.map(cell => cell.formula))
  return filledFormulas(formulas, { startRow: 0, startColumn: 0 }).filter(
    ({ box }) => (box.endRow - box.startRow) * (box.endColumn - box.startColumn) > 1,
  )
}

function words1(cell: GridCell | undefined, isInRun: boolean): string | null {
  if (!isFilled(cell)) return null
  return cellWords(
    {
      shown: cell.error ?? cell.shown,
      isText: typeof cell.value === 'string' && cell.formula === null,
      formula: isInRun || cell.formula === null ? null : cut(cell.formula),
    },
    LONGEST_CELL,
  )
}

const cut = (text: string): string =>
  text.length > LONGEST_FORMULA ? `${text.slice(0, LONGEST_FORMULA - 1)}…` : text

/** The pattern of each column's first number; columns side by side share it. */
function formatsOf(grid: GridCell[][], endColumn: number): string[] {
  const patterns = Array.from({ length: endColumn }, (_, column) => {
    const first = grid.map(row => row[column]).find(cell => isFilled(cell) && typeof cell.value === 'number')
    return first?.pattern ?? null
  })
  const formats: string[] = []
  for (let column = 0; column < endColumn; column += 1) {
    const pattern = patterns[column]
    if (!pattern || pattern === 'General') continue
    const start = column
    while (patterns[column + 1] === pattern) column += 1
    const columns =
      start === column ? columnLetters(start) : formatBox({ startColumn: start, endColumn: column + 1 })
    formats.push(`${columns} ${pattern}`)
  }
  return formats
}
