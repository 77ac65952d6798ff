/** Sheet: one tab. Reads only; the add-on changes cells through the service. */
import { clip, parseA1 } from '../a1.ts'
import type { Area, SheetInfo } from '../bridge.ts'
import { guarded } from './realm.ts'
import type { SheetFace, Workbench } from './workbench.ts'

export function createSheet({ sheetId }: SheetInfo, bench: Workbench): SheetFace {
  const { callHost, realm } = bench
  // Asked anew each time: the user may have renamed or moved the tab since.
  const info = () => bench.sheetInfo(sheetId)
  const face = {
    getSheetId: () => sheetId,
    getSheetName: () => info().name,
    getName: () => info().name,
    getIndex: () => info().index,
    isSheetHidden: () => info().hidden,
    getMaxRows: () => info().maxRows,
    getMaxColumns: () => info().maxColumns,
    getLastRow: () => callHost('sheet.extent', sheetId).lastRow,
    getLastColumn: () => callHost('sheet.extent', sheetId).lastColumn,
    getRange(first: string | number, column = 1, rows = 1, columns = 1) {
      const area =
        typeof first === 'number' ? { row: first, column, rows, columns } : parseA1(String(first))?.area
      return bench.range(sheetId, fitArea(area ?? null, info(), bench))
    },
    getRangeList(names: string[]) {
      const areas = names.map(name => fitArea(parseA1(String(name))?.area ?? null, info(), bench))
      const list: object = guarded(
        'RangeList',
        {
          getRanges: () => realm.list(areas.map(area => bench.range(sheetId, area))),
          activate() {
            callHost('selection.set', { sheetId, areas })
            return list
          },
        },
        realm,
      )
      return list
    },
    getDataRange() {
      const { lastRow, lastColumn } = callHost('sheet.extent', sheetId)
      const area = { row: 1, column: 1, rows: Math.max(1, lastRow), columns: Math.max(1, lastColumn) }
      return bench.range(sheetId, area)
    },
    activate() {
      const current = callHost('selection.get')
      // Going to the tab one is on keeps the selection, as in Google Sheets.
      if (current.sheetId !== sheetId) callHost('selection.set', { sheetId, areas: [] })
      return guardedFace
    },
  }
  const guardedFace = guarded('Sheet', face, realm)
  return guardedFace
}

function fitArea(area: Area | null, sheet: SheetInfo, { realm }: Workbench): Area {
  if (!area) throw realm.exception('Range not found')
  if (area.row < 1 || area.rows < 1) throw realm.exception('The starting row of the range is too small.')
  if (area.column < 1 || area.columns < 1)
    throw realm.exception('The starting column of the range is too small.')
  const fitted = clip(area, sheet.maxRows, sheet.maxColumns)
  if (!fitted) throw realm.exception('The coordinates of the range are outside the dimensions of the sheet.')
  return fitted
}
