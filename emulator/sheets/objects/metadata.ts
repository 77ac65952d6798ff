/**
 * Developer metadata: keys and values on the spreadsheet, a tab, a row or a column. That of rows and
 * columns is an annotation over the whole row or column, so it moves when rows are inserted, deleted or
 * moved. Google's sort moves values and leaves metadata where it is; so does this.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Annotation, RangeData, Zone } from '../../dialect/engine.ts'
import { readEnum } from '../google/enums.ts'
import { invalid, notFound } from '../google/errors.ts'
import { type Area, areaOf, parseA1, sheetOf } from '../workbook/a1.ts'
import type { Transaction, Workbook } from '../workbook/workbook.ts'

type LocationType = 'SPREADSHEET' | 'SHEET' | 'ROW' | 'COLUMN'

/** The data of an annotation of kind 'metadata'; its id is 'metadata:<metadataId>'. */
interface Metadata {
  metadataKey: string
  metadataValue?: string
  visibility: 'DOCUMENT' | 'PROJECT'
  locationType: LocationType
}

const VISIBILITIES = ['DOCUMENT', 'PROJECT'] as const

// ---- reading

export function metadataOf(workbook: Workbook, annotation: Annotation): sheets_v4.Schema$DeveloperMetadata {
  const { metadataKey, metadataValue, visibility } = annotation.data as Metadata
  return {
    metadataId: numberOf(annotation),
    metadataKey,
    ...(metadataValue === undefined ? {} : { metadataValue }),
    location: locationOf(workbook, annotation),
    visibility,
  }
}

export function numberOf(annotation: Annotation): number {
  return Number(annotation.id.slice(annotation.id.lastIndexOf(':') + 1))
}

function locationOf(workbook: Workbook, annotation: Annotation): sheets_v4.Schema$DeveloperMetadataLocation {
  const { locationType } = annotation.data as Metadata
  const sheetId = workbook.gidOf(annotation.sheetId ?? '')
  const zone = annotation.ranges[0]?.zone
  if (locationType === 'SPREADSHEET') return { locationType, spreadsheet: true }
  if (locationType === 'SHEET' || zone === undefined) return { locationType: 'SHEET', sheetId }
  const [dimension, startIndex, last] =
    locationType === 'ROW'
      ? (['ROWS', zone.top, zone.bottom] as const)
      : (['COLUMNS', zone.left, zone.right] as const)
  return { locationType, dimensionRange: { sheetId, dimension, startIndex, endIndex: last + 1 } }
}

/** Metadata of the spreadsheet itself, or of a tab itself (not of its rows and columns). */
export function metadataAt(
  workbook: Workbook,
  sheetId: string | undefined,
): sheets_v4.Schema$DeveloperMetadata[] {
  const locationType = sheetId === undefined ? 'SPREADSHEET' : 'SHEET'
  return workbook.getters
    .getAnnotations('metadata', sheetId)
    .filter(it => (it.data as Metadata).locationType === locationType)
    .map(it => metadataOf(workbook, it))
}

/** Metadata of one row or column, for rowMetadata and columnMetadata. */
export function metadataOfLines(
  workbook: Workbook,
  sheetId: string,
  dimension: 'ROW' | 'COLUMN',
): Map<number, sheets_v4.Schema$DeveloperMetadata[]> {
  const byIndex = new Map<number, sheets_v4.Schema$DeveloperMetadata[]>()
  for (const annotation of workbook.getters.getAnnotations('metadata', sheetId)) {
    const zone = annotation.ranges[0]?.zone
    if ((annotation.data as Metadata).locationType !== dimension || zone === undefined) continue
    const index = dimension === 'ROW' ? zone.top : zone.left
    byIndex.set(index, [...(byIndex.get(index) ?? []), metadataOf(workbook, annotation)])
  }
  return byIndex
}

export function getMetadata(workbook: Workbook, id: number): sheets_v4.Schema$DeveloperMetadata {
  const annotation = workbook.getters.getAnnotation(`metadata:${id}`)
  if (annotation === undefined) throw notFound()
  return metadataOf(workbook, annotation)
}

// ---- looking up

export function searchMetadata(
  workbook: Workbook,
  filters: readonly sheets_v4.Schema$DataFilter[],
): sheets_v4.Schema$MatchedDeveloperMetadata[] {
  const matched = new Map<string, { annotation: Annotation; dataFilters: sheets_v4.Schema$DataFilter[] }>()
  for (const filter of filters)
    for (const annotation of matchesOf(workbook, filter)) {
      const entry = matched.get(annotation.id) ?? { annotation, dataFilters: [] }
      entry.dataFilters.push(filter)
      matched.set(annotation.id, entry)
    }
  return [...matched.values()].map(({ annotation, dataFilters }) => ({
    developerMetadata: metadataOf(workbook, annotation),
    dataFilters,
  }))
}

/** The annotations a data filter selects: by lookup, or all that lie on a range. */
export function matchesOf(workbook: Workbook, filter: sheets_v4.Schema$DataFilter): Annotation[] {
  if (filter.developerMetadataLookup) return lookUp(workbook, filter.developerMetadataLookup)
  const area = filter.a1Range
    ? parseA1(workbook, filter.a1Range)
    : areaOf(workbook, filter.gridRange, 'dataFilter')
  return workbook.getters.getAnnotations('metadata', area.sheetId).filter(it => {
    const zone = it.ranges[0]?.zone
    return zone !== undefined && isWithin(it, zone, area.zone)
  })
}

function isWithin(annotation: Annotation, zone: Zone, area: Zone): boolean {
  return (annotation.data as Metadata).locationType === 'ROW'
    ? zone.top >= area.top && zone.bottom <= area.bottom
    : zone.left >= area.left && zone.right <= area.right
}

export function lookUp(workbook: Workbook, lookup: sheets_v4.Schema$DeveloperMetadataLookup): Annotation[] {
  const location = lookup.metadataLocation
    ? readLocation(workbook, lookup.metadataLocation, 'metadataLocation')
    : undefined
  const intersecting = lookup.locationMatchingStrategy === 'INTERSECTING_LOCATION'
  return workbook.getters.getAnnotations('metadata').filter(annotation => {
    const data = annotation.data as Metadata
    return (
      matches(lookup.metadataId, numberOf(annotation)) &&
      matches(lookup.metadataKey, data.metadataKey) &&
      matches(lookup.metadataValue, data.metadataValue) &&
      matches(lookup.visibility, data.visibility) &&
      matches(lookup.locationType, data.locationType) &&
      (location === undefined || isAt(annotation, location, intersecting))
    )
  })
}

function matches<T>(wanted: T | null | undefined, have: T | undefined): boolean {
  return wanted === null || wanted === undefined || wanted === have
}

function isAt(annotation: Annotation, location: Location, intersecting: boolean): boolean {
  const data = annotation.data as Metadata
  if (!intersecting) {
    const zone = annotation.ranges[0]?.zone
    return (
      data.locationType === location.locationType &&
      annotation.sheetId === location.sheetId &&
      zone?.top === location.zone?.top &&
      zone?.left === location.zone?.left
    )
  }
  if (location.locationType === 'SPREADSHEET') return true
  return annotation.sheetId === location.sheetId
}

export function areasOfLookup(workbook: Workbook, lookup: sheets_v4.Schema$DeveloperMetadataLookup): Area[] {
  return lookUp(workbook, lookup).flatMap(annotation => {
    if (annotation.sheetId === undefined) return []
    const zone = annotation.ranges[0]?.zone ?? workbook.getters.getSheetZone(annotation.sheetId)
    return [{ sheetId: annotation.sheetId, zone }]
  })
}

// ---- writing

interface Location {
  locationType: LocationType
  sheetId?: string
  zone?: { top: number; left: number }
  ranges: RangeData[]
}

export function createMetadata(
  workbook: Workbook,
  tx: Transaction,
  given: sheets_v4.Schema$DeveloperMetadata | undefined,
  path: string,
): sheets_v4.Schema$DeveloperMetadata {
  if (!given?.metadataKey) throw invalid(`Invalid ${path}: metadataKey is required`)
  if (!given.location) throw invalid(`Invalid ${path}: location is required`)
  const id = given.metadataId ?? newMetadataId(workbook)
  if (workbook.getters.getAnnotation(`metadata:${id}`) !== undefined)
    throw invalid(`Invalid ${path}: Developer metadata with id ${id} already exists.`)
  const location = readLocation(workbook, given.location, path)
  if (!given.visibility) throw invalid(`Invalid ${path}: visibility is required`)
  save(tx, id, location, {
    metadataKey: given.metadataKey,
    ...(given.metadataValue == null ? {} : { metadataValue: given.metadataValue }),
    visibility: readEnum(given.visibility, VISIBILITIES, 'DOCUMENT', `${path}.visibility`),
    locationType: location.locationType,
  })
  return getMetadata(workbook, id)
}

function newMetadataId(workbook: Workbook): number {
  for (;;) {
    const id = workbook.newGid()
    if (workbook.getters.getAnnotation(`metadata:${id}`) === undefined) return id
  }
}

function save(tx: Transaction, id: number, location: Location, data: Metadata): void {
  tx.setAnnotation({
    id: `metadata:${id}`,
    kind: 'metadata',
    ranges: location.ranges,
    data,
    ...(location.sheetId === undefined ? {} : { sheetId: location.sheetId }),
  })
}

export function updateMetadata(
  workbook: Workbook,
  tx: Transaction,
  annotation: Annotation,
  given: sheets_v4.Schema$DeveloperMetadata,
  has: (field: string) => boolean,
  path: string,
): sheets_v4.Schema$DeveloperMetadata {
  const before = annotation.data as Metadata
  const location = readLocation(
    workbook,
    has('location') && given.location ? given.location : locationOf(workbook, annotation),
    path,
  )
  const value = has('metadataValue') ? given.metadataValue : before.metadataValue
  save(tx, numberOf(annotation), location, {
    metadataKey: has('metadataKey') ? (given.metadataKey ?? '') : before.metadataKey,
    ...(value == null ? {} : { metadataValue: value }),
    visibility: has('visibility')
      ? readEnum(given.visibility, VISIBILITIES, before.visibility, `${path}.visibility`)
      : before.visibility,
    locationType: location.locationType,
  })
  return getMetadata(workbook, numberOf(annotation))
}

function readLocation(
  workbook: Workbook,
  location: sheets_v4.Schema$DeveloperMetadataLocation,
  path: string,
): Location {
  if (location.spreadsheet) return { locationType: 'SPREADSHEET', ranges: [] }
  if (location.dimensionRange) return readLine(workbook, location.dimensionRange, path)
  if (location.sheetId === null || location.sheetId === undefined)
    throw invalid(`Invalid ${path}: a location must have one of spreadsheet, sheetId, dimensionRange`)
  return { locationType: 'SHEET', sheetId: sheetOf(workbook, location.sheetId, path), ranges: [] }
}

function readLine(
  workbook: Workbook,
  { sheetId: gid, dimension, startIndex, endIndex }: sheets_v4.Schema$DimensionRange,
  path: string,
): Location {
  const sheetId = sheetOf(workbook, gid, path)
  const start = startIndex ?? 0
  const isRow = dimension === 'ROWS'
  if (!isRow && dimension !== 'COLUMNS') throw invalid(`Invalid ${path}: dimension is required`)
  const count = isRow ? workbook.getters.getNumberRows(sheetId) : workbook.getters.getNumberCols(sheetId)
  if (endIndex !== start + 1 || start < 0 || start >= count)
    throw invalid(
      `Invalid ${path}: A developer metadata location must be exactly one row or column of the grid.`,
    )
  const zone = isRow
    ? { left: 0, right: undefined, top: start, bottom: start }
    : { left: start, right: start, top: 0, bottom: undefined }
  return {
    locationType: isRow ? 'ROW' : 'COLUMN',
    sheetId,
    zone: isRow ? { top: start, left: 0 } : { top: 0, left: start },
    ranges: [{ _sheetId: sheetId, _zone: zone }],
  }
}
