/**
 * How far formulas spill: Google does not say, so it is read off the cells that hold a value nobody entered.
 * A spill holds no entered cell but its first, and may have empty cells anywhere.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { type ClosedBox, formatRange } from '../../sheets/a1.ts'
import { gridsOf } from '../../sheets/overview/grids.ts'
import type { Tab } from '../../sheets/spreadsheet.ts'
import type { ToolContext } from '../tool.ts'
import type { CellValue } from './cells.ts'
import { SEEN_FIELDS, type SeenPart, seeCell } from './seen-cells.ts'
import { columnsOf, rowsOf, type Target } from './target.ts'

const MAY_SPILL =
  /\b(?:ARRAYFORMULA|FILTER|SORTN?|UNIQUE|SPLIT|QUERY|SEQUENCE|TRANSPOSE|FLATTEN|MAP|BYROW|BYCOL|SCAN|MAKEARRAY|HSTACK|VSTACK|TOCOL|TOROW|CHOOSECOLS|CHOOSEROWS|TAKE|DROP|WRAPROWS|WRAPCOLS|EXPAND|RANDARRAY|LET|REGEXEXTRACT|MMULT|TREND|GROWTH|LINEST|FREQUENCY|XLOOKUP|INDEX|OFFSET|INDIRECT|IMPORT\w+)\s*\(|\{/i
/** Looked at first; a spill that reaches the end of it is looked at whole. */
const FIRST_ROWS = 500
const SPILL_COLUMNS = 30
const MOST_SPILLED_CELLS = 50_000
/** A range with more such formulas is filled with them: what each spills lies to its right. */
const MOST_FORMULAS = 4
/** Rows or columns of a spill that show nothing at all, side by side. */
const MOST_EMPTY_LINES = 2

export interface Spill extends SeenPart {
  /** It reaches the end of what was read. */
  goesOn: boolean
}

/** Of the formulas among the cells of a target that was just written. */
export async function spillsOf(
  context: ToolContext,
  target: Target,
  entered: CellValue[][],
): Promise<Spill[]> {
  const starts = startsOf(target, entered)
  if (starts.length === 0) return []
  const { tabs } = await context.spreadsheet.meta()
  const tab = tabs.find(({ sheetId }) => sheetId === target.tab.sheetId)
  if (!tab) return []
  if (starts.length > MOST_FORMULAS) return filledSpill(context, tab, target)
  const windowOf = ({ row, column }: Start, columns: number, rows: number): ClosedBox => ({
    startRow: row,
    endRow: Math.min(tab.rows, row + rows),
    startColumn: column,
    endColumn: Math.min(tab.columns, column + columns),
  })
  const first = await look(
    context,
    tab,
    starts.map(start => windowOf(start, SPILL_COLUMNS, FIRST_ROWS)),
  )
  const spills: Spill[] = []
  for (const [index, spill] of first.entries()) {
    if (!spill?.goesOn) spills.push(...(spill ? [spill] : []))
    else {
      const columns = spill.box.endColumn - spill.box.startColumn
      const whole = windowOf(starts[index]!, columns, Math.floor(MOST_SPILLED_CELLS / columns))
      spills.push((await look(context, tab, [whole]))[0] ?? spill)
    }
  }
  return spills
}

interface Start {
  row: number
  column: number
}

function startsOf({ box }: Target, entered: CellValue[][]): Start[] {
  const isSingle = entered.length === 1 && entered[0]?.length === 1
  const maySpill = (value: CellValue) =>
    typeof value === 'string' &&
    value.startsWith('=') &&
    (MAY_SPILL.test(value) || (isSingle && value.includes(':')))
  return entered.flatMap((cells, row) =>
    cells.flatMap((value, column) =>
      maySpill(value) ? [{ row: box.startRow + row, column: box.startColumn + column }] : [],
    ),
  )
}

type Cell = sheets_v4.Schema$CellData | undefined
type At = (row: number, column: number) => Cell

async function readWindows(context: ToolContext, tab: Tab, windows: ClosedBox[]): Promise<At[]> {
  const ranges = windows.map(window => formatRange(tab.title, window))
  const answer = await context.spreadsheet.get({ fields: SEEN_FIELDS, ranges })
  const grids = gridsOf(
    answer,
    windows.map(() => tab),
  )
  return grids.map(grid => (row, column) => grid?.rowData?.[row]?.values?.[column])
}

async function look(context: ToolContext, tab: Tab, windows: ClosedBox[]): Promise<(Spill | null)[]> {
  const read = await readWindows(context, tab, windows)
  return windows.map((window, index) => {
    const at = read[index]!
    const box = spillBox(window, (row, column) => kindOf(at(row, column)))
    if (!box) return null
    return { ...seen(window, box, at), goesOn: box.endRow === window.endRow && window.endRow < tab.rows }
  })
}

const seen = (window: ClosedBox, box: ClosedBox, at: At): SeenPart => ({
  box,
  cells: Array.from({ length: box.endRow - box.startRow }, (_, row) =>
    Array.from({ length: box.endColumn - box.startColumn }, (__, column) =>
      seeCell(at(box.startRow - window.startRow + row, box.startColumn - window.startColumn + column)),
    ),
  ),
})

function kindOf(cell: Cell): 'entered' | 'empty' | 'spilled' {
  if (cell?.userEnteredValue !== undefined) return 'entered'
  return cell?.effectiveValue === undefined ? 'empty' : 'spilled'
}

/** A range filled with formulas that may spill: as a rule each gives one cell, and the line beside them tells. */
async function filledSpill(context: ToolContext, tab: Tab, target: Target): Promise<Spill[]> {
  const isRow = rowsOf(target) === 1
  const { box } = target
  const rows = Math.min(rowsOf(target), Math.floor(MOST_SPILLED_CELLS / SPILL_COLUMNS))
  const beside: ClosedBox = isRow
    ? { ...box, startRow: box.endRow, endRow: Math.min(tab.rows, box.endRow + FIRST_ROWS) }
    : {
        startRow: box.startRow,
        endRow: box.startRow + rows,
        startColumn: box.endColumn,
        endColumn: Math.min(tab.columns, box.endColumn + SPILL_COLUMNS),
      }
  if (beside.startRow >= beside.endRow || beside.startColumn >= beside.endColumn) return []
  const next = isRow
    ? { ...beside, endRow: beside.startRow + 1 }
    : { ...beside, endColumn: beside.startColumn + 1 }
  if (spilledLines((await readWindows(context, tab, [next]))[0]!, next, isRow) === 0) return []
  const window = isRow ? { ...beside, startRow: box.startRow } : { ...beside, startColumn: box.startColumn }
  const at = (await readWindows(context, tab, [window]))[0]!
  const from = isRow ? 1 : columnsOf(target)
  const lines = from + spilledLines(at, window, isRow, from)
  const whole = isRow
    ? { ...window, endRow: window.startRow + lines }
    : { ...window, endColumn: window.startColumn + lines }
  return [{ ...seen(window, whole, at), goesOn: rows < rowsOf(target) }]
}

/** How many lines in a row hold something that nobody entered. */
function spilledLines(at: At, window: ClosedBox, isRow: boolean, from = 0): number {
  const [rows, columns] = [window.endRow - window.startRow, window.endColumn - window.startColumn]
  const [lines, across] = isRow ? [rows, columns] : [columns, rows]
  const isSpilled = (line: number) =>
    Array.from({ length: across }, (_, other) => kindOf(isRow ? at(line, other) : at(other, line))).includes(
      'spilled',
    )
  let line = from
  while (line < lines && isSpilled(line)) line += 1
  return line - from
}

type Look = (row: number, column: number) => 'entered' | 'empty' | 'spilled'

/** Grown to the right and down in turns, over empty lines, until neither goes further. */
function spillBox(window: ClosedBox, look: Look): ClosedBox | null {
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
