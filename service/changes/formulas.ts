/**
 * References of a formula carried along when rows, columns and tabs come and go, as the spreadsheet itself
 * does it. Two layouts tell where each line was and where it is; a reference whose lines are gone becomes
 * #REF!.
 */
import { columnIndex, columnLetters } from '../sheets/a1.ts'
import { tokenize } from '../sheets/formula/tokenize.ts'
import type { Layout } from './footprint/layout.ts'
import type { Lines } from './lines.ts'

interface End {
  column: number | undefined
  columnFixed: string
  row: number | undefined
  rowFixed: string
}

const END = /^(\$?)([A-Za-z]{1,3})?(\$?)(\d+)?$/

function readEnd(text: string): End | null {
  const match = END.exec(text)
  if (!match || (match[2] === undefined && match[4] === undefined)) return null
  const [, first = '', letters, second = '', digits] = match
  return {
    column: letters === undefined ? undefined : columnIndex(letters),
    columnFixed: letters === undefined ? '' : first,
    row: digits === undefined ? undefined : Number(digits) - 1,
    rowFixed: digits === undefined ? '' : letters === undefined ? first : second,
  }
}

const writeEnd = ({ column, columnFixed, row, rowFixed }: End): string =>
  (column === undefined ? '' : columnFixed + columnLetters(column)) +
  (row === undefined ? '' : rowFixed + String(row + 1))

/** From lines of one state to positions in another. */
export interface Mover {
  /** `undefined` where the tab is not known to this mover: its references stay as they are. */
  tab(title: string | null): { title: string | null; rows: Move; columns: Move } | 'gone' | undefined
}

export interface Move {
  /** Where one line is now. */
  one(line: number): number | undefined
  /** Where the lines `start` to `end`, both included, begin and end now. */
  span(start: number, end: number): [number, number] | undefined
}

/** Lines are given by their ids in `lines`; what lies beyond the grid moves with its end. */
export function moveBy(lines: Lines): Move {
  const places = new Map<number, number>()
  for (const [position, id] of lines.toIds().entries()) places.set(id, position)
  const known = (line: number) => places.get(line)
  return {
    one: known,
    span(start, end) {
      let low = known(start)
      for (let line = start; low === undefined && line <= end; line += 1) low = known(line)
      let high = known(end)
      for (let line = end; high === undefined && line >= start; line -= 1) high = known(line)
      return low === undefined || high === undefined ? undefined : [Math.min(low, high), Math.max(low, high)]
    },
  }
}

function moved(ends: End[], rows: Move, columns: Move): End[] | null {
  const [first, last = first] = ends as [End, End?]
  const along = (from: number | undefined, to: number | undefined, move: Move, single: boolean) => {
    if (from === undefined && to === undefined) return [undefined, undefined] as const
    if (single || from === to) {
      const place = move.one((from ?? to)!)
      return place === undefined ? null : ([place, place] as const)
    }
    if (from === undefined || to === undefined) {
      // Open on one side: only the other one is told.
      const place = move.one((from ?? to)!)
      return place === undefined
        ? null
        : ([from === undefined ? undefined : place, to === undefined ? undefined : place] as const)
    }
    return move.span(Math.min(from, to), Math.max(from, to)) ?? null
  }
  const single = ends.length === 1
  const row = along(first.row, last.row, rows, single)
  const column = along(first.column, last.column, columns, single)
  if (!row || !column) return null
  const result = [{ ...first, row: row[0], column: column[0] }]
  if (!single) result.push({ ...last, row: row[1], column: column[1] })
  return result
}

const unquote = (text: string): string =>
  text.startsWith("'") ? text.slice(1, -1).replaceAll("''", "'") : text

const quoteIfNeeded = (title: string): string =>
  /^[\p{L}_][\p{L}\p{N}_]*$/u.test(title) && !/^[A-Za-z]{1,3}\d+$/.test(title)
    ? title
    : `'${title.replaceAll("'", "''")}'`

/** The formula with every reference where its cells are now. What cannot be read stays as it is. */
export function moveFormula(formula: string, mover: Mover): string {
  if (!formula.startsWith('=')) return formula
  const read = tokenize(formula)
  if (!read.ok) return formula
  let result = ''
  let at = 0
  for (const token of read.tokens) {
    if (token.kind !== 'reference') continue
    result += formula.slice(at, token.at) + moveReference(token.text, mover)
    at = token.at + token.text.length
  }
  return result + formula.slice(at)
}

function moveReference(text: string, mover: Mover): string {
  const mark = text.lastIndexOf('!')
  const title = mark < 0 ? null : unquote(text.slice(0, mark))
  const tab = mover.tab(title)
  if (tab === undefined) return text
  if (tab === 'gone') return '#REF!'
  const ends = text
    .slice(mark + 1)
    .split(':')
    .map(readEnd)
  if (ends.some(end => end === null)) return text
  const prefix =
    mark < 0 ? '' : tab.title === title ? text.slice(0, mark + 1) : `${quoteIfNeeded(tab.title ?? '')}!`
  const places = moved(ends as End[], tab.rows, tab.columns)
  return places ? prefix + places.map(writeEnd).join(':') : `${mark < 0 ? '' : prefix}#REF!`
}

/**
 * Carries formulas from the state whose lines the ids of `to` are, into the state that `to` is.
 * `titles` are the tabs' titles where the formula was read. Answers the mover for formulas of one tab.
 */
export function moverBetween(titles: Record<number, string>, to: Layout): (own: number) => Mover {
  const moves = new Map<number, { rows: Move; columns: Move }>()
  const byTitle = new Map(Object.entries(titles).map(([id, title]) => [title.toLowerCase(), Number(id)]))
  return own => ({
    tab(title) {
      const sheetId = title === null ? own : byTitle.get(title.toLowerCase())
      if (sheetId === undefined) return undefined
      const tab = to.tabs.get(sheetId)
      if (!tab) return 'gone'
      const known = moves.get(sheetId) ?? { rows: moveBy(tab.rows), columns: moveBy(tab.columns) }
      moves.set(sheetId, known)
      return { title: title === null ? null : tab.title, ...known }
    },
  })
}

/** Whether anything in this layout is elsewhere than its id says: else formulas stay as they are. */
export function isUnmoved(layout: Layout, titles: Record<number, string>): boolean {
  return Object.entries(titles).every(([id, title]) => {
    const tab = layout.tabs.get(Number(id))
    if (!tab || tab.title !== title) return false
    return [tab.rows, tab.columns].every(({ pieces }) => pieces.length === 1 && pieces[0]!.id === 0)
  })
}
