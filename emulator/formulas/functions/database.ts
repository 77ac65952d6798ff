/** DSUM and its kin: rows of a table that fit a table of conditions. */
import { toText } from '../coerce.ts'
import type { Define } from '../signature.ts'
import {
  BLANK,
  divisionByZero,
  isError,
  type Matrix,
  type Scalar,
  toRows,
  wrongNumber,
  wrongValue,
} from '../values.ts'
import { readCriterion } from './criteria.ts'
import { sum, variance } from './numbers.ts'

/** Of the field's cells in the rows that fit. */
type Summary = (name: string, cells: Scalar[]) => number | Scalar

function numbers(cells: Scalar[]): number[] {
  const found: number[] = []
  for (const cell of cells) {
    if (isError(cell)) throw cell
    if (typeof cell.value === 'number') found.push(cell.value)
  }
  return found
}

const SUMMARIES: Record<string, Summary> = {
  DSUM: (_, cells) => sum(numbers(cells)),
  DCOUNT: (_, cells) => numbers(cells).length,
  DCOUNTA: (_, cells) => cells.filter(({ value }) => value !== null).length,
  DAVERAGE: (name, cells) => {
    const found = numbers(cells)
    if (found.length === 0) throw divisionByZero(name)
    return sum(found) / found.length
  },
  DMAX: (_, cells) => numbers(cells).reduce((a, b) => Math.max(a, b), numbers(cells)[0] ?? 0),
  DMIN: (_, cells) => numbers(cells).reduce((a, b) => Math.min(a, b), numbers(cells)[0] ?? 0),
  DPRODUCT: (_, cells) => (numbers(cells).length === 0 ? 0 : numbers(cells).reduce((a, b) => a * b, 1)),
  DVAR: (name, cells) => variance(numbers(cells), name, true),
  DVARP: (name, cells) => variance(numbers(cells), name, false),
  DSTDEV: (name, cells) => Math.sqrt(variance(numbers(cells), name, true)),
  DSTDEVP: (name, cells) => Math.sqrt(variance(numbers(cells), name, false)),
  DGET: (name, cells) => {
    if (cells.length === 0) throw wrongValue(`${name} found no match.`)
    if (cells.length > 1) throw wrongNumber(`More than one match found in ${name} evaluation.`)
    return cells[0] ?? BLANK
  },
}

export function defineDatabase(define: Define): void {
  for (const [name, summary] of Object.entries(SUMMARIES))
    define(name, 'aea', (table: Matrix, field: Scalar, conditions: Matrix) => {
      const column = fieldOf(name, table, field)
      const rows = toRows(table).slice(1)
      const fits = readConditions(name, table, conditions)
      return summary(
        name,
        rows.filter(fits).map(row => row[column] ?? BLANK),
      )
    })
}

function titlesOf(table: Matrix): string[] {
  return table.map(column => (isError(column[0] ?? BLANK) ? '' : toText(column[0] ?? BLANK).toLowerCase()))
}

function fieldOf(name: string, table: Matrix, field: Scalar): number {
  if (isError(field)) throw field
  const index =
    typeof field.value === 'number'
      ? Math.trunc(field.value) - 1
      : titlesOf(table).indexOf(toText(field).toLowerCase())
  if (index < 0 || index >= table.length)
    throw wrongValue(`Field '${toText(field)}' was not found in ${name} evaluation.`)
  return index
}

/** A row fits when all conditions of any one line hold. */
function readConditions(name: string, table: Matrix, conditions: Matrix): (row: Scalar[]) => boolean {
  const titles = titlesOf(table)
  const columns = titlesOf(conditions).map(title => titles.indexOf(title))
  const lines = toRows(conditions).slice(1)
  if (lines.length === 0) throw wrongValue(`${name} needs a line of conditions below their titles.`)
  const tests = lines.map(line =>
    line.flatMap((cell, i) => {
      if (cell.value === null || cell.value === '') return []
      // A title the table has not got fits no row.
      if ((columns[i] ?? -1) < 0) return [() => false]
      const criterion = readCriterion(cell)
      return [(row: Scalar[]) => criterion.matches(row[columns[i] ?? 0] ?? BLANK)]
    }),
  )
  return row => tests.some(line => line.every(test => test(row)))
}
