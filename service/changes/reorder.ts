/** Which row of a block went where, when Google sorted it or took repeated rows out: found by their contents. */
import type { ClosedBox } from '../sheets/a1.ts'
import { Slices } from '../sheets/breathe.ts'
import { toR1C1 } from '../sheets/formula/r1c1.ts'
import { partOf } from './image/cells.ts'
import { cellOf, type Image } from './image/image.ts'

/** A row may be wide and full of formulas. */
const ROWS_BETWEEN_LOOKS = 8

/** What a row holds, formulas as seen from the row itself. */
function rowKey(image: Image, sheetId: number, row: number, { startColumn, endColumn }: ClosedBox): string {
  const parts: string[] = []
  for (let column = startColumn; column < endColumn; column += 1) {
    const cell = cellOf(image, sheetId, row, column)
    const formula = cell?.userEnteredValue?.formulaValue
    parts.push(formula == null ? partOf(cell, 'value') : (toR1C1(formula, row, column) ?? formula))
  }
  return parts.join('\u0001')
}

/**
 * `order[i]` is the offset that the row at offset i had before. Rows that went leave their offsets to the
 * rows at the end, which hold nothing now.
 */
export async function findOrder(
  before: Image,
  after: Image,
  sheetId: number,
  box: ClosedBox,
): Promise<number[]> {
  const slices = new Slices(ROWS_BETWEEN_LOOKS)
  const count = box.endRow - box.startRow
  const offsets = Array.from({ length: count }, (_, offset) => offset)
  const waiting = new Map<string, number[]>()
  for (const offset of offsets) {
    if (slices.isDue()) await slices.giveWay()
    const key = rowKey(before, sheetId, box.startRow + offset, box)
    const known = waiting.get(key)
    if (known) known.push(offset)
    else waiting.set(key, [offset])
  }
  const order: (number | undefined)[] = []
  for (const offset of offsets) {
    if (slices.isDue()) await slices.giveWay()
    order.push(waiting.get(rowKey(after, sheetId, box.startRow + offset, box))?.shift())
  }
  await slices.giveWay()
  const taken = new Set(order)
  const left = offsets.filter(offset => !taken.has(offset))
  return order.map(offset => offset ?? left.shift()!)
}
