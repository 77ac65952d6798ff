/** An xlsx file as plain tabs of cells: values as they were last calculated, formulas and formats. */
import { readFileSync } from 'node:fs'
import * as xlsx from 'xlsx'

export type Scalar = string | number | boolean | null

export interface WorkbookCell {
  value: Scalar
  /** With its leading equals sign. */
  formula?: string
  /** Number format pattern, where it isn't General. */
  format?: string
}

export interface WorkbookTab {
  title: string
  rows: number
  columns: number
  /** Keyed by row then column, both from 0; empty cells are absent. */
  cells: Map<string, WorkbookCell>
  /** 0-based, ends inclusive. */
  merges: { top: number; left: number; bottom: number; right: number }[]
}

export const cellKey = (row: number, column: number) => `${row}:${column}`

export function readWorkbook(file: string): WorkbookTab[] {
  const book = xlsx.read(readFileSync(file), { cellFormula: true, cellNF: true, cellDates: false })
  return book.SheetNames.flatMap(title => {
    const sheet = book.Sheets[title]
    return sheet ? [readTab(title, sheet)] : []
  })
}

function readTab(title: string, sheet: xlsx.WorkSheet): WorkbookTab {
  const bounds = xlsx.utils.decode_range(sheet['!ref'] ?? 'A1')
  const cells = new Map<string, WorkbookCell>()
  for (let row = bounds.s.r; row <= bounds.e.r; row++) {
    for (let column = bounds.s.c; column <= bounds.e.c; column++) {
      const raw = sheet[xlsx.utils.encode_cell({ r: row, c: column })] as xlsx.CellObject | undefined
      const cell = raw && readCell(raw)
      if (cell) cells.set(cellKey(row, column), cell)
    }
  }
  const merges = (sheet['!merges'] ?? []).map(({ s, e }) => ({
    top: s.r,
    left: s.c,
    bottom: e.r,
    right: e.c,
  }))
  return { title, rows: bounds.e.r + 1, columns: bounds.e.c + 1, cells, merges }
}

function readCell(raw: xlsx.CellObject): WorkbookCell | undefined {
  const value = scalar(raw)
  if (value === null && !raw.f) return undefined
  const format = typeof raw.z === 'string' && raw.z !== 'General' ? raw.z : undefined
  return { value, ...(raw.f && { formula: `=${raw.f}` }), ...(format && { format }) }
}

function scalar(raw: xlsx.CellObject): Scalar {
  if (raw.t === 'e') return raw.w ?? '#ERROR!'
  if (raw.v instanceof Date) return raw.v.toISOString()
  return raw.v ?? null
}

export interface Bounds {
  top: number
  left: number
  bottom: number
  right: number
}

/** 0-based and inclusive; open ends such as A:C take the tab's size. */
export function boundsOf(range: string, tab: { rows: number; columns: number }): Bounds {
  const { s, e } = xlsx.utils.decode_range(range)
  return {
    top: Math.max(0, s.r),
    left: Math.max(0, s.c),
    bottom: e.r < 0 ? tab.rows - 1 : e.r,
    right: e.c < 0 ? tab.columns - 1 : e.c,
  }
}
