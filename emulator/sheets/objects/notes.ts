/** Cell notes: annotations of one cell each, so they move with it. */
import type { CellPosition } from '../../dialect/engine.ts'
import type { Workbook } from '../workbook/workbook.ts'
import type { Context } from './context.ts'

/** A tab's notes by "row,col". */
export function notesOf(workbook: Workbook, sheetId: string): Map<string, string> {
  const notes = new Map<string, string>()
  for (const { ranges, data } of workbook.getters.getAnnotations('note', sheetId)) {
    const zone = ranges[0]?.zone
    if (zone !== undefined) notes.set(`${zone.top},${zone.left}`, String(data))
  }
  return notes
}

/** Where notes are, by tab and "row,col", as long as one request runs: many notes are set at once. */
const idsOfRequest = new WeakMap<Context, Map<string, Map<string, string>>>()

function idsOf(context: Context, sheetId: string): Map<string, string> {
  const tabs = idsOfRequest.get(context) ?? new Map<string, Map<string, string>>()
  idsOfRequest.set(context, tabs)
  const known = tabs.get(sheetId)
  if (known !== undefined) return known
  const ids = new Map<string, string>()
  for (const { id, ranges } of context.workbook.getters.getAnnotations('note', sheetId)) {
    const zone = ranges[0]?.zone
    if (zone !== undefined) ids.set(`${zone.top},${zone.left}`, id)
  }
  tabs.set(sheetId, ids)
  return ids
}

/** Sets a cell's note; '' or undefined removes it. */
export function setNote(
  context: Context,
  { sheetId, row, col }: CellPosition,
  text: string | undefined,
): void {
  const ids = idsOf(context, sheetId)
  const key = `${row},${col}`
  const existing = ids.get(key)
  if (text === undefined || text === '') {
    if (existing === undefined) return
    context.tx.removeAnnotation(existing)
    ids.delete(key)
    return
  }
  const id = existing ?? `note:${crypto.randomUUID()}`
  const zone = { top: row, bottom: row, left: col, right: col }
  context.tx.setAnnotation({
    id,
    kind: 'note',
    sheetId,
    ranges: [{ _sheetId: sheetId, _zone: zone }],
    data: text,
  })
  ids.set(key, id)
}
