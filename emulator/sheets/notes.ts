/** Cell notes: annotations of one cell each, so they move with it. */
import type { CellPosition } from '../dialect/engine.ts'
import type { Transaction, Workbook } from './workbook.ts'

/** A tab's notes by "row,col". */
export function notesOf(workbook: Workbook, sheetId: string): Map<string, string> {
  const notes = new Map<string, string>()
  for (const { ranges, data } of workbook.getters.getAnnotations('note', sheetId)) {
    const zone = ranges[0]?.zone
    if (zone !== undefined) notes.set(`${zone.top},${zone.left}`, String(data))
  }
  return notes
}

/** Sets a cell's note; '' or undefined removes it. */
export function setNote(
  workbook: Workbook,
  tx: Transaction,
  { sheetId, row, col }: CellPosition,
  text: string | undefined,
): void {
  const existing = workbook.getters.getAnnotations('note', sheetId).find(({ ranges }) => {
    const zone = ranges[0]?.zone
    return zone?.top === row && zone.left === col
  })
  if (text === undefined || text === '') {
    if (existing !== undefined) tx.removeAnnotation(existing.id)
    return
  }
  const zone = { top: row, bottom: row, left: col, right: col }
  tx.setAnnotation({
    id: existing?.id ?? `note:${crypto.randomUUID()}`,
    kind: 'note',
    sheetId,
    ranges: [{ _sheetId: sheetId, _zone: zone }],
    data: text,
  })
}
