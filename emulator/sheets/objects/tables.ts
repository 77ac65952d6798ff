/**
 * Google's tables: a named range of typed columns with a header and a look of its own. The definition is an
 * annotation; a table of the engine under it draws the look and the filter buttons.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Annotation } from '../../dialect/engine.ts'
import { plainValue } from '../cells/cells.ts'
import { invalid } from '../google/errors.ts'
import { updateMask } from '../google/fields.ts'
import { type Area, gridRangeOf } from '../workbook/a1.ts'
import type { Workbook } from '../workbook/workbook.ts'
import { type Context, editable, fail, rangeData } from './context.ts'

type Table = sheets_v4.Schema$Table
type SavedTable = Omit<Table, 'tableId' | 'range'>

/** How the engine draws it; Google's interface has the colours of its rows only. */
export interface TableLook {
  /** One of the engine's, which are called as Excel's. */
  styleId: string
  bandedRows: boolean
  bandedColumns: boolean
  firstColumn: boolean
  lastColumn: boolean
  hasFilters: boolean
  totalRow: boolean
}

/** A table of a file. */
export type LookedTable = Table & { look?: TableLook }

const USUAL_LOOK: TableLook = {
  styleId: 'TableStyleMedium2',
  bandedRows: true,
  bandedColumns: false,
  firstColumn: false,
  lastColumn: false,
  hasFilters: true,
  totalRow: false,
}
const OWN_STYLES =
  /^(?:None|TableStyle(?:Light(?:1\d|2[01]|[1-9])|Medium(?:1\d|2[0-8]|[1-9])|Dark(?:1[01]|[1-9])))$/

// ---- reading

/** As the page shows it, and may have changed it. */
export function tableLook({ getters }: Workbook, sheetId: string, tableId: string): TableLook {
  const zone = getters.getAnnotation(`table:${tableId}`)?.ranges[0]?.zone
  const drawn = getters
    .getCoreTables(sheetId)
    .find(({ range }) => range.zone.top === zone?.top && range.zone.left === zone.left)
  return { ...USUAL_LOOK, ...(drawn?.config as Partial<TableLook> | undefined) }
}

export function tablesOf(workbook: Workbook, sheetId: string): Table[] {
  return workbook.getters.getAnnotations('table', sheetId).map(it => read(workbook, it))
}

function read(workbook: Workbook, { id, sheetId = '', ranges, data }: Annotation): Table {
  const { columnProperties = [], ...saved } = data as SavedTable
  const zone = ranges[0]?.zone
  if (zone === undefined) return saved
  const columns = Array.from({ length: zone.right - zone.left + 1 }, (_, columnIndex) => {
    const given = columnProperties?.find(it => (it.columnIndex ?? 0) === columnIndex)
    const name = String(plainValue(workbook, { sheetId, row: zone.top, col: zone.left + columnIndex }))
    return { ...given, columnIndex, columnName: name || `Column ${columnIndex + 1}` }
  })
  return {
    tableId: id.slice('table:'.length),
    ...saved,
    range: gridRangeOf(workbook, { sheetId, zone }),
    columnProperties: columns,
  }
}

// ---- writing

export function addTable(context: Context, given: LookedTable | undefined): Table {
  const { workbook } = context
  if (!given?.range) throw fail(context, 'table.range is required')
  const { tableId = String(workbook.newGid()), range, look = USUAL_LOOK, ...rest } = given
  const area = editable(context, range)
  const name = rest.name || nextName(workbook)
  checkName(context, name, undefined)
  if (find(workbook, tableId ?? '') !== undefined)
    throw fail(context, `A table with id ${tableId} already exists.`)
  nameColumns(context, area, rest)
  draw(context, area, look)
  save(context, tableId ?? '', area, { ...rest, name })
  return read(workbook, require(context, tableId ?? ''))
}

export function updateTable(context: Context, { table, fields }: sheets_v4.Schema$UpdateTableRequest): void {
  const annotation = require(context, table?.tableId ?? '')
  const mask = updateMask(fields, 'Table', context.path)
  const before = areaOfTable(annotation)
  const { tableId, range, ...given } = table ?? {}
  const changed = Object.entries(given).filter(([field]) => mask.has(field))
  const saved = { ...(annotation.data as SavedTable), ...Object.fromEntries(changed) } as SavedTable
  if (mask.has('name')) checkName(context, saved.name ?? '', annotation.id)
  const area = mask.has('range') && range ? editable(context, range) : before
  if (mask.has('range')) {
    const look = tableLook(context.workbook, before.sheetId, tableId ?? '')
    erase(context, before)
    draw(context, area, look)
  }
  if (mask.has('columnProperties')) nameColumns(context, area, saved)
  save(context, tableId ?? '', area, saved)
}

export function deleteTable(context: Context, tableId: string | null | undefined): void {
  const annotation = require(context, tableId ?? '')
  const area = areaOfTable(annotation)
  erase(context, area)
  context.tx.dispatch('CLEAR_CELLS', { sheetId: area.sheetId, target: [area.zone] })
  context.tx.removeAnnotation(annotation.id)
}

function save({ tx }: Context, tableId: string, area: Area, data: SavedTable): void {
  const ranges = [rangeData(area)]
  tx.setAnnotation({ id: `table:${tableId}`, kind: 'table', sheetId: area.sheetId, ranges, data })
}

function draw({ tx }: Context, area: Area, look: TableLook): void {
  tx.dispatch('CREATE_TABLE', {
    sheetId: area.sheetId,
    ranges: [rangeData(area)],
    tableType: 'static',
    config: {
      ...look,
      numberOfHeaders: 1,
      styleId: OWN_STYLES.test(look.styleId) ? look.styleId : USUAL_LOOK.styleId,
    },
  })
}

function erase({ tx }: Context, { sheetId, zone }: Area): void {
  tx.dispatch('REMOVE_TABLE', { sheetId, target: [zone] })
}

/** Names that are given go into the header; empty header cells get one. */
function nameColumns(
  { workbook, tx }: Context,
  { sheetId, zone }: Area,
  { columnProperties }: SavedTable,
): void {
  for (let col = zone.left; col <= zone.right; col++) {
    const position = { sheetId, row: zone.top, col }
    const given = columnProperties?.find(it => (it.columnIndex ?? 0) === col - zone.left)?.columnName
    const has = plainValue(workbook, position) !== ''
    if (given || !has)
      tx.dispatch('UPDATE_CELL', { ...position, content: given || `Column ${col - zone.left + 1}` })
  }
}

function checkName(context: Context, name: string, ownId: string | undefined): void {
  const taken = context.workbook.getters
    .getAnnotations('table')
    .some(it => it.id !== ownId && (it.data as SavedTable).name?.toLowerCase() === name.toLowerCase())
  if (taken) throw fail(context, `A table with the name "${name}" already exists.`)
  if (!/^[\p{L}_][\p{L}\p{N}_ .]*$/u.test(name)) throw fail(context, `"${name}" is not a valid table name.`)
}

function nextName(workbook: Workbook): string {
  const names = workbook.getters.getAnnotations('table').map(it => (it.data as SavedTable).name)
  let n = 1
  while (names.includes(`Table${n}`)) n++
  return `Table${n}`
}

function areaOfTable({ sheetId = '', ranges }: Annotation): Area {
  return { sheetId, zone: ranges[0]?.zone ?? { top: 0, left: 0, bottom: 0, right: 0 } }
}

function find(workbook: Workbook, tableId: string): Annotation | undefined {
  return workbook.getters.getAnnotation(`table:${tableId}`)
}

function require({ workbook, path }: Context, tableId: string): Annotation {
  const found = find(workbook, tableId)
  if (found === undefined) throw invalid(`Invalid ${path}: No table with id: ${tableId}`)
  return found
}
