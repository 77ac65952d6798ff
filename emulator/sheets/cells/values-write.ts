/**
 * Rectangles of values as the writing methods of spreadsheets.values take them: planned and checked first,
 * all of them, then applied within one change.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Zone } from '../../dialect/engine.ts'
import { invalid } from '../google/errors.ts'
import { type A1Range, type Area, parseA1, printA1, printCells, quoteTitle } from '../workbook/a1.ts'
import type { Transaction, Workbook } from '../workbook/workbook.ts'
import { enterCell } from './cells.ts'
import { growTo } from './grid-size.ts'
import { type CellInput, MAX_CELL_CHARACTERS, readUserEntered } from './input.ts'
import { type ReadOptions, readValues, transpose } from './values-read.ts'

export type ValueInputOption = 'RAW' | 'USER_ENTERED'

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
  const title = quoteTitle(workbook.titleOf(range.sheetId))
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

/** Empties cells of values and formulas; formats, notes and rules stay. */
export function clearArea(workbook: Workbook, tx: Transaction, { sheetId, zone }: Area): void {
  for (const cell of workbook.getters.getCells(sheetId)) {
    if (!cell.isFormula && cell.content === '') continue
    const { row, col } = workbook.getters.getCellPosition(cell.id)
    if (row >= zone.top && row <= zone.bottom && col >= zone.left && col <= zone.right)
      tx.dispatch('UPDATE_CELL', { sheetId, row, col, content: '' })
  }
}
