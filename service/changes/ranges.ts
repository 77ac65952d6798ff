/** Ranges inside of charts, rules, filters and so on, carried to where their cells are. */
import type { Layout, TabLayout } from './footprint/layout.ts'
import type { Lines } from './lines.ts'

type Json = Record<string, unknown>

const isNumber = (value: unknown): value is number => typeof value === 'number'

function side(lines: Lines, start: unknown, end: unknown): [number | undefined, number | undefined] | null {
  if (!isNumber(start) && !isNumber(end)) return [undefined, undefined]
  const from = isNumber(start) ? start : 0
  const to = isNumber(end) ? end : from + 1
  const span = lines.span([{ id: from, count: to - from }])
  if (!span) return null
  return [isNumber(start) || isNumber(end) ? span[0] : undefined, isNumber(end) ? span[1] : undefined]
}

function gridRange(range: Json, tab: TabLayout): Json | null {
  const rows = side(tab.rows, range.startRowIndex, range.endRowIndex)
  const columns = side(tab.columns, range.startColumnIndex, range.endColumnIndex)
  if (!rows || !columns) return null
  const result: Json = { ...range }
  const put = (key: string, value: number | undefined) => {
    if (value !== undefined) result[key] = value
  }
  put('startRowIndex', rows[0])
  put('endRowIndex', rows[1])
  put('startColumnIndex', columns[0])
  put('endColumnIndex', columns[1])
  return result
}

function moveOwn(value: Json, layout: Layout): Json | null {
  const tab = layout.tabs.get(isNumber(value.sheetId) ? value.sheetId : 0)
  if ('rowIndex' in value || 'columnIndex' in value) {
    const row = tab?.rows.positionOf((value.rowIndex as number | undefined) ?? 0)
    const column = tab?.columns.positionOf((value.columnIndex as number | undefined) ?? 0)
    return {
      ...value,
      ...(row === undefined ? {} : { rowIndex: row }),
      ...(column === undefined ? {} : { columnIndex: column }),
    }
  }
  if ('dimension' in value) {
    const lines = value.dimension === 'COLUMNS' ? tab?.columns : tab?.rows
    const span = lines && side(lines, value.startIndex, value.endIndex)
    return span ? { ...value, startIndex: span[0], endIndex: span[1] } : value
  }
  return tab ? gridRange(value, tab) : value
}

const RANGE_KEYS = ['startRowIndex', 'endRowIndex', 'startColumnIndex', 'endColumnIndex']
const CELL_KEYS = new Set(['sheetId', 'rowIndex', 'columnIndex'])

/** A column's number alone, as filters, slicers and tables have it, is no cell. */
const isCell = (keys: string[]): boolean =>
  keys.every(key => CELL_KEYS.has(key)) && (keys.includes('rowIndex') || keys.includes('columnIndex'))

/** The object with all ranges in it moved; a range of which nothing is left stays as it was. */
export function moveRanges<T>(value: T, layout: Layout): T {
  if (Array.isArray(value)) return value.map(item => moveRanges(item, layout)) as T
  if (typeof value !== 'object' || value === null) return value
  const json = value as Json
  const isPlace =
    RANGE_KEYS.some(key => key in json) ||
    isCell(Object.keys(json)) ||
    ('dimension' in json && 'startIndex' in json)
  if (isPlace) return (moveOwn(json, layout) ?? json) as T
  return Object.fromEntries(Object.entries(json).map(([key, inner]) => [key, moveRanges(inner, layout)])) as T
}

/** Everything that the object lies over is gone with its lines, and it with them. */
export function isGone(object: { range?: unknown; ranges?: unknown }, layout: Layout): boolean {
  const ranges = Array.isArray(object.ranges) ? (object.ranges as Json[]) : [object.range as Json | undefined]
  return ranges.every(range => {
    if (!range || 'dimension' in range) return false
    const tab = layout.tabs.get(isNumber(range.sheetId) ? range.sheetId : 0)
    return tab !== undefined && gridRange(range, tab) === null
  })
}
