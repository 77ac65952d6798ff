/**
 * What stays of helper cells that a turn made and emptied again: their look. Where people emptied or asked for
 * emptying cells of theirs, the look is meant to stay, and nothing is said.
 */
import { type ClosedBox, closeBox, parseBox } from '../../sheets/a1.ts'
import type { ToolContext } from '../tool.ts'
import type { CellValue } from './cells.ts'
import { isFilled } from './cells.ts'
import { cellsOf, onGrid, type Target } from './target.ts'

const MOST_CELLS = 10_000

/** A hint for the answer of a call that emptied `target`; null where there is nothing to say. */
export async function lookLeft(context: ToolContext, target: Target): Promise<string | null> {
  const seen = onGrid(target)
  if (!seen || cellsOf(seen) > MOST_CELLS || !(await wasEmptyBefore(context, seen))) return null
  const answer = await context.spreadsheet.get({
    fields: 'sheets(data(rowData(values(userEnteredFormat))))',
    ranges: [seen.full],
  })
  const rows = answer.sheets?.[0]?.data?.[0]?.rowData ?? []
  const isFormatted = rows.some(({ values = [] }) =>
    values.some(({ userEnteredFormat: format }) => format && Object.keys(format).length > 0),
  )
  return isFormatted
    ? `${seen.full} was empty before this turn and keeps the formats that your calls gave it. format_range with clear: "format" takes them too.`
    : null
}

/** An earlier call of the turn filled these cells, and none of them held anything then. */
async function wasEmptyBefore(context: ToolContext, { tab, box }: Target): Promise<boolean> {
  const { rows } = await context.db.query<{ range: string | null; before: string | null }>(
    `select range, before from call_notes
     where turn_id = $1 and spreadsheet_id = $2 and sheet_id = $3 and kind = 'values' and tool_call_id <> $4`,
    [context.turn.id, context.spreadsheet.id, tab.sheetId, context.toolCallId],
  )
  return rows.some(({ range, before }) => {
    const open = range === null ? null : parseBox(range)
    if (!open || before === null) return false
    const written = closeBox(open, tab.rows, tab.columns)
    return holdsBox(written, box) && isEmpty(JSON.parse(before) as CellValue[][], written, box)
  })
}

const holdsBox = (outer: ClosedBox, inner: ClosedBox): boolean =>
  outer.startRow <= inner.startRow &&
  outer.endRow >= inner.endRow &&
  outer.startColumn <= inner.startColumn &&
  outer.endColumn >= inner.endColumn

function isEmpty(
  cells: CellValue[][],
  at: ClosedBox,
  { startRow, endRow, startColumn, endColumn }: ClosedBox,
) {
  return (
    Array.isArray(cells) &&
    cells
      .slice(startRow - at.startRow, endRow - at.startRow)
      .every(
        row =>
          !row.slice(startColumn - at.startColumn, endColumn - at.startColumn).some(value => isFilled(value)),
      )
  )
}
