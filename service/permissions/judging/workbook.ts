/** What the judges look up in the workbook: only when a deed may need a word of the person's, and read-only. */
import {
  type Box,
  boxCells,
  type ClosedBox,
  closeBox,
  formatBox,
  formatRange,
  holdsBox,
} from '../../sheets/a1.ts'
import { endOfData, isFilledValue } from '../../sheets/last-row.ts'
import type { Spreadsheet, SpreadsheetMeta, Tab } from '../../sheets/spreadsheet.ts'
import type { CellValue, Rgb } from '../deeds/deed.ts'

export type Reader = Pick<Spreadsheet, 'get' | 'values' | 'meta' | 'tabs'>

/** Larger areas are not read for a judgement; their size is told instead. */
const MOST_CELLS = 400_000
/** Headers stand near the top, under a title perhaps. */
const HEADER_ROWS = 5

export interface Area {
  tab: Tab
  box: ClosedBox
}

export class Workbook {
  readonly #reader: Reader
  readonly meta: SpreadsheetMeta
  readonly #headers = new Map<number, Promise<string[]>>()
  /** Areas that will be looked at piece by piece: each is read once. */
  readonly #wide = new Map<number, { area: Area; cells?: Promise<CellValue[][]> }>()
  readonly #known = new Map<object, Map<string, Promise<unknown>>>()

  /** Of the spreadsheet. */
  readonly id: string

  private constructor(id: string, reader: Reader, meta: SpreadsheetMeta) {
    this.id = id
    this.#reader = reader
    this.meta = meta
  }

  static async of(id: string, reader: Reader): Promise<Workbook> {
    return new Workbook(id, reader, await reader.meta())
  }

  get tabs(): Tab[] {
    return this.meta.tabs
  }

  get titles(): string[] {
    return this.tabs.map(({ title }) => title)
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
  headers(sheetId: number): Promise<string[]> {
    const known = this.#headers.get(sheetId)
    if (known) return known
    const fresh = this.#readHeaders(sheetId)
    this.#headers.set(sheetId, fresh)
    return fresh
  }

  async #readHeaders(sheetId: number): Promise<string[]> {
    const area = this.area(sheetId, { startRow: 0, endRow: HEADER_ROWS })
    const rows = area ? ((await this.cells(area)) ?? []) : []
    const texts = (row: CellValue[]) => row.filter(value => typeof value === 'string' && value !== '').length
    const best = rows.reduce<CellValue[]>((kept, row) => (texts(row) > texts(kept) ? row : kept), [])
    return best.map(value => (typeof value === 'string' ? value : ''))
  }

  charts(sheetId: number): number {
    return this.meta.details.get(sheetId)?.charts ?? 0
  }

  /** The colour behind each cell, banding and rules included; null where none is set. */
  async backgrounds({ tab, box }: Area): Promise<(Rgb | null)[]> {
    const answer = await this.#reader.get({
      fields: 'sheets.data.rowData.values.effectiveFormat(backgroundColor,backgroundColorStyle)',
      ranges: [formatRange(tab.title, box)],
    })
    const rows = answer.sheets?.[0]?.data?.[0]?.rowData ?? []
    const columns = box.endColumn - box.startColumn
    return Array.from({ length: (box.endRow - box.startRow) * columns }, (_, index) => {
      const format = rows[Math.floor(index / columns)]?.values?.[index % columns]?.effectiveFormat
      const color = format?.backgroundColorStyle?.rgbColor ?? format?.backgroundColor
      return color ? { red: color.red ?? 0, green: color.green ?? 0, blue: color.blue ?? 0 } : null
    })
  }
}

export const countFilled = (cells: readonly (readonly CellValue[])[]): number =>
  cells.reduce((sum, row) => sum + row.filter(isFilledValue).length, 0)

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

export const shown = ({ tab, box }: Area): string => `${formatBox(box)} of the tab ${tab.title}`
