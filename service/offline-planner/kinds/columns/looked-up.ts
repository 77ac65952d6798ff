/** A new column with what another tab says of each row. Finds the column that both tabs share. */
import type { TabOverview } from '../../../sheets/overview/overview.ts'
import { type Column, isDate, isNumeric, type SheetIndex } from '../../linking/sheet.ts'
import type { Scope } from '../../reading/scope.ts'
import { rangeOf } from '../support/formulas.ts'
import { rowsOf } from '../support/table.ts'

/** By what rows of two tabs are known to belong together. */
export interface Key {
  here: Column
  there: Column
}

/** The column of this tab and the one of the other whose values are most alike. */
export function keyBetween(index: SheetIndex, tab: TabOverview, title: string): Key | null {
  const all = index.columns
  let best: { here: Column; there: Column; share: number } | null = null
  for (const there of all
    .filter(each => each.tab.title === title && each.header !== '' && !isNumeric(each) && !isDate(each))
    .slice(0, 8)) {
    const known = index.spellings(there).distinct
    for (const here of all
      .filter(each => each.tab.title === tab.title && each.header !== '' && !isNumeric(each) && !isDate(each))
      .slice(0, 12)) {
      const own = [...index.spellings(here).distinct]
      const share =
        own.filter(value => known.has(value)).length / Math.max(1, Math.min(own.length, known.size)) +
        (here.header.toLowerCase() === there.header.toLowerCase() ? 0.2 : 0)
      if (share > 0.3 && share > (best?.share ?? 0)) best = { here, there, share }
    }
  }
  return best
}

export function lookupCell(scope: Scope, wanted: Column, key: Column, from: Column, row: number): string {
  const range = rangeOf(rowsOf(scope, wanted.tab)!)
  return `INDEX(${range(wanted)},MATCH(TRIM(${key.column}${row}),${isUntidy(scope, from) ? `ARRAYFORMULA(TRIM(${range(from)}))` : range(from)},0))`
}

const isUntidy = (scope: Scope, column: Column): boolean =>
  (scope.index.data.get(column.tab.title)?.rows ?? []).some(
    row =>
      typeof row[column.index] === 'string' && row[column.index] !== (row[column.index] as string).trim(),
  )

/** What comes from a column looks as it does there. */
export function formatLike(column: Column): { pattern: string; kind: string } | null {
  const { number_format: pattern } = column
  if (isDate(column)) return { pattern: pattern ?? 'yyyy-mm-dd', kind: 'date' }
  return pattern && isNumeric(column) ? { pattern, kind: 'number' } : null
}

interface PerRow {
  measure: 'count' | 'max' | 'min' | 'average' | 'total'
  /** Null where rows are counted. */
  values: Column | null
  key: Key
}

/** Of the rows of another tab that belong to a row of this one; null where it has none. */
export function figurePerRow(scope: Scope, { measure, values, key }: PerRow, row: number): string | null {
  const rows = rowsOf(scope, key.there.tab)
  if (!rows) return null
  const range = rangeOf(rows)
  const cell = `${key.here.column}${row}`
  const isSame = isUntidy(scope, key.there)
    ? `LOWER(TRIM(${range(key.there)}))=LOWER(TRIM(${cell}))`
    : `${range(key.there)}=${cell}`
  if (!values)
    return isUntidy(scope, key.there) ? `SUMPRODUCT((${isSame})*1)` : `COUNTIF(${range(key.there)},${cell})`
  const of = `FILTER(${range(values)},${isSame},${range(values)}<>"")`
  const name = { max: 'MAX', min: 'MIN', average: 'AVERAGE', total: 'SUM', count: 'COUNT' }[measure]
  // Nothing there adds up to 0; there is no highest of nothing.
  return `IFERROR(${name}(${of}),${measure === 'total' ? '0' : '""'})`
}
