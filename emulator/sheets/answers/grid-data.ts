/**
 * GridData: cells with their values, formats, notes and rules, and the rows' and columns' own properties.
 * Only what the field mask selects is computed: a mask of formatted values over 10,000 cells is cheap.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import type { CellPosition, Zone } from '../../dialect/engine.ts'
import { noteKey, notesOf, textOf } from '../../dialect/notes.ts'
import { effectiveFormat, userEnteredFormat } from '../cells/cell-format.ts'
import { effectiveValue, formattedValue, isBlank, userEnteredValue } from '../cells/cells.ts'
import { googleSize } from '../cells/line-sizes.ts'
import { type Mask, selects } from '../google/fields.ts'
import { ruledZones } from '../objects/conditional-formats.ts'
import { validationOf } from '../objects/data-validation.ts'
import { rowsHiddenByFilter } from '../objects/filters.ts'
import { metadataOfLines } from '../objects/metadata.ts'
import { pivotTablesOf, pivotZonesOf } from '../objects/pivot-tables.ts'
import type { Area } from '../workbook/a1.ts'
import type { Workbook } from '../workbook/workbook.ts'

type CellData = sheets_v4.Schema$CellData
type CellReader = (position: CellPosition) => unknown

export function gridDataOf(
  workbook: Workbook,
  area: Area,
  mask: Mask | undefined,
): sheets_v4.Schema$GridData {
  const { zone } = area
  return {
    ...(zone.top > 0 ? { startRow: zone.top } : {}),
    ...(zone.left > 0 ? { startColumn: zone.left } : {}),
    ...(selects(mask, 'rowData') ? rowDataOf(workbook, area, mask) : {}),
    ...(selects(mask, 'rowMetadata') ? { rowMetadata: rowMetadataOf(workbook, area) } : {}),
    ...(selects(mask, 'columnMetadata') ? { columnMetadata: columnMetadataOf(workbook, area) } : {}),
  }
}

function rowDataOf(
  workbook: Workbook,
  area: Area,
  mask: Mask | undefined,
): { rowData?: sheets_v4.Schema$RowData[] } {
  const wantsLooks = selects(mask, 'rowData', 'values', 'effectiveFormat')
  const ruled = wantsLooks ? ruledZones(workbook, area.sheetId) : []
  const readers = cellReaders(workbook, area.sheetId, mask, ruled)
  const filled = filledZone(workbook, area, ruled)
  if (filled === undefined) return {}
  const rowData: sheets_v4.Schema$RowData[] = []
  for (let row = area.zone.top; row <= filled.bottom; row++) {
    const values: CellData[] = []
    for (let col = area.zone.left; col <= filled.right; col++)
      values.push(readCell(readers, { sheetId: area.sheetId, row, col }))
    const last = values.findLastIndex(value => Object.keys(value).length > 0)
    rowData.push(last < 0 ? {} : { values: values.slice(0, last + 1) })
  }
  return rowData.length === 0 ? {} : { rowData }
}

function readCell(readers: [string, CellReader][], position: CellPosition): CellData {
  const data: Record<string, unknown> = {}
  for (const [field, read] of readers) {
    const value = read(position)
    if (value !== undefined) data[field] = value
  }
  return data
}

function cellReaders(
  workbook: Workbook,
  sheetId: string,
  mask: Mask | undefined,
  ruled: Zone[],
): [string, CellReader][] {
  const wants = (field: string) => selects(mask, 'rowData', 'values', field)
  const notes = wants('note') ? notesOf(workbook.getters, sheetId) : undefined
  const pivots = wants('pivotTable') ? pivotTablesOf(workbook, sheetId) : undefined
  const pivotZones = wants('userEnteredValue') ? pivotZonesOf(workbook, sheetId) : []
  const isShownByPivot = (position: CellPosition) => pivotZones.some(zone => holds(zone, position))
  const all: [string, CellReader][] = [
    [
      'userEnteredValue',
      position => (isShownByPivot(position) ? undefined : userEnteredValue(workbook, position)),
    ],
    ['effectiveValue', position => effectiveValue(workbook, position)],
    ['formattedValue', position => formattedText(workbook, position)],
    ['userEnteredFormat', position => userEnteredFormat(workbook, position)],
    ['effectiveFormat', position => shownFormat(workbook, position, ruled)],
    ['hyperlink', position => hyperlinkOf(workbook, position)],
    ['textFormatRuns', position => textRuns(workbook, position)],
    ['note', position => textOf(notes?.get(noteKey(position)))],
    ['dataValidation', position => validationOf(workbook, position)],
    ['pivotTable', position => pivots?.get(noteKey(position))],
  ]
  return all.filter(([field]) => wants(field))
}

/** A row that is inserted takes the style of the next one, runs included; they mean nothing without text. */
function textRuns(workbook: Workbook, position: CellPosition): unknown {
  return isBlank(workbook, position)
    ? undefined
    : workbook.getters.getCell(position)?.style?.google?.textFormatRuns
}

function formattedText(workbook: Workbook, position: CellPosition): string | undefined {
  return isBlank(workbook, position) ? undefined : formattedValue(workbook, position)
}

/**
 * A cell that is empty and has no format of its own has the default look, which Google leaves out, unless a
 * conditional format colours it: "this includes the results of applying any conditional formatting".
 */
function shownFormat(workbook: Workbook, position: CellPosition, ruled: Zone[]): unknown {
  const has =
    !isBlank(workbook, position) ||
    userEnteredFormat(workbook, position) !== undefined ||
    isColoured(workbook, position, ruled)
  return has ? effectiveFormat(workbook, position) : undefined
}

const isColoured = (workbook: Workbook, position: CellPosition, ruled: Zone[]): boolean =>
  ruled.some(zone => holds(zone, position)) &&
  Object.keys(workbook.getters.getCellComputedStyle(position)).length > 0

const holds = ({ top, bottom, left, right }: Zone, { row, col }: CellPosition): boolean =>
  row >= top && row <= bottom && col >= left && col <= right

function hyperlinkOf(workbook: Workbook, position: CellPosition): string | undefined {
  const kept = workbook.getters.getCell(position)?.style?.google?.textFormat as
    | sheets_v4.Schema$TextFormat
    | undefined
  return kept?.link?.uri ?? workbook.getters.getEvaluatedCell(position).link?.url
}

/** The part of an area that has cells, formats, notes or rules, or is coloured within the zones given. */
function filledZone(workbook: Workbook, { sheetId, zone }: Area, ruled: Zone[]): Zone | undefined {
  const { getters } = workbook
  let filled: Zone | undefined
  const include = (row: number, col: number) => {
    if (row < zone.top || row > zone.bottom || col < zone.left || col > zone.right) return
    filled ??= { ...zone, bottom: row, right: col }
    filled.bottom = Math.max(filled.bottom, row)
    filled.right = Math.max(filled.right, col)
  }
  for (const { row, col } of getters.getEvaluatedCellsPositions(sheetId)) include(row, col)
  for (const cell of getters.getCells(sheetId)) {
    const { row, col } = getters.getCellPosition(cell.id)
    include(row, col)
  }
  if (getters.getBordersColors(sheetId).length > 0)
    for (let row = zone.top; row <= zone.bottom; row++)
      for (let col = zone.left; col <= zone.right; col++)
        if (getters.getCellBorder({ sheetId, row, col }) !== null) include(row, col)
  includeLooks(workbook, { sheetId, zone }, ruled, include)
  const ranges = [
    ...getters.getAnnotations('note', sheetId).flatMap(it => it.ranges),
    ...getters.getDataValidationRules(sheetId).flatMap(it => it.ranges),
  ]
  for (const { zone: other } of ranges) {
    if (other.top > zone.bottom || other.left > zone.right) continue
    include(Math.min(other.bottom, zone.bottom), Math.min(other.right, zone.right))
  }
  return filled
}

function includeLooks(
  workbook: Workbook,
  { sheetId, zone }: Area,
  ruled: Zone[],
  include: (row: number, col: number) => void,
) {
  for (const rule of ruled)
    for (let row = Math.max(rule.top, zone.top); row <= Math.min(rule.bottom, zone.bottom); row++)
      for (let col = Math.max(rule.left, zone.left); col <= Math.min(rule.right, zone.right); col++)
        if (isColoured(workbook, { sheetId, row, col }, [rule])) include(row, col)
}

// ---- rows and columns

function rowMetadataOf(workbook: Workbook, { sheetId, zone }: Area): sheets_v4.Schema$DimensionProperties[] {
  const { getters } = workbook
  const filtered = rowsHiddenByFilter(workbook, sheetId)
  const metadata = metadataOfLines(workbook, sheetId, 'ROW')
  return range(zone.top, zone.bottom).map(row => ({
    ...(getters.isRowHiddenByUser(sheetId, row) ? { hiddenByUser: true } : {}),
    ...(filtered.has(row) ? { hiddenByFilter: true } : {}),
    pixelSize: googleSize('ROW', getters.getRowSize(sheetId, row)),
    ...developerMetadata(metadata.get(row)),
  }))
}

function columnMetadataOf(
  workbook: Workbook,
  { sheetId, zone }: Area,
): sheets_v4.Schema$DimensionProperties[] {
  const { getters } = workbook
  const metadata = metadataOfLines(workbook, sheetId, 'COLUMN')
  return range(zone.left, zone.right).map(col => ({
    ...(getters.isColHiddenByUser(sheetId, col) ? { hiddenByUser: true } : {}),
    pixelSize: googleSize('COL', getters.getColSize(sheetId, col)),
    ...developerMetadata(metadata.get(col)),
  }))
}

function developerMetadata(found: sheets_v4.Schema$DeveloperMetadata[] | undefined) {
  return found === undefined ? {} : { developerMetadata: found }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}
