/**
 * What a write found, or left: the cells it touches with all that can be entered into them, the objects of
 * the tabs it touches, sizes, names. Pure data, as Google gives it.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import type { ClosedBox } from '../../sheets/a1.ts'
import type { Dimension } from '../footprint/layout.ts'

export type CellData = sheets_v4.Schema$CellData

export interface AreaImage {
  sheetId: number
  box: ClosedBox
  /** From the box's first row; rows and cells at the end that hold nothing are left out. */
  rows: CellData[][]
}

export interface SizesImage {
  sheetId: number
  dimension: Dimension
  start: number
  lines: { pixelSize?: number | null; hiddenByUser?: boolean | null }[]
}

export type SheetObjects = Pick<
  sheets_v4.Schema$Sheet,
  | 'properties'
  | 'merges'
  | 'conditionalFormats'
  | 'filterViews'
  | 'protectedRanges'
  | 'basicFilter'
  | 'charts'
  | 'bandedRanges'
  | 'rowGroups'
  | 'columnGroups'
  | 'slicers'
  | 'tables'
>

/** A formula outside of the touched cells whose text the write changed for good. Zero-based. */
export interface LostFormula {
  sheetId: number
  row: number
  column: number
  formula: string
}

export interface Image {
  properties: { title?: string | null; locale?: string | null; timeZone?: string | null }
  /** Titles of all tabs, for reading references in formulas. */
  titles: Record<number, string>
  sheets: SheetObjects[]
  namedRanges: sheets_v4.Schema$NamedRange[]
  areas: AreaImage[]
  sizes: SizesImage[]
  formulas: LostFormula[]
}

export const sheetIdOf = (sheet: SheetObjects): number => sheet.properties?.sheetId ?? 0

/** The cell at a place; undefined where the image does not reach, an empty object where it held nothing. */
export function cellOf(image: Image, sheetId: number, row: number, column: number): CellData | undefined {
  for (const { sheetId: own, box, rows } of image.areas) {
    if (own !== sheetId || row < box.startRow || row >= box.endRow) continue
    if (column < box.startColumn || column >= box.endColumn) continue
    return rows[row - box.startRow]?.[column - box.startColumn] ?? {}
  }
  return undefined
}
