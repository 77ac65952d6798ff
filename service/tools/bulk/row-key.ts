/**
 * How a row is found again: by the cells that its prompt is made of. The user may sort, insert and delete
 * rows while a run is under way; a row number says nothing then, and a sort moves no row metadata.
 * Rows with the same cells have the same prompt, so any of their results is right for each of them.
 */
import { createHash } from 'node:crypto'

export const rowKey = (cells: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(cells)).digest('base64url').slice(0, 22)

export interface PlannedRow {
  ordinal: number
  key: string
  /** Zero-based row at the start. */
  firstRow: number
}

/**
 * Gives each planned row its present zero-based row. A row that still stands where it stood keeps its
 * place; the others take the free rows with their key, in order. A missing ordinal has no row any more.
 */
export function placeRows(planned: readonly PlannedRow[], keys: readonly string[]): Map<number, number> {
  const places = new Map<number, number>()
  const taken = new Set<number>()
  for (const { ordinal, key, firstRow } of planned) {
    if (keys[firstRow] !== key) continue
    places.set(ordinal, firstRow)
    taken.add(firstRow)
  }
  if (places.size === planned.length) return places
  const free = new Map<string, number[]>()
  for (let row = keys.length - 1; row >= 0; row -= 1) {
    if (taken.has(row)) continue
    const rows = free.get(keys[row]!)
    if (rows) rows.push(row)
    else free.set(keys[row]!, [row])
  }
  for (const { ordinal, key } of planned) {
    if (places.has(ordinal)) continue
    const row = free.get(key)?.pop()
    if (row !== undefined) places.set(ordinal, row)
  }
  return places
}
