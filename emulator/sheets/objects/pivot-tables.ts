/**
 * Pivot tables: the definition is an annotation at its first cell, what it shows are cells that are
 * computed again whenever the workbook has changed.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Annotation, CellPosition, Zone } from '../../dialect/engine.ts'
import { formattedValue, plainValue, shownNumberFormat } from '../cells/cells.ts'
import { checkCondition, meets } from '../cells/conditions.ts'
import { growTo } from '../cells/grid-size.ts'
import { engineContent } from '../cells/input.ts'
import { writeNumberFormat } from '../cells/number-format.ts'
import { invalid } from '../google/errors.ts'
import { type Area, areaOf, gridRangeOf } from '../workbook/a1.ts'
import type { Transaction, Workbook } from '../workbook/workbook.ts'
import type { Context } from './context.ts'
import { computePivot, type Value } from './pivot-compute.ts'

type PivotTable = sheets_v4.Schema$PivotTable

/** The annotation's ranges are the first cell and the source. */
interface SavedPivot {
  pivot: PivotTable
  /** How many rows and columns it filled last time. */
  height: number
  width: number
}

const FUNCTIONS = new Set([
  'SUM',
  'COUNTA',
  'COUNT',
  'COUNTUNIQUE',
  'AVERAGE',
  'MAX',
  'MIN',
  'MEDIAN',
  'PRODUCT',
  'STDEV',
  'STDEVP',
  'VAR',
  'VARP',
])

// ---- reading

/** A tab's pivot tables by "row,col" of their first cell. */
export function pivotTablesOf(workbook: Workbook, sheetId: string): Map<string, PivotTable> {
  const found = new Map<string, PivotTable>()
  for (const annotation of workbook.getters.getAnnotations('pivot', sheetId)) {
    const [anchor, source] = annotation.ranges
    if (anchor === undefined) continue
    const { pivot } = annotation.data as SavedPivot
    found.set(`${anchor.zone.top},${anchor.zone.left}`, {
      ...pivot,
      ...(source === undefined
        ? {}
        : { source: gridRangeOf(workbook, { sheetId: source.sheetId, zone: source.zone }) }),
    })
  }
  return found
}

/** What the pivot tables of a tab show nobody entered. */
export function pivotZonesOf(workbook: Workbook, sheetId: string): Zone[] {
  return workbook.getters.getAnnotations('pivot', sheetId).map(it => areaOfPivot(it).zone)
}

// ---- writing

/** Sets the pivot table of a cell; undefined removes it with what it showed. */
export function setPivotTable(context: Context, position: CellPosition, given: PivotTable | undefined): void {
  const { workbook, tx, path } = context
  const existing = workbook.getters.getAnnotations('pivot', position.sheetId).find(({ ranges }) => {
    const zone = ranges[0]?.zone
    return zone?.top === position.row && zone.left === position.col
  })
  if (existing !== undefined) {
    erase(tx, areaOfPivot(existing))
    tx.removeAnnotation(existing.id)
  }
  if (given === undefined) return
  const source = areaOf(workbook, given.source, path)
  checkPivot(given, source.zone, path)
  const shown = compute(workbook, given, source)
  save(tx, existing?.id ?? `pivot:${workbook.newGid()}`, position, source, given, shown)
  show(workbook, tx, position, shown, given, source)
}

function checkPivot(given: PivotTable, zone: Zone, path: string): void {
  const width = zone.right - zone.left + 1
  const parts = [...(given.rows ?? []), ...(given.columns ?? []), ...(given.values ?? [])]
  for (const { sourceColumnOffset } of parts)
    if ((sourceColumnOffset ?? 0) < 0 || (sourceColumnOffset ?? 0) >= width)
      throw invalid(`Invalid ${path}: sourceColumnOffset[${sourceColumnOffset}] is outside the source range.`)
  for (const { summarizeFunction, formula } of given.values ?? [])
    if (formula || !FUNCTIONS.has(summarizeFunction ?? ''))
      throw invalid(
        `Invalid ${path}: the local emulator has no pivot values by ${formula ? 'formula' : `"${summarizeFunction}"`}.`,
      )
  if ((given.rows ?? []).length + (given.columns ?? []).length === 0 && (given.values ?? []).length === 0)
    throw invalid(`Invalid ${path}: A pivot table needs rows, columns or values.`)
}

function save(
  tx: Transaction,
  id: string,
  position: CellPosition,
  source: Area,
  pivot: PivotTable,
  shown: Value[][],
): void {
  const { sheetId, row, col } = position
  tx.setAnnotation({
    id,
    kind: 'pivot',
    sheetId,
    lasts: 'with-first',
    ranges: [
      { _sheetId: sheetId, _zone: { top: row, bottom: row, left: col, right: col } },
      { _sheetId: source.sheetId, _zone: source.zone },
    ],
    data: {
      pivot,
      height: shown.length,
      width: Math.max(0, ...shown.map(it => it.length)),
    } satisfies SavedPivot,
  })
}

function areaOfPivot({ sheetId, ranges, data }: Annotation): Area {
  const { height, width } = data as SavedPivot
  const { top, left } = ranges[0]?.zone ?? { top: 0, left: 0 }
  return { sheetId: sheetId ?? '', zone: { top, left, bottom: top + height - 1, right: left + width - 1 } }
}

function erase(tx: Transaction, { sheetId, zone }: Area): void {
  if (zone.bottom >= zone.top && zone.right >= zone.left)
    tx.dispatch('CLEAR_CELLS', { sheetId, target: [zone] })
}

function show(
  workbook: Workbook,
  tx: Transaction,
  position: CellPosition,
  shown: Value[][],
  pivot: PivotTable,
  source: Area,
): void {
  const { sheetId, row, col } = position
  const width = Math.max(0, ...shown.map(it => it.length))
  growTo(workbook, tx, sheetId, row + shown.length, col + width)
  const formats = (pivot.values ?? []).map(value => numberFormatOf(workbook, value, source))
  const labels = (pivot.rows ?? []).length
  shown.forEach((values, y) => {
    values.forEach((value, x) => {
      const isValue = typeof value === 'number' && x >= labels && formats.length > 0
      const numberFormat = isValue ? formats[(x - labels) % formats.length] : undefined
      const { style, format } = writeNumberFormat({}, numberFormat)
      tx.dispatch('UPDATE_CELL', {
        sheetId,
        row: row + y,
        col: col + x,
        content: contentOf(value),
        style,
        format,
      })
    })
  })
}

/** Sums of money look like money. */
function numberFormatOf(workbook: Workbook, value: sheets_v4.Schema$PivotValue, { sheetId, zone }: Area) {
  if (value.calculatedDisplayType?.startsWith('PERCENT')) return { type: 'PERCENT', pattern: '0.00%' }
  if (value.summarizeFunction?.startsWith('COUNT')) return undefined
  const col = zone.left + (value.sourceColumnOffset ?? 0)
  return shownNumberFormat(workbook, { sheetId, row: Math.min(zone.top + 1, zone.bottom), col })
}

function contentOf(value: Value): string {
  if (typeof value === 'number') return engineContent({ kind: 'number', value })
  if (typeof value === 'boolean') return engineContent({ kind: 'boolean', value })
  return engineContent(value === '' ? { kind: 'empty' } : { kind: 'text', text: value })
}

// ---- computing

function compute(workbook: Workbook, pivot: PivotTable, source: Area): Value[][] {
  const { sheetId, zone } = source
  const rows: Value[][] = []
  const shown: string[][] = []
  const columns = Array.from({ length: zone.right - zone.left + 1 }, (_, i) => zone.left + i)
  for (let row = zone.top + 1; row <= zone.bottom; row++) {
    const values = columns.map(col => plainValue(workbook, { sheetId, row, col }))
    if (values.every(value => value === '') || !passes(workbook, pivot, source, row)) continue
    rows.push(values)
    shown.push(columns.map(col => formattedValue(workbook, { sheetId, row, col })))
  }
  const header = columns.map(col => plainValue(workbook, { sheetId, row: zone.top, col }))
  return computePivot({ header, rows, shown, pivot })
}

function passes(
  workbook: Workbook,
  { criteria, filterSpecs }: PivotTable,
  { sheetId, zone }: Area,
  row: number,
): boolean {
  const filters: [number, sheets_v4.Schema$PivotFilterCriteria][] = [
    ...Object.entries(criteria ?? {}).map(([at, it]) => [Number(at), it] as [number, typeof it]),
    ...(filterSpecs ?? []).map(
      it =>
        [it.columnOffsetIndex ?? 0, it.filterCriteria ?? {}] as [
          number,
          sheets_v4.Schema$PivotFilterCriteria,
        ],
    ),
  ]
  return filters.every(([at, { visibleValues, visibleByDefault, condition }]) => {
    const position = { sheetId, row, col: zone.left + at }
    if (condition) return meets(workbook, position, checkCondition(condition, 'pivotTable'), position)
    if (visibleByDefault) return true
    return visibleValues == null || visibleValues.includes(formattedValue(workbook, position))
  })
}

// ---- keeping up

const refreshedAt = new WeakMap<Workbook, string>()

/** Brings what pivot tables show up to date with their sources. Cheap when nothing changed since. */
export function refreshPivotTables(workbook: Workbook): void {
  if (workbook.isChanging || refreshedAt.get(workbook) === workbook.revisionId) return
  const stale = workbook.getters.getAnnotations('pivot').filter(it => isStale(workbook, it))
  if (stale.length > 0)
    workbook.change(tx => {
      for (const annotation of stale) redo(workbook, tx, annotation)
    })
  refreshedAt.set(workbook, workbook.revisionId)
}

function partsOf(
  annotation: Annotation,
): { position: CellPosition; source: Area; pivot: PivotTable } | undefined {
  const [anchor, source] = annotation.ranges
  if (anchor === undefined || source === undefined) return undefined
  return {
    position: { sheetId: anchor.sheetId, row: anchor.zone.top, col: anchor.zone.left },
    source: { sheetId: source.sheetId, zone: source.zone },
    pivot: (annotation.data as SavedPivot).pivot,
  }
}

function isStale(workbook: Workbook, annotation: Annotation): boolean {
  const parts = partsOf(annotation)
  if (parts === undefined) return false
  const { position, source, pivot } = parts
  const shown = compute(workbook, pivot, source)
  const { height, width } = annotation.data as SavedPivot
  if (shown.length !== height || Math.max(0, ...shown.map(it => it.length)) !== width) return true
  return shown.some((values, y) =>
    values.some(
      (value, x) =>
        plainValue(workbook, { ...position, row: position.row + y, col: position.col + x }) !== value,
    ),
  )
}

function redo(workbook: Workbook, tx: Transaction, annotation: Annotation): void {
  const parts = partsOf(annotation)
  if (parts === undefined) return
  const { position, source, pivot } = parts
  const shown = compute(workbook, pivot, source)
  erase(tx, areaOfPivot(annotation))
  save(tx, annotation.id, position, source, pivot, shown)
  show(workbook, tx, position, shown, pivot, source)
}
