/**
 * One formula filled over a range gives one kind of number: cells of a column that would show it otherwise than
 * their neighbours take their format. Formats that were set apart on purpose, and results of another kind, stay.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { type ClosedBox, formatBox } from '../../sheets/a1.ts'
import { groupCells } from '../../sheets/group-cells.ts'
import { gridsOf } from '../../sheets/overview/grids.ts'
import { setNumberFormat } from '../support/number-formats.ts'
import { cellsOf, columnsOf, onGrid, rowsOf, type Target } from '../support/target.ts'
import { firstOf } from '../support/text.ts'
import type { ToolContext } from '../tool.ts'
import type { Block } from './blocks.ts'
import { withoutTextFormat } from './text-format.ts'

/** Looks of more cells are not asked for. */
const MOST_CELLS = 5_000
const MOST_TOLD = 4
/** What the cells hold, too: where no format is set, they need not be read again to be told. */
const FIELDS =
  'sheets(properties(sheetId),data(rowData(values(userEnteredValue,effectiveValue,formattedValue,effectiveFormat(numberFormat),userEnteredFormat(numberFormat)))))'

type Format = sheets_v4.Schema$NumberFormat
type Cell = sheets_v4.Schema$CellData | undefined

export interface Alike {
  /** "J24:J47 0.0% as J2": what was set. */
  set: string[]
  /** Formats that differ and were left so. */
  differ: string[]
  /** Cells that were formatted as text: a formula's result in them would be one. */
  texts: string[]
  /** What stands in blocks whose looks were read; none where a look was changed since. */
  read: Map<Block, sheets_v4.Schema$GridData>
}

interface Fill {
  block: Block
  /** The part of it that is on the grid as it was known before the write. */
  seen: Target
}

export async function makeAlike(context: ToolContext, blocks: readonly Block[]): Promise<Alike> {
  const alike: Alike = { set: [], differ: [], texts: [], read: new Map() }
  const fills = blocks.flatMap((block): Fill[] => {
    const seen = isLookedAt(block) ? onGrid(block.target) : null
    return seen ? [{ block, seen }] : []
  })
  if (fills.length === 0) return alike
  const answer = await context.spreadsheet.get({ fields: FIELDS, ranges: fills.map(({ seen }) => seen.full) })
  const grids = gridsOf(
    answer,
    fills.map(({ seen }) => seen.tab),
  )
  const requests: sheets_v4.Schema$Request[] = []
  for (const [index, { block, seen }] of fills.entries()) {
    const grid = grids[index]
    const texts = withoutTextFormat(seen, grid, cell => cell.userEnteredFormat)
    requests.push(...texts.requests)
    alike.texts.push(...texts.ranges)
    for (const line of linesOf(seen, grid)) {
      const { format, cells, differ } = wish(line.cells)
      if (differ) alike.differ.push(formatBox(line.box))
      if (format) requests.push(...setTo(seen, line, format, cells, alike))
    }
    if (grid && cellsOf(seen) === cellsOf(block.target)) alike.read.set(block, grid)
  }
  if (requests.length > 0) {
    await context.spreadsheet.batchUpdate(requests)
    alike.read.clear()
  }
  return { ...alike, set: firstOf(alike.set, MOST_TOLD), differ: firstOf(alike.differ, MOST_TOLD) }
}

/** The looks of a fill's cells are read behind it, all at once. */
export const isLookedAt = ({ target, content }: Block): boolean =>
  content.kind === 'formula' && cellsOf(target) > 1 && cellsOf(target) <= MOST_CELLS

interface Line {
  box: ClosedBox
  cells: Cell[]
}

/** The columns of a fill; a fill of one row is one line. */
function linesOf(target: Target, grid: sheets_v4.Schema$GridData | undefined): Line[] {
  const { box } = target
  const at = (row: number, column: number): Cell => grid?.rowData?.[row]?.values?.[column]
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
const shownKey = (cell: Cell): string => keyOf(cell?.effectiveFormat?.numberFormat)

interface Wish {
  format?: Format
  /** Positions of the cells that are to take it. */
  cells: number[]
  differ: boolean
}

const AS_IS: Wish = { cells: [], differ: false }

/** What the cells of a line are to look like. Another kind of number is never taken for the same. */
function wish(cells: readonly Cell[]): Wish {
  const numbers = cells.filter(cell => typeof cell?.effectiveValue?.numberValue === 'number')
  if (new Set(numbers.map(shownKey)).size < 2) return AS_IS
  const own = new Map(cells.flatMap(cell => ownOf(cell) ?? []).map(format => [keyOf(format), format]))
  if (own.size > 1) return { cells: [], differ: true }
  const [format] = own.values()
  if (!format) return zerosLike(cells, numbers)
  if (format.type === 'TEXT') return AS_IS
  const missing = cells.flatMap((cell, at) => (ownOf(cell) ? [] : [at]))
  const isSameKind = (at: number) =>
    shownKey(cells[at]) === ''
      ? mayBe(format, cells[at]?.effectiveValue?.numberValue)
      : cells[at]?.effectiveFormat?.numberFormat?.type === format.type
  const same = missing.filter(isSameKind)
  const differ = same.length < missing.length
  return same.length > 0 ? { format, cells: same, differ } : { cells: [], differ }
}

/** 12 is hardly 1,200 %, nor a day of January 1900. */
function mayBe({ type }: Format, value: number | null | undefined): boolean {
  if (typeof value !== 'number' || value === 0) return true
  if (type === 'PERCENT') return Math.abs(value) <= 10
  return type === 'DATE' || type === 'DATE_TIME' ? value > 10_000 && value < 100_000 : true
}

const NO_AMOUNT = new Set(['TEXT', 'DATE', 'TIME', 'DATE_TIME'])

/** A sum of nothing is 0 without a format, where the sums beside it show as amounts. */
function zerosLike(cells: readonly Cell[], numbers: readonly Cell[]): Wish {
  const shown = new Map(numbers.map(cell => [shownKey(cell), cell?.effectiveFormat?.numberFormat]))
  shown.delete('')
  const [format] = shown.values()
  const plain = cells.flatMap((cell, at) => (shownKey(cell) === '' ? [at] : []))
  const areZeros = plain.every(at => (cells[at]?.effectiveValue?.numberValue ?? 0) === 0)
  if (shown.size !== 1 || !format || NO_AMOUNT.has(format.type ?? '') || !areZeros) return AS_IS
  return { format, cells: plain, differ: false }
}

function setTo(
  target: Target,
  line: Line,
  format: Format,
  cells: readonly number[],
  alike: Alike,
): sheets_v4.Schema$Request[] {
  const isRow = rowsOf(target) === 1
  const missing = line.cells.map((_, at) => (cells.includes(at) ? 'set' : null))
  return groupCells(isRow ? [missing] : missing.map(key => [key]), line.box).map(({ box }) => {
    alike.set.push(`${formatBox(box)} ${format.pattern}`)
    return setNumberFormat(target.tab.sheetId, box, format)
  })
}
