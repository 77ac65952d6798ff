/** What a summary is of: figures, what they are grouped by, and the categories that the rows have. */
import { groupOf } from '../../linking/dates.ts'
import { compact } from '../../linking/letters.ts'
import type { Column } from '../../linking/sheet.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Where } from '../../reading/where.ts'
import type { Measure } from '../support/formulas.ts'
import { matching } from '../support/met.ts'
import { calculate, type Group, valuesIn } from '../support/query.ts'
import { sortable } from '../support/table.ts'
import { type Expression, expressionValues } from '../support/tree.ts'

export const MOST_CATEGORIES = 500

export interface Figure {
  measure: Measure
  column: Column | null
  expression?: Expression
}

export interface Summary {
  figures: Figure[]
  by: Group[]
  where: Where
  order: 'asc' | 'desc' | null
  limit: number | null
  hasTotal: boolean
  title: string | null
  isBeside: boolean
}

export interface Summarised {
  answer: string
  /** Where the table stands without its total row; null where there is none. */
  range: string | null
}

export interface Category {
  key: (string | number)[]
  rows: { row: unknown[]; number: number }[]
  /** Spellings that spaces make different. */
  hasVariants: boolean
}

export function figureOf(
  { measure, column, expression }: Figure,
  rows: Category['rows'],
  locale: string,
): number | null {
  if (expression) return calculate(measure, expressionValues(expression, rows, locale))
  return column ? calculate(measure, valuesIn(rows, column, locale)) : rows.length
}

export function categoriesOf(scope: Scope, { by, where, figures }: Summary): Category[] {
  const { locale } = scope.overview
  const found = new Map<string, Category & { spellings: Set<string> }>()
  for (const row of matching(scope, where)) {
    const key = by.map(each => keyOf(row.row, each, locale))
    if (key.some(part => part === null)) continue
    const name = key.map(part => compact(String(part))).join('\u0000')
    const known = found.get(name) ?? {
      key: key as (string | number)[],
      rows: [],
      hasVariants: false,
      spellings: new Set(),
    }
    known.rows.push(row)
    for (const { column, period } of by)
      if (!period) known.spellings.add(String(row.row[column.index] ?? '').toLowerCase())
    found.set(name, known)
  }
  const isAverage = figures.every(
    ({ measure, column }) => column && ['average', 'median', 'max', 'min'].includes(measure),
  )
  const kept = isAverage
    ? [...found.values()].filter(({ rows }) =>
        figures.some(({ column }) => valuesIn(rows, column!, locale).length > 0),
      )
    : [...found.values()]
  return kept.map(({ key, rows, spellings }) => ({
    key,
    rows,
    hasVariants: spellings.size > by.filter(({ period }) => !period).length,
  }))
}

function keyOf(row: readonly unknown[], { column, period }: Group, locale: string): string | number | null {
  const value = sortable(row, column, locale)
  if (!period) return value
  return typeof value === 'number' ? groupOf(Math.floor(value), period) : null
}

export function ordered(
  scope: Scope,
  categories: Category[],
  { order, by, figures, limit }: Summary,
): Category[] {
  const { locale } = scope.overview
  const byKey = (a: Category, b: Category) => {
    for (const [index, left] of a.key.entries()) {
      const right = b.key[index]!
      const compared =
        typeof left === 'number' && typeof right === 'number'
          ? left - right
          : String(left).localeCompare(String(right), 'en', { numeric: true })
      if (compared !== 0) return compared
    }
    return 0
  }
  const sorted = categories.sort(byKey)
  if (!order || (limit === null && by.some(({ period }) => period))) return sorted
  // With "rows and total, largest first" the total is meant.
  const leading = figures.find(({ measure }) => measure !== 'count') ?? figures[0]!
  const size = ({ rows }: Category) => figureOf(leading, rows, locale) ?? 0
  const ranked = sorted.sort((a, b) => (order === 'desc' ? size(b) - size(a) : size(a) - size(b)))
  return limit === null ? ranked : ranked.slice(0, limit)
}
