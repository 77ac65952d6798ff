/**
 * One formula filled over a range gives one kind of number: cells of a column that would show it otherwise than
 * their neighbours take their format. Formats that were set apart on purpose stay, and are told.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { type ClosedBox, formatBox } from '../../sheets/a1.ts'
import { toGridRange } from '../../sheets/grid-range.ts'
import { groupCells } from '../../sheets/group-cells.ts'
import { cellsOf, columnsOf, onGrid, rowsOf, type Target } from '../support/target.ts'
import type { ToolContext } from '../tool.ts'
import type { Block } from './blocks.ts'

/** Looks of more cells are not asked for. */
const MOST_CELLS = 5_000
const MOST_TOLD = 4
const FIELDS =
  'sheets(properties(sheetId),data(rowData(values(effectiveValue(numberValue),effectiveFormat(numberFormat),userEnteredFormat(numberFormat)))))'

type Format = sheets_v4.Schema$NumberFormat
type Cell = sheets_v4.Schema$CellData | undefined

export interface Alike {
  /** "J24:J47 0.0% as J2": what was set. */
  set: string[]
  /** Formats that differ and were left so. */
  differ: string[]
}

export async function makeAlike(context: ToolContext, blocks: readonly Block[]): Promise<Alike> {
  const alike: Alike = { set: [], differ: [] }
  const requests: sheets_v4.Schema$Request[] = []
  for (const { target, content } of blocks) {
    const seen = content.kind === 'formula' && cellsOf(target) > 1 ? onGrid(target) : null
    if (!seen || cellsOf(seen) > MOST_CELLS) continue
    for (const line of await linesOf(context, seen)) {
      const wanted = formatOf(line.cells)
      if (wanted === 'differ') alike.differ.push(formatBox(line.box))
      else if (wanted) requests.push(...setTo(seen, line, wanted, alike))
    }
  }
  if (requests.length > 0) await context.spreadsheet.batchUpdate(requests)
  return { set: short(alike.set), differ: short(alike.differ) }
}

const short = (told: string[]): string[] =>
  told.length > MOST_TOLD ? [...told.slice(0, MOST_TOLD), `and ${told.length - MOST_TOLD} more`] : told

interface Line {
  box: ClosedBox
  cells: Cell[]
}

/** The columns of a fill; a fill of one row is one line. */
async function linesOf(context: ToolContext, target: Target): Promise<Line[]> {
  const answer = await context.spreadsheet.get({ fields: FIELDS, ranges: [target.full] })
  const sheet = answer.sheets?.find(({ properties }) => (properties?.sheetId ?? 0) === target.tab.sheetId)
  const rows = sheet?.data?.[0]?.rowData ?? []
  const { box } = target
  const at = (row: number, column: number): Cell => rows[row]?.values?.[column]
  if (rowsOf(target) === 1)
    return [{ box, cells: Array.from({ length: columnsOf(target) }, (_, column) => at(0, column)) }]
  return Array.from({ length: columnsOf(target) }, (_, column) => ({
    box: { ...box, startColumn: box.startColumn + column, endColumn: box.startColumn + column + 1 },
    cells: Array.from({ length: rowsOf(target) }, (_, row) => at(row, column)),
  }))
}

const ownOf = (cell: Cell): Format | null => cell?.userEnteredFormat?.numberFormat ?? null
const keyOf = (format: Format | null | undefined): string =>
  format?.pattern ? `${format.type} ${format.pattern}` : ''

/** What the cells of a line are to look like; null where they do, or nobody can tell. */
function formatOf(cells: readonly Cell[]): Format | 'differ' | null {
  const numbers = cells.filter(cell => typeof cell?.effectiveValue?.numberValue === 'number')
  if (new Set(numbers.map(cell => keyOf(cell?.effectiveFormat?.numberFormat))).size < 2) return null
  const own = new Map(cells.flatMap(cell => ownOf(cell) ?? []).map(format => [keyOf(format), format]))
  if (own.size > 1) return 'differ'
  const shown = numbers.map(cell => cell?.effectiveFormat?.numberFormat)
  return [...own.values()][0] ?? shown.find(format => keyOf(format) !== '') ?? null
}

function setTo(target: Target, line: Line, format: Format, alike: Alike): sheets_v4.Schema$Request[] {
  const isRow = rowsOf(target) === 1
  const missing = line.cells.map(cell => (ownOf(cell) ? null : 'set'))
  return groupCells(isRow ? [missing] : missing.map(key => [key])).map(({ box }) => {
    const placed = {
      startRow: line.box.startRow + box.startRow,
      endRow: line.box.startRow + box.endRow,
      startColumn: line.box.startColumn + box.startColumn,
      endColumn: line.box.startColumn + box.endColumn,
    }
    alike.set.push(`${formatBox(placed)} ${format.pattern}`)
    return {
      repeatCell: {
        range: toGridRange(target.tab.sheetId, placed),
        cell: { userEnteredFormat: { numberFormat: format } },
        fields: 'userEnteredFormat.numberFormat',
      },
    }
  })
}
