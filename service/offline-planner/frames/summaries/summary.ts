/** What a summary is of: figures, what they are grouped by, and the categories that the rows have. */
import { groupOf } from '../../linking/dates.ts'
import type { Node } from '../../linking/link.ts'
import { type Column, compact, isNumeric } from '../../linking/sheet.ts'
import { conditions } from '../../reading/conditions.ts'
import { type Draft, FREE, isRowName } from '../../reading/draft.ts'
import type { Where } from '../../reading/where.ts'
import { expressionIn } from '../support/expression.ts'
import type { Measure } from '../support/formulas.ts'
import { matching } from '../support/met.ts'
import { nameIn } from '../support/names.ts'
import { calculate, type Group, groups, moneyColumns, summable, valuesIn } from '../support/query.ts'
import { sortable } from '../support/table.ts'
import { type Expression, expressionValues } from '../support/tree.ts'

export const MOST_CATEGORIES = 500

export interface Figure {
  measure: Measure
  column: Column | null
  expression?: Expression
  /** As a part of all. */
  isShare?: boolean
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

/** What is to be counted is neither said nor known. */
export function guessCount(draft: Draft, figures: readonly Figure[]): void {
  const isCount = figures.every(({ measure, column }) => measure === 'count' && column === null)
  if (isCount && !draft.hasAnywhere('howmany', 'distinct') && draft.free().some(node => node.isUnknown))
    draft.guessed += 1.5
}

/** A share of what, where nothing is counted and nothing is named. */
export const isGuess = ({ figures }: Summary): boolean =>
  figures.some(({ isShare, column, expression }) => isShare && !column && !expression)

/** Null where nothing says by what. */
export function summaryIn(draft: Draft, needsBy = true): Summary | null {
  const title = nameIn(draft)
  const where = conditions(draft)
  const by = groups(draft)
  if (by.length === 0 && needsBy) return null
  // "by name, oldest first" asks for an order and for no figure.
  if (
    needsBy &&
    draft.has('ascending', 'descending') &&
    !draft.has(...MEASURE_CONCEPTS.map(([concept]) => concept)) &&
    !draft.free().some(node => draft.columnOf(node, 'number') && isNumeric(draft.columnOf(node, 'number')!))
  )
    return null
  const saysTotal = draft.cue('totalrow') || (draft.has('below') && draft.cue('below'))
  const order =
    draft.cue('descending') || (draft.has('rank') && !draft.has('ascending'))
      ? 'desc'
      : draft.cue('ascending')
        ? 'asc'
        : orderIn(draft)
  const isShare = draft.cue('share')
  const figures = figuresIn(
    draft,
    by.map(({ column }) => column),
  ).map(figure => ({ ...figure, ...(isShare ? { isShare } : {}) }))
  if (figures.length === 0) return null
  const hasTotal =
    saysTotal || (!isShare && figures.every(({ measure }) => measure === 'total' || measure === 'count'))
  const isBeside = draft.has('beside') && !draft.has('newtab')
  return { figures, by, where, order, limit: null, hasTotal, title, isBeside }
}

/** "most on top" */
const orderIn = (draft: Draft): 'asc' | 'desc' | null =>
  draft.has('max') && draft.has('attop') ? (draft.cue('max', 'attop'), 'desc') : null

const MEASURE_CONCEPTS: [string, Measure][] = [
  ['median', 'median'],
  ['average', 'average'],
  ['distinct', 'distinct'],
  ['howmany', 'count'],
  ['total', 'total'],
  ['howmuch', 'total'],
  ['max', 'max'],
  ['min', 'min'],
]

/** "number of entries, total hours and average fee": a measure is of the columns after it. */
export function figuresIn(draft: Draft, used: readonly Column[] = []): Figure[] {
  const expression = expressionIn(draft)
  const figures: Figure[] = []
  let pending: Measure | null = null
  let isUsed = true
  let isUnsaid = false
  let said: Node | null = null
  for (const node of draft.free()) {
    const found = MEASURE_CONCEPTS.find(([concept]) => node.concepts.has(concept))
    const isLink = node.columns.some(
      ({ quality, column }) => quality >= 0.97 && column.tab.title === draft.tab.title,
    )
    if (found && !isLink) {
      // "the average number of hours" is an average.
      if (pending && !isUsed && found[1] === 'count') {
        draft.take(node)
        continue
      }
      if (pending === 'count' && !isUsed && found[1] !== 'total')
        figures.push({ measure: 'count', column: null })
      pending = found[1]
      isUsed = false
      said = node
      draft.take(node)
      continue
    }
    const column = draft.columnOf(node, 'number')
    if (
      !column ||
      used.includes(column) ||
      !isNumeric(column) ||
      (!isLink &&
        [...node.concepts].some(each => ['row', 'currency'].includes(each) && node.columns[0]!.quality < 0.7))
    ) {
      if (
        pending === 'count' &&
        !isUsed &&
        (node.concepts.has('row') || node.text === ',' || node.concepts.has('and'))
      ) {
        if (node.concepts.has('row')) continue
        figures.push({ measure: 'count', column: null })
        isUsed = true
        pending = null
      }
      continue
    }
    draft.take(node)
    isUnsaid ||= pending === null
    figures.push({ measure: pending === 'count' ? 'total' : (pending ?? 'total'), column })
    isUsed = true
  }
  if (expression) figures.push({ measure: pending ?? 'total', column: null, expression })
  // "Fat, average, per breed": the measure may follow its column.
  const [lone] = figures
  if (lone && figures.length === 1 && isUnsaid && pending && !isUsed && pending !== 'count' && !expression) {
    lone.measure = pending
    isUsed = true
  }
  if (pending && !isUsed && !expression) {
    const money = moneyColumns(draft)
    const guess =
      pending === 'count'
        ? null
        : ((money.length === 1 ? money[0] : summable(draft).length === 1 ? summable(draft)[0] : null) ?? null)
    // The average of what is neither said nor known is no number of rows.
    if (pending !== 'count' && !guess && figures.length === 0) return []
    if (pending !== 'count' && figures.length === 0 && said && namesAfter(draft, said)) draft.guessed += 1.5
    if (pending === 'count' || guess) figures.push({ measure: pending, column: guess })
  }
  // "Stems per couple (qty times stems each)": what the calculation is made of is no figure beside it.
  const told = expression
    ? figures.filter(({ column }) => !column || !expression.columns.includes(column))
    : figures
  const distinct = told.filter(
    (figure, index) =>
      told.findIndex(
        other => other.column === figure.column && other.measure === figure.measure && !figure.expression,
      ) === index || figure.expression,
  )
  return distinct.length > 0 ? distinct : [unsaid(draft)]
}

/** "Average party size per type": what the figure is of is named, and not found. */
function namesAfter(draft: Draft, said: Node): boolean {
  const after = draft.nodes.slice(draft.nodes.indexOf(said) + 1)
  const end = after.findIndex(
    ({ concepts, text }) => concepts.has('per') || concepts.has('by') || /^[,.?!]$/.test(text),
  )
  return (end === -1 ? [] : after.slice(0, end)).some(
    node => draft.free().includes(node) && ![...node.concepts].some(each => FREE.has(each)),
  )
}

/**
 * "Line of milk by month" is of amounts, "of loans" of their number: a name in the plural is counted. Of money
 * the one column of it is added up.
 */
function unsaid(draft: Draft): Figure {
  const [amount, other] = summable(draft)
  const money = moneyColumns(draft)
  if (draft.has('currency') && !draft.has('newcolumn', 'format')) {
    draft.cue('currency')
    if (money.length === 1) return { measure: 'total', column: money[0]! }
    draft.guessed += 3
  }
  const noun = draft.nodes.find(({ tab, columns }) => tab === draft.tab && columns.length === 0)
  draft.isFigureUnsaid = !draft.nodes.some(
    node =>
      node.tab === draft.tab || node.isRowNoun || node.concepts.has('row') || isRowName(node, draft.scope),
  )
  return noun && /^[a-z]*[^\Ws]$/.test(noun.text) && amount && !other
    ? { measure: 'total', column: amount }
    : { measure: 'count', column: null }
}

export interface Summarised {
  answer: string
  /** Where the table stands without its total row; null where there is none. */
  range: string | null
  headers: string[]
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

export function categoriesOf(draft: Draft, { by, where, figures }: Summary): Category[] {
  const { locale } = draft.scope.overview
  const found = new Map<string, Category & { spellings: Set<string> }>()
  for (const row of matching(draft, where)) {
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
  draft: Draft,
  categories: Category[],
  { order, by, figures, limit }: Summary,
): Category[] {
  const { locale } = draft.scope.overview
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
  const size = ({ rows }: Category) => figureOf(figures[0]!, rows, locale) ?? 0
  const ranked = sorted.sort((a, b) => (order === 'desc' ? size(b) - size(a) : size(a) - size(b)))
  return limit === null ? ranked : ranked.slice(0, limit)
}
