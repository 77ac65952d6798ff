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

/** Of that many columns of each tab. */
const MOST_HERE = 20
const MOST_THERE = 12
/** So many of the values must be in both. */
const LEAST_SHARED = 0.3
const SAME_HEADER = 0.2

/**
 * The columns of this tab and of the other whose values are most alike, the likest first; of columns as like, that
 * first by whose values rows are told apart. Numbers and dates are keys only under one header: amounts agree by chance.
 */
export function keysBetween(index: SheetIndex, tab: TabOverview, title: string): Key[] {
  const named = (of: string, most: number): Column[] =>
    index.columns.filter(each => each.tab.title === of && each.header !== '').slice(0, most)
  const own = named(tab.title, MOST_HERE)
  return named(title, MOST_THERE)
    .flatMap(there => own.map(here => ({ here, there, share: sharedBy(index, { here, there }) })))
    .filter(({ share }) => share > LEAST_SHARED)
    .map(key => ({ ...key, distinct: distinctness(index, key) }))
    .sort((a, b) => b.share - a.share || b.distinct - a.distinct)
}

export const keyBetween = (index: SheetIndex, tab: TabOverview, title: string): Key | null =>
  keysBetween(index, tab, title)[0] ?? null

function sharedBy(index: SheetIndex, { here, there }: Key): number {
  const isSame = here.header.toLowerCase() === there.header.toLowerCase()
  if (!isSame && !(isText(here) && isText(there))) return 0
  const known = index.spellings(there).distinct
  const own = [...index.spellings(here).distinct]
  const shared = own.filter(value => known.has(value)).length
  return shared / Math.max(1, Math.min(own.length, known.size)) + (isSame ? SAME_HEADER : 0)
}

const isText = (column: Column): boolean => !isNumeric(column) && !isDate(column)

function distinctness(index: SheetIndex, { here, there }: Key): number {
  const [own, known] = [index.spellings(here), index.spellings(there)]
  return Math.max(own.distinct.size / Math.max(1, own.cells), known.distinct.size / Math.max(1, known.cells))
}

export function lookupCell(scope: Scope, wanted: Column, key: Column, from: Column, row: number): string {
  const range = rangeOf(rowsOf(scope, wanted.tab)!)
  const cell = `${key.column}${row}`
  // A number without its blanks would be a text.
  if (!isText(key)) return `INDEX(${range(wanted)},MATCH(${cell},${range(from)},0))`
  return `INDEX(${range(wanted)},MATCH(TRIM(${cell}),${isUntidy(scope, from) ? `ARRAYFORMULA(TRIM(${range(from)}))` : range(from)},0))`
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
