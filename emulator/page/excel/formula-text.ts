/** A formula of an Excel file in pieces, so that what is replaced is never part of a text or a title. */
import { columnLetters, columnNumber } from '../../formulas/column-letters.ts'

export interface Piece {
  kind: 'text' | 'title' | 'bracket' | 'word' | 'error' | 'other'
  value: string
}

const WORD = /[\p{L}\p{N}_.$\\?]+/uy
const ERROR = /#[A-Z/0]+[!?]?/y

export function piecesOf(formula: string): Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at < formula.length; ) {
    const piece = pieceAt(formula, at)
    pieces.push(piece)
    at += piece.value.length
  }
  return pieces
}

function pieceAt(formula: string, at: number): Piece {
  const mark = formula[at] as string
  if (mark === '"') return { kind: 'text', value: quoted(formula, at, '"') }
  if (mark === "'") return { kind: 'title', value: quoted(formula, at, "'") }
  if (mark === '[') return { kind: 'bracket', value: bracketed(formula, at) }
  const word = matchAt(WORD, formula, at)
  if (word !== undefined) return { kind: 'word', value: word }
  const error = matchAt(ERROR, formula, at)
  if (error !== undefined) return { kind: 'error', value: error }
  return { kind: 'other', value: mark }
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/** To the closing mark; one that stands twice is a letter. */
function quoted(formula: string, start: number, mark: string): string {
  for (let at = start + 1; at < formula.length; at++) {
    if (formula[at] !== mark) continue
    if (formula[at + 1] !== mark) return formula.slice(start, at + 1)
    at++
  }
  return formula.slice(start)
}

/** In a column's name an apostrophe makes the next mark a letter. */
function bracketed(formula: string, start: number): string {
  let depth = 0
  for (let at = start; at < formula.length; at++) {
    const mark = formula[at]
    if (mark === "'") at++
    else if (mark === '[') depth++
    else if (mark === ']' && --depth === 0) return formula.slice(start, at + 1)
  }
  return formula.slice(start)
}

export const textOf = (pieces: readonly Piece[]): string => pieces.map(({ value }) => value).join('')

// ---- references

const CELL = /^(\$?)([A-Z]{1,3})(\$?)(\d{1,7})$/i
const COLUMN = /^(\$?)([A-Z]{1,3})$/i
const ROW = /^(\$?)(\d{1,7})$/

export const isCell = (word: string): boolean => CELL.test(word)

/** A shared formula as it stands so many rows and columns further. */
export function movedFormula(formula: string, rows: number, columns: number): string {
  const pieces = piecesOf(formula)
  return textOf(
    pieces.map((piece, at) => {
      if (piece.kind !== 'word' || '(!'.includes(pieces[at + 1]?.value ?? ' ')) return piece
      return { ...piece, value: movedReference(piece.value, isInRange(pieces, at), rows, columns) }
    }),
  )
}

/** `A:A` and `1:1` are references, `A` and `1` are none. */
function isInRange(pieces: readonly Piece[], at: number): boolean {
  return pieces[at + 1]?.value === ':' || pieces[at - 1]?.value === ':'
}

function movedReference(word: string, isRange: boolean, rows: number, columns: number): string {
  const cell = CELL.exec(word)
  if (cell !== null) {
    const [, fixedColumn = '', column = '', fixedRow = '', row = ''] = cell
    const newColumn = movedColumn(column, fixedColumn, columns)
    const newRow = movedRow(row, fixedRow, rows)
    return newColumn === undefined || newRow === undefined ? '#REF!' : newColumn + newRow
  }
  if (!isRange) return word
  const [, fixedColumn = '', column] = COLUMN.exec(word) ?? []
  if (column !== undefined) return movedColumn(column, fixedColumn, columns) ?? '#REF!'
  const [, fixedRow = '', row] = ROW.exec(word) ?? []
  if (row !== undefined) return movedRow(row, fixedRow, rows) ?? '#REF!'
  return word
}

function movedColumn(column: string, fixed: string, by: number): string | undefined {
  const number = numberOfColumn(column) + (fixed === '$' ? 0 : by)
  return number < 0 ? undefined : fixed + nameOfColumn(number)
}

function movedRow(row: string, fixed: string, by: number): string | undefined {
  const number = Number(row) + (fixed === '$' ? 0 : by)
  return number < 1 ? undefined : `${fixed}${number}`
}

/** From 0 on. */
const numberOfColumn = (name: string): number => columnNumber(name) - 1

const nameOfColumn = (number: number): string => columnLetters(number + 1)

export interface Place {
  row: number
  col: number
}

export interface Box {
  top: number
  left: number
  bottom: number
  right: number
}

/** `B3`, from 0 on. */
export function placeOf(name: string): Place {
  const [, , column = 'A', , row = '1'] = CELL.exec(name) ?? []
  return { row: Number(row) - 1, col: numberOfColumn(column) }
}

export const nameOf = ({ row, col }: Place): string => `${nameOfColumn(col)}${row + 1}`

/** `B3:C5` or `B3`. */
export function boxOf(range: string): Box {
  const [first = 'A1', last = first] = range.replaceAll('$', '').split(':')
  const [start, end] = [placeOf(first), placeOf(last)]
  return { top: start.row, left: start.col, bottom: end.row, right: end.col }
}

export function* placesIn({ top, left, bottom, right }: Box): Generator<Place> {
  for (let row = top; row <= bottom; row++) for (let col = left; col <= right; col++) yield { row, col }
}

export function printBox({ top, left, bottom, right }: Box): string {
  const [first, last] = [nameOf({ row: top, col: left }), nameOf({ row: bottom, col: right })]
  return first === last ? first : `${first}:${last}`
}

/** Where the bracket that opens at a piece is closed; -1 where it never is. */
export function closing(pieces: readonly Piece[], open: number): number {
  let depth = 0
  for (let at = open; at < pieces.length; at++) {
    if (pieces[at]?.value === '(') depth++
    else if (pieces[at]?.value === ')' && --depth === 0) return at
  }
  return -1
}
