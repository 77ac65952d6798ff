/** Where a chart or slicer lies over the cells, changed in the fields that a request names. */
import type { sheets_v4 } from '@googleapis/sheets'
import { updateMask } from '../google/fields.ts'

type Overlay = sheets_v4.Schema$OverlayPosition
type Move = sheets_v4.Schema$UpdateEmbeddedObjectPositionRequest

export function movedOverlay(
  before: Overlay | undefined,
  { newPosition, fields }: Move,
  path: string,
): Overlay {
  const mask = fields === '*' || !fields ? undefined : updateMask(fields, 'OverlayPosition', path)
  const given = Object.entries(newPosition?.overlayPosition ?? {})
  return {
    ...before,
    ...Object.fromEntries(given.filter(([field]) => mask === undefined || mask.has(field))),
  }
}
