import type { sheets_v4 } from '@googleapis/sheets'
import type { Workbook } from './workbook.ts'
export function chartsOf(_workbook: Workbook, _sheetId: string): sheets_v4.Schema$EmbeddedChart[] {
  return []
}
