/** A cell as it is read for describing tabs. */
import type { sheets_v4 } from '@googleapis/sheets'

export interface GridCell {
  value: number | string | boolean | null
  /** As the user sees it. */
  shown: string
  error: string | null
  formula: string | null
  /** Google's number format type, for example CURRENCY or DATE. */
  formatType: string | null
  pattern: string | null
  /** #rrggbb that a person gave it. */
  fill?: string
  note?: string
  /** What it accepts, in words. */
  accepts?: string
}

/** Contents alone; how it looks is another read. */
export function gridCellOf(cell: sheets_v4.Schema$CellData): GridCell {
  const value = cell.effectiveValue
  const format = cell.effectiveFormat?.numberFormat
  return {
    value: value?.numberValue ?? value?.stringValue ?? value?.boolValue ?? null,
    shown: cell.formattedValue ?? '',
    error: value?.errorValue ? (cell.formattedValue ?? '#ERROR!') : null,
    formula: cell.userEnteredValue?.formulaValue ?? null,
    formatType: format?.type ?? null,
    pattern: format?.pattern ?? null,
  }
}
