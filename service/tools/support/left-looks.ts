/**
 * What stays of helper cells that a turn made and emptied again: their look. Where people emptied or asked for
 * emptying cells of theirs, the look is meant to stay, and nothing is said.
 */
import { type ClosedBox, closeBox, holdsBox, parseBox } from '../../sheets/a1.ts'
import type { ToolContext } from '../tool.ts'
import type { CellValue } from './cells.ts'
import { isFilled } from './cells.ts'
import { cellsOf, onGrid, type Target } from './target.ts'

const MOST_CELLS = 10_000

/** Hints for the answer of a call that emptied these cells. */
export async function looksLeft(context: ToolContext, emptied: readonly Target[]): Promise<string[]> {
  const seen = emptied.flatMap(target => {
    const visible = onGrid(target)
    return visible && cellsOf(visible) <= MOST_CELLS ? [visible] : []
  })
  if (seen.length === 0) return []
  const notes = await notesOfTurn(
    context,
    seen.map(({ tab }) => tab.sheetId),
  )
  const hints: string[] = []
  for (const target of seen) {
    if (wasEmptyBefore(notes, target) && (await isFormatted(context, target)))
      hints.push(
        `${target.full} was empty before this turn and keeps the formats that your calls gave it. format_range with clear: "format" takes them too.`,
      )
  }
  return hints
}

async function isFormatted(context: ToolContext, { full }: Target): Promise<boolean> {
  const answer = await context.spreadsheet.get({
    fields: 'sheets(data(rowData(values(userEnteredFormat))))',
    ranges: [full],
  })
  const rows = answer.sheets?.[0]?.data?.[0]?.rowData ?? []
  return rows.some(({ values = [] }) =>
    values.some(({ userEnteredFormat: format }) => format && Object.keys(format).length > 0),
  )
}

interface Note {
  sheet_id: number
  range: string | null
  before: string | null
}

/** What earlier calls of the turn wrote over in these tabs. */
async function notesOfTurn(context: ToolContext, sheetIds: number[]): Promise<Note[]> {
  const { rows } = await context.db.query<Note>(
    `select sheet_id, range, before from call_notes
     where turn_id = $1 and spreadsheet_id = $2 and sheet_id = any($3::int[]) and kind = 'values'
       and tool_call_id <> $4`,
    [context.turn.id, context.spreadsheet.id, sheetIds, context.toolCallId],
  )
  return rows
}

/** An earlier call of the turn filled these cells, and none of them held anything then. */
const wasEmptyBefore = (notes: readonly Note[], { tab, box }: Target): boolean =>
  notes.some(({ sheet_id: sheetId, range, before }) => {
    const open = range === null || Number(sheetId) !== tab.sheetId ? null : parseBox(range)
    if (!open || before === null) return false
    const written = closeBox(open, tab.rows, tab.columns)
    return holdsBox(written, box) && isEmpty(JSON.parse(before) as CellValue[][], written, box)
  })

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
