/**
 * What cells hold after a write, told so that no read has to follow: all of them where they are few, else
 * first, middle and last rows and the distinct values; how many really changed; errors (in seen-cells.ts);
 * how far a formula spilled.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { formatBox } from '../../sheets/a1.ts'
import { groupCells } from '../../sheets/group-cells.ts'
import { looksLikeOther } from '../../sheets/overview/cell-words.ts'
import { gridsOf } from '../../sheets/overview/grids.ts'
import type { ToolContext } from '../tool.ts'
import { type CellValue, isFilled } from './cells.ts'
import {
  type Errors,
  errorsIn,
  SEEN_FIELDS,
  type SeenCell,
  type Shown,
  seeCell,
  shownAsSent,
  shownCells,
} from './seen-cells.ts'
import { type Spill, spillsOf } from './spilled.ts'
import { cellsOf, columnsOf, onGrid, rowsOf, type Target, withBox } from './target.ts'

/** Read back at most. */
const MOST_READ_BACK = 50_000

export interface Written extends Shown, Errors {
  cells: number
  /** Cells whose content is not what it was; `replaced` of them held something. */
  changed?: number
  replaced?: number
  texts_that_look_like_numbers_or_dates?: string
  spilled_to?: string
  /** What stands there; its errors are among `errors`. */
  spilled?: ({ range: string; goes_on?: string } & Shown)[]
  read_back?: string
}

/**
 * `before` as `readGrid` answers it with FORMULA; `read`, where the cells were read since they were written; `sent`,
 * what a model wrote into them itself.
 */
export async function describeWritten(
  context: ToolContext,
  target: Target,
  before?: CellValue[][],
  { read, sent = [] }: { read?: sheets_v4.Schema$GridData | undefined; sent?: CellValue[][] } = {},
): Promise<Written> {
  const rows = Math.min(rowsOf(target), Math.max(1, Math.floor(MOST_READ_BACK / columnsOf(target))))
  const seen = withBox(target, { ...target.box, endRow: target.box.startRow + rows })
  const cells = await readCells(context, seen, read)
  const spills = await spillsOf(
    context,
    target,
    cells.map(row => row.map(({ entered }) => entered)),
  )
  return {
    cells: cellsOf(target),
    ...(before ? changes(before, cells) : {}),
    ...shownAsSent(shownCells(seen.box, cells), sent),
    ...errorsIn([{ box: seen.box, cells }, ...spills]),
    ...textsIn(seen, cells),
    ...(spills.length > 0 ? spillWords(spills) : {}),
    ...(rows < rowsOf(target) ? { read_back: `${seen.a1} only` } : {}),
  }
}

const spillWords = (spills: readonly Spill[]): Pick<Written, 'spilled_to' | 'spilled'> => ({
  spilled_to: spills.map(({ box }) => formatBox(box)).join(', '),
  spilled: spills.map(({ box, cells, goesOn }) => ({
    range: formatBox(box),
    ...shownCells(box, cells),
    ...(goesOn ? { goes_on: 'at least: what is below was not read' } : {}),
  })),
})

async function readCells(
  context: ToolContext,
  target: Target,
  known?: sheets_v4.Schema$GridData,
): Promise<SeenCell[][]> {
  const data = known ?? (await readData(context, target))
  if (!data) return []
  return Array.from({ length: rowsOf(target) }, (_, row) =>
    Array.from({ length: columnsOf(target) }, (__, column) => seeCell(data.rowData?.[row]?.values?.[column])),
  )
}

async function readData(context: ToolContext, target: Target): Promise<sheets_v4.Schema$GridData | null> {
  const { tabs } = await context.spreadsheet.meta()
  const tab = tabs.find(({ sheetId }) => sheetId === target.tab.sheetId) ?? target.tab
  const visible = onGrid({ ...target, tab })
  if (!visible) return null
  const answer = await context.spreadsheet.get({ fields: SEEN_FIELDS, ranges: [visible.full] })
  return gridsOf(answer, [tab])[0] ?? {}
}

function changes(before: CellValue[][], cells: SeenCell[][]): Pick<Written, 'changed' | 'replaced'> {
  let changed = 0
  let replaced = 0
  for (const [row, values] of cells.entries()) {
    for (const [column, cell] of values.entries()) {
      const was = before[row]?.[column] ?? ''
      // The text "1" that became the number 1 is a change too.
      if (was === cell.entered) continue
      changed += 1
      if (isFilled(was)) replaced += 1
    }
  }
  return { changed, ...(replaced > 0 ? { replaced } : {}) }
}

/** For example a date that stayed a text: it sorts and sums as one. */
function textsIn(
  target: Target,
  cells: SeenCell[][],
): Pick<Written, 'texts_that_look_like_numbers_or_dates'> {
  const keys = cells.map(row => row.map(cell => (cell.isText && looksLikeOther(cell.shown) ? 'text' : null)))
  const ranges = groupCells(keys, target.box).map(({ box }) => formatBox(box))
  if (ranges.length === 0) return {}
  const shown = ranges.slice(0, 5).join(', ')
  return {
    texts_that_look_like_numbers_or_dates:
      ranges.length > 5 ? `${shown} and ${ranges.length - 5} more ranges` : shown,
  }
}
