/**
 * How wide a column or high a row must be for its content, by the width of characters: the engine measures
 * on a canvas, which a server has not.
 */
import { linesHeight } from '../../dialect/plain-heights.ts'
import { formattedValue, isBlank } from '../cells/cells.ts'
import type { Workbook } from '../workbook/workbook.ts'

const DEFAULT_WIDTH = 100
const DEFAULT_HEIGHT = 21
const PADDING = 8
/** Arial, per pixel of font size. */
const NARROW = 0.3
const WIDE = 0.85
const USUAL = 0.556

export function autoSize(
  workbook: Workbook,
  sheetId: string,
  dimension: 'ROW' | 'COL',
  index: number,
): number {
  const { getters } = workbook
  let size = 0
  for (const position of getters.getEvaluatedCellsPositions(sheetId)) {
    if ((dimension === 'ROW' ? position.row : position.col) !== index || isBlank(workbook, position)) continue
    const style = getters.getCell(position)?.style
    const lines = formattedValue(workbook, position).split('\n')
    size =
      dimension === 'COL'
        ? Math.max(size, ...lines.map(line => textWidth(line, ((style?.fontSize ?? 10) * 4) / 3) + PADDING))
        : Math.max(size, linesHeight(lines.length, style?.fontSize))
  }
  if (size === 0) return dimension === 'COL' ? DEFAULT_WIDTH : DEFAULT_HEIGHT
  return Math.ceil(dimension === 'COL' ? size : Math.max(size, DEFAULT_HEIGHT))
}

function textWidth(text: string, pixels: number): number {
  let width = 0
  for (const letter of text)
    width += /[ilI.,:;'|!]/.test(letter) ? NARROW : /[mwMW@%]/.test(letter) ? WIDE : USUAL
  return width * pixels
}
