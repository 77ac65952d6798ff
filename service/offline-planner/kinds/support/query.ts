/** What many kinds have in common: what figures are grouped by, and figures of the cells of a column. */
import { numberIn } from '../../linking/cells.ts'
import type { Grouping } from '../../linking/dates.ts'
import { compact } from '../../linking/letters.ts'
import { type Column, isNumeric } from '../../linking/sheet.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Measure } from './formulas.ts'
import { sortable } from './table.ts'

export interface Group {
  column: Column
  period?: Grouping
}

/** Columns of numbers, but not ids and years. */
export const numbered = (scope: Scope): Column[] =>
  scope.index.columns.filter(
    column =>
      column.tab.title === scope.tab.title &&
      isNumeric(column) &&
      !/\b(?:id|no|nr|number|year|zip|code|phone|rank|place)\b|#/i.test(column.header),
  )

/** A figure of numbers; null where there are none. */
export function calculate(measure: Measure, values: readonly (number | string)[]): number | null {
  const numbers = values.map(numberIn).filter(number => number !== null)
  if (measure === 'count') return values.length
  if (measure === 'distinct') return new Set(values.map(value => compact(String(value)))).size
  if (measure === 'total') return numbers.reduce((sum, number) => sum + number, 0)
  if (numbers.length === 0) return null
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle =
    (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
  return {
    average: numbers.reduce((sum, number) => sum + number, 0) / numbers.length,
    median: middle,
    max: sorted.at(-1)!,
    min: sorted[0]!,
  }[measure]
}

/** Filled values of a column in rows. */
export const valuesIn = (
  rows: readonly { row: unknown[] }[],
  column: Column,
  locale: string,
): (number | string)[] => rows.map(({ row }) => sortable(row, column, locale)).filter(value => value !== null)
