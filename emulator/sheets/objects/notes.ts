/** Writing cell notes, many in one request. */
import type { CellPosition } from '../../dialect/engine.ts'
import { noteAt, noteKey, notesOf } from '../../dialect/notes.ts'
import type { Context } from './context.ts'

/** Where notes are, by tab and place, as long as one request runs: many notes are set at once. */
const idsOfRequest = new WeakMap<Context, Map<string, Map<string, string>>>()

function idsOf(context: Context, sheetId: string): Map<string, string> {
  const tabs = idsOfRequest.get(context) ?? new Map<string, Map<string, string>>()
  idsOfRequest.set(context, tabs)
  const known = tabs.get(sheetId)
  if (known !== undefined) return known
  const ids = new Map([...notesOf(context.workbook.getters, sheetId)].map(([key, { id }]) => [key, id]))
  tabs.set(sheetId, ids)
  return ids
}

/** Sets a cell's note; '' or undefined removes it. */
export function setNote(context: Context, position: CellPosition, text: string | undefined): void {
  const ids = idsOf(context, position.sheetId)
  const key = noteKey(position)
  const existing = ids.get(key)
  if (text === undefined || text === '') {
    if (existing === undefined) return
    context.tx.removeAnnotation(existing)
    ids.delete(key)
    return
  }
  const note = noteAt(position, text, existing)
  context.tx.setAnnotation(note)
  ids.set(key, note.id)
}
