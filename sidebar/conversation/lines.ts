/** The lines of a turn: its entries, with runs of like calls folded into one line each. */
import type { Signal } from '@preact/signals'
import type { Change } from './changes.ts'
import type { Entry } from './entries.ts'
import { isLooking } from './tools.ts'

export interface EntryCell {
  readonly key: string
  readonly entry: Signal<Entry>
  /** Place within the turn. */
  readonly index: number
}

export type Line =
  | { type: 'single'; key: string; cell: EntryCell }
  | { type: 'fold'; key: string; cells: readonly EntryCell[] }

/** Fewer like calls in a row stand each by itself. */
const FOLD_FROM = 3

/** Each of these is news of its own. */
const tellingKinds = ['rows', 'columns', 'tab', 'sort', 'filter']

/** Calls with the same key in a row are one line; null for what always stands alone. */
function foldKey(entry: Entry, changes: readonly Change[]): string | null {
  if (entry.type !== 'tool' || entry.state !== 'succeeded') return null
  if (entry.rows !== null) return null
  if (changes.some(({ kind, undoState }) => tellingKinds.includes(kind) || undoState !== 'none')) return null
  // Clearing cells is no formatting.
  if (entry.tool === 'format_range' && changes.some(({ kind }) => kind === 'values')) return null
  return isLooking(entry.tool) ? 'look' : entry.tool
}

export function linesOf(
  cells: readonly EntryCell[],
  changesOf: (callId: string) => readonly Change[],
): Line[] {
  const lines: Line[] = []
  let run: EntryCell[] = []
  let runKey: string | null = null
  const close = () => {
    const first = run[0]
    if (first && run.length >= FOLD_FROM) lines.push({ type: 'fold', key: `fold ${first.key}`, cells: run })
    else lines.push(...run.map((cell): Line => ({ type: 'single', key: cell.key, cell })))
    run = []
  }
  for (const cell of cells) {
    const entry = cell.entry.value
    const key = foldKey(entry, changesOf(entry.key))
    if (key === null || key !== runKey) close()
    runKey = key
    run.push(cell)
  }
  close()
  return lines
}

/** Whether both draw the same: the same cells in the same lines. */
export const sameLines = (one: readonly Line[], other: readonly Line[]): boolean =>
  one.length === other.length &&
  one.every((line, index) => {
    const second = other[index]
    if (line.type === 'single') return second?.type === 'single' && second.cell === line.cell
    return (
      second?.type === 'fold' &&
      second.cells.length === line.cells.length &&
      second.cells.every((cell, at) => cell === line.cells[at])
    )
  })
