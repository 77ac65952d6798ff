/** Taking back what a write did to cells, each to where it is now. */
import { holds } from '../../sheets/a1.ts'
import { isBlank, sameCell } from '../image/cells.ts'
import { cellOf } from '../image/image.ts'
import type { Lines } from '../lines.ts'
import { type Merged, mergeCell, type Translate, wholeCell } from './merge-cell.ts'
import { isRestored, writeOrders } from './orders.ts'
import { CHANGED_SINCE, GONE_SINCE, isWithin, NOT_FOUND } from './state.ts'
import { type CellWork, placesOf } from './work.ts'

interface Grid {
  rowsAfter: Map<number, number>
  columnsAfter: Map<number, number>
  rowsNow: Map<number, number>
  columnsNow: Map<number, number>
  rowsThen: Map<number, number>
  columnsThen: Map<number, number>
}

const MANY_LINES = 10_000

async function gridOf({ record, present, work, slices }: CellWork, sheetId: number): Promise<Grid | null> {
  const after = record.layout.tabs.get(sheetId)
  const now = present.tabs.get(sheetId)
  const then = work.tabs.get(sheetId)
  if (!after || !now || !then) return null
  const places = async (lines: Lines) => {
    if (lines.count > MANY_LINES) await slices.giveWay()
    return placesOf(lines.toIds())
  }
  return {
    rowsAfter: await places(after.rows),
    columnsAfter: await places(after.columns),
    rowsNow: await places(now.rows),
    columnsNow: await places(now.columns),
    rowsThen: await places(then.rows),
    columnsThen: await places(then.columns),
  }
}

export async function undoCells(work: CellWork, sheetId: number, translate: Translate): Promise<void> {
  writeOrders(work, sheetId, translate)
  const grid = await gridOf(work, sheetId)
  if (!grid) return
  for (const { box, sheetId: own } of work.record.before.areas) {
    if (own !== sheetId) continue
    for (let row = box.startRow; row < box.endRow; row += 1)
      for (let column = box.startColumn; column < box.endColumn; column += 1) {
        if (work.slices.isDue()) await work.slices.giveWay()
        undoCell(work, grid, { sheetId, row, column }, translate)
      }
  }
}

interface Place {
  sheetId: number
  row: number
  column: number
}

/** `row` and `column` are those before the write. */
function undoCell(work: CellWork, grid: Grid, { sheetId, row, column }: Place, translate: Translate): void {
  const { record, current } = work
  const [rowAfter, columnAfter] = [grid.rowsAfter.get(row), grid.columnsAfter.get(column)]
  const before = cellOf(record.before, sheetId, row, column) ?? {}
  const [rowThen, columnThen] = [grid.rowsThen.get(row), grid.columnsThen.get(column)]
  if (rowAfter === undefined || columnAfter === undefined) {
    // Its line was deleted by the write and has been made anew.
    if (rowThen !== undefined && columnThen !== undefined) {
      const wasEmpty = sameCell(before, {})
      put(work, { sheetId, row: rowThen, column: columnThen }, wholeCell(before, translate), wasEmpty ? 0 : 1)
    } else if (!isBlank(before))
      work.told.kept.push({ sheetId, row: rowThen ?? 0, column: columnThen ?? 0, reason: NOT_FOUND })
    return
  }
  const area = record.reorders.find(own => own.sheetId === sheetId && holds(own.box, rowAfter, columnAfter))
  // Rows that were put back into their order are written there.
  if (area && isRestored(work, area)) return
  const after = cellOf(record.after, sheetId, rowAfter, columnAfter)
  if (!after) return
  const [rowNow, columnNow] = [grid.rowsNow.get(rowAfter), grid.columnsNow.get(columnAfter)]
  if (rowNow === undefined || columnNow === undefined || rowThen === undefined || columnThen === undefined) {
    if (mergeCell(before, after, {}, translate).touched && !isBlank(before))
      work.told.kept.push({ sheetId, row: rowNow ?? 0, column: columnNow ?? 0, reason: GONE_SINCE })
    return
  }
  const is = cellOf(current, sheetId, rowNow, columnNow) ?? {}
  put(work, { sheetId, row: rowThen, column: columnThen }, mergeCell(before, after, is, translate))
}

/** `counts` is 0 for a cell of a line made anew that holds nothing: only its plain look is written. */
function put(work: CellWork, { sheetId, row, column }: Place, merged: Merged, counts = 1): void {
  if (!isWithin(work.limits, sheetId, row, column)) return
  if (merged.kept) work.told.kept.push({ sheetId, row, column, reason: CHANGED_SINCE })
  if (merged.parts.length === 0) return
  work.writer.put(sheetId, row, column, merged.parts, merged.cell)
  work.told.cells += counts
}
