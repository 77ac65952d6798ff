/** What a new column holds, by the formula of its first row. */
import type { Kind } from '../kinds/kind.ts'
import { type Column, isDate } from '../linking/sheet.ts'
import type { Scope } from '../reading/scope.ts'

export interface Formula {
  kind: Kind
  header: string
  words: string
  /** Where one of them is blank, the cell stays empty. */
  needs: Column[]
  formula: (row: number, last: number, scope: Scope) => string | null
  /** What is written instead of a formula, for so many rows. */
  values?: (count: number) => (string | number)[]
  /** What a row would show, and by which columns, where that is told without calculating the sheet. */
  shows?: { by: readonly string[]; row: (row: readonly unknown[]) => string }
  format?: { pattern: string; kind: string } | null
}

export const WHOLE = { pattern: '0', kind: 'number' }
export const PERCENT = { pattern: '0.0%', kind: 'percent' }

export const cell = (column: Column, row: number): string => `${column.column}${row}`
export const all = ({ column }: Column, row: number, last: number): string =>
  `${column}$${row}:${column}$${last}`

/** A day is joined as it is read. */
export const textOfCell = (column: Column, row: number): string =>
  isDate(column) ? `TEXT(${cell(column, row)},"yyyy-mm-dd")` : cell(column, row)
