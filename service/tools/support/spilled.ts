/**
 * How far formulas spill: Google does not say, so it is read off the cells that hold a value nobody entered.
 * A spill holds no entered cell but its first, and may have empty cells anywhere.
 */
import { type ClosedBox, formatBox, formatRange } from '../../sheets/a1.ts'
import type { ToolContext } from '../tool.ts'
import type { CellValue } from './cells.ts'
import type { Target } from './target.ts'

const MAY_SPILL =
  /\b(?:ARRAYFORMULA|FILTER|SORTN?|UNIQUE|SPLIT|QUERY|SEQUENCE|TRANSPOSE|FLATTEN|MAP|BYROW|BYCOL|SCAN|MAKEARRAY|HSTACK|VSTACK|TOCOL|TOROW|CHOOSECOLS|CHOOSEROWS|TAKE|DROP|WRAPROWS|WRAPCOLS|EXPAND|RANDARRAY|LET|REGEXEXTRACT|MMULT|TREND|GROWTH|LINEST|FREQUENCY|XLOOKUP|INDEX|OFFSET|INDIRECT|IMPORT\w+)\s*\(|\{/i
const SPILL_ROWS = 500
const SPILL_COLUMNS = 30
/** A range with more such formulas is filled with them: each gives one cell, as a rule. */
const MOST_FORMULAS = 4
/** Rows or columns of a spill that show nothing at all, side by side. */
const MOST_EMPTY_LINES = 2

/** Of the formulas among the cells of a target that was just written. */
export async function spilledRanges(
  context: ToolContext,
  target: Target,
  entered: CellValue[][],
): Promise<string[]> {
  const single = entered.length === 1 && entered[0]?.length === 1
  const starts = entered.flatMap((cells, row) =>
    cells.flatMap((value, column) =>
      typeof value === 'string' &&
      value.startsWith('=') &&
      (MAY_SPILL.test(value) || (single && /:/.test(value)))
        ? [{ row: target.box.startRow + row, column: target.box.startColumn + column }]
        : [],
    ),
  )
  if (starts.length === 0 || starts.length > MOST_FORMULAS) return []
  const { tabs } = await context.spreadsheet.meta()
  const tab = tabs.find(({ sheetId }) => sheetId === target.tab.sheetId)
  if (!tab) return []
  const windows = starts.map(({ row, column }) => ({
    startRow: row,
    endRow: Math.min(tab.rows, row + SPILL_ROWS),
    startColumn: column,
    endColumn: Math.min(tab.columns, column + SPILL_COLUMNS),
  }))
  const answer = await context.spreadsheet.get({
    fields: 'sheets(properties(sheetId),data(rowData(values(userEnteredValue,effectiveValue))))',
    ranges: windows.map(window => formatRange(tab.title, window)),
  })
  const sheet = answer.sheets?.find(({ properties }) => (properties?.sheetId ?? 0) === tab.sheetId)
  return windows.flatMap((window, index) => {
    const rows = sheet?.data?.[index]?.rowData ?? []
    const box = spillOf(window, (row, column) => {
      const cell = rows[row]?.values?.[column]
      if (cell?.userEnteredValue !== undefined) return 'entered'
      return cell?.effectiveValue === undefined ? 'empty' : 'spilled'
    })
    return box ? [formatBox(box)] : []
  })
}

type Look = (row: number, column: number) => 'entered' | 'empty' | 'spilled'

/** Grown to the right and down in turns, over empty lines, until neither goes further. */
function spillOf(window: ClosedBox, look: Look): ClosedBox | null {
  const most = { rows: window.endRow - window.startRow, columns: window.endColumn - window.startColumn }
  let [height, width] = [1, 1]
  for (;;) {
    const wider = grown(width, most.columns, height, (line, at) => look(at, line))
    const higher = grown(height, most.rows, wider, (line, at) => look(line, at))
    if (wider === width && higher === height) break
    width = wider
    height = higher
  }
  if (width * height === 1) return null
  return { ...window, endRow: window.startRow + height, endColumn: window.startColumn + width }
}

/** Lines 0 to the answer belong together: `look` tells the cell `at` on a line. */
function grown(
  from: number,
  most: number,
  across: number,
  look: (line: number, at: number) => string,
): number {
  let end = from
  for (let line = from; line < most && line - end <= MOST_EMPTY_LINES; line += 1) {
    const cells = Array.from({ length: across }, (_, at) => look(line, at))
    if (cells.includes('entered')) break
    if (cells.includes('spilled')) end = line + 1
  }
  return end
}
