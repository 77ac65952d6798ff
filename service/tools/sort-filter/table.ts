/** A range read as a table: where its header is and where its data ends. */
import { endOfData, filledRows } from '../../sheets/last-row.ts'
import { type CellValue, readGrid } from '../support/cells.ts'
import { headerOf } from '../support/header.ts'
import { Refusal } from '../support/refusal.ts'
import { cellsOf, onGrid, resolveTarget, type Target, withBox } from '../support/target.ts'
import type { ToolContext } from '../tool.ts'

export interface Table {
  /** Header and data, cut to where the tab's data ends. */
  whole: Target
  /** Without the header; null where there are no data rows. */
  body: Target | null
  /** As it shows: names that formulas give, too. */
  header: CellValue[] | undefined
  /** All cells of `whole`, as they were asked for: formulas and values unless told otherwise. */
  cells: CellValue[][]
}

/** More is not read into memory at once. */
const MOST_CELLS = 1_000_000
/** Empty cells cost nothing in an answer; only beyond this it pays to look for the end first. */
const CELLS_READ_AT_ONCE = 200_000

export async function readTable(
  context: ToolContext,
  range: string,
  saidHeader: boolean | undefined,
  render: 'FORMULA' | 'UNFORMATTED_VALUE' = 'FORMULA',
): Promise<Table> {
  const asked = await resolveTarget(context, range)
  const visible = onGrid(asked)
  if (!visible) throw new Refusal(`${asked.full} is outside of the grid. Nothing was changed.`)
  const isLarge = cellsOf(visible) > CELLS_READ_AT_ONCE
  const read = isLarge ? await cutAtData(context, visible) : visible
  if (cellsOf(read) > MOST_CELLS) {
    throw new Refusal(
      `${read.full} has ${cellsOf(read)} cells; at most ${MOST_CELLS} at once. Nothing was changed.`,
    )
  }
  const grid = await readGrid(context, read, render)
  const cells = grid.slice(0, Math.max(1, filledRows(grid)))
  const { startRow } = read.box
  const whole = withBox(read, { ...read.box, endRow: startRow + cells.length })
  const header = await headerOf(context, whole, cells, saidHeader)
  const firstRow = startRow + (header ? 1 : 0)
  const body = firstRow < whole.box.endRow ? withBox(whole, { ...whole.box, startRow: firstRow }) : null
  return { whole, body, header, cells }
}

async function cutAtData(context: ToolContext, target: Target): Promise<Target> {
  const end = await endOfData(context.spreadsheet, target.tab)
  const endRow = Math.max(target.box.startRow + 1, Math.min(target.box.endRow, end))
  return withBox(target, { ...target.box, endRow })
}
