/** How an instruction is told to a kind: in words that exactly that kind reads, with the things that are meant. */
import type { Column } from '../linking/sheet.ts'
import { type Ground, whereOf } from './conditions.ts'
import type { Items } from './items.ts'
import type { Made } from './makes.ts'
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
  if (!items.word('where')) return []
  const read = whereOf(items, ground)
  return read && [{ where: read }]
}

const FIGURES: Record<string, string> = {
  sum: 'total of',
  avg: 'average of',
  median: 'median of',
  max: 'highest',
  min: 'lowest',
  distinct: 'number of different',
}

/** "sum [A], avg [B]", "count" */
export function figures(items: Items): Piece[] | null {
  const pieces: Piece[] = []
  do {
    if (pieces.length > 0) pieces.push('and')
    if (items.word('count')) pieces.push('number of rows')
    else {
      const name = items.word(...Object.keys(FIGURES))
      const column = name ? items.column() : null
      if (!name || !column) return null
      pieces.push(FIGURES[name]!, { column })
    }
  } while (items.word(','))
  return pieces
}

const PERIODS = ['day', 'week', 'month', 'quarter', 'year', 'weekday']

/** "by [G], [H]", "by month [D]" */
export function groups(items: Items): Piece[] | null {
  if (!items.word('by')) return []
  const pieces: Piece[] = ['by']
  do {
    if (pieces.length > 1) pieces.push('and')
    const period = items.word(...PERIODS)
    const column = items.column()
    if (!column) return null
    pieces.push(...(period ? [`${period} of`, { column }] : [{ column }]))
  } while (items.word(','))
  return pieces
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
