/**
 * How the tabs of a spreadsheet were left: a number for what each cell holds, not what it says. By it rows and
 * columns are found again after people inserted, deleted, moved and sorted them.
 */
import { quoteTab } from '../sheets/a1.ts'
import type { Spreadsheet } from '../sheets/spreadsheet.ts'

export interface TabPrint {
  sheetId: number
  title: string
  rows: number
  columns: number
  /** Row by row as far as anything is filled; 0 is blank. */
  width: number
  cells: Uint32Array
}

/** Larger workbooks are not read: then lines are taken to be where they were. */
const MOST_GRID_CELLS = 4_000_000
const CELLS_A_SLICE = 20_000

const REFERENCE = /\$?[A-Za-z]{1,3}\$?\d+/g

/** FNV-1a; a formula counts by its shape, since its references move with it. */
export function cellPrint(value: unknown): number {
  if (value === null || value === undefined || value === '') return 0
  const text =
    typeof value === 'string' && value.startsWith('=')
      ? value.replaceAll(REFERENCE, '#')
      : `${typeof value}${value}`
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash ^= text.charCodeAt(index)
    hash = Math.imul(hash, 0x01000193)
  }
  return hash >>> 0 || 1
}

export interface Contents {
  tabs: { sheetId: number; title: string; rows: number; columns: number }[]
  /** By tab: what people typed, or what the cells come to. */
  grids: unknown[][][]
}

/** Null where the workbook is too large to be read for this. */
export async function readContents(
  spreadsheet: Pick<Spreadsheet, 'tabs' | 'values'>,
  render: 'FORMULA' | 'UNFORMATTED_VALUE',
): Promise<Contents | null> {
  const tabs = await spreadsheet.tabs()
  if (tabs.reduce((sum, tab) => sum + tab.rows * tab.columns, 0) > MOST_GRID_CELLS) return null
  const answers = await spreadsheet.values(
    tabs.map(tab => quoteTab(tab.title)),
    render,
  )
  return {
    tabs: tabs.map(({ sheetId, title, rows, columns }) => ({ sheetId, title, rows, columns })),
    grids: answers.map(answer => (answer.values ?? []) as unknown[][]),
  }
}

export async function printsOf({ tabs, grids }: Contents): Promise<TabPrint[]> {
  const prints: TabPrint[] = []
  for (const [index, tab] of tabs.entries()) {
    const grid = grids[index] ?? []
    const width = grid.reduce((most, row) => Math.max(most, row.length), 0)
    const cells = new Uint32Array(width * grid.length)
    for (const [row, values] of grid.entries()) {
      if (row % Math.max(1, Math.floor(CELLS_A_SLICE / Math.max(1, width))) === 0) await pause()
      for (const [column, value] of values.entries()) cells[row * width + column] = cellPrint(value)
    }
    prints.push({ ...tab, width, cells })
  }
  return prints
}

/** Lets others have the main thread. */
export const pause = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

export const packPrints = (prints: readonly TabPrint[]): unknown =>
  prints.map(({ cells, ...print }) => ({
    ...print,
    cells: Buffer.from(cells.buffer, cells.byteOffset, cells.byteLength).toString('base64'),
  }))

export const unpackPrints = (packed: unknown): TabPrint[] =>
  (packed as (Omit<TabPrint, 'cells'> & { cells: string })[]).map(({ cells, ...print }) => {
    const bytes = Buffer.from(cells, 'base64')
    const copy = new Uint8Array(bytes)
    return { ...print, cells: new Uint32Array(copy.buffer, 0, copy.byteLength / 4) }
  })
