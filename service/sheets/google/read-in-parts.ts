/**
 * Large ranges as several reads: one answer of half a million cells would be parsed in one go, and everyone
 * else would wait for it. Small ones stay one call.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { formatBox, formatRange, parseRange } from '../a1.ts'

/** Parsed within some 30 ms, formulas too. */
const MOST_CELLS = 100_000

interface Part {
  /** Which of the ranges it belongs to. */
  index: number
  /** Rows of the range before it. */
  offset: number
  range: string
  cells: number
}

/** The calls to make, each a list of parts; null where one call will do. */
export function partsOf(ranges: readonly string[]): Part[][] | null {
  const parts = ranges.flatMap((range, index) => cut(range, index))
  if (parts.length === ranges.length && parts.reduce((sum, part) => sum + part.cells, 0) <= MOST_CELLS)
    return null
  const calls: Part[][] = []
  let room = 0
  for (const part of parts) {
    if (calls.length === 0 || part.cells > room) {
      calls.push([])
      room = MOST_CELLS
    }
    calls.at(-1)!.push(part)
    room -= part.cells
  }
  return calls.length > 1 ? calls : null
}

/** Ranges without an end are as large as their tab: the caller knows that, we do not. */
function cut(range: string, index: number): Part[] {
  const parsed = parseRange(range)
  const { startRow = 0, endRow, startColumn = 0, endColumn } = parsed?.box ?? {}
  if (!parsed || endRow === undefined || endColumn === undefined)
    return [{ index, offset: 0, range, cells: 0 }]
  const columns = Math.max(1, endColumn - startColumn)
  const rows = Math.max(1, Math.floor(MOST_CELLS / columns))
  const parts: Part[] = []
  for (let from = startRow; from < endRow; from += rows) {
    const to = Math.min(endRow, from + rows)
    const box = { startRow: from, endRow: to, startColumn, endColumn }
    const isWhole = from === startRow && to === endRow
    const name = isWhole ? range : parsed.tab === undefined ? formatBox(box) : formatRange(parsed.tab, box)
    parts.push({ index, offset: from - startRow, range: name, cells: (to - from) * columns })
  }
  return parts
}

/** Puts answers together again as one call would have given them. */
export function joined(
  ranges: readonly string[],
  answered: { part: Part; answer: sheets_v4.Schema$ValueRange }[],
): sheets_v4.Schema$ValueRange[] {
  const whole: sheets_v4.Schema$ValueRange[] = ranges.map(range => ({ range }))
  for (const { part, answer } of answered) {
    const target = whole[part.index]!
    if (part.offset === 0) target.range = answer.range ?? target.range!
    if (!answer.values) continue
    target.values ??= []
    const { values } = target
    // Google leaves out empty rows at the end of each part.
    while (values.length < part.offset) values.push([])
    for (const row of answer.values) values.push(row)
  }
  return whole
}
