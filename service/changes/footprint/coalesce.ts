/** Few rectangles instead of many: what is read around a write may be more than it touches, never less. */
import { boxCells, type ClosedBox, holdsBox } from '../../sheets/a1.ts'
import type { Area } from './layout.ts'

/** A read names its ranges in its address, which has a limit. */
const MOST_AREAS = 40

const hull = (a: ClosedBox, b: ClosedBox): ClosedBox => ({
  startRow: Math.min(a.startRow, b.startRow),
  endRow: Math.max(a.endRow, b.endRow),
  startColumn: Math.min(a.startColumn, b.startColumn),
  endColumn: Math.max(a.endColumn, b.endColumn),
})

const meet = (a: ClosedBox, b: ClosedBox): boolean =>
  a.startRow < b.endRow && b.startRow < a.endRow && a.startColumn < b.endColumn && b.startColumn < a.endColumn

/** Disjoint rectangles that hold all of `areas`. */
export function coalesce(areas: readonly Area[]): Area[] {
  const sheetIds = [...new Set(areas.map(area => area.sheetId))]
  const perSheet = sheetIds.map(sheetId => ({
    sheetId,
    boxes: disjoint(
      columnRuns(areas.filter(area => area.sheetId === sheetId && boxCells(area.box) > 0).map(a => a.box)),
    ),
  }))
  const share = Math.max(1, Math.floor(MOST_AREAS / Math.max(1, sheetIds.length)))
  return perSheet.flatMap(({ sheetId, boxes }) =>
    (boxes.length <= share ? boxes : [boxes.reduce(hull)]).map(box => ({ sheetId, box })),
  )
}

/** Joins what lies in the same columns and follows downwards, as the runs of a column do. */
function columnRuns(boxes: readonly ClosedBox[]): ClosedBox[] {
  const byColumns = new Map<string, ClosedBox[]>()
  for (const box of boxes) {
    const key = `${box.startColumn}:${box.endColumn}`
    const known = byColumns.get(key)
    if (known) known.push(box)
    else byColumns.set(key, [box])
  }
  const few = boxes.length <= MOST_AREAS
  return [...byColumns.values()].flatMap(own => {
    const joined: ClosedBox[] = []
    for (const box of own.toSorted((a, b) => a.startRow - b.startRow)) {
      const last = joined.at(-1)
      if (last && (box.startRow <= last.endRow || !few)) last.endRow = Math.max(last.endRow, box.endRow)
      else joined.push({ ...box })
    }
    return joined
  })
}

function disjoint(boxes: readonly ClosedBox[]): ClosedBox[] {
  const result: ClosedBox[] = []
  for (const box of boxes) {
    let whole = box
    for (;;) {
      const at = result.findIndex(other => meet(other, whole))
      if (at < 0) break
      const other = result[at]!
      if (holdsBox(other, whole)) {
        whole = other
        result.splice(at, 1)
        continue
      }
      whole = hull(other, whole)
      result.splice(at, 1)
    }
    result.push(whole)
  }
  return result
}
