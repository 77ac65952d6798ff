/** How big a tab is, how much of it is used, and making it bigger. */
import type { Zone } from '../../dialect/engine.ts'
import { invalid } from '../google/errors.ts'
import type { Transaction, Workbook } from '../workbook/workbook.ts'
import { isBlank } from './cells.ts'

/** The smallest zone that holds every value of a tab; undefined when it is empty. */
export function usedZone(workbook: Workbook, sheetId: string): Zone | undefined {
  let zone: Zone | undefined
  for (const position of workbook.getters.getEvaluatedCellsPositions(sheetId)) {
    if (isBlank(workbook, position)) continue
    const { row, col } = position
    zone ??= { top: row, bottom: row, left: col, right: col }
    if (row < zone.top) zone.top = row
    if (row > zone.bottom) zone.bottom = row
    if (col < zone.left) zone.left = col
    if (col > zone.right) zone.right = col
  }
  return zone
}

export const MAX_CELLS_IN_WORKBOOK = 10_000_000

/** Adds rows and columns at the end until the tab has at least so many. */
export function growTo(
  workbook: Workbook,
  tx: Transaction,
  sheetId: string,
  rows: number,
  columns: number,
): void {
  const { getters } = workbook
  const [haveRows, haveColumns] = [getters.getNumberRows(sheetId), getters.getNumberCols(sheetId)]
  if (rows <= haveRows && columns <= haveColumns) return
  checkCellLimit(workbook, sheetId, Math.max(rows, haveRows), Math.max(columns, haveColumns))
  addAtEnd(workbook, tx, sheetId, 'ROW', rows - haveRows)
  addAtEnd(workbook, tx, sheetId, 'COL', columns - haveColumns)
}

export function checkCellLimit(
  workbook: Workbook,
  sheetId: string | undefined,
  rows: number,
  columns: number,
): void {
  const { getters } = workbook
  const others = getters
    .getSheetIds()
    .filter(it => it !== sheetId)
    .reduce((sum, it) => sum + getters.getNumberRows(it) * getters.getNumberCols(it), 0)
  if (others + rows * columns > MAX_CELLS_IN_WORKBOOK)
    throw invalid(
      `This action would increase the number of cells in the workbook above the limit of ${MAX_CELLS_IN_WORKBOOK} cells.`,
    )
}

function addAtEnd(
  workbook: Workbook,
  tx: Transaction,
  sheetId: string,
  dimension: 'ROW' | 'COL',
  quantity: number,
): void {
  if (quantity <= 0) return
  const { getters } = workbook
  const count = dimension === 'ROW' ? getters.getNumberRows(sheetId) : getters.getNumberCols(sheetId)
  tx.dispatch('ADD_COLUMNS_ROWS', {
    sheetId,
    sheetName: getters.getSheetName(sheetId),
    dimension,
    base: count - 1,
    quantity,
    position: 'after',
  })
}
