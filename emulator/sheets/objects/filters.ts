/**
 * The basic filter of a tab and its filter views. A basic filter is also a table with filters of the
 * engine, so that the page shows its buttons; which rows it hides is computed here from its criteria.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Annotation, RangeData, Zone } from '../../dialect/engine.ts'
import { formattedValue } from '../cells/cells.ts'
import { checkCondition, meets } from '../cells/conditions.ts'
import { invalid } from '../google/errors.ts'
import { updateMask } from '../google/fields.ts'
import { type Area, areaOf, gridRangeOf } from '../workbook/a1.ts'
import type { Transaction, Workbook } from '../workbook/workbook.ts'
import { numberOf } from './metadata.ts'

type BasicFilter = sheets_v4.Schema$BasicFilter
type FilterView = sheets_v4.Schema$FilterView
type Criteria = Record<string, sheets_v4.Schema$FilterCriteria>

/** Columns are kept relative to the range, which moves. */
interface SavedFilter {
  criteria: Criteria
  sortSpecs: sheets_v4.Schema$SortSpec[]
  title?: string
}

const FILTER_TABLE = {
  hasFilters: true,
  totalRow: false,
  firstColumn: false,
  lastColumn: false,
  numberOfHeaders: 1,
  bandedRows: false,
  bandedColumns: false,
  automaticAutofill: false,
  styleId: 'None',
}

// ---- reading

export function basicFilterOf(workbook: Workbook, sheetId: string): BasicFilter | undefined {
  const annotation = filterIn(workbook, sheetId)
  if (annotation !== undefined) return readFilter(workbook, sheetId, annotation)
  // A filter that was made in the page.
  const table = tablesThatFilter(workbook, sheetId)[0]
  return table === undefined
    ? undefined
    : { range: gridRangeOf(workbook, { sheetId, zone: table.range.zone }) }
}

/** Google's tables have filters of their own, which are no basic filter. */
function tablesThatFilter({ getters }: Workbook, sheetId: string) {
  const named = getters.getAnnotations('table', sheetId).flatMap(it => it.ranges[0]?.zone ?? [])
  return getters
    .getCoreTables(sheetId)
    .filter(
      ({ config, range: { zone } }) =>
        config.hasFilters === true && !named.some(own => own.top === zone.top && own.left === zone.left),
    )
}

export function filterViewsOf(workbook: Workbook, sheetId: string): FilterView[] {
  return workbook.getters.getAnnotations('filterView', sheetId).map(annotation => ({
    filterViewId: numberOf(annotation),
    title: (annotation.data as SavedFilter).title ?? '',
    ...readFilter(workbook, sheetId, annotation),
  }))
}

function readFilter(workbook: Workbook, sheetId: string, annotation: Annotation): BasicFilter {
  const zone = annotation.ranges[0]?.zone ?? { left: 0, right: 0, top: 0, bottom: 0 }
  const { criteria, sortSpecs } = annotation.data as SavedFilter
  const absolute = Object.entries(criteria).map(([column, it]) => [Number(column) + zone.left, it] as const)
  return {
    range: gridRangeOf(workbook, { sheetId, zone }),
    ...(sortSpecs.length === 0
      ? {}
      : {
          sortSpecs: sortSpecs.map(spec => ({
            ...spec,
            dimensionIndex: (spec.dimensionIndex ?? 0) + zone.left,
          })),
        }),
    ...(absolute.length === 0
      ? {}
      : {
          criteria: Object.fromEntries(absolute),
          filterSpecs: absolute.map(([columnIndex, filterCriteria]) => ({ columnIndex, filterCriteria })),
        }),
  }
}

/** Rows of the basic filter's range that its criteria hide. */
export function rowsHiddenByFilter(workbook: Workbook, sheetId: string): Set<number> {
  const hidden = new Set<number>()
  const annotation = filterIn(workbook, sheetId)
  const zone = annotation?.ranges[0]?.zone
  if (annotation === undefined || zone === undefined) return hidden
  const criteria = Object.entries((annotation.data as SavedFilter).criteria)
  if (criteria.length === 0) return hidden
  for (let row = zone.top + 1; row <= zone.bottom; row++)
    if (
      criteria.some(([column, it]) => !passes(workbook, sheetId, zone, row, zone.left + Number(column), it))
    )
      hidden.add(row)
  return hidden
}

/** What is known of the tab's filter, as long as the filter is there: the page removes it as a table. */
function filterIn(workbook: Workbook, sheetId: string): Annotation | undefined {
  const annotation = workbook.getters.getAnnotations('basicFilter', sheetId)[0]
  const zone = annotation?.ranges[0]?.zone
  const isThere = tablesThatFilter(workbook, sheetId).some(
    ({ range }) => range.zone.top === zone?.top && range.zone.left === zone.left,
  )
  return isThere ? annotation : undefined
}

function passes(
  workbook: Workbook,
  sheetId: string,
  zone: Zone,
  row: number,
  col: number,
  { hiddenValues, condition }: sheets_v4.Schema$FilterCriteria,
): boolean {
  const position = { sheetId, row, col }
  if (hiddenValues?.includes(formattedValue(workbook, position))) return false
  return !condition || meets(workbook, position, condition, { sheetId, row: zone.top + 1, col })
}

// ---- writing

/** Returns the area, for the sorting that a filter's sortSpecs ask for. */
export function setBasicFilter(
  workbook: Workbook,
  tx: Transaction,
  given: BasicFilter | undefined,
  path: string,
): Area {
  const area = areaOf(workbook, given?.range, path)
  clearBasicFilter(workbook, tx, area.sheetId)
  tx.setAnnotation({
    id: `basicFilter:${workbook.gidOf(area.sheetId)}`,
    kind: 'basicFilter',
    sheetId: area.sheetId,
    ranges: [rangeData(area)],
    data: savedFilter(area.zone, given ?? {}, path),
  })
  tx.dispatch('CREATE_TABLE', {
    sheetId: area.sheetId,
    tableType: 'forceStatic',
    ranges: [rangeData(area)],
    config: FILTER_TABLE,
  })
  return area
}

function rangeData({ sheetId, zone }: Area): RangeData {
  return { _sheetId: sheetId, _zone: zone }
}

function savedFilter(zone: Zone, given: FilterView, path: string): SavedFilter {
  const criteria: Criteria = {}
  const all: [number, sheets_v4.Schema$FilterCriteria][] = [
    ...Object.entries(given.criteria ?? {}).map(
      ([column, it]) => [Number(column), it] as [number, typeof it],
    ),
    ...(given.filterSpecs ?? []).map(
      spec => [spec.columnIndex ?? 0, spec.filterCriteria ?? {}] as [number, sheets_v4.Schema$FilterCriteria],
    ),
  ]
  for (const [column, it] of all) {
    if (column < zone.left || column > zone.right)
      throw invalid(`Invalid ${path}: Column ${column} is outside the filter's range.`)
    if (it.condition) checkCondition(it.condition, path)
    criteria[column - zone.left] = it
  }
  const sortSpecs = (given.sortSpecs ?? []).map(spec => ({
    ...spec,
    dimensionIndex: (spec.dimensionIndex ?? 0) - zone.left,
  }))
  return { criteria, sortSpecs, ...(given.title == null ? {} : { title: given.title }) }
}

export function clearBasicFilter(workbook: Workbook, tx: Transaction, sheetId: string): void {
  const { getters } = workbook
  for (const annotation of getters.getAnnotations('basicFilter', sheetId)) tx.removeAnnotation(annotation.id)
  const target = tablesThatFilter(workbook, sheetId).map(table => table.range.zone)
  if (target.length > 0) tx.dispatch('REMOVE_TABLE', { sheetId, target })
}

// ---- filter views

export function addFilterView(
  workbook: Workbook,
  tx: Transaction,
  given: FilterView | undefined,
  path: string,
): FilterView {
  const area = areaOf(workbook, given?.range, path)
  const id = given?.filterViewId ?? workbook.newGid()
  if (workbook.getters.getAnnotation(`filterView:${id}`) !== undefined)
    throw invalid(`Invalid ${path}: A filter view with id ${id} already exists.`)
  const title = given?.title ?? `Filter ${workbook.getters.getAnnotations('filterView').length + 1}`
  saveFilterView(tx, id, area, savedFilter(area.zone, { ...given, title }, path))
  return findFilterView(workbook, id, path)
}

function saveFilterView(tx: Transaction, id: number, area: Area, data: SavedFilter): void {
  tx.setAnnotation({
    id: `filterView:${id}`,
    kind: 'filterView',
    sheetId: area.sheetId,
    ranges: [rangeData(area)],
    data,
  })
}

function findFilterView(workbook: Workbook, id: number | null | undefined, path: string): FilterView {
  const annotation = workbook.getters.getAnnotation(`filterView:${id}`)
  const found = filterViewsOf(workbook, annotation?.sheetId ?? '').find(it => it.filterViewId === id)
  if (found === undefined) throw invalid(`Invalid ${path}: No filter view with id: ${id}`)
  return found
}

export function updateFilterView(
  workbook: Workbook,
  tx: Transaction,
  { filter, fields }: sheets_v4.Schema$UpdateFilterViewRequest,
  path: string,
): void {
  const before: FilterView = findFilterView(workbook, filter?.filterViewId, path)
  const mask = updateMask(fields, 'FilterView', path)
  const { filterSpecs: _specs, ...kept } = before
  const merged: Record<string, unknown> = { ...kept }
  for (const field of ['range', 'title', 'sortSpecs', 'criteria', 'filterSpecs'] as const)
    if (mask.has(field) && (filter?.[field] != null || mask.covers(field))) merged[field] = filter?.[field]
  const view = merged as FilterView
  const area = areaOf(workbook, view.range, path)
  saveFilterView(tx, before.filterViewId ?? 0, area, savedFilter(area.zone, view, path))
}

export function deleteFilterView(
  workbook: Workbook,
  tx: Transaction,
  id: number | null | undefined,
  path: string,
): void {
  findFilterView(workbook, id, path)
  tx.removeAnnotation(`filterView:${id}`)
}

export function duplicateFilterView(
  workbook: Workbook,
  tx: Transaction,
  id: number | null | undefined,
  path: string,
): FilterView {
  const { filterViewId: _id, filterSpecs: _specs, title, ...view } = findFilterView(workbook, id, path)
  return addFilterView(workbook, tx, { ...view, title: `Copy of ${title}` }, path)
}
