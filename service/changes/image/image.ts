/**
 * What a write found, or left: the cells it touches with all that can be entered into them, the objects of
 * the tabs it touches, sizes, names. Pure data, as Google gives it.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { type ClosedBox, holds, overlaps } from '../../sheets/a1.ts'
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

/** A pivot table or a rule for input outside of the touched cells, which refers to cells. Zero-based. */
export interface OtherPart {
  sheetId: number
  row: number
  column: number
  part: 'pivot' | 'validation'
  value: sheets_v4.Schema$PivotTable & sheets_v4.Schema$DataValidationRule
}

/** What is set for the spreadsheet as a whole, and can be set again. */
export const SETTINGS = [
  'title',
  'locale',
  'timeZone',
  'autoRecalc',
  'iterativeCalculationSettings',
  'spreadsheetTheme',
] as const
export type Settings = Pick<sheets_v4.Schema$SpreadsheetProperties, (typeof SETTINGS)[number]>

export interface Image {
  properties: Settings
  /** Titles of all tabs, for reading references in formulas. */
  titles: Record<number, string>
  sheets: SheetObjects[]
  namedRanges: sheets_v4.Schema$NamedRange[]
  areas: AreaImage[]
  sizes: SizesImage[]
  formulas: LostFormula[]
  /** Of a large image of which only looks could change: past its first cells it holds nothing but looks. */
  looksOnly?: boolean
  /** As formulas: before the write all that there are, after it those that do not come back by themselves. */
  elsewhere?: OtherPart[]
}

export const sheetIdOf = (sheet: SheetObjects): number => sheet.properties?.sheetId ?? 0

const isOf = ({ sheetId: own, box }: AreaImage, sheetId: number, row: number, column: number): boolean =>
  own === sheetId && holds(box, row, column)

const meets = (a: AreaImage, b: AreaImage): boolean => a.sheetId === b.sheetId && overlaps(a.box, b.box)

/** Large images have many areas, and neighbours are asked for one after the other. */
interface Hits {
  areas: number
  /** Where areas overlap, the first one that holds a cell has it. */
  isDisjoint: boolean
  last: AreaImage | undefined
}

const hitsOf = new WeakMap<Image, Hits>()

function hitsIn(image: Image): Hits {
  const known = hitsOf.get(image)
  if (known?.areas === image.areas.length) return known
  const isDisjoint = image.areas.every(
    (area, at) => !image.areas.some((other, i) => i > at && meets(area, other)),
  )
  const hits = { areas: image.areas.length, isDisjoint, last: undefined }
  hitsOf.set(image, hits)
  return hits
}

/** The cell at a place; undefined where the image does not reach, an empty object where it held nothing. */
export function cellOf(image: Image, sheetId: number, row: number, column: number): CellData | undefined {
  const hits = hitsIn(image)
  let area = hits.isDisjoint ? hits.last : undefined
  if (!area || !isOf(area, sheetId, row, column)) {
    area = image.areas.find(each => isOf(each, sheetId, row, column))
    if (!area) return undefined
    hits.last = area
  }
  return area.rows[row - area.box.startRow]?.[column - area.box.startColumn] ?? {}
}
