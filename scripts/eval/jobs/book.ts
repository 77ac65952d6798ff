/** Generated tabs in the shape in which workbooks are uploaded. Knows nothing of jobs. */
import { cellKey, type Scalar, type WorkbookCell, type WorkbookTab } from '../workbook.ts'

/** A text that begins with an equals sign is a formula; a pair is a value with its number format. */
export type Entry = Scalar | undefined | Formatted

export interface Formatted {
  value: Scalar
  format?: string
  fill?: string
}

export const DAY = 'yyyy-mm-dd'
export const MONEY = '#,##0.00'

export const day = (value: number, format = DAY): Formatted => ({ value, format })
export const money = (value: number, format = MONEY): Formatted => ({ value, format })
export const filled = (value: Scalar, fill: string): Formatted => ({ value, fill })

export interface TabOptions {
  /** A1 ranges by 0-based rows and columns, ends inclusive: top, left, bottom, right. */
  merges?: [top: number, left: number, bottom: number, right: number][]
}

export function tab(
  title: string,
  rows: readonly (readonly Entry[])[],
  options: TabOptions = {},
): WorkbookTab {
  const cells = new Map<string, WorkbookCell>()
  for (const [row, entries] of rows.entries()) {
    for (const [column, entry] of entries.entries()) {
      const cell = workbookCell(entry)
      if (cell) cells.set(cellKey(row, column), cell)
    }
  }
  return {
    title,
    rows: Math.max(1, rows.length),
    columns: Math.max(1, ...rows.map(row => row.length)),
    cells,
    merges: (options.merges ?? []).map(([top, left, bottom, right]) => ({ top, left, bottom, right })),
    extras: { rules: [], validations: [], tables: [] },
  }
}

function workbookCell(entry: Entry): WorkbookCell | undefined {
  if (entry === null || entry === undefined || entry === '') return undefined
  const formatted = typeof entry === 'object' ? entry : { value: entry }
  const { value, format, fill } = formatted
  const isFormula = typeof value === 'string' && value.startsWith('=')
  return {
    value: isFormula ? null : value,
    ...(isFormula && { formula: value }),
    ...(format && { format }),
    ...(fill && { fill }),
  }
}
