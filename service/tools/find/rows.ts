/** Row by row over tabs, in bounded reads; others get their turn between them. */
import { formatRange } from '../../sheets/a1.ts'
import { Slices } from '../../sheets/breathe.ts'
import { endOfData } from '../../sheets/last-row.ts'
import type { Tab } from '../../sheets/spreadsheet.ts'
import type { CellValue } from '../support/cells.ts'
import { Refusal } from '../support/refusal.ts'
import { findTab } from '../support/target.ts'
import type { ToolContext } from '../tool.ts'

const MOST_CELLS = 2_000_000
const CELLS_AT_ONCE = 200_000
/** A row may be wide and full of formulas. */
const ROWS_BETWEEN_LOOKS = 8

export interface SeenRow {
  tab: Tab
  row: number
  shown: CellValue[]
  entered: CellValue[]
}

export async function* rowsOf(context: ToolContext, tabs: Tab[]): AsyncGenerator<SeenRow> {
  const slices = new Slices(ROWS_BETWEEN_LOOKS)
  let cells = 0
  for (const tab of tabs) {
    const end = await endOfData(context.spreadsheet, tab)
    const step = Math.max(1, Math.floor(CELLS_AT_ONCE / Math.max(1, tab.columns)))
    for (let start = 0; start < end; start += step) {
      context.signal.throwIfAborted()
      const box = {
        startRow: start,
        endRow: Math.min(end, start + step),
        startColumn: 0,
        endColumn: tab.columns,
      }
      cells += (box.endRow - start) * tab.columns
      if (cells > MOST_CELLS) {
        throw new Refusal(
          `These tabs have more than ${MOST_CELLS} cells; name fewer tabs. Nothing was changed.`,
        )
      }
      const range = formatRange(tab.title, box)
      const [shown, entered] = await Promise.all([
        context.spreadsheet.values([range], 'FORMATTED_VALUE'),
        context.spreadsheet.values([range], 'FORMULA'),
      ])
      const rows = (entered[0]?.values ?? []) as CellValue[][]
      for (const [index, row] of rows.entries()) {
        if (slices.isDue()) await slices.giveWay()
        yield {
          tab,
          row: start + index,
          entered: row,
          shown: (shown[0]?.values?.[index] ?? []) as CellValue[],
        }
      }
    }
  }
}

export async function chosenTabs(context: ToolContext, titles: string[] | undefined): Promise<Tab[]> {
  const meta = await context.spreadsheet.meta()
  const tabs = titles ? titles.map(title => findTab(context, meta, title)) : meta.tabs
  return tabs.filter(tab => tab.rows > 0 && tab.columns > 0)
}
