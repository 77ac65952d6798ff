/** What planning an undo works on, and what it comes to. */
import { holds } from '../../sheets/a1.ts'
import type { Area, Layout } from '../footprint/layout.ts'
import type { Request } from '../footprint/touch.ts'
import type { Image } from '../image/image.ts'

/** One write as it was recorded. */
export interface Recorded {
  before: Image
  after: Image
  /** Lines after the write, by their numbers before it. */
  layout: Layout
  reorders: Area[]
}

export interface Kept {
  sheetId: number
  row: number
  column: number
  reason: string
}

export interface Told {
  /** Cells that hold again what they held. */
  cells: number
  /** Other things that are as they were: lines, charts, rules. */
  things: number
  kept: Kept[]
  /** Things that stay, in words. */
  keptThings: { sheetName: string; range: string; reason: string }[]
  notPossible: { description: string; reason: string }[]
}

export interface Planned {
  requests: Request[]
  /** The tabs as they are when the requests have been made; ids are line numbers before the write. */
  next: Layout
  told: Told
}

export const nothingTold = (): Told => ({
  cells: 0,
  things: 0,
  kept: [],
  keptThings: [],
  notPossible: [],
})

/** Boxes that an undo is limited to; null where it is not. */
export type Limits = Area[] | null

export const isWithin = (limits: Limits, sheetId: number, row: number, column: number): boolean =>
  limits === null || limits.some(({ sheetId: own, box }) => own === sheetId && holds(box, row, column))

export const CHANGED_SINCE = 'Changed since, so it stays.'
export const GONE_SINCE = 'Deleted since, so there is nothing to put back into.'
export const NOT_FOUND = 'Its row or column is not found any more, so it did not come back.'
