/** Cells of a tab: where a call worked, what a reference names, what a click selects. */

export interface Place {
  /** null: the tab that is open. */
  sheetName: string | null
  /** A1 without its tab. */
  range: string
}

/** Zero-based and without an end where the range has none. */
interface Box {
  top: number
  left: number
  bottom: number
  right: number
}

const RANGE = /^\$?([A-Z]{1,3})?\$?(\d{1,7})?(?::\$?([A-Z]{1,3})?\$?(\d{1,7})?)?$/i

const columnOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

function boxOf(range: string): Box | null {
  const found = RANGE.exec(range)
  if (!found) return null
  const [, column, row, endColumn, endRow] = found
  if (column === undefined && row === undefined) return null
  const isSingle = !range.includes(':')
  const column2 = isSingle ? column : endColumn
  const row2 = isSingle ? row : endRow
  return {
    top: row === undefined ? 0 : Number(row) - 1,
    left: column === undefined ? 0 : columnOf(column),
    bottom: row2 === undefined ? Number.POSITIVE_INFINITY : Number(row2) - 1,
    right: column2 === undefined ? Number.POSITIVE_INFINITY : columnOf(column2),
  }
}

const boxesOf = (range: string): Box[] => range.split(',').flatMap(part => boxOf(part.trim()) ?? [])

const touch = (one: Box, other: Box): boolean =>
  one.top <= other.bottom && other.top <= one.bottom && one.left <= other.right && other.left <= one.right

/** Whether both name some of the same cells. */
export function overlap(one: Place, other: Place): boolean {
  if (one.sheetName !== other.sheetName) return false
  return boxesOf(one.range).some(box => boxesOf(other.range).some(second => touch(box, second)))
}

/** The tab's name as a formula writes it: in quotes where it needs them. */
export const quoteTab = (name: string): string =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : `'${name.replaceAll("'", "''")}'`
