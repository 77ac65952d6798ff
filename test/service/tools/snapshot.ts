/** What a spreadsheet holds, to compare it with itself later. */
import type { sheets_v4 } from '@googleapis/sheets'
import { cellName } from '../../../service/sheets/a1.ts'

/** Every cell of every tab: what it holds and how it looks. By tab title, then by cell name. */
export type Snapshot = Map<string, Map<string, string>>

const SNAPSHOT_FIELDS =
  'sheets(properties(title),data(startRow,startColumn,rowData(values(userEnteredValue,effectiveValue,userEnteredFormat,note,dataValidation))))'

export async function takeSnapshot(api: sheets_v4.Sheets, spreadsheetId: string): Promise<Snapshot> {
  const { data } = await api.spreadsheets.get({ spreadsheetId, fields: SNAPSHOT_FIELDS })
  const snapshot: Snapshot = new Map()
  for (const sheet of data.sheets ?? []) {
    const cells = new Map<string, string>()
    for (const grid of sheet.data ?? []) {
      for (const [row, { values = [] }] of (grid.rowData ?? []).entries()) {
        for (const [column, cell] of values.entries()) {
          if (Object.keys(cell).length === 0) continue
          cells.set(
            cellName((grid.startRow ?? 0) + row, (grid.startColumn ?? 0) + column),
            JSON.stringify(cell),
          )
        }
      }
    }
    snapshot.set(sheet.properties?.title ?? '', cells)
  }
  return snapshot
}
