/**
 * A large workbook's cells as they come: from texts, or from data in one piece. What
 * they hold and how they look put together, row by row; yields where the reading may pause.
 */

import type { WorkbookData, Zone } from './engine.ts'
import { type PackedRow, packCells, unpack } from './packed-cells.ts'

export interface SavedSheet {
  id: string
  cells?: Record<string, string>
  /** Zone → number of a style or format. */
  styles?: Record<string, number>
  formats?: Record<string, number>
}

export interface Described {
  content?: string
  style?: number
  format?: number
}

export interface DescribedRow {
  sheetId: string
  row: number
  cells: Map<number, Described>
}

/** Everything but the cells. */
export function withoutCells(data: WorkbookData): WorkbookData {
  const sheets = (data.sheets as SavedSheet[]).map(sheet => ({
    ...sheet,
    cells: {},
    styles: {},
    formats: {},
  }))
  return { ...data, sheets }
}

/** Rows of each tab in order; `undefined` where the reading may pause. */
export function* describedRows(
  data: WorkbookData,
  toZone: (zone: string) => Zone,
  texts: Iterable<string> = packCells(data),
): Generator<DescribedRow | undefined> {
  const looks = new Map<string, Looks>()
  for (const sheet of data.sheets as SavedSheet[]) looks.set(sheet.id, yield* looksOf(sheet, toZone))
  for (const text of texts) {
    const [sheetId, rows] = unpack(text)
    yield
    const own = looks.get(sheetId)
    for (const row of rows) yield { sheetId, row: row[0], cells: described(row, own) }
  }
  // Cells that look like something and hold nothing.
  for (const [sheetId, own] of looks) for (const [row, cells] of own) yield { sheetId, row, cells }
}

type Looks = Map<number, Map<number, Described>>

function described(packed: PackedRow, looks: Looks | undefined): Map<number, Described> {
  const [row] = packed
  const cells = looks?.get(row) ?? new Map<number, Described>()
  looks?.delete(row)
  for (let at = 1; at < packed.length; at += 2) {
    const [col, content] = [packed[at] as number, packed[at + 1] as string]
    const known = cells.get(col)
    if (known) known.content = content
    else cells.set(col, { content })
  }
  return cells
}

function* looksOf(
  { styles = {}, formats = {} }: SavedSheet,
  toZone: (zone: string) => Zone,
): Generator<undefined, Looks> {
  const rows: Looks = new Map()
  for (const [look, zones] of [
    ['style', styles],
    ['format', formats],
  ] as const)
    for (const [zone, id] of Object.entries(zones)) {
      const { left, right, top, bottom } = toZone(zone)
      for (let row = top; row <= bottom; row++) {
        const cells = rows.get(row) ?? new Map<number, Described>()
        rows.set(row, cells)
        for (let col = left; col <= right; col++) cells.set(col, { ...cells.get(col), [look]: id })
        yield
      }
    }
  return rows
}
