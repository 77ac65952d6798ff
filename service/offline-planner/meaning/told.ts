/** How an instruction is told to a kind: in words that exactly that kind reads, with the things that are meant. */
import type { Measure } from '../frames/support/formulas.ts'
import type { Column } from '../linking/sheet.ts'
import { figuresIn, groupsIn } from './figures.ts'
import type { Ground } from './ground.ts'
import type { Items } from './items.ts'
import { type Made, whereIn } from './makes.ts'
import type { Piece } from './pieces.ts'

export interface Told {
  /** The kind that reads it. */
  frame: string
  pieces: Piece[]
}

export type Reads = (items: Items, ground: Ground) => Told | Made | null

export const told = (frame: string, ...pieces: (Piece | readonly Piece[])[]): Told => ({
  frame,
  pieces: pieces.flat() as Piece[],
})

export const columnsTold = (columns: readonly Column[]): Piece[] =>
  columns.flatMap((column, at): Piece[] => (at === 0 ? [{ column }] : ['and', { column }]))

/** Nothing where there is no condition; null where there is one that can't be read. */
export function where(items: Items, ground: Ground): Piece[] | null {
  const read = whereIn(items, ground)
  return read && (read.length > 0 ? [{ where: read }] : [])
}

const FIGURES: Record<Measure, string> = {
  count: 'number of rows',
  total: 'total of',
  average: 'average of',
  median: 'median of',
  max: 'highest',
  min: 'lowest',
  distinct: 'number of different',
}

/** "sum [A], avg [B]", "count" */
export function figures(items: Items, ground: Ground): Piece[] | null {
  const read = figuresIn(items, ground)
  if (read?.some(({ expression }) => expression)) return null
  return (
    read?.flatMap(({ measure, column }, at): Piece[] => [
      ...(at === 0 ? [] : ['and']),
      FIGURES[measure],
      ...(column ? [{ column }] : []),
    ]) ?? null
  )
}

/** "by [G], [H]", "by month [D]" */
export function groups(items: Items): Piece[] | null {
  const read = groupsIn(items)
  return (
    read?.flatMap(({ column, period }, at): Piece[] => [
      at === 0 ? 'by' : 'and',
      ...(period ? [`${period} of`] : []),
      { column },
    ]) ?? null
  )
}

export const said =
  (frame: string, words: string): Reads =>
  () =>
    told(frame, words)

/** A column and a word of the kind that reads it: "trim [C]". */
export const over =
  (frame: string, before: string, after = ''): Reads =>
  items => {
    const columns = items.columns()
    return told(
      frame,
      before,
      columns.length > 0 ? columnsTold(columns) : 'all cells',
      after === '' ? [] : after,
    )
  }

export const named =
  (frame: string, before: string): Reads =>
  items => {
    const columns = items.columns()
    return columns.length > 0 ? told(frame, before, columnsTold(columns)) : null
  }
