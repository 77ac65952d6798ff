import type { sheets_v4 } from '@googleapis/sheets'
import type { Workbook } from './workbook.ts'
export function basicFilterOf(
  _workbook: Workbook,
  _sheetId: string,
): sheets_v4.Schema$BasicFilter | undefined {
  return undefined
}
export function filterViewsOf(_workbook: Workbook, _sheetId: string): sheets_v4.Schema$FilterView[] {
  return []
}
export function rowsHiddenByFilter(_workbook: Workbook, _sheetId: string): Set<number> {
  return new Set()
}
