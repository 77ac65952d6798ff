/** Rectangles of values as the reading methods of spreadsheets.values answer them. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { CellPosition } from '../../dialect/engine.ts'
import { type Area, printA1 } from '../workbook/a1.ts'
import { formulaOf } from '../workbook/formula-text.ts'
import type { Workbook } from '../workbook/workbook.ts'
import { formattedValue, isBlank, plainValue, shownNumberFormat } from './cells.ts'
import { usedZone } from './grid-size.ts'

export type Dimension = 'ROWS' | 'COLUMNS'

export interface ReadOptions {
  majorDimension: Dimension
  valueRenderOption: 'FORMATTED_VALUE' | 'UNFORMATTED_VALUE' | 'FORMULA'
  dateTimeRenderOption: 'SERIAL_NUMBER' | 'FORMATTED_STRING'
}

type Value = string | number | boolean

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

/** Looking for the used part of a tab costs as much as reading this many cells and more. */
const SMALL_RANGE_CELLS = 5000

function readRows(
  workbook: Workbook,
  { sheetId, zone }: Area,
  options: ReadOptions,
): (Value | undefined)[][] {
  const cells = (zone.bottom - zone.top + 1) * (zone.right - zone.left + 1)
  const used = cells <= SMALL_RANGE_CELLS ? zone : usedZone(workbook, sheetId)
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

export function transpose<T>(rows: T[][]): T[][] {
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
