import type { sheets_v4 } from '@googleapis/sheets'
import type { Workbook } from './workbook.ts'
export function pivotTablesOf(
  _workbook: Workbook,
  _sheetId: string,
): Map<string, sheets_v4.Schema$PivotTable> {
  return new Map()
}

import type { CellPosition } from '../dialect/engine.ts'
import type { Context } from './requests/context.ts'
export function setPivotTable(
  _context: Context,
  _position: CellPosition,
  _pivot: sheets_v4.Schema$PivotTable | undefined,
): void {}
