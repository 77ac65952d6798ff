/** A1 notation and Apps Script's 1-based areas. Knows no sheet: an open end stays open until `clip`. */
import { columnLetters, columnNumber } from '../formulas/column-letters.ts'
import type { Area } from './bridge.ts'

/** Where a range ends when it is a whole column (`A:C`) or a whole row (`2:5`). */
const OPEN = Number.POSITIVE_INFINITY

export interface A1Range {
  sheetName: string | null
  area: Area
}

/** `null` when the text is not a range. `'My tab'!A1:B2`, `A:C`, `3:5` and `B2` are. */
export function parseA1(text: string): A1Range | null {
  const match = /^(?:(?:'((?:[^']|'')+)'|([^'!]+))!)?([^!]+)$/.exec(text.trim())
  if (!match) return null
  const sheetName = match[1]?.replaceAll("''", "'") ?? match[2] ?? null
  const area = parseArea(match[3] ?? '')
  return area && { sheetName, area }
}

function parseArea(text: string): Area | null {
  const [first, second, ...more] = text.replaceAll('$', '').split(':')
  if (more.length > 0 || first === undefined) return null
  const start = parseCorner(first)
  const end = second === undefined ? start : parseCorner(second)
  if (!start || !end) return null
  if (second === undefined && (start.row === null || start.column === null)) return null
  const [top, bottom] = order(start.row, end.row)
  const [left, right] = order(start.column, end.column)
  return { row: top, column: left, rows: bottom - top + 1, columns: right - left + 1 }
}

function parseCorner(text: string): { row: number | null; column: number | null } | null {
  const match = /^([A-Za-z]{0,3})(\d*)$/.exec(text)
  if (!match || match[0] === '') return null
  return { column: match[1] ? columnNumber(match[1]) : null, row: match[2] ? Number(match[2]) : null }
}

function order(first: number | null, second: number | null): [number, number] {
  if (first === null && second === null) return [1, OPEN]
  if (first === null || second === null) return [first ?? second ?? 1, OPEN]
  return [Math.min(first, second), Math.max(first, second)]
}

/** The part of an area that lies on a sheet of this size; `null` when none of it does. */
export function clip(area: Area, maxRows: number, maxColumns: number): Area | null {
  if (area.row < 1 || area.column < 1 || area.row > maxRows || area.column > maxColumns) return null
  return {
    ...area,
    rows: Math.min(area.rows, maxRows - area.row + 1),
    columns: Math.min(area.columns, maxColumns - area.column + 1),
  }
}

export function formatA1({ row, column, rows, columns }: Area): string {
  const start = `${columnLetters(column)}${row}`
  if (rows === 1 && columns === 1) return start
  return `${start}:${columnLetters(column + columns - 1)}${row + rows - 1}`
}
