/**
 * Finds the last row that holds something without reading a tab whole. Empty rows cost nothing in an
 * answer of Google's, so windows are read from the end of the grid upwards, each higher than the one
 * before: only the window that holds data weighs anything.
 */
import { formatRange } from './a1.ts'
import type { Spreadsheet, Tab } from './spreadsheet.ts'

export interface Tail {
  /** Zero-based row after the last one that holds something. */
  endRow: number
  /** That row's cells as formulas or values, from column A. */
  last: unknown[]
}

export interface TailSearch {
  tab: Tab
  /** Rows above are known already and not looked at. */
  fromRow: number
  columns: number
}

const FIRST_WINDOW_ROWS = 500
const WINDOW_GROWTH = 4

/** By sheetId; a tab without anything in the searched rows is missing. All tabs share the calls. */
export async function findTails(
  spreadsheet: Spreadsheet,
  searches: TailSearch[],
): Promise<Map<number, Tail>> {
  const tails = new Map<number, Tail>()
  let open = searches.map(search => ({ search, endRow: search.tab.rows, height: FIRST_WINDOW_ROWS }))
  while (open.length > 0) {
    const windows = open.map(state => ({
      ...state,
      startRow: Math.max(state.search.fromRow, state.endRow - state.height),
    }))
    const answers = await spreadsheet.values(
      windows.map(({ search, startRow, endRow }) =>
        formatRange(search.tab.title, { startRow, endRow, startColumn: 0, endColumn: search.columns }),
      ),
      'FORMULA',
    )
    open = []
    for (const [index, { search, startRow, height }] of windows.entries()) {
      const rows = (answers[index]?.values ?? []) as unknown[][]
      const filled = filledRows(rows)
      if (filled > 0) tails.set(search.tab.sheetId, { endRow: startRow + filled, last: rows[filled - 1]! })
      else if (startRow > search.fromRow)
        open.push({ search, endRow: startRow, height: height * WINDOW_GROWTH })
    }
  }
  return tails
}

/** Rows up to the last one that holds something. */
export function filledRows(rows: unknown[][]): number {
  for (let row = rows.length; row > 0; row -= 1) {
    if (rows[row - 1]!.some(isFilledValue)) return row
  }
  return 0
}

export const isFilledValue = (value: unknown): boolean =>
  value !== '' && value !== null && value !== undefined

/** Zero-based row after the last filled one; 0 on an empty tab. */
export async function endOfData(spreadsheet: Spreadsheet, tab: Tab): Promise<number> {
  if (tab.rows === 0 || tab.columns === 0) return 0
  const tails = await findTails(spreadsheet, [{ tab, fromRow: 0, columns: tab.columns }])
  return tails.get(tab.sheetId)?.endRow ?? 0
}
