/** What one request of a batch may change, as the table of request kinds tells it. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { ChangeKind } from '../../../contract/index.ts'
import { formatBox } from '../../sheets/a1.ts'
import type { Layout, TouchedArea } from './layout.ts'

export type Request = sheets_v4.Schema$Request
export type RequestKind = keyof Request

export interface Touch {
  kind: ChangeKind
  /** The tab that the change is told for. */
  sheetId: number | null
  /** "Wrote", "Deleted rows": calls of one batch with the same words fold into one line. */
  verb: string
  /** The rest of the line: a range or a name. */
  object: string
  /** For the change's own range. */
  box: TouchedArea | null
  /** Cells whose content, look or rules may be others afterwards. */
  areas: TouchedArea[]
  /** Tabs whose charts, rules, merges and so on may be others; 'all' where the request does not tell. */
  sheets: number[] | 'all'
  /** Rows or columns whose sizes may be others. */
  sizes?: TouchedArea[]
  /** Formulas anywhere may lose what they refer to. */
  breaksFormulas?: boolean
  /** It changes the looks of cells, and nothing else of them. */
  looksOnly?: boolean
  /** The rows of a block come in another order, or some go: they are to be found again by what they hold. */
  reorders?: TouchedArea
  /** Google has no way back. */
  lost?: string
}

/** Reads a request in the layout that it meets, and carries the layout past it. */
export type TouchOf<K extends RequestKind> = (request: NonNullable<Request[K]>, layout: Layout) => Touch[]
export type TouchTable = { [K in RequestKind]?: TouchOf<K> }

/** "B2:D9" of an area as it lies in the layout. */
export function nameOf(layout: Layout, area: TouchedArea | undefined): string {
  const placed = area && layout.place(area)
  return placed ? formatBox(placed.box) : ''
}

export interface CellTouch {
  kind: ChangeKind
  verb: string
  more?: Partial<Touch>
}

/** A change of the cells in some areas, all of one tab each. */
export function cellTouches(layout: Layout, areas: TouchedArea[], { kind, verb, more }: CellTouch): Touch[] {
  return areas.map(area => ({
    kind,
    sheetId: area.sheetId,
    verb,
    object: nameOf(layout, area),
    box: area,
    areas: [area],
    sheets: [area.sheetId],
    ...more,
  }))
}

export const objectTouch = (
  kind: ChangeKind,
  verb: string,
  { sheetId = null, object = '' }: { sheetId?: number | null; object?: string } = {},
): Touch => ({
  kind,
  sheetId,
  verb,
  object,
  box: null,
  areas: [],
  sheets: sheetId === null ? 'all' : [sheetId],
})
