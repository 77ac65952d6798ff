/** Where a block of values.batchUpdate goes, as Google puts it: the range's first cell, as far as the rows reach. */
import { type ClosedBox, parseRange } from './a1.ts'
import type { Tab } from './spreadsheet.ts'

export interface ValueBlock {
  range: string
  values: unknown[][]
}

/** Null where Google refuses it: the range is none, or names no tab that there is. */
export function placeOf(
  { range, values }: ValueBlock,
  tabs: readonly Tab[],
): { tab: Tab; box: ClosedBox } | null {
  const parsed = parseRange(range)
  const tab = parsed?.tab === undefined ? tabs[0] : tabs.find(({ title }) => title === parsed.tab)
  if (!parsed || !tab) return null
  const { startRow = 0, startColumn = 0 } = parsed.box
  const width = Math.max(0, ...values.map(row => row.length))
  return {
    tab,
    box: { startRow, endRow: startRow + values.length, startColumn, endColumn: startColumn + width },
  }
}
