/**
 * The tabs of a spreadsheet with their rows and columns by id, carried through the requests of a batch: what
 * a range of the third request means before the first and after the last.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { type Box, type ClosedBox, closeBox } from '../../sheets/a1.ts'
import { fromGridRange } from '../../sheets/grid-range.ts'
import type { Tab } from '../../sheets/spreadsheet.ts'
import { Lines, NEW_LINE, type Piece } from '../lines.ts'

export type Dimension = 'ROWS' | 'COLUMNS'

export interface TabLayout {
  sheetId: number
  title: string
  rows: Lines
  columns: Lines
  /** Made by the batch itself. */
  isNew: boolean
}

/** Cells by the ids of their lines: they stay the same cells wherever the lines go. */
export interface TouchedArea {
  sheetId: number
  rows: Piece[]
  columns: Piece[]
}

export interface Area {
  sheetId: number
  box: ClosedBox
}

/** Google's tables by their ids, where they are before a batch: requests name them by nothing else. */
export type TablePlaces = ReadonlyMap<string, sheets_v4.Schema$GridRange>

export class Layout {
  readonly tabs = new Map<number, TabLayout>()
  #tables = new Map<string, TouchedArea[]>()

  static of(
    tabs: readonly Pick<Tab, 'sheetId' | 'title' | 'rows' | 'columns'>[],
    tables: TablePlaces = new Map(),
  ): Layout {
    const layout = new Layout()
    for (const { sheetId, title, rows, columns } of tabs) {
      layout.tabs.set(sheetId, {
        sheetId,
        title,
        rows: Lines.of(rows),
        columns: Lines.of(columns),
        isNew: false,
      })
    }
    for (const [id, range] of tables) layout.#tables.set(id, layout.area(range))
    return layout
  }

  /** The cells of a table; undefined where nobody knows it. */
  table(tableId: string | null | undefined): TouchedArea[] | undefined {
    return this.#tables.get(tableId ?? '')
  }

  clone(): Layout {
    const copy = new Layout()
    copy.#tables = this.#tables
    for (const tab of this.tabs.values()) {
      copy.tabs.set(tab.sheetId, { ...tab, rows: tab.rows.clone(), columns: tab.columns.clone() })
    }
    return copy
  }

  addTab(sheetId: number, title: string, rows: number, columns: number): void {
    const fresh = (count: number) => new Lines([{ id: NEW_LINE, count }])
    this.tabs.set(sheetId, { sheetId, title, rows: fresh(rows), columns: fresh(columns), isNew: true })
  }

  /** Tabs on which lines changed places: what spans them may have become anything. */
  movedTabs(): Set<number> {
    const moved = [...this.tabs.values()].filter(
      ({ rows, columns }) => rows.isReordered || columns.isReordered,
    )
    return new Set(moved.map(({ sheetId }) => sheetId))
  }

  titleOf(sheetId: number): string {
    return this.tabs.get(sheetId)?.title ?? ''
  }

  linesOf(sheetId: number, dimension: Dimension): Lines | undefined {
    const tab = this.tabs.get(sheetId)
    return dimension === 'ROWS' ? tab?.rows : tab?.columns
  }

  /** The cells of a range as they are at this moment. Empty where there is no such tab. */
  area(range: sheets_v4.Schema$GridRange | null | undefined): TouchedArea[] {
    if (!range) return []
    const { sheetId, box } = fromGridRange(range)
    return this.areaOf(sheetId, box)
  }

  areaOf(sheetId: number, box: Box): TouchedArea[] {
    const tab = this.tabs.get(sheetId)
    if (!tab) return []
    const closed = closeBox(box, tab.rows.count, tab.columns.count)
    const rows = tab.rows.ids(closed.startRow, closed.endRow)
    const columns = tab.columns.ids(closed.startColumn, closed.endColumn)
    return rows.length === 0 || columns.length === 0 ? [] : [{ sheetId, rows, columns }]
  }

  /** Where the cells of an area are in this layout; null where all of them are gone or not there yet. */
  place({ sheetId, rows, columns }: TouchedArea): Area | null {
    const tab = this.tabs.get(sheetId)
    const rowSpan = tab?.rows.span(rows)
    const columnSpan = tab?.columns.span(columns)
    if (!rowSpan || !columnSpan) return null
    return {
      sheetId,
      box: { startRow: rowSpan[0], endRow: rowSpan[1], startColumn: columnSpan[0], endColumn: columnSpan[1] },
    }
  }
}

/** Carries ids through one more write: lines of the later layout by the ids that they have in the earlier one. */
export function compose(earlier: Layout, later: Layout): Layout {
  const result = later.clone()
  for (const tab of result.tabs.values()) {
    const was = earlier.tabs.get(tab.sheetId)
    for (const key of ['rows', 'columns'] as const) tab[key] = tab[key].byIdsOf(was?.[key])
  }
  return result
}
