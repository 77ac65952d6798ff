/**
 * What every request kind of a batchUpdate is given, and the checks they share.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import type { RangeData, Zone } from '../../dialect/engine.ts'
import { invalid } from '../google/errors.ts'
import { type Area, areaOf, sheetOf } from '../workbook/a1.ts'
import type { Transaction, Workbook } from '../workbook/workbook.ts'
import type { Actor } from './protected-ranges.ts'
import { checkEditable } from './protection.ts'

export interface Context {
  workbook: Workbook
  tx: Transaction
  actor: Actor
  /** "requests[3].sortRange": every message begins with it, as Google's do. */
  path: string
}

/** Does the request; returns what stands under its kind in the reply, if it has any. */
export type Handler<R> = (request: R, context: Context) => object | undefined

export type RequestKind = keyof sheets_v4.Schema$Request

export type Handlers = { [K in RequestKind]?: Handler<NonNullable<sheets_v4.Schema$Request[K]>> }

export function fail({ path }: Context, message: string): Error {
  return invalid(`Invalid ${path}: ${message}`)
}

/** The area of a required range, which the caller must be allowed to edit. */
export function editable(context: Context, range: sheets_v4.Schema$GridRange | null | undefined): Area {
  const area = areaOf(context.workbook, range, context.path)
  guard(context, area)
  return area
}

export function guard({ workbook, actor, path }: Context, ...areas: Area[]): void {
  try {
    checkEditable(workbook, actor.user, actor.role, areas)
  } catch (error) {
    throw invalid(`Invalid ${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

export function tab({ workbook, path }: Context, gid: number | null | undefined): string {
  return sheetOf(workbook, gid, path)
}

/** Changes of whole rows, columns or tabs touch everything on the tab. */
export function guardTab(context: Context, sheetId: string): void {
  guard(context, { sheetId, zone: context.workbook.getters.getSheetZone(sheetId) })
}

export function rangeData({ sheetId, zone }: Area): RangeData {
  return { _sheetId: sheetId, _zone: zone }
}

export function* cellsOf({ left, right, top, bottom }: Zone): Generator<{ row: number; col: number }> {
  for (let row = top; row <= bottom; row++) for (let col = left; col <= right; col++) yield { row, col }
}

export interface Lines {
  sheetId: string
  dimension: 'ROW' | 'COL'
  start: number
  /** Exclusive. */
  end: number
  count: number
}

/** A DimensionRange, checked against the grid. */
export function linesOf(context: Context, range: sheets_v4.Schema$DimensionRange | null | undefined): Lines {
  if (!range) throw fail(context, 'range is required')
  const sheetId = tab(context, range.sheetId)
  if (range.dimension !== 'ROWS' && range.dimension !== 'COLUMNS')
    throw fail(context, 'dimension is required')
  const dimension = range.dimension === 'ROWS' ? 'ROW' : 'COL'
  const count = lineCount(context.workbook, sheetId, dimension)
  const start = range.startIndex ?? 0
  const end = range.endIndex ?? count
  if (start < 0 || end <= start) throw fail(context, `endIndex[${end}] must be after startIndex[${start}]`)
  return { sheetId, dimension, start, end, count }
}

export function lineCount(workbook: Workbook, sheetId: string, dimension: 'ROW' | 'COL'): number {
  return dimension === 'ROW'
    ? workbook.getters.getNumberRows(sheetId)
    : workbook.getters.getNumberCols(sheetId)
}

export function indexes(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, i) => start + i)
}

/** Makes room at the grid's end for cells that are pushed out. */
export function insertedLines(
  { workbook, tx }: Context,
  sheetId: string,
  dimension: 'ROW' | 'COL',
  quantity: number,
): void {
  const count = lineCount(workbook, sheetId, dimension)
  tx.dispatch('ADD_COLUMNS_ROWS', {
    sheetId,
    sheetName: workbook.getters.getSheetName(sheetId),
    dimension,
    base: count - 1,
    quantity,
    position: 'after',
  })
}
