/** Where a result goes: a new tab, or an empty place that the call names. Grown to fit. */
import { formatRange } from '../../sheets/a1.ts'
import type { ToolContext } from '../tool.ts'
import { type CellValue, isFilled, readGrid } from './cells.ts'
import { guardMerges, guardOverwrite, guardProtected, SOMETHING_ELSE } from './guards.ts'
import { ownTab } from './new-tab.ts'
import { Refusal } from './refusal.ts'
import { resolveTarget, type Target, withBox } from './target.ts'
import { growRequests } from './writing.ts'

export async function placeFor(
  context: ToolContext,
  { target_tab: title, target: text }: { target_tab?: string | undefined; target?: string | undefined },
  rows: CellValue[][],
): Promise<Target> {
  if (title !== undefined) {
    const { sheetId, title: name, isThere } = await ownTab(context, title)
    if (!isThere) {
      const gridProperties = {
        rowCount: Math.max(100, rows.length),
        columnCount: Math.max(10, rows[0]!.length),
      }
      await context.spreadsheet.batchUpdate([
        { addSheet: { properties: { sheetId, title: name, gridProperties } } },
      ])
    }
    return withSize(await resolveTarget(context, formatRange(name, CORNER)), rows)
  }
  if (text === undefined) throw new Refusal('Say where with target_tab or target. Nothing was changed.')
  const place = withSize(await resolveTarget(context, text), rows)
  guardProtected(context, place)
  guardMerges(place, (row, column) => isFilled(rows[row]?.[column]))
  guardOverwrite(place, await readGrid(context, place, 'FORMULA'), () => SOMETHING_ELSE)
  const grow = growRequests(place)
  if (grow.length > 0) await context.spreadsheet.batchUpdate(grow)
  return place
}

const CORNER = { startRow: 0, endRow: 1, startColumn: 0, endColumn: 1 }

function withSize(target: Target, rows: CellValue[][]): Target {
  const { startRow, startColumn } = target.box
  return withBox(target, {
    startRow,
    endRow: startRow + rows.length,
    startColumn,
    endColumn: startColumn + rows[0]!.length,
  })
}
