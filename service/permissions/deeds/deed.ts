/** What a write does that may need a word of the person's, as its requests alone tell it. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Box } from '../../sheets/a1.ts'

export type Dimension = 'ROWS' | 'COLUMNS'

export type CellValue = string | number | boolean | null

/** Cells that will hold something else. `next` answers undefined for a cell that stays as it is. */
export interface Overwrite {
  deed: 'overwrite'
  sheetId: number
  box: Box
  next: (row: number, column: number) => CellValue | undefined
  /** Every cell becomes empty, or all become the same. */
  uniform: 'empty' | 'same' | null
}

export type Deed =
  | Overwrite
  | { deed: 'delete_tab'; sheetId: number }
  | { deed: 'delete_lines'; sheetId: number; dimension: Dimension; start: number; end: number | undefined }
  /** `columns` are those that are compared; null where all are. */
  | { deed: 'remove_duplicates'; sheetId: number; box: Box; columns: number[] | null }
  | { deed: 'delete_object'; what: 'chart' | 'named range' | 'protection' | 'table'; id: string | number }
  | { deed: 'formula'; formula: string; sheetId: number | null; box: Box | null }
  /** Cells whose formulas come to stand in other places too. */
  | { deed: 'copy'; sheetId: number; box: Box; toSheetId: number; to: Box }
  | { deed: 'copy_tab'; sheetId: number; newSheetId: number | null }
  | { deed: 'connect'; what: 'data source' | 'outside addresses' }
  | { deed: 'hide_tab'; sheetId: number }
  | { deed: 'rename_tab'; sheetId: number }
  /** Cells change their places, or lose the spaces around them; nothing else goes. */
  | { deed: 'rearrange'; sheetId: number; box: Box; what: 'Sort' | 'Shuffle' | 'Move' | 'Trim' }
  | { deed: 'delete_table'; tableId: string }
  /** Colours of the whole spreadsheet. */
  | { deed: 'theme' }
  /** How cells look, carried to others. */
  | { deed: 'copy_look'; sheetId: number; box: Box; toSheetId: number; to: Box }
  | { deed: 'hide_lines'; sheetId: number; dimension: Dimension; start: number; end: number | undefined }
  /** `values` are those that its conditions compare with; null where they cannot be told. */
  | { deed: 'filter'; sheetId: number; conditions: number; values: string[] | null }
  | {
      deed: 'hide_text'
      sheetId: number
      box: Box
      pattern: string | null
      color: Rgb | null
      background: Rgb | null
      /** Of the letters; null where it stays. */
      size: number | null
    }
  | { deed: 'new_tab'; sheetId: number }
  | { deed: 'move_lines'; sheetId: number; dimension: Dimension; start: number; count: number }

export interface Rgb {
  red: number
  green: number
  blue: number
}

/** A written cell that is not known yet: something else than before. */
export const SOMETHING_ELSE = '\u0000'

export type Request = sheets_v4.Schema$Request

export type Write =
  | { kind: 'requests'; requests: Request[] }
  | { kind: 'values'; data: { range: string; values: unknown[][] }[]; input: 'USER_ENTERED' | 'RAW' }
