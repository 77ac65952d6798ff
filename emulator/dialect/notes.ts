/** Notes of cells: annotations of one cell each, so that they move with it. Knows no requests and no page. */
import type { Annotation, CellPosition, Getters } from './engine.ts'

/** A tab's notes by "row,col". */
export function notesOf(getters: Getters, sheetId: string): Map<string, Annotation> {
  const notes = new Map<string, Annotation>()
  for (const note of getters.getAnnotations('note', sheetId)) {
    const zone = note.ranges[0]?.zone
    if (zone !== undefined) notes.set(noteKey({ row: zone.top, col: zone.left }), note)
  }
  return notes
}

export const noteKey = ({ row, col }: Pick<CellPosition, 'row' | 'col'>): string => `${row},${col}`

export const textOf = (note: Annotation | undefined): string | undefined => note && String(note.data)

/** A note as the command SET_ANNOTATION takes it. */
export function noteAt({ sheetId, row, col }: CellPosition, text: string, existing?: string) {
  return {
    id: existing ?? `note:${crypto.randomUUID()}`,
    kind: 'note',
    sheetId,
    ranges: [{ _sheetId: sheetId, _zone: { top: row, bottom: row, left: col, right: col } }],
    data: text,
  }
}
