/** Reading cells of a target as full rectangles, and the values a cell can hold. */
import { cellName } from '../../sheets/a1.ts'
import { Slices } from '../../sheets/breathe.ts'
import { isFilledValue } from '../../sheets/last-row.ts'
import type { ToolContext } from '../tool.ts'
import { columnsOf, onGrid, rowsOf, type Target } from './target.ts'

export type CellValue = string | number | boolean | null

type Render = 'FORMATTED_VALUE' | 'UNFORMATTED_VALUE' | 'FORMULA'

/** Every row with every column of the target; '' where a cell is empty or beyond the grid. */
export async function readGrid(context: ToolContext, target: Target, render: Render): Promise<CellValue[][]> {
  const visible = onGrid(target)
  const [answer] = visible ? await context.spreadsheet.values([visible.full], render) : []
  const slices = new Slices()
  const values = (answer?.values ?? []) as CellValue[][]
  const grid: CellValue[][] = []
  for (let row = 0; row < rowsOf(target); row += 1) {
    grid.push(padRow(values[row], columnsOf(target)))
    if (slices.isDue()) await slices.giveWay()
  }
  return grid
}

/** A row that is full already is used as it is: nobody changes what was read. */
function padRow(row: CellValue[] | undefined, columns: number): CellValue[] {
  if (row?.length === columns) return row
  const padded = new Array<CellValue>(columns).fill('')
  const given = Math.min(row?.length ?? 0, columns)
  for (let column = 0; column < given; column += 1) padded[column] = row![column] ?? ''
  return padded
}

export function pad(values: CellValue[][], target: Target): CellValue[][] {
  return Array.from({ length: rowsOf(target) }, (_, row) => padRow(values[row], columnsOf(target)))
}

export const isFilled = isFilledValue
export const isFormula = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('=') && value.length > 1

/** Names of a target's own cells. */
export const nameOf = (target: Target, row: number, column: number): string =>
  cellName(target.box.startRow + row, target.box.startColumn + column)

const ERROR_VALUE = /^#(?:REF!|N\/A|NAME\?|DIV\/0!|VALUE!|NUM!|NULL!|ERROR!|SPILL!)$/

/** Errors that Google shows in the cells, at most `most` of them. */
export function findErrors(
  shown: CellValue[][],
  target: Target,
  most = 10,
): { cell: string; error: string }[] {
  const errors: { cell: string; error: string }[] = []
  for (const [row, values] of shown.entries()) {
    for (const [column, value] of values.entries()) {
      if (typeof value === 'string' && ERROR_VALUE.test(value)) {
        errors.push({ cell: nameOf(target, row, column), error: value })
        if (errors.length === most) return errors
      }
    }
  }
  return errors
}
