/** A bicycle workshop: three tabs in words that the documentation's sheet lacks. */
import { columnLetters, parseRange } from '../../../service/sheets/a1.ts'
import type { ColumnType, SpreadsheetOverview } from '../../../service/sheets/overview/overview.ts'
import { type Ran, run } from './sample.ts'

type Cells = (string | number)[][]

const TABS: Record<string, { types: ColumnType[]; cells: Cells }> = {
  Repairs: {
    types: ['text', 'text', 'date', 'text', 'number', 'currency', 'number'],
    cells: [
      ['Job', 'Model', 'Repaired on', 'Mechanic', 'Wheels', 'Parts (£)', 'Torque (Nm)'],
      ['R-101', 'Tandem', '2026-03-02', 'Jo Field', 2, 14.5, 40],
      ['R-102', 'Folder', '2026-03-09', 'Al Dunn', 1, 3.2, '<5'],
      ['R-103', 'Tandem', '2026-12-20', 'jo field', 2, 22, 35],
      ['R-104', 'Racer', '2026-12-24', 'Al Dunn', 4, 9, 52],
    ],
  },
  Models: {
    types: ['text', 'text', 'currency', 'number', 'number'],
    cells: [
      ['Model', 'Supplier', 'Price (£)', 'Least pressure', 'Most pressure'],
      ['Tandem', 'Hill & Sons', 900, '', 6],
      ['Folder', 'Westbay', 450, '', 4],
      ['Racer', 'Westbay', 1200, '', 8],
      ['Cargo', 'Hill & Sons', 2100, '', 5],
    ],
  },
}

const overview = (active: string): SpreadsheetOverview => ({
  title: 'Workshop',
  locale: 'en_GB',
  active_tab: active,
  tabs: Object.entries(TABS).map(([title, { types, cells }], index) => ({
    sheet_id: index,
    title,
    index,
    grid_rows: 200,
    grid_columns: 20,
    used_range: `A1:${columnLetters(types.length - 1)}${cells.length}`,
    header_row: 1,
    first_data_row: 2,
    last_data_row: cells.length,
    columns: cells[0]!.map((header, at) => ({
      column: columnLetters(at),
      header: String(header),
      type: types[at]!,
      samples: cells.slice(1, 4).map(row => String(row[at])),
      non_empty: cells.slice(1).filter(row => row[at] !== '').length,
    })),
  })),
})

/** What the planner does in the workshop with a tab open, without what only reads. */
export function inWorkshop(prompt: string, tab = 'Repairs'): Ran {
  const ran = run(prompt, {
    overview: overview(tab),
    respond: ({ tool, args }) => {
      if (tool !== 'read_range') return undefined
      const ranges = (args.ranges as string[]).map(range => {
        const { tab: of = tab, box } = parseRange(range)!
        const rows = TABS[of]!.cells.slice(box.startRow ?? 0, box.endRow)
        return { range, values: rows.map(row => row.slice(box.startColumn ?? 0, box.endColumn)) }
      })
      return { output: { ranges } }
    },
  })
  return { ...ran, calls: ran.calls.filter(({ tool }) => !/^(?:read|get)_/.test(tool)) }
}
