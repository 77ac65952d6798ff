/**
 * What cells hold after a write, told so that no read has to follow: all of them where they are few, else
 * first, middle and last rows and the distinct values; how many really changed; each different error once,
 * with Google's own words; how far a formula spilled.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { cellName, formatBox } from '../../sheets/a1.ts'
import { looksLikeOther } from '../../sheets/cell-words.ts'
import { groupCells } from '../../sheets/group-cells.ts'
import type { ToolContext } from '../tool.ts'
import { type CellValue, isFilled } from './cells.ts'
import { spilledRanges } from './spilled.ts'
import { cellsOf, columnsOf, onGrid, rowsOf, type Target, withBox } from './target.ts'

/** Shown whole up to here. */
const FEW_CELLS = 60
/** Read back at most. */
const MOST_READ_BACK = 50_000
const MOST_ERROR_KINDS = 5
const MOST_DISTINCT = 10
const LONGEST_SHOWN = 120

interface SeenCell {
  shown: string
  entered: CellValue
  isText: boolean
  error: { value: string; message: string } | null
}

export interface WrittenError {
  cell: string
  error: string
  count: number
  message?: string
}

export interface Written {
  cells: number
  /** Cells whose content is not what it was; `replaced` of them held something. */
  changed?: number
  replaced?: number
  sample: string[][]
  /** The sample is all of them: there is nothing left to read. */
  sample_is?: 'all'
  middle?: Record<string, string[]>
  last?: Record<string, string[]>
  /** "value ×count", most frequent first. */
  distinct?: string[]
  distinct_values?: number
  errors: 0 | WrittenError[]
  error_cells?: number
  texts_that_look_like_numbers_or_dates?: string
  spilled_to?: string
  read_back?: string
}

/** `before` as `readGrid` answers it with FORMULA, where it is known. */
export async function describeWritten(
  context: ToolContext,
  target: Target,
  before?: CellValue[][],
): Promise<Written> {
  const rows = Math.min(rowsOf(target), Math.max(1, Math.floor(MOST_READ_BACK / columnsOf(target))))
  const seen = withBox(target, { ...target.box, endRow: target.box.startRow + rows })
  const cells = await readCells(context, seen)
  const spilled = await spilledRanges(
    context,
    target,
    cells.map(row => row.map(({ entered }) => entered)),
  )
  return {
    cells: cellsOf(target),
    ...(before ? changes(before, cells) : {}),
    ...shownCells(seen, cells),
    ...errorsIn(seen, cells),
    ...textsIn(seen, cells),
    ...(spilled.length > 0 ? { spilled_to: spilled.join(', ') } : {}),
    ...(rows < rowsOf(target) ? { read_back: `${seen.a1} only` } : {}),
  }
}

async function readCells(context: ToolContext, target: Target): Promise<SeenCell[][]> {
  const { tabs } = await context.spreadsheet.meta()
  const tab = tabs.find(({ sheetId }) => sheetId === target.tab.sheetId) ?? target.tab
  const visible = onGrid({ ...target, tab })
  if (!visible) return []
  const answer = await context.spreadsheet.get({
    fields:
      'sheets(properties(sheetId),data(rowData(values(userEnteredValue,effectiveValue,formattedValue))))',
    ranges: [visible.full],
  })
  const data = answer.sheets?.find(({ properties }) => (properties?.sheetId ?? 0) === tab.sheetId)?.data?.[0]
  return Array.from({ length: rowsOf(target) }, (_, row) =>
    Array.from({ length: columnsOf(target) }, (__, column) =>
      seeCell(data?.rowData?.[row]?.values?.[column]),
    ),
  )
}

function seeCell(cell: sheets_v4.Schema$CellData | undefined): SeenCell {
  const value = cell?.effectiveValue
  const error = value?.errorValue
  const shown = cell?.formattedValue ?? ''
  return {
    shown: shown.length > LONGEST_SHOWN ? `${shown.slice(0, LONGEST_SHOWN - 1)}…` : shown,
    entered: enteredOf(cell?.userEnteredValue),
    isText: typeof value?.stringValue === 'string' && value.stringValue !== '',
    error: error ? { value: shown || `#${error.type ?? 'ERROR'}`, message: error.message ?? '' } : null,
  }
}

const enteredOf = (value: sheets_v4.Schema$ExtendedValue | undefined): CellValue =>
  value?.formulaValue ?? value?.numberValue ?? value?.stringValue ?? value?.boolValue ?? ''

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

function shownCells(
  target: Target,
  cells: SeenCell[][],
): Pick<Written, 'sample' | 'sample_is' | 'middle' | 'last' | 'distinct' | 'distinct_values'> {
  const shown = (row: number) => (cells[row] ?? []).map(cell => cell.shown)
  const named = (row: number) => ({ [`row ${target.box.startRow + row + 1}`]: shown(row) })
  const count = cells.reduce((sum, row) => sum + row.length, 0)
  if (count <= FEW_CELLS) return { sample: cells.map((_, row) => shown(row)), sample_is: 'all' }
  const frequent = distinctOf(cells)
  return {
    sample: [0, 1, 2].filter(row => row < cells.length).map(shown),
    ...(cells.length > 4 ? { middle: named(Math.floor(cells.length / 2)) } : {}),
    ...(cells.length > 3 ? { last: named(cells.length - 1) } : {}),
    distinct: frequent.slice(0, MOST_DISTINCT).map(([value, times]) => `${value} ×${times}`),
    distinct_values: frequent.length,
  }
}

function distinctOf(cells: SeenCell[][]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { shown } of cells.flat()) counts.set(shown, (counts.get(shown) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([value, count]) => [value === '' ? '(empty)' : value, count])
}

function errorsIn(target: Target, cells: SeenCell[][]): Pick<Written, 'errors' | 'error_cells'> {
  const kinds = new Map<string, WrittenError>()
  let total = 0
  for (const [row, values] of cells.entries()) {
    for (const [column, { error }] of values.entries()) {
      if (!error) continue
      total += 1
      const key = `${error.value} ${error.message.replaceAll(/\d+/g, '#')}`
      const known = kinds.get(key)
      if (known) known.count += 1
      else {
        kinds.set(key, {
          cell: cellName(target.box.startRow + row, target.box.startColumn + column),
          error: error.value,
          count: 1,
          ...(error.message ? { message: error.message } : {}),
        })
      }
    }
  }
  if (total === 0) return { errors: 0 }
  return { errors: [...kinds.values()].slice(0, MOST_ERROR_KINDS), error_cells: total }
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
