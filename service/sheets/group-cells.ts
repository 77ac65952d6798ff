/**
 * Cells that say the same, told as ranges: equal keys that stand side by side or one below the other
 * become one box. Knows nothing of what the keys mean.
 */
import type { ClosedBox } from './a1.ts'

export interface Group {
  box: ClosedBox
  key: string
}

type Keys = (string | null | undefined)[][]

/** `null` and undefined belong to no group. Boxes are in reading order; `at` is where the first cell stands. */
export function groupCells(keys: Keys, at = { startRow: 0, startColumn: 0 }): Group[] {
  const taken: boolean[][] = keys.map(() => [])
  const groups: Group[] = []
  for (const [row, cells] of keys.entries()) {
    for (const [column, key] of cells.entries()) {
      if (key === null || key === undefined || taken[row]![column]) continue
      const box = growBox(keys, taken, row, column)
      groups.push({ box: movedBy(box, at), key })
    }
  }
  return groups
}

const movedBy = (box: ClosedBox, { startRow, startColumn }: Pick<ClosedBox, 'startRow' | 'startColumn'>) => ({
  startRow: startRow + box.startRow,
  endRow: startRow + box.endRow,
  startColumn: startColumn + box.startColumn,
  endColumn: startColumn + box.endColumn,
})

/** Downwards first, as formulas are filled mostly; then to the right as far as whole sides agree. */
function growBox(keys: Keys, taken: boolean[][], row: number, column: number) {
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
