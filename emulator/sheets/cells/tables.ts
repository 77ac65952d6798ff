/** What Google calls a table when it appends: the block of cells a range belongs to. */
import type { Zone } from '../../dialect/engine.ts'
import type { A1Range } from '../workbook/a1.ts'
import type { Workbook } from '../workbook/workbook.ts'
import { isBlank } from './cells.ts'
import { usedZone } from './grid-size.ts'

type Filled = (row: number, col: number) => boolean

/** The block of cells around a range's top-left corner that Google calls a table; undefined: none there. */
export function findTable(workbook: Workbook, { sheetId, zone }: A1Range): Zone | undefined {
  const used = usedZone(workbook, sheetId)
  if (used === undefined) return undefined
  const filled = (row: number, col: number) =>
    row >= used.top &&
    row <= used.bottom &&
    col >= used.left &&
    col <= used.right &&
    !isBlank(workbook, { sheetId, row, col })
  const start = lastFilledIn(filled, zone, used)
  return start === undefined ? undefined : spread(filled, start)
}

/** Google looks within the range for data; the last block there is the one appended to. */
function lastFilledIn(filled: Filled, zone: Zone, used: Zone): Zone | undefined {
  for (let row = Math.min(zone.bottom, used.bottom); row >= zone.top; row--)
    for (let col = zone.left; col <= Math.min(zone.right, used.right); col++)
      if (filled(row, col)) return { top: row, bottom: row, left: col, right: col }
  // A range just below or beside a table belongs to it.
  for (let row = zone.top - 1; row <= zone.top + 1; row++)
    for (let col = zone.left - 1; col <= zone.left + 1; col++)
      if (filled(row, col)) return { top: row, bottom: row, left: col, right: col }
  return undefined
}

/** Grows a zone side by side while the next row or column, corners included, holds anything. */
function spread(filled: Filled, start: Zone): Zone {
  const zone = { ...start }
  const rowHasAny = (row: number) => {
    for (let col = zone.left - 1; col <= zone.right + 1; col++) if (filled(row, col)) return true
    return false
  }
  const columnHasAny = (col: number) => {
    for (let row = zone.top - 1; row <= zone.bottom + 1; row++) if (filled(row, col)) return true
    return false
  }
  for (;;) {
    const before = { ...zone }
    while (rowHasAny(zone.bottom + 1)) zone.bottom++
    while (rowHasAny(zone.top - 1)) zone.top--
    while (columnHasAny(zone.right + 1)) zone.right++
    while (columnHasAny(zone.left - 1)) zone.left--
    const grew =
      before.top !== zone.top ||
      before.bottom !== zone.bottom ||
      before.left !== zone.left ||
      before.right !== zone.right
    if (!grew) return zone
  }
}
