/**
 * Cells that say the same, told as ranges: equal keys that stand side by side or one below the other
 * become one box. Knows nothing of what the keys mean.
 */
import type { ClosedBox } from './a1.ts'

export interface Group {
  box: ClosedBox
  key: string
}

/** `null` and undefined belong to no group. Boxes are relative to the grid's first cell, in reading order. */
export function groupCells(keys: (string | null | undefined)[][]): Group[] {
  const taken: boolean[][] = keys.map(() => [])
  const groups: Group[] = []
  for (const [row, cells] of keys.entries()) {
    for (const [column, key] of cells.entries()) {
      if (key === null || key === undefined || taken[row]![column]) continue
      const box = growBox(keys, taken, row, column)
      groups.push({ box, key })
    }
  }
  return groups
}

/** Downwards first, as formulas are filled mostly; then to the right as far as whole sides agree. */
function growBox(keys: (string | null | undefined)[][], taken: boolean[][], row: number, column: number) {
  const key = keys[row]![column]
  const isFree = (r: number, c: number) => keys[r]?.[c] === key && !taken[r]![c]
  let endRow = row + 1
  while (isFree(endRow, column)) endRow += 1
  let endColumn = column + 1
  const sideIsFree = () => {
    for (let r = row; r < endRow; r += 1) if (!isFree(r, endColumn)) return false
    return true
  }
  while (sideIsFree()) endColumn += 1
  for (let r = row; r < endRow; r += 1) for (let c = column; c < endColumn; c += 1) taken[r]![c] = true
  return { startRow: row, endRow, startColumn: column, endColumn }
}
