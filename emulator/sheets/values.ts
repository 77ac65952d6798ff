/**
 * spreadsheets.values: reading and writing rectangles of values. Pure over a workbook; the routes read the
 * request and say who may.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import type { CellPosition, Zone } from '../dialect/engine.ts'
import { type A1Range, type Area, parseA1, printA1, printCells, quoteTitle } from './a1.ts'
import { enterCell, formattedValue, formulaOf, isBlank, plainValue, shownNumberFormat } from './cells.ts'
import { invalid } from './errors.ts'
import { type CellInput, MAX_CELL_CHARACTERS, readUserEntered } from './input.ts'
import type { Transaction, Workbook } from './workbook.ts'

export type Dimension = 'ROWS' | 'COLUMNS'

export interface ReadOptions {
  majorDimension: Dimension
  valueRenderOption: 'FORMATTED_VALUE' | 'UNFORMATTED_VALUE' | 'FORMULA'
  dateTimeRenderOption: 'SERIAL_NUMBER' | 'FORMATTED_STRING'
}

export type ValueInputOption = 'RAW' | 'USER_ENTERED'

type Value = string | number | boolean

// ---- reading

export function readValues(
  workbook: Workbook,
  area: Area,
  options: ReadOptions,
): sheets_v4.Schema$ValueRange {
  const rows = readRows(workbook, area, options)
  const values = trimEmpty(options.majorDimension === 'ROWS' ? rows : transpose(rows))
  return {
    range: printA1(workbook, area),
    majorDimension: options.majorDimension,
    ...(values.length === 0 ? {} : { values }),
  }
}

function readRows(
  workbook: Workbook,
  { sheetId, zone }: Area,
  options: ReadOptions,
): (Value | undefined)[][] {
  const used = usedZone(workbook, sheetId)
  if (used === undefined) return []
  const bottom = Math.min(zone.bottom, used.bottom)
  const right = Math.min(zone.right, used.right)
  const rows: (Value | undefined)[][] = []
  for (let row = zone.top; row <= bottom; row++) {
    const values: (Value | undefined)[] = []
    for (let col = zone.left; col <= right; col++)
      values.push(readValue(workbook, { sheetId, row, col }, options))
    rows.push(values)
  }
  return rows
}

/** undefined: nothing here, which is left out at the end of a row and '' within it. */
function readValue(workbook: Workbook, position: CellPosition, options: ReadOptions): Value | undefined {
  if (isBlank(workbook, position)) return undefined
  if (options.valueRenderOption === 'FORMATTED_VALUE') return formattedValue(workbook, position)
  if (options.valueRenderOption === 'FORMULA') {
    const formula = formulaOf(workbook.getters.getCell(position), workbook.getters)
    if (formula !== undefined) return formula
  }
  const value = plainValue(workbook, position)
  if (typeof value === 'number' && options.dateTimeRenderOption === 'FORMATTED_STRING') {
    const type = shownNumberFormat(workbook, position)?.type ?? ''
    if (['DATE', 'TIME', 'DATE_TIME'].includes(type)) return formattedValue(workbook, position)
  }
  return value
}

function transpose<T>(rows: T[][]): T[][] {
  const width = Math.max(0, ...rows.map(row => row.length))
  return Array.from({ length: width }, (_, col) => rows.map(row => row[col] as T))
}

function trimEmpty(rows: (Value | undefined)[][]): Value[][] {
  const trimmed = rows.map(row => {
    const last = row.findLastIndex(value => value !== undefined)
    return row.slice(0, last + 1).map(value => value ?? '')
  })
  return trimmed.slice(0, trimmed.findLastIndex(row => row.length > 0) + 1)
}

/** The smallest zone that holds every value of a tab; undefined when it is empty. */
export function usedZone(workbook: Workbook, sheetId: string): Zone | undefined {
  let zone: Zone | undefined
  for (const position of workbook.getters.getEvaluatedCellsPositions(sheetId)) {
    if (isBlank(workbook, position)) continue
    const { row, col } = position
    zone ??= { top: row, bottom: row, left: col, right: col }
    if (row < zone.top) zone.top = row
    if (row > zone.bottom) zone.bottom = row
    if (col < zone.left) zone.left = col
    if (col > zone.right) zone.right = col
  }
  return zone
}

// ---- writing

/** One rectangle to write, read and checked: nothing is written before all of them are. */
export interface PlannedWrite {
  range: A1Range
  /** The zone the given values cover, within the range or past its open sides. */
  zone: Zone
  rows: (CellInput & { typed?: string })[][] | Skipped[][]
}
type Skipped = (CellInput & { typed?: string }) | undefined

export function planWrite(
  workbook: Workbook,
  rangeText: string,
  body: sheets_v4.Schema$ValueRange,
  option: ValueInputOption,
): PlannedWrite {
  if (body.range && !sameRange(workbook, body.range, rangeText))
    throw invalid(
      `Requested writing within range [${rangeText}], but the range in the body is [${body.range}]`,
    )
  const range = parseA1(workbook, rangeText, 'write')
  const given = body.majorDimension === 'COLUMNS' ? transpose(body.values ?? []) : (body.values ?? [])
  const rows = given.map((row, y) => readGivenRow(row, y, option))
  const height = rows.length
  const width = Math.max(0, ...rows.map(row => row.length))
  const zone = {
    top: range.zone.top,
    left: range.zone.left,
    bottom: range.zone.top + Math.max(height, 1) - 1,
    right: range.zone.left + Math.max(width, 1) - 1,
  }
  checkFits(workbook, range, zone)
  return { range, zone, rows }
}

function sameRange(workbook: Workbook, a: string, b: string): boolean {
  return printA1(workbook, parseA1(workbook, a)) === printA1(workbook, parseA1(workbook, b))
}

function checkFits(workbook: Workbook, range: A1Range, zone: Zone): void {
  const title = quoteTitle(workbook.getters.getSheetName(range.sheetId))
  const within = `Requested writing within range [${title}!${printCells(range.zone)}], but tried writing to`
  if (!range.openRows && zone.bottom > range.zone.bottom)
    throw invalid(`${within} row [${range.zone.bottom + 2}]`)
  if (!range.openColumns && zone.right > range.zone.right)
    throw invalid(
      `${within} column [${printCells({ ...zone, left: range.zone.right + 1, right: range.zone.right + 1, bottom: zone.top }).replace(/\d+$/, '')}]`,
    )
}

function readGivenRow(row: unknown, y: number, option: ValueInputOption): Skipped[] {
  if (!Array.isArray(row))
    throw invalid(
      `Invalid value at 'data.values[${y}]' (type.googleapis.com/google.protobuf.ListValue), ${JSON.stringify(row)}`,
    )
  return row.map((value: unknown, x) => readGiven(value, option, `values[${y}][${x}]`))
}

/** null and undefined mean "leave this cell alone". */
export function readGiven(value: unknown, option: ValueInputOption, path: string): Skipped {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'number') return { kind: 'number', value }
  if (typeof value === 'boolean') return { kind: 'boolean', value }
  if (typeof value !== 'string')
    throw invalid(
      `Invalid ${path}: ${Array.isArray(value) ? 'list_value' : 'struct_value'} ${JSON.stringify(value)}`,
    )
  if (value.length > MAX_CELL_CHARACTERS)
    throw invalid(
      `Invalid ${path}: Your input contains more than the maximum of ${MAX_CELL_CHARACTERS} characters in a single cell.`,
    )
  if (option === 'RAW') return value === '' ? { kind: 'empty' } : { kind: 'text', text: value }
  return { ...readUserEntered(value), typed: value }
}

export function applyWrite(workbook: Workbook, tx: Transaction, { range, zone, rows }: PlannedWrite): void {
  growTo(workbook, tx, range.sheetId, zone.bottom + 1, zone.right + 1)
  rows.forEach((row, y) => {
    row.forEach((input, x) => {
      if (input === undefined) return
      const { typed, ...entered } = input
      const position = { sheetId: range.sheetId, row: zone.top + y, col: zone.left + x }
      enterCell(workbook, tx, position, entered as CellInput, typed)
    })
  })
}

export const MAX_CELLS_IN_WORKBOOK = 10_000_000

/** Adds rows and columns at the end until the tab has at least so many. */
export function growTo(
  workbook: Workbook,
  tx: Transaction,
  sheetId: string,
  rows: number,
  columns: number,
): void {
  const { getters } = workbook
  const [haveRows, haveColumns] = [getters.getNumberRows(sheetId), getters.getNumberCols(sheetId)]
  if (rows <= haveRows && columns <= haveColumns) return
  checkCellLimit(workbook, sheetId, Math.max(rows, haveRows), Math.max(columns, haveColumns))
  addAtEnd(workbook, tx, sheetId, 'ROW', rows - haveRows)
  addAtEnd(workbook, tx, sheetId, 'COL', columns - haveColumns)
}

export function checkCellLimit(
  workbook: Workbook,
  sheetId: string | undefined,
  rows: number,
  columns: number,
): void {
  const { getters } = workbook
  const others = getters
    .getSheetIds()
    .filter(it => it !== sheetId)
    .reduce((sum, it) => sum + getters.getNumberRows(it) * getters.getNumberCols(it), 0)
  if (others + rows * columns > MAX_CELLS_IN_WORKBOOK)
    throw invalid(
      `This action would increase the number of cells in the workbook above the limit of ${MAX_CELLS_IN_WORKBOOK} cells.`,
    )
}

function addAtEnd(
  workbook: Workbook,
  tx: Transaction,
  sheetId: string,
  dimension: 'ROW' | 'COL',
  quantity: number,
): void {
  if (quantity <= 0) return
  const { getters } = workbook
  const count = dimension === 'ROW' ? getters.getNumberRows(sheetId) : getters.getNumberCols(sheetId)
  tx.dispatch('ADD_COLUMNS_ROWS', {
    sheetId,
    sheetName: getters.getSheetName(sheetId),
    dimension,
    base: count - 1,
    quantity,
    position: 'after',
  })
}

export function updateResponse(
  workbook: Workbook,
  { range, zone, rows }: PlannedWrite,
  readBack: ReadOptions | undefined,
): sheets_v4.Schema$UpdateValuesResponse {
  const area = { sheetId: range.sheetId, zone }
  const written = rows.flatMap((row, y) => row.flatMap((input, x) => (input === undefined ? [] : [{ x, y }])))
  return {
    spreadsheetId: workbook.id,
    updatedRange: printA1(workbook, area),
    ...(written.length === 0
      ? {}
      : {
          updatedRows: new Set(written.map(cell => cell.y)).size,
          updatedColumns: new Set(written.map(cell => cell.x)).size,
          updatedCells: written.length,
        }),
    ...(readBack === undefined ? {} : { updatedData: readValues(workbook, area, readBack) }),
  }
}

// ---- append, clear

/** The block of cells around a range's top-left corner that Google calls a table; undefined: none there. */
export function findTable(workbook: Workbook, { sheetId, zone }: A1Range): Zone | undefined {
  const used = usedZone(workbook, sheetId)
  if (used === undefined) return undefined
  const filled = new Set<string>()
  for (let row = used.top; row <= used.bottom; row++)
    for (let col = used.left; col <= used.right; col++)
      if (!isBlank(workbook, { sheetId, row, col })) filled.add(`${row},${col}`)
  const start = lastFilledIn(filled, zone, used)
  return start === undefined ? undefined : spread(filled, start)
}

/** Google looks within the range for data; the last block there is the one appended to. */
function lastFilledIn(filled: Set<string>, zone: Zone, used: Zone): Zone | undefined {
  for (let row = Math.min(zone.bottom, used.bottom); row >= zone.top; row--)
    for (let col = zone.left; col <= Math.min(zone.right, used.right); col++)
      if (filled.has(`${row},${col}`)) return { top: row, bottom: row, left: col, right: col }
  // A range just below or beside a table belongs to it.
  for (let row = zone.top - 1; row <= zone.top + 1; row++)
    for (let col = zone.left - 1; col <= zone.left + 1; col++)
      if (filled.has(`${row},${col}`)) return { top: row, bottom: row, left: col, right: col }
  return undefined
}

/** Grows a zone side by side while the next row or column, corners included, holds anything. */
function spread(filled: Set<string>, start: Zone): Zone {
  const zone = { ...start }
  const rowHasAny = (row: number) => {
    for (let col = zone.left - 1; col <= zone.right + 1; col++) if (filled.has(`${row},${col}`)) return true
    return false
  }
  const columnHasAny = (col: number) => {
    for (let row = zone.top - 1; row <= zone.bottom + 1; row++) if (filled.has(`${row},${col}`)) return true
    return false
  }
  for (;;) {
    const before = { ...zone }
    while (rowHasAny(zone.bottom + 1)) zone.bottom++
    while (rowHasAny(zone.top - 1)) zone.top--
    while (columnHasAny(zone.right + 1)) zone.right++
    while (columnHasAny(zone.left - 1)) zone.left--
    const grew =
      before.top !== zone.top ||
      before.bottom !== zone.bottom ||
      before.left !== zone.left ||
      before.right !== zone.right
    if (!grew) return zone
  }
}

/** Empties cells of values and formulas; formats, notes and rules stay. */
export function clearArea(workbook: Workbook, tx: Transaction, { sheetId, zone }: Area): void {
  for (const cell of workbook.getters.getCells(sheetId)) {
    if (!cell.isFormula && cell.content === '') continue
    const { row, col } = workbook.getters.getCellPosition(cell.id)
    if (row >= zone.top && row <= zone.bottom && col >= zone.left && col <= zone.right)
      tx.dispatch('UPDATE_CELL', { sheetId, row, col, content: '' })
  }
}
