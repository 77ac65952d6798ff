import type { sheets_v4 } from '@googleapis/sheets'
import type { Workbook } from './workbook.ts'
export function bandingsOf(_workbook: Workbook, _sheetId: string): sheets_v4.Schema$BandedRange[] {
  return []
}
