/** Between our boxes and Google's GridRange, whose missing sides are open as well. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Box } from './a1.ts'

export function toGridRange(sheetId: number, box: Box): sheets_v4.Schema$GridRange {
  const range: sheets_v4.Schema$GridRange = { sheetId }
  if (box.startRow !== undefined) range.startRowIndex = box.startRow
  if (box.endRow !== undefined) range.endRowIndex = box.endRow
  if (box.startColumn !== undefined) range.startColumnIndex = box.startColumn
  if (box.endColumn !== undefined) range.endColumnIndex = box.endColumn
  return range
}

/** Google leaves a zero out: a sheetId of 0, and a start of 0 where the end is given. */
export function fromGridRange(range: sheets_v4.Schema$GridRange): { sheetId: number; box: Box } {
  const box: Box = {}
  const { startRowIndex, endRowIndex, startColumnIndex, endColumnIndex } = range
  if (typeof endRowIndex === 'number') box.endRow = endRowIndex
  if (typeof endColumnIndex === 'number') box.endColumn = endColumnIndex
  if (typeof startRowIndex === 'number' || box.endRow !== undefined) box.startRow = startRowIndex ?? 0
  if (typeof startColumnIndex === 'number' || box.endColumn !== undefined)
    box.startColumn = startColumnIndex ?? 0
  return { sheetId: range.sheetId ?? 0, box }
}
