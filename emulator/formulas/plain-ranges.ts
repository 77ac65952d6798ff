/**
 * References of the plainest kind, `B$5` and `A1:C9` on the formula's own tab, without the engine's regular
 * expressions. What comes out is what the engine and both-ends.ts make of the same text.
 */
import type { Range, Zone } from '../dialect/engine.ts'

/** Upper case, no spaces: `$AB$12`. */
export type CellName = string

interface Cell {
  col: number
  row: number
  colFixed: boolean
  rowFixed: boolean
}

const [DOLLAR, NINE, LETTER_BEFORE_A] = [36, 57, 64]

/** Nothing where its ends have changed places: that takes more thought. */
export function readRange(sheetId: string, first: CellName, second: CellName | undefined): Range | undefined {
  const start = readCell(first)
  const end = second === undefined ? start : readCell(second)
  if (start.col > end.col || start.row > end.row) return undefined
  const zone: Zone = { top: start.row, left: start.col, bottom: end.row, right: end.col }
  const near = { colFixed: start.colFixed, rowFixed: start.rowFixed }
  const far = { colFixed: end.colFixed, rowFixed: end.rowFixed }
  const parts = second === undefined ? [near] : [{ ...near, far }, far]
  return {
    unboundedZone: zone,
    zone,
    parts,
    prefixSheet: false,
    invalidSheetName: undefined,
    sheetId,
  } as Range
}

function readCell(name: CellName): Cell {
  let [at, col, row] = [0, 0, 0]
  const colFixed = name.charCodeAt(0) === DOLLAR
  if (colFixed) at++
  let code = name.charCodeAt(at)
  while (code > LETTER_BEFORE_A) {
    col = col * 26 + code - LETTER_BEFORE_A
    code = name.charCodeAt(++at)
  }
  const rowFixed = code === DOLLAR
  if (rowFixed) code = name.charCodeAt(++at)
  while (code <= NINE) {
    row = row * 10 + code - 48
    code = name.charCodeAt(++at)
  }
  return { col: col - 1, row: row - 1, colFixed, rowFixed }
}
