/** Whether the first row of a range is a header, where the call does not say. */

import { looksLikeHeader, runsOn } from '../../sheets/layout/header.ts'
import { type GridCell, gridCellOf } from '../../sheets/overview/grid-cell.ts'
import type { ToolContext } from '../tool.ts'
import type { CellValue } from './cells.ts'
import { isFilled, isFormula } from './cells.ts'
import { rowsOf, type Target, withBox } from './target.ts'

const isText = (value: CellValue | undefined): boolean =>
  typeof value === 'string' && value !== '' && !value.startsWith('=')

/**
 * The first row is a header where it is frozen, or where all of it is text and the row below differs in
 * kind, or where the range starts in row 1 and its texts are all different.
 */
export function hasHeader(target: Target, values: CellValue[][], said: boolean | undefined): boolean {
  if (said !== undefined) return said
  const first = (values[0] ?? []).filter(isFilled)
  if (first.length === 0 || values.length < 2 || !first.every(isText)) return false
  if (target.details.frozenRows > target.box.startRow) return true
  const second = values[1] ?? []
  const differs = (values[0] ?? []).some(
    (value, column) => isText(value) && isFilled(second[column]) && !isText(second[column]),
  )
  return differs || (target.box.startRow === 0 && new Set(first).size === first.length)
}

/** Rows below that a header of formulas is compared with. */
const ROWS_COMPARED = 30

/**
 * The header of a table as it shows, or undefined where its first row is data. `cells` are formulas and values:
 * where the first row holds a formula, what it shows decides, and that is read.
 */
export async function headerOf(
  context: ToolContext,
  target: Target,
  cells: CellValue[][],
  said: boolean | undefined,
): Promise<CellValue[] | undefined> {
  const [first = []] = cells
  if (said === false || !first.some(isFormula)) return hasHeader(target, cells, said) ? first : undefined
  const [row = [], ...below] = await readTop(context, target)
  const names = first.map((value, column) => (isFormula(value) ? (row[column]?.shown ?? '') : value))
  if (said) return names
  const values = [row, ...below].map(line => line.map(({ value }) => value))
  const isHeader =
    !runsOn(row, below) && (hasHeader(target, values, undefined) || looksLikeHeader(row, below))
  return isHeader ? names : undefined
}

async function readTop(context: ToolContext, target: Target): Promise<GridCell[][]> {
  const { startRow } = target.box
  const endRow = startRow + Math.min(rowsOf(target), ROWS_COMPARED + 1)
  const answer = await context.spreadsheet.get({
    fields:
      'sheets(data(rowData(values(userEnteredValue,effectiveValue,formattedValue,effectiveFormat(numberFormat)))))',
    ranges: [withBox(target, { ...target.box, endRow }).full],
  })
  const rows = answer.sheets?.[0]?.data?.[0]?.rowData ?? []
  return rows.map(({ values = [] }) => values.map(gridCellOf))
}
