/** Copies of a tab. Each success makes a new tab, so each copy has a key under which the service makes it once. */
import type { CopiedTab, RpcResult } from '../../contract/rpc.ts'
import { failHere, succeed } from '../result.ts'
import { callService, callServiceAgain } from '../service-client.ts'
import { readKey } from '../state/key.ts'
import { doesOnce } from './abilities.ts'

export function copyTab(destination: string | null): RpcResult<CopiedTab> {
  const key = readKey()
  if (key === null) return failHere('NO_KEY')
  const spreadsheet = SpreadsheetApp.getActive()
  const sourceId = spreadsheet.getId()
  const call = doesOnce(key) ? callServiceAgain : callService
  const answer = call(key, {
    method: 'post',
    headers: { 'Idempotency-Key': Utilities.getUuid() },
    path: `/v1/sheets/spreadsheets/${encodeURIComponent(sourceId)}/tabs/copy`,
    body: {
      destination_spreadsheet_id: destination?.trim() || sourceId,
      sheet_id: SpreadsheetApp.getActiveSheet().getSheetId(),
    },
  })
  if (!answer.ok) return answer
  const copied = answer.value.body as Record<string, unknown>
  const { title, sheet_id: sheetId, destination_spreadsheet_id: targetId } = copied
  if (typeof title !== 'string' || typeof sheetId !== 'number' || typeof targetId !== 'string') {
    return failHere('UNEXPECTED_ANSWER')
  }
  return succeed({ title, sheetId, spreadsheetId: targetId, url: tabUrl(spreadsheet, targetId, sheetId) })
}

/** The address of this spreadsheet with the id of the other: right on Google and on a local host alike. */
function tabUrl(source: GoogleAppsScript.Spreadsheet.Spreadsheet, targetId: string, sheetId: number): string {
  const address = source
    .getUrl()
    .replace(/[#?].*$/, '')
    .replace(source.getId(), targetId)
  return `${address}#gid=${sheetId}`
}
