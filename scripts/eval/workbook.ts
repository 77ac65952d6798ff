/** An xlsx file as plain tabs of cells: values as they were last calculated, formulas and formats. */
import { readFileSync } from 'node:fs'
import * as xlsx from 'xlsx'
import { readExtras, type SheetExtras, type SheetTable } from './xlsx-extras.ts'

export type Scalar = string | number | boolean | null

export interface WorkbookCell {
  value: Scalar
  /** With its leading equals sign. */
  formula?: string
  /** Number format pattern, where it isn't General. */
  format?: string
  /** #rrggbb */
  fill?: string
}

export interface WorkbookTab {
  title: string
  rows: number
  columns: number
  /** Keyed by row then column, both from 0; empty cells are absent. */
  cells: Map<string, WorkbookCell>
  /** 0-based, ends inclusive. */
  merges: { top: number; left: number; bottom: number; right: number }[]
  extras: SheetExtras
}

export const cellKey = (row: number, column: number) => `${row}:${column}`

export function readWorkbook(file: string): WorkbookTab[] {
  const book = xlsx.read(readFileSync(file), {
    cellFormula: true,
    cellNF: true,
    cellDates: false,
    cellStyles: true,
    bookFiles: true,
  })
  const extras = readExtras(book)
  const tables = [...extras].flatMap(([tab, { tables: own }]) => own.map(table => ({ ...table, tab })))
  return book.SheetNames.flatMap(title => {
    const sheet = book.Sheets[title]
    if (!sheet) return []
    const own = extras.get(title) ?? { rules: [], validations: [], tables: [] }
    return [readTab(title, sheet, own, tables)]
  })
}

type PlacedTable = SheetTable & { tab: string }

function readTab(
  title: string,
  sheet: xlsx.WorkSheet,
  extras: SheetExtras,
  tables: PlacedTable[],
): WorkbookTab {
  const bounds = xlsx.utils.decode_range(sheet['!ref'] ?? 'A1')
  const cells = new Map<string, WorkbookCell>()
  for (let row = bounds.s.r; row <= bounds.e.r; row++) {
    for (let column = bounds.s.c; column <= bounds.e.c; column++) {
      const raw = sheet[xlsx.utils.encode_cell({ r: row, c: column })] as xlsx.CellObject | undefined
      const cell = raw && readCell(raw, { row, column }, tables)
      if (cell) cells.set(cellKey(row, column), cell)
    }
  }
  const merges = (sheet['!merges'] ?? []).map(({ s, e }) => ({
    top: s.r,
    left: s.c,
    bottom: e.r,
    right: e.c,
  }))
  return { title, rows: bounds.e.r + 1, columns: bounds.e.c + 1, cells, merges, extras }
}

function readCell(
  raw: xlsx.CellObject,
  place: { row: number; column: number },
  tables: PlacedTable[],
): WorkbookCell | undefined {
  const value = scalar(raw)
  const fill = fillOf(raw)
  const formula = formulaOf(raw, place, tables)
  // A cell that an array formula fills has nothing of its own.
  const isSpilled = formula === null
  if (value === null && !formula && !fill) return undefined
  const format = typeof raw.z === 'string' && raw.z !== 'General' ? raw.z : undefined
  return {
    value: isSpilled ? null : value,
    ...(formula && { formula }),
    ...(format && { format }),
    ...(fill && { fill }),
  }
}

/** Undefined where there is none; null where the cell only shows a part of an array formula's result. */
function formulaOf(
  raw: xlsx.CellObject,
  place: { row: number; column: number },
  tables: PlacedTable[],
): string | null | undefined {
  if (raw.F) {
    const { s: start, e: end } = xlsx.utils.decode_range(raw.F)
    if (start.r !== place.row || start.c !== place.column) return null
    const isOne = start.r === end.r && start.c === end.c
    const text = plainReferences(raw.f ?? '', place.row, tables)
    return isOne && !/[:;{]/.test(text) ? `=${text}` : `=ARRAYFORMULA(${text})`
  }
  return raw.f ? `=${plainReferences(raw.f, place.row, tables)}` : undefined
}

/** `Table[[#This Row],[Qty]]`, `Table[Qty]`: the same cells in A1 notation, whose tables Google has none of. */
function plainReferences(formula: string, row: number, tables: PlacedTable[]): string {
  let text = formula
  for (const { name, range, columns, tab } of tables) {
    if (!text.includes(`${name}[`)) continue
    const { s: start, e: end } = xlsx.utils.decode_range(range)
    const letters = (column: string) => {
      const index = columns.findIndex(each => each.toLowerCase() === column.toLowerCase())
      return index < 0 ? null : `$${xlsx.utils.encode_col(start.c + index)}`
    }
    const prefix = `'${tab.replaceAll("'", "''")}'!`
    const tableName = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    text = text
      .replaceAll(
        new RegExp(`${tableName}\\[\\[#This Row\\],\\[([^\\]]+)\\]\\]`, 'g'),
        (all, column: string) => (letters(column) ? `${prefix}${letters(column)}${row + 1}` : all),
      )
      .replaceAll(
        new RegExp(`${tableName}\\[\\[#Headers\\],\\[([^\\]]+)\\]\\]`, 'g'),
        (all, column: string) => (letters(column) ? `${prefix}${letters(column)}$${start.r + 1}` : all),
      )
      .replaceAll(new RegExp(`${tableName}\\[([^\\[\\]#]+)\\]`, 'g'), (all, column: string) =>
        letters(column) ? `${prefix}${letters(column)}$${start.r + 2}:${letters(column)}$${end.r + 1}` : all,
      )
  }
  return text
}

function fillOf(raw: xlsx.CellObject): string | undefined {
  const style = raw.s as { patternType?: string; fgColor?: { rgb?: string } } | undefined
  const color = style?.patternType === 'solid' ? style.fgColor?.rgb : undefined
  return color && /^[0-9A-Fa-f]{6,8}$/.test(color) ? `#${color.slice(-6).toLowerCase()}` : undefined
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
