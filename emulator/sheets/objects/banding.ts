/**
 * Banded ranges: alternating row colours. Kept as an annotation; drawn in the page by conditional formats
 * of the engine under one name, which conditional-formats.ts does not list.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Annotation } from '../../dialect/engine.ts'
import { pickHex } from '../google/colors.ts'
import { invalid } from '../google/errors.ts'
import { updateMask } from '../google/fields.ts'
import { areaOf, gridRangeOf } from '../workbook/a1.ts'
import type { Workbook } from '../workbook/workbook.ts'
import { BANDING_PREFIX } from './conditional-formats.ts'
import type { Context } from './context.ts'
import { numberOf } from './metadata.ts'
import { overlaps } from './protection.ts'

type BandedRange = sheets_v4.Schema$BandedRange

export function bandingsOf(workbook: Workbook, sheetId: string): BandedRange[] {
  return workbook.getters.getAnnotations('banding', sheetId).map(it => read(workbook, sheetId, it))
}

function read(workbook: Workbook, sheetId: string, annotation: Annotation): BandedRange {
  const zone = annotation.ranges[0]?.zone ?? { left: 0, right: 0, top: 0, bottom: 0 }
  return {
    bandedRangeId: numberOf(annotation),
    range: gridRangeOf(workbook, { sheetId, zone }),
    ...(annotation.data as object),
  }
}

export function addBanding(context: Context, given: BandedRange | undefined): BandedRange {
  const { workbook, path } = context
  const id = given?.bandedRangeId ?? workbook.newGid()
  if (workbook.getters.getAnnotation(`banding:${id}`) !== undefined)
    throw invalid(`Invalid ${path}: A banded range with id ${id} already exists.`)
  return save(context, id, given ?? {})
}

function save(context: Context, id: number, given: BandedRange): BandedRange {
  const { workbook, tx, path } = context
  const area = areaOf(workbook, given.range, path)
  if (!given.rowProperties && !given.columnProperties)
    throw invalid(`Invalid ${path}: Must specify at least one of rowProperties or columnProperties.`)
  const other = workbook.getters
    .getAnnotations('banding', area.sheetId)
    .find(it => numberOf(it) !== id && it.ranges.some(range => overlaps(range.zone, area.zone)))
  if (other !== undefined)
    throw invalid(
      `Invalid ${path}: You cannot add alternating background colors to a range that already has alternating background colors.`,
    )
  const { bandedRangeId: _id, range: _range, bandedRangeReference: _reference, ...data } = given
  tx.setAnnotation({
    id: `banding:${id}`,
    kind: 'banding',
    sheetId: area.sheetId,
    ranges: [{ _sheetId: area.sheetId, _zone: area.zone }],
    data,
  })
  draw(
    context,
    id,
    area,
    given.rowProperties ?? given.columnProperties ?? {},
    given.rowProperties ? 'ROW' : 'COLUMN',
  )
  const annotation = workbook.getters.getAnnotation(`banding:${id}`)
  if (annotation === undefined) throw new Error('The banding was not stored.')
  return read(workbook, area.sheetId, annotation)
}

function draw(
  context: Context,
  id: number,
  { sheetId, zone }: ReturnType<typeof areaOf>,
  colors: sheets_v4.Schema$BandingProperties,
  dimension: 'ROW' | 'COLUMN',
): void {
  erase(context, sheetId, id)
  const header = pickHex(colors.headerColor, colors.headerColorStyle)
  const footer = pickHex(colors.footerColor, colors.footerColorStyle)
  const start = dimension === 'ROW' ? zone.top : zone.left
  const end = dimension === 'ROW' ? zone.bottom : zone.right
  const at = `${dimension}()`
  const firstBand = start + 1 + (header === undefined ? 0 : 1)
  const parts: [string, string, string | undefined][] = [
    ['header', `=${at}=${start + 1}`, header],
    ['footer', `=${at}=${end + 1}`, footer],
    ['first', `=ISEVEN(${at}-${firstBand})`, pickHex(colors.firstBandColor, colors.firstBandColorStyle)],
    ['second', `=ISODD(${at}-${firstBand})`, pickHex(colors.secondBandColor, colors.secondBandColorStyle)],
  ]
  for (const [part, formula, fillColor] of parts)
    if (fillColor !== undefined)
      context.tx.dispatch('ADD_CONDITIONAL_FORMAT', {
        sheetId,
        cf: {
          id: `${BANDING_PREFIX}${id}:${part}`,
          rule: { type: 'CellIsRule', operator: 'customFormula', values: [formula], style: { fillColor } },
        },
        ranges: [{ _sheetId: sheetId, _zone: zone }],
      })
}

function erase({ workbook, tx }: Context, sheetId: string, id: number): void {
  for (const format of workbook.getters.getConditionalFormats(sheetId))
    if (format.id.startsWith(`${BANDING_PREFIX}${id}:`))
      tx.dispatch('REMOVE_CONDITIONAL_FORMAT', { sheetId, id: format.id })
}

export function updateBanding(
  context: Context,
  { bandedRange, fields }: sheets_v4.Schema$UpdateBandingRequest,
): void {
  const annotation = find(context, bandedRange?.bandedRangeId)
  const mask = updateMask(fields, 'BandedRange', context.path)
  const merged: Record<string, unknown> = { ...read(context.workbook, annotation.sheetId ?? '', annotation) }
  for (const field of ['range', 'rowProperties', 'columnProperties'] as const)
    if (mask.has(field)) merged[field] = bandedRange?.[field]
  save(context, numberOf(annotation), merged as BandedRange)
}

export function deleteBanding(context: Context, id: number | null | undefined): void {
  const annotation = find(context, id)
  erase(context, annotation.sheetId ?? '', numberOf(annotation))
  context.tx.removeAnnotation(annotation.id)
}

function find({ workbook, path }: Context, id: number | null | undefined): Annotation {
  const annotation = workbook.getters.getAnnotation(`banding:${id}`)
  if (annotation === undefined) throw invalid(`Invalid ${path}: No banded range with id: ${id}`)
  return annotation
}
