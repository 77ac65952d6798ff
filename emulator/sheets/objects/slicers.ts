/**
 * Slicers: kept as they are given, moved with their cells, listed by spreadsheets.get. They are not drawn in
 * the page and filter nothing.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Annotation } from '../../dialect/engine.ts'
import { updateMask } from '../google/fields.ts'
import { areaOf, gridRangeOf, sheetOf } from '../workbook/a1.ts'
import type { Workbook } from '../workbook/workbook.ts'
import { type Context, fail, rangeData } from './context.ts'
import { numberOf } from './metadata.ts'
import { movedOverlay } from './overlay.ts'

type Slicer = sheets_v4.Schema$Slicer
type Position = sheets_v4.Schema$EmbeddedObjectPosition

/** The data of an annotation of kind 'slicer'. Its ranges are the data range and the anchor cell. */
interface SavedSlicer {
  spec: Omit<sheets_v4.Schema$SlicerSpec, 'dataRange'>
  overlay: Omit<sheets_v4.Schema$OverlayPosition, 'anchorCell'>
}

export function slicersOf(workbook: Workbook, sheetId: string): Slicer[] {
  return workbook.getters.getAnnotations('slicer', sheetId).map(it => read(workbook, it))
}

function read(workbook: Workbook, annotation: Annotation): Slicer {
  const { spec, overlay } = annotation.data as SavedSlicer
  const { sheetId = '', ranges } = annotation
  const [data, anchor] = ranges.map(range => range.zone)
  const anchorCell = {
    sheetId: workbook.gidOf(sheetId),
    rowIndex: anchor?.top ?? 0,
    columnIndex: anchor?.left ?? 0,
  }
  return {
    slicerId: numberOf(annotation),
    spec: data ? { ...spec, dataRange: gridRangeOf(workbook, { sheetId, zone: data }) } : spec,
    position: { overlayPosition: { ...overlay, anchorCell } },
  }
}

export function addSlicer(context: Context, given: Slicer | undefined): Slicer {
  const { workbook } = context
  if (!given?.spec?.dataRange) throw fail(context, 'slicer.spec.dataRange is required')
  const id = given.slicerId ?? workbook.newGid()
  if (workbook.getters.getAnnotation(`slicer:${id}`) !== undefined)
    throw fail(context, `A slicer with id ${id} already exists.`)
  return save(context, { ...given, slicerId: id })
}

function save(context: Context, { slicerId, spec, position }: Slicer): Slicer {
  const { workbook, tx, path } = context
  const { dataRange, ...ownSpec } = spec ?? {}
  const { anchorCell, ...given } = position?.overlayPosition ?? {}
  const overlay = Object.fromEntries(Object.entries(given).filter(([, pixels]) => pixels))
  const area = areaOf(workbook, dataRange ?? undefined, path)
  const sheetId = sheetOf(workbook, anchorCell?.sheetId ?? dataRange?.sheetId, path)
  if (sheetId !== area.sheetId) throw fail(context, 'A slicer must be on the sheet of its data.')
  const [row, col] = [anchorCell?.rowIndex ?? 0, anchorCell?.columnIndex ?? 0]
  const place = { top: row, bottom: row, left: col, right: col }
  tx.setAnnotation({
    id: `slicer:${slicerId}`,
    kind: 'slicer',
    sheetId,
    lasts: 'with-first',
    ranges: [rangeData(area), { _sheetId: sheetId, _zone: place }],
    data: { spec: ownSpec, overlay } satisfies SavedSlicer,
  })
  return slicersOf(workbook, sheetId).find(slicer => slicer.slicerId === slicerId) ?? {}
}

const find = ({ workbook }: Context, id: number | null | undefined): Slicer | undefined => {
  const annotation = workbook.getters.getAnnotation(`slicer:${id}`)
  return annotation && read(workbook, annotation)
}

export function updateSlicerSpec(
  context: Context,
  { slicerId, spec, fields }: sheets_v4.Schema$UpdateSlicerSpecRequest,
): void {
  const slicer = find(context, slicerId)
  if (!slicer) throw fail(context, `No slicer with id: ${slicerId}`)
  const mask = updateMask(fields, 'SlicerSpec', context.path)
  const names = [...new Set([...Object.keys(slicer.spec ?? {}), ...Object.keys(spec ?? {})])]
  const merged = names.map(name => {
    const key = name as keyof sheets_v4.Schema$SlicerSpec
    return [key, mask.has(key) ? spec?.[key] : slicer.spec?.[key]] as const
  })
  const own = Object.fromEntries(merged.filter(([, value]) => value != null)) as sheets_v4.Schema$SlicerSpec
  save(context, { ...slicer, spec: { ...own, dataRange: own.dataRange ?? slicer.spec?.dataRange ?? {} } })
}

/** Undefined where the object is no slicer. */
export function moveSlicer(
  context: Context,
  request: sheets_v4.Schema$UpdateEmbeddedObjectPositionRequest,
): { position?: Position } | undefined {
  const slicer = find(context, request.objectId)
  if (!slicer) return undefined
  const before = slicer.position?.overlayPosition ?? undefined
  const overlayPosition = movedOverlay(before, request, context.path)
  const { position } = save(context, { ...slicer, position: { overlayPosition } })
  return position ? { position } : {}
}

/** Whether there was one. */
export function deleteSlicer({ workbook, tx }: Context, id: number | null | undefined): boolean {
  const isThere = workbook.getters.getAnnotation(`slicer:${id}`) !== undefined
  if (isThere) tx.removeAnnotation(`slicer:${id}`)
  return isThere
}
