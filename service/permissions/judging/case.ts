/** One call before its judges: what it is about to do, what the person asked for, what the turn made itself. */
import { createHash } from 'node:crypto'
import type { PermissionKind } from '../../../contract/permissions.ts'
import { type Box, holds } from '../../sheets/a1.ts'
import type { Reading } from '../reading/wishes.ts'
import type { Workbook } from './workbook.ts'

/** A word of the person's is needed for this. */
export interface Need {
  kind: PermissionKind
  /** Exact and in plain words: "Delete the tab Budget: 412 cells, 2 charts". */
  effect: string
  details: string[]
  /** What the effect is about, as found: where that differs later, the person has not agreed to it. */
  mark: string
}

/** Lines that came in (or went, below 0), which move what lies behind them; 0: moved about. */
export interface Shift {
  sheetId: number
  dimension: 'ROWS' | 'COLUMNS'
  start: number
  count: number
}

/** What the turn itself has made: it is nobody's loss. */
export interface Own {
  tabs: ReadonlySet<number>
  areas: readonly { sheetId: number; box: Box }[]
  /** Lines that came, went, or were moved (count 0), in their order. */
  shifts: readonly Shift[]
  /** Titles that the turn's tabs had before it gave them others. */
  renamed: ReadonlyMap<number, string>
  /** Filled cells that earlier calls of the turn have cost without being asked to. */
  lost: number
  /** Rows that earlier calls of the turn have deleted. */
  rows: number
}

export interface Case {
  reading: Reading
  book: Workbook
  turn: { sheetId: number; sheetName: string }
  own: Own
}

/** Whether the turn itself has made this cell what it is. */
export const isOwnCell = ({ areas }: Own, sheetId: number, row: number, column: number): boolean =>
  areas.some(area => area.sheetId === sheetId && holds(area.box, row, column))

export const markOf = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
