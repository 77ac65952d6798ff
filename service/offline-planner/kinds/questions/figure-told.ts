/** A figure, and what it is told with: its words, the row that it is in, whether it is one value or a sum. */
import { cellText } from '../../linking/cells.ts'
import { compact } from '../../linking/letters.ts'
import type { Column } from '../../linking/sheet.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Where } from '../../reading/where.ts'
import type { Measure } from '../support/formulas.ts'
import { whereWords } from '../support/met.ts'
import { valuesIn } from '../support/query.ts'
import { nameOf } from '../support/table.ts'
import type { Expression } from '../support/tree.ts'

export interface Figure {
  measure: Measure
  column: Column | null
  expression?: Expression
}

export const WORDS: Record<Measure, string> = {
  total: 'total',
  average: 'average',
  median: 'median',
  max: 'highest value',
  min: 'lowest value',
  count: 'number',
  distinct: 'number of different values',
}

export const says = (figures: Figure[], where: Where): string =>
  figures
    .map(
      ({ measure, column, expression }) =>
        `the ${measure === 'count' ? 'number of rows' : `${measure} of ${column ? nameOf(column) : (expression?.words ?? 'it')}`}`,
    )
    .join(' and ') + whereWords(where)

export const distinctTexts = (rows: readonly { row: unknown[] }[], column: Column): string[] => [
  ...new Map(
    rows
      .map(({ row }) => cellText(row, column))
      .filter(Boolean)
      .map(text => [compact(text), text]),
  ).values(),
]

/** Which row it is: what its other columns say. */
export function rowTold(
  scope: Scope,
  rows: readonly { row: unknown[]; number: number }[],
  column: Column | null,
  result: number,
): string {
  if (!column) return ''
  const hits = rows.filter(({ row }) => valuesIn([{ row }], column, scope.overview.locale)[0] === result)
  const told = hits.slice(0, 5).map(
    ({ row, number }) =>
      `row ${number}: ${scope.tab.columns
        .map((_, index) => row[index])
        .filter((cell, index) => cell !== '' && cell !== undefined && index !== column.index)
        .join(', ')}`,
  )
  return told.length === 0 ? '' : ` It is in ${told.join('; ')}.`
}
