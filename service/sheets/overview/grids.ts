/** Grids of one `spreadsheets.get` by the ranges that were asked for. */
import type { sheets_v4 } from '@googleapis/sheets'

/**
 * One for each area, in their order. Google lists the grids of a tab in the order of its ranges; the mask must
 * have asked for `sheets(properties(sheetId))`.
 */
export function gridsOf(
  answer: sheets_v4.Schema$Spreadsheet,
  areas: readonly { sheetId: number }[],
): (sheets_v4.Schema$GridData | undefined)[] {
  const next = new Map<number, number>()
  return areas.map(({ sheetId }) => {
    const at = next.get(sheetId) ?? 0
    next.set(sheetId, at + 1)
    const sheet = answer.sheets?.find(({ properties }) => (properties?.sheetId ?? 0) === sheetId)
    return sheet?.data?.[at]
  })
}
