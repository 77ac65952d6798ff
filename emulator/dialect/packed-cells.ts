/**
 * The cells of a large workbook as short texts, some thousand cells each, beside the rest of its data: one
 * text is read at a time. In one piece they are an object of a million names, which takes a browser seconds to
 * read. Pure; knows nothing of documents or models.
 */

import { columnNumber } from '../formulas/column-letters.ts'
import type { WorkbookData } from './engine.ts'

/** A row and its cells: column and content in turn. */
export type PackedRow = [row: number, ...cells: (number | string)[]]
export type PackedRows = [sheetId: string, rows: PackedRow[]]

/** Below this the engine is quick enough by itself. */
const MANY_CELLS = 4_000
const CELLS_A_TEXT = 3_000

interface SavedSheet {
  id: string
  cells?: Record<string, unknown>
}

/** Of the engine's compressed form of cells only the engine knows how to read it. */
export function isBig({ sheets, isNotSquishable }: WorkbookData): boolean {
  let count = 0
  for (const { cells = {} } of sheets as SavedSheet[])
    for (const name in cells) {
      if (isNotSquishable !== true && typeof cells[name] !== 'string') return false
      count += 1
      if (isNotSquishable === true && count > MANY_CELLS) return true
    }
  return count > MANY_CELLS
}

/** "AB12" as row and column, from zero. */
export function placeOf(name: string): { row: number; col: number } {
  const digits = name.search(/\d/)
  return { row: Number(name.slice(digits)) - 1, col: columnNumber(name.slice(0, digits)) - 1 }
}

/** The cells, row by row, as texts that `unpack` reads. */
export function packCells({ sheets }: WorkbookData): string[] {
  const texts: string[] = []
  for (const { id, cells = {} } of sheets as SavedSheet[]) {
    let rows: PackedRow[] = []
    let count = 0
    for (const row of rowsOf(cells as Record<string, string>)) {
      rows.push(row)
      count += row.length / 2
      if (count < CELLS_A_TEXT) continue
      texts.push(JSON.stringify([id, rows]))
      rows = []
      count = 0
    }
    if (rows.length > 0) texts.push(JSON.stringify([id, rows]))
  }
  return texts
}

export const unpack = (text: string): PackedRows => JSON.parse(text) as PackedRows

function rowsOf(cells: Record<string, string>): PackedRow[] {
  const rows = new Map<number, PackedRow>()
  for (const name in cells) {
    const { row, col } = placeOf(name)
    const known = rows.get(row)
    if (known) known.push(col, cells[name]!)
    else rows.set(row, [row, col, cells[name]!])
  }
  return [...rows.values()].sort(([one], [other]) => one - other)
}
