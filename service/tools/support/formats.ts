/** How cells look before a tool changes it, for undo. */
import { boxCells } from '../../sheets/a1.ts'
import type { ToolContext } from '../tool.ts'
import { onGrid, type Target } from './target.ts'

/** Formats of larger ranges are not kept. */
const MOST_KEPT_CELLS = 5_000

export async function readFormats(context: ToolContext, target: Target): Promise<unknown> {
  const visible = onGrid(target)
  if (!visible) return []
  if (boxCells(visible.box) > MOST_KEPT_CELLS) return { note: 'formats of a range this large are not kept' }
  const answer = await context.spreadsheet.get({
    fields: 'sheets(data(rowData(values(userEnteredFormat,dataValidation))))',
    ranges: [visible.full],
  })
  return answer.sheets?.[0]?.data?.[0]?.rowData ?? []
}
