/** Cells that an undo leaves alone, told as ranges that a person can look at. */
import { MAX_KEPT_RANGES, type Undo } from '../../../contract/index.ts'
import { type ClosedBox, formatBox } from '../../sheets/a1.ts'
import type { Kept } from './state.ts'

interface Group {
  sheetName: string
  reason: string
  cells: Kept[]
}

/** Runs down a column, joined with runs of the same rows beside them. */
function boxes(cells: readonly Kept[]): ClosedBox[] {
  const sorted = cells.toSorted((a, b) => a.column - b.column || a.row - b.row)
  const runs: ClosedBox[] = []
  for (const { row, column } of sorted) {
    const last = runs.at(-1)
    if (last && last.startColumn === column && last.endRow === row) last.endRow += 1
    else runs.push({ startRow: row, endRow: row + 1, startColumn: column, endColumn: column + 1 })
  }
  const joined: ClosedBox[] = []
  for (const run of runs) {
    const beside = joined.find(
      box => box.endColumn === run.startColumn && box.startRow === run.startRow && box.endRow === run.endRow,
    )
    if (beside) beside.endColumn = run.endColumn
    else joined.push(run)
  }
  return joined
}

export function keptRanges(
  kept: readonly Kept[],
  titleOf: (sheetId: number) => string,
): { kept: Undo['kept']; total: number } {
  const seen = new Set<string>()
  const groups = new Map<string, Group>()
  for (const cell of kept) {
    const place = `${cell.sheetId},${cell.row},${cell.column}`
    if (seen.has(place)) continue
    seen.add(place)
    const key = `${cell.sheetId} ${cell.reason}`
    const group = groups.get(key) ?? { sheetName: titleOf(cell.sheetId), reason: cell.reason, cells: [] }
    groups.set(key, group)
    group.cells.push(cell)
  }
  const all = [...groups.values()].flatMap(({ sheetName, reason, cells }) =>
    boxes(cells).map(box => ({
      sheet_name: sheetName,
      range: formatBox(box),
      cells: (box.endRow - box.startRow) * (box.endColumn - box.startColumn),
      reason,
    })),
  )
  return { kept: all.slice(0, MAX_KEPT_RANGES), total: seen.size }
}
