/**
 * A1 notation, both ways, and Google's GridRange, against the grid of one workbook. A range that names no
 * tab or an unknown one, or lies outside the grid, is Google's 400.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Zone } from '../../dialect/engine.ts'
import { invalid } from '../google/errors.ts'
import { engine } from './engine.ts'
import type { Workbook } from './workbook.ts'

/** A place on one tab: bounded, inclusive, inside the grid. */
export interface Area {
  sheetId: string
  zone: Zone
}

/** A parsed range, and how it was written: an update from A1 may grow the grid, one of A1:B2 may not. */
export interface A1Range extends Area {
  /** Only the top-left cell, or sides left open (A2:A, Sheet1): the data says how far it goes. */
  openRows: boolean
  openColumns: boolean
}

interface Corner {
  col: number | undefined
  row: number | undefined
}

const CORNER = /^\$?([A-Za-z]{1,3})?\$?([1-9]\d{0,7})?$/
const R1C1 = /^R([1-9]\d*)C([1-9]\d*)$/i

/**
 * Reading a range that reaches over the grid's end reads what is there; writing to one is refused. Either
 * is when it begins outside. (What is known of it: clients read B2:ZZZ and 2:5000000 and get answers.)
 */
export type RangeUse = 'read' | 'write'

export function parseA1(workbook: Workbook, text: string, use: RangeUse = 'read'): A1Range {
  const { title, cells } = splitTitle(text)
  const sheetId = title === undefined ? workbook.getters.getSheetIds()[0] : findTab(workbook, title)
  if (sheetId !== undefined && cells !== undefined) {
    const range = parseCells(workbook, sheetId, cells, use)
    if (range !== undefined) return range
  }
  if (title === undefined) {
    const named = namedArea(workbook, text) ?? wholeTab(workbook, findTab(workbook, text))
    if (named !== undefined) return named
  } else if (cells === undefined && sheetId !== undefined) {
    const whole = wholeTab(workbook, sheetId)
    if (whole !== undefined) return whole
  }
  throw invalid(`Unable to parse range: ${text}`)
}

/** 'My tab'!A1:B2 → My tab, A1:B2. `cells` is undefined for a quoted title alone. */
function splitTitle(text: string): { title?: string; cells?: string } {
  const quoted = /^'((?:[^']|'')*)'(?:!(.*))?$/s.exec(text)
  if (quoted !== null)
    return {
      title: (quoted[1] ?? '').replaceAll("''", "'"),
      ...(quoted[2] === undefined ? {} : { cells: quoted[2] }),
    }
  const at = text.lastIndexOf('!')
  if (at < 0) return { cells: text }
  return { title: text.slice(0, at), cells: text.slice(at + 1) }
}

export function findTab(workbook: Workbook, title: string): string | undefined {
  const { getters } = workbook
  const sheetIds = getters.getSheetIds()
  return (
    sheetIds.find(sheetId => workbook.titleOf(sheetId) === title) ??
    sheetIds.find(sheetId => workbook.titleOf(sheetId).toLowerCase() === title.toLowerCase())
  )
}

function parseCells(workbook: Workbook, sheetId: string, text: string, use: RangeUse): A1Range | undefined {
  const parts = text.split(':')
  if (parts.length > 2) return undefined
  const first = parseCorner(parts[0] ?? '')
  const second = parts.length === 2 ? parseCorner(parts[1] ?? '') : undefined
  if (first === undefined || (parts.length === 2 && second === undefined)) return undefined
  if (second === undefined) {
    if (first.col === undefined || first.row === undefined) return undefined
    const zone = { left: first.col, right: first.col, top: first.row, bottom: first.row }
    return fitInside(workbook, { sheetId, zone, openRows: true, openColumns: true }, text, use)
  }
  const span = spanCorners(workbook, sheetId, first, second)
  return span === undefined ? undefined : fitInside(workbook, span, text, use)
}

function spanCorners(
  workbook: Workbook,
  sheetId: string,
  first: Corner,
  second: Corner,
): A1Range | undefined {
  const columns = [first.col, second.col].filter(it => it !== undefined).sort((a, b) => a - b)
  const rows = [first.row, second.row].filter(it => it !== undefined).sort((a, b) => a - b)
  if (columns.length + rows.length < 2) return undefined
  const openRows = rows.length < 2
  const openColumns = columns.length < 2
  const left = columns[0] ?? 0
  const top = rows[0] ?? 0
  const zone = {
    left,
    top,
    right: openColumns ? workbook.getters.getNumberCols(sheetId) - 1 : (columns[1] ?? left),
    bottom: openRows ? workbook.getters.getNumberRows(sheetId) - 1 : (rows[1] ?? top),
  }
  return { sheetId, zone, openRows, openColumns }
}

function parseCorner(text: string): Corner | undefined {
  const r1c1 = R1C1.exec(text)
  if (r1c1 !== null) return { row: Number(r1c1[1]) - 1, col: Number(r1c1[2]) - 1 }
  const match = CORNER.exec(text)
  if (match === null || (match[1] === undefined && match[2] === undefined)) return undefined
  return {
    col: match[1] === undefined ? undefined : engine.helpers.lettersToNumber(match[1].toUpperCase()),
    row: match[2] === undefined ? undefined : Number(match[2]) - 1,
  }
}

function fitInside(workbook: Workbook, range: A1Range, cells: string, use: RangeUse): A1Range {
  const lastRow = workbook.getters.getNumberRows(range.sheetId) - 1
  const lastColumn = workbook.getters.getNumberCols(range.sheetId) - 1
  const { top, bottom, left, right } = range.zone
  const beginsOutside = top > lastRow || left > lastColumn
  const endsOutside = bottom > lastRow || right > lastColumn
  if (beginsOutside || (use === 'write' && endsOutside)) throw exceedsGrid(workbook, range.sheetId, cells)
  const zone = { top, left, bottom: Math.min(bottom, lastRow), right: Math.min(right, lastColumn) }
  return { ...range, zone }
}

export function exceedsGrid(workbook: Workbook, sheetId: string, cells: string): Error {
  const { getters } = workbook
  const title = quoteTitle(workbook.titleOf(sheetId))
  return invalid(
    `Range (${title}!${cells}) exceeds grid limits. Max rows: ${getters.getNumberRows(sheetId)}, max columns: ${getters.getNumberCols(sheetId)}`,
  )
}

function namedArea(workbook: Workbook, name: string): A1Range | undefined {
  const found = workbook.getters.getNamedRanges().find(it => it.name.toLowerCase() === name.toLowerCase())
  if (found === undefined) return undefined
  return { sheetId: found.range.sheetId, zone: found.range.zone, openRows: false, openColumns: false }
}

function wholeTab(workbook: Workbook, sheetId: string | undefined): A1Range | undefined {
  if (sheetId === undefined) return undefined
  return { sheetId, zone: workbook.getters.getSheetZone(sheetId), openRows: true, openColumns: true }
}

/** Google quotes a title unless it is a plain word that no reference looks like. */
export function quoteTitle(title: string): string {
  const plain = /^[A-Za-z_][A-Za-z0-9_]*$/.test(title) && !CORNER.test(title) && !R1C1.test(title)
  return plain ? title : `'${title.replaceAll("'", "''")}'`
}

/** The bounded form Google answers with: Sheet1!A1:Z1000, 'My tab'!B2. */
export function printA1(workbook: Workbook, { sheetId, zone }: Area): string {
  return `${quoteTitle(workbook.titleOf(sheetId))}!${printCells(zone)}`
}

/** For the engine, which knows another form of some titles. */
export function printEngineA1(workbook: Workbook, { sheetId, zone }: Area): string {
  return `'${workbook.getters.getSheetName(sheetId)}'!${printCells(zone)}`
}

export function printCells({ left, right, top, bottom }: Zone): string {
  const { toXC } = engine.helpers
  const from = toXC(left, top)
  return left === right && top === bottom ? from : `${from}:${toXC(right, bottom)}`
}

// ---- GridRange

/** `path` names the request in the error, as "requests[0].sortRange". */
export function sheetOf(workbook: Workbook, gid: number | null | undefined, path: string): string {
  const sheetId = workbook.sheetIdOf(gid ?? 0)
  if (sheetId === undefined) throw invalid(`Invalid ${path}: No grid with id: ${gid ?? 0}`)
  return sheetId
}

/** Half-open, sides may be missing → inclusive and bounded by the grid. An empty range is an error. */
export function areaOf(
  workbook: Workbook,
  range: sheets_v4.Schema$GridRange | null | undefined,
  path: string,
): Area {
  if (range === null || range === undefined) throw invalid(`Invalid ${path}: range is required`)
  const sheetId = sheetOf(workbook, range.sheetId, path)
  const maxRows = workbook.getters.getNumberRows(sheetId)
  const maxColumns = workbook.getters.getNumberCols(sheetId)
  const top = range.startRowIndex ?? 0
  const left = range.startColumnIndex ?? 0
  const endRow = range.endRowIndex ?? maxRows
  const endColumn = range.endColumnIndex ?? maxColumns
  if (top < 0 || left < 0) throw invalid(`Invalid ${path}: GridRange indices must be at least 0`)
  if (endRow <= top)
    throw invalid(`Invalid ${path}: endRowIndex[${endRow}] must be after startRowIndex[${top}]`)
  if (endColumn <= left)
    throw invalid(`Invalid ${path}: endColumnIndex[${endColumn}] must be after startColumnIndex[${left}]`)
  const zone = { left, top, right: endColumn - 1, bottom: endRow - 1 }
  if (endRow > maxRows || endColumn > maxColumns) {
    const { message } = exceedsGrid(workbook, sheetId, printCells(zone))
    throw invalid(`Invalid ${path}: ${message}`)
  }
  return { sheetId, zone }
}

/** A side that reaches the grid's end stays in: Google answers with bounded ranges too. */
export function gridRangeOf(workbook: Workbook, { sheetId, zone }: Area): sheets_v4.Schema$GridRange {
  return {
    sheetId: workbook.gidOf(sheetId),
    startRowIndex: zone.top,
    endRowIndex: zone.bottom + 1,
    startColumnIndex: zone.left,
    endColumnIndex: zone.right + 1,
  }
}
