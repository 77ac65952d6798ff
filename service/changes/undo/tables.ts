/** Taking back Google's tables: where one goes, Google empties its cells, so they are written again with it. */
import { boxCells, closeBox } from '../../sheets/a1.ts'
import { fromGridRange } from '../../sheets/grid-range.ts'
import type { Request } from '../footprint/touch.ts'
import { PARTS } from '../image/cells.ts'
import { cellOf } from '../image/image.ts'
import { TABLES } from './kinds.ts'
import { findings, putRight } from './objects.ts'
import type { CellWork } from './work.ts'
import { CellWriter } from './writer.ts'

export interface TableRequests {
  /** To be sent before all else: the tables that go, with their cells as they are now. */
  remove: Request[]
  /** To be sent before the cells are written: a table writes the names of its columns. */
  put: Request[]
}

export async function undoTables(work: CellWork, sheetId: number): Promise<TableRequests> {
  const requests: TableRequests = { remove: [], put: [] }
  for (const found of findings(work, sheetId, TABLES)) {
    const own = putRight(work, sheetId, found)
    if (found.verdict.action === 'remove')
      requests.remove.push(...own, ...(await cellsAsTheyAre(work, found.current)))
    else requests.put.push(...own)
  }
  return requests
}

async function cellsAsTheyAre(
  { current, present, slices }: CellWork,
  table: { range?: unknown } | undefined,
): Promise<Request[]> {
  const { sheetId, box: open } = fromGridRange((table?.range ?? {}) as Parameters<typeof fromGridRange>[0])
  const tab = present.tabs.get(sheetId)
  if (!tab) return []
  const box = closeBox(open, tab.rows.count, tab.columns.count)
  if (boxCells(box) === 0) return []
  const writer = new CellWriter()
  for (let row = box.startRow; row < box.endRow; row++)
    for (let column = box.startColumn; column < box.endColumn; column++) {
      if (slices.isDue()) await slices.giveWay()
      writer.put(sheetId, row, column, PARTS, cellOf(current, sheetId, row, column) ?? {})
    }
  return writer.requests()
}
