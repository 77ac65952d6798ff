/** What the judges look up in the workbook: only when a deed may need a word of the person's, and read-only. */
import type { sheets_v4 } from '@googleapis/sheets'
import {
  type Box,
  boxCells,
  type ClosedBox,
  closeBox,
  formatBox,
  formatRange,
  holdsBox,
} from '../../sheets/a1.ts'
import { fromGridRange } from '../../sheets/grid-range.ts'
import { endOfData, isFilledValue } from '../../sheets/last-row.ts'
import type { Spreadsheet, SpreadsheetMeta, Tab } from '../../sheets/spreadsheet.ts'
import type { CellValue, Rgb } from '../deeds/deed.ts'
import { rgbOf } from '../deeds/looks.ts'

export type Reader = Pick<Spreadsheet, 'get' | 'values' | 'meta' | 'tabs'>

/** Larger areas are not read for a judgement; their size is told instead. */
const MOST_CELLS = 400_000
/** Headers stand near the top, under a title perhaps. */
const HEADER_ROWS = 5
const MOST_LOOKS = 20

export interface Look {
  background: Rgb | null
  color: Rgb | null
  pattern: string | null
}

export interface Area {
  tab: Tab
  box: ClosedBox
}

export interface HeaderRow {
  row: number
  texts: string[]
}

export class Workbook {
  readonly #reader: Reader
  readonly meta: SpreadsheetMeta
  readonly #headers = new Map<number, Promise<HeaderRow>>()
  /** Areas that will be looked at piece by piece: each is read once. */
  readonly #wide = new Map<number, { area: Area; cells?: Promise<CellValue[][]> }>()
  readonly #known = new Map<object, Map<string, Promise<unknown>>>()

  /** Of the spreadsheet. */
  readonly id: string

  readonly #renamed: ReadonlyMap<number, string>

  private constructor(
    id: string,
    reader: Reader,
    meta: SpreadsheetMeta,
    renamed: ReadonlyMap<number, string>,
  ) {
    this.id = id
    this.#renamed = renamed
    this.#reader = reader
    this.meta = meta
  }

  /** `renamed` holds the titles that the person knows, of tabs that the turn has given others. */
  static async of(
    id: string,
    reader: Reader,
    renamed: ReadonlyMap<number, string> = new Map(),
  ): Promise<Workbook> {
    return new Workbook(id, reader, await reader.meta(), renamed)
  }

  get tabs(): Tab[] {
    return this.meta.tabs
  }

  /** As the person's message may say them. */
  get titles(): string[] {
    return this.tabs.map(tab => this.saidAs(tab))
  }

  saidAs({ sheetId, title }: Pick<Tab, 'sheetId' | 'title'>): string {
    return this.#renamed.get(sheetId) ?? title
  }

  tab(sheetId: number): Tab | undefined {
    return this.tabs.find(tab => tab.sheetId === sheetId)
  }

  /** On the grid; null where the tab or all of the box is not there. */
  area(sheetId: number, open: Box): Area | null {
    const tab = this.tab(sheetId)
    if (!tab) return null
    const box = closeBox(open, tab.rows, tab.columns)
    const cut = {
      ...box,
      endRow: Math.min(box.endRow, tab.rows),
      endColumn: Math.min(box.endColumn, tab.columns),
    }
    return boxCells(cut) > 0 ? { tab, box: cut } : null
  }

  /** What is worked out once for `owner` is not worked out again for each cell. */
  once<T>(owner: object, key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#known.get(owner) ?? new Map<string, Promise<unknown>>()
    this.#known.set(owner, known)
    const value = known.get(key) ?? make()
    known.set(key, value)
    return value as Promise<T>
  }

  /** Many small parts of `boxes` will be asked for. */
  expect(sheetId: number, boxes: readonly Box[]): void {
    const hull = boxes.reduce(
      (a, b): Box => ({
        startRow: Math.min(a.startRow ?? 0, b.startRow ?? 0),
        startColumn: Math.min(a.startColumn ?? 0, b.startColumn ?? 0),
        ...(a.endRow === undefined || b.endRow === undefined ? {} : { endRow: Math.max(a.endRow, b.endRow) }),
        ...(a.endColumn === undefined || b.endColumn === undefined
          ? {}
          : { endColumn: Math.max(a.endColumn, b.endColumn) }),
      }),
    )
    const area = this.area(sheetId, hull)
    if (area && boxCells(area.box) <= MOST_CELLS) this.#wide.set(sheetId, { area })
  }

  /** As formulas and values, short rows as Google answers them; null where the area is too large. */
  async cells({ tab, box }: Area): Promise<CellValue[][] | null> {
    const wide = this.#wide.get(tab.sheetId)
    if (wide && holdsBox(wide.area.box, box)) {
      wide.cells ??= this.#read(tab, wide.area.box)
      const { startRow, startColumn } = wide.area.box
      return (await wide.cells)
        .slice(box.startRow - startRow, box.endRow - startRow)
        .map(row => row.slice(box.startColumn - startColumn, box.endColumn - startColumn))
    }
    if (boxCells(box) > MOST_CELLS) {
      const endRow = Math.min(box.endRow, await endOfData(this.#reader as Spreadsheet, tab))
      const cut = { ...box, endRow }
      if (endRow <= box.startRow) return []
      return boxCells(cut) > MOST_CELLS ? null : this.#read(tab, cut)
    }
    return this.#read(tab, box)
  }

  async #read(tab: Tab, box: ClosedBox): Promise<CellValue[][]> {
    const [answer] = await this.#reader.values([formatRange(tab.title, box)], 'FORMULA')
    return (answer?.values ?? []) as CellValue[][]
  }

  /** Filled cells of a tab; infinite where there are too many to count. */
  async filledOf(sheetId: number): Promise<number> {
    const area = this.area(sheetId, {})
    const cells = area ? await this.cells(area) : []
    return cells === null ? Number.POSITIVE_INFINITY : countFilled(cells)
  }

  /** By column: the texts of the first row that has the most of them. */
  async headers(sheetId: number): Promise<string[]> {
    return (await this.headerRow(sheetId)).texts
  }

  headerRow(sheetId: number): Promise<HeaderRow> {
    const known = this.#headers.get(sheetId)
    if (known) return known
    const fresh = this.#readHeaders(sheetId)
    this.#headers.set(sheetId, fresh)
    return fresh
  }

  async #readHeaders(sheetId: number): Promise<HeaderRow> {
    const area = this.area(sheetId, { startRow: 0, endRow: HEADER_ROWS })
    const rows = area ? ((await this.cells(area)) ?? []) : []
    const texts = (row: CellValue[]) => row.filter(value => typeof value === 'string' && value !== '').length
    const best = rows.reduce<CellValue[]>((kept, row) => (texts(row) > texts(kept) ? row : kept), [])
    return {
      row: Math.max(0, rows.indexOf(best)),
      texts: best.map(value => (typeof value === 'string' ? value : '')),
    }
  }

  /** "the chart Sales on the tab Orders"; null where it is not found. */
  async objectName(
    what: 'chart' | 'named range' | 'protection' | 'table',
    id: string | number,
  ): Promise<string | null> {
    if (what === 'named range') {
      const name = this.meta.namedRanges.find(range => range.id === id)?.name
      return name === undefined ? null : `the named range ${name}`
    }
    if (what === 'table') return null
    const { sheets = [] } = await this.#reader.get({
      fields:
        'sheets(properties(sheetId,title),charts(chartId,spec.title),protectedRanges(protectedRangeId,range,description))',
    })
    for (const { properties, charts = [], protectedRanges = [] } of sheets) {
      const tab = this.tab(properties?.sheetId ?? 0)?.title ?? properties?.title ?? ''
      const chart = what === 'chart' ? charts.find(({ chartId }) => chartId === id) : undefined
      if (chart)
        return `the chart ${chart.spec?.title ?? ''} on the tab ${tab}`.replace('chart  on', 'chart on')
      const held = protectedRanges.find(({ protectedRangeId }) => protectedRangeId === id)
      if (what === 'protection' && held)
        return `the protection of ${formatBox(fromGridRange(held.range ?? {}).box) || 'all cells'} on the tab ${tab}`
    }
    return null
  }

  async table(tableId: string): Promise<sheets_v4.Schema$Table | null> {
    const { sheets = [] } = await this.#reader.get({
      fields: 'sheets(properties(sheetId),tables(tableId,name,range))',
    })
    for (const { properties, tables = [] } of sheets) {
      const found = tables.find(table => table.tableId === tableId)
      if (found) return { ...found, range: { ...found.range, sheetId: properties?.sheetId ?? 0 } }
    }
    return null
  }

  charts(sheetId: number): number {
    return this.meta.details.get(sheetId)?.charts ?? 0
  }

  readonly #looks = new Map<string, Promise<Look[]>>()

  /** A call that colours a hundred places is not looked up a hundred times: null is not known. */
  async looksOnce(area: Area): Promise<Look[] | null> {
    const key = `${area.tab.sheetId} ${formatBox(area.box)}`
    const known = this.#looks.get(key)
    if (known) return known
    if (this.#looks.size >= MOST_LOOKS) return null
    const fresh = this.looks(area)
    this.#looks.set(key, fresh)
    return fresh
  }

  /** How each cell looks, banding and rules included, row by row; null colours are Google's own. */
  async looks({ tab, box }: Area): Promise<Look[]> {
    const answer = await this.#reader.get({
      fields:
        'sheets.data.rowData.values.effectiveFormat(backgroundColor,backgroundColorStyle,numberFormat,textFormat(foregroundColor,foregroundColorStyle))',
      ranges: [formatRange(tab.title, box)],
    })
    const rows = answer.sheets?.[0]?.data?.[0]?.rowData ?? []
    const columns = box.endColumn - box.startColumn
    return Array.from({ length: (box.endRow - box.startRow) * columns }, (_, index) => {
      const format = rows[Math.floor(index / columns)]?.values?.[index % columns]?.effectiveFormat
      const text = format?.textFormat
      return {
        background: rgbOf(format?.backgroundColorStyle, format?.backgroundColor),
        color: rgbOf(text?.foregroundColorStyle, text?.foregroundColor),
        pattern: format?.numberFormat?.pattern ?? null,
      }
    })
  }
}

export const countFilled = (cells: readonly (readonly CellValue[])[]): number =>
  cells.reduce((sum, row) => sum + row.filter(isFilledValue).length, 0)

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

export const shown = ({ tab, box }: Area): string => `${formatBox(box)} of the tab ${tab.title}`
