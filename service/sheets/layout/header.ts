/** Whether a row names what stands below it. Looks at cells only; where tables begin is found elsewhere. */
import { toR1C1 } from '../formula/r1c1.ts'
import type { GridCell } from '../overview/grid-cell.ts'
import { isDate, isFilled, isNumber, isText, isTotalLabel, isYear } from './cells.ts'

const LONGEST_LABEL = 40
const ROWS_COMPARED = 30

export function looksLikeHeader(row: GridCell[], below: GridCell[][]): boolean {
  const filled = row.filter(isFilled)
  if (runsOn(row, below)) return false
  if (isPeriods(row, below)) return true
  if (!filled.some(isText) || isTotalLabel(filled[0])) return false
  const numbers = filled.filter(cell => !isText(cell))
  if (!numbers.every(isYear) && !isSeries(row)) return false
  const next = below.find(other => other.some(isFilled))
  if (!next) return numbers.every(isYear)
  const differs = row.some((cell, column) => isText(cell) && isFilled(next[column]) && !isText(next[column]))
  if (differs) return !isLikeBelow(row, below)
  if (numbers.length > 0) return next.some(isNumber) || numbers.every(isYear)
  return areDistinct(filled) && !isLikeBelow(row, below) && filled.every(isShort)
}

/** Formulas that all go on in the next row are no names. */
export function runsOn(row: GridCell[], below: GridCell[][]): boolean {
  const [next = []] = below
  const patternOf = (cell: GridCell | undefined, line: number, column: number) =>
    cell?.formula ? (toR1C1(cell.formula, line, column) ?? cell.formula) : null
  const goesOn = row.flatMap((cell, column) => {
    const pattern = patternOf(cell, 0, column)
    return pattern === null ? [] : [pattern === patternOf(next[column], 1, column)]
  })
  return goesOn.length > 0 && goesOn.every(Boolean)
}

/** Years or days over columns, and nothing over the labels at the left. */
function isPeriods(row: GridCell[], below: GridCell[][]): boolean {
  const filled = row.filter(isFilled)
  const next = below.find(other => other.some(isFilled))
  if (filled.length < 2 || isFilled(row[0]) || !isText(next?.[0])) return false
  return filled.every(isYear) || (filled.every(isDate) && isSeries(row))
}

const isShort = (cell: GridCell): boolean =>
  cell.shown.length <= LONGEST_LABEL && !/[.!?]$/.test(cell.shown.trim())

function areDistinct(cells: GridCell[]): boolean {
  const names = cells.map(cell => cell.shown.trim().toLowerCase())
  return new Set(names).size >= names.length / 2
}

/** One more than the cell before it, as weeks and days are counted. */
const COUNTS = /^R\[0\]C\[-1\]\+\d+$/

const mayCount = ({ formula }: GridCell, column: number): boolean =>
  formula === null || COUNTS.test(toR1C1(formula, 0, column) ?? '')

/** Labels over columns that are dates, weeks or a count: 1, 2, 3 or one day after the other. No other formulas. */
function isSeries(row: GridCell[]): boolean {
  const cells = row.filter(cell => isFilled(cell) && !isText(cell))
  if (cells.length === 0) return true
  if (cells.some(cell => !isNumber(cell) || !(isDate(cell) || mayCount(cell, row.indexOf(cell)))))
    return false
  if (cells.length < 3) return cells.every(isDate) && cells.length > 1
  const values = cells.map(cell => cell.value as number)
  if (cells.every(isDate)) return values.every((value, index) => index === 0 || value > values[index - 1]!)
  const step = values[1]! - values[0]!
  return step > 0 && values.every((value, index) => index === 0 || value - values[index - 1]! === step)
}

/** A text that stands in its own column again, or that is written like the codes below it, is data. */
function isLikeBelow(row: GridCell[], below: GridCell[][]): boolean {
  const data = below.slice(0, ROWS_COMPARED)
  return row.some((cell, column) => {
    if (!isText(cell)) return false
    const texts = data.flatMap(cells => (isText(cells[column]) ? [cells[column]!.shown.trim()] : []))
    const own = cell.shown.trim()
    if (texts.length < data.length / 2) return false
    return (
      texts.includes(own) ||
      (/\d/.test(own) && texts.length > 1 && texts.every(text => shape(text) === shape(own)))
    )
  })
}

const shape = (text: string): string =>
  text
    .replaceAll(/\p{Lu}/gu, 'A')
    .replaceAll(/\p{Ll}/gu, 'a')
    .replaceAll(/\d/g, '9')
