/** Figures by category, month or both: a small table of formulas in a new tab, or a chart of it. */
import { columnIndex, columnLetters, formatRange } from '../../sheets/a1.ts'
import { dateOf, type Period, periodOf } from '../linking/dates.ts'
import { type Column, compact, isDate, isNumeric } from '../linking/sheet.ts'
import { type Call, call, calls, errorsIn, notDone, type Part, type Plan } from '../plan.ts'
import { conditions, type Where } from '../reading/conditions.ts'
import type { Draft } from '../reading/draft.ts'
import type { Frame } from './frame.ts'
import {
  type Expression,
  expressionIn,
  expressionValues,
  formatFor,
  formulaFor,
} from './support/expression.ts'
import { figureFormula, localised, type Measure, mask, rangeOf } from './support/formulas.ts'
import { nameIn } from './support/names.ts'
import { calculate, type Group, groups, moneyColumns, summable, valuesIn } from './support/query.ts'
import {
  counted,
  freeTitle,
  inList,
  matching,
  nameOf,
  nextFreeColumn,
  rowsOf,
  sortable,
  whereWords,
} from './support/table.ts'

const MOST_CATEGORIES = 500

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

export const group: Frame = {
  name: 'Figures by category',
  does: 'Counts, sums or averages by one or two columns, or by day, week, month, quarter or year, into a small table of formulas in a new tab; under any conditions, in any order.',
  examples: [
    'Sum Price by Region',
    'How many rows per Region?',
    'Average Price for each Region',
    'Sum Price by month',
    'Count orders by Status, most first',
    'Total Qty by Region and Status',
  ],
  effect: 'add',
  cues: ['by', 'per', 'perperiod', 'down table'],
  uses: 'newtab total table show add beside totalrow rank',
  prior: 0.2,
  read(draft) {
    const summary = summaryIn(draft)
    // "For each gauge – is O the worst?": one of the groups is no condition on them.
    if (
      summary?.by.some(({ column, period }) =>
        summary.where.some(
          parts =>
            !period &&
            parts.every(atom => atom.column === column && atom.op === '=') &&
            new Set(parts.flatMap(({ values }) => values.map(value => compact(String(value))))).size === 1,
        ),
      )
    )
      return null
    const elsewhere = draft.nodes.some(({ tab }) => tab !== undefined && tab !== draft.tab)
    if (summary && isGuess(summary) && !draft.hasAnywhere('howmany')) draft.guessed += 2
    if (summary) guessCount(draft, summary.figures)
    // A group that is named as well is mostly an example of one.
    if (
      summary?.by.some(({ column, period }) =>
        summary.where.some(parts => !period && parts.some(atom => atom.column === column && atom.op === '=')),
      ) &&
      !draft.hasAnywhere('only', 'filter')
    )
      draft.guessed += 1.2
    if (
      !summary ||
      (elsewhere && draft.has('lookup')) ||
      draft.asks('chart', 'sort', 'pivot', 'highlight', 'dedupe', 'newcolumn', 'delete', 'running') ||
      (draft.has('rank') && draft.has('column', 'eachrow'))
    )
      return null
    return {
      plan: () => told(draft, summary),
      says: `Write ${figuresTold(summary.figures)} by ${byTold(summary)} into a new tab`,
    }
  },
}

/** What is to be counted is neither said nor known. */
export function guessCount(draft: Draft, figures: readonly Figure[]): void {
  const isCount = figures.every(({ measure, column }) => measure === 'count' && column === null)
  if (isCount && !draft.hasAnywhere('howmany', 'distinct') && draft.free().some(node => node.isUnknown))
    draft.guessed += 1.5
}

/** A share of what, where nothing is counted and nothing is named. */
const isGuess = ({ figures }: Summary): boolean =>
  figures.some(({ isShare, column, expression }) => isShare && !column && !expression)

function* told(draft: Draft, summary: Summary): Plan {
  return (yield* summarise(draft, summary)).answer
}

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
    if (pending === 'count' || guess) figures.push({ measure: pending, column: guess })
  }
  const distinct = figures.filter(
    (figure, index) =>
      figures.findIndex(
        other => other.column === figure.column && other.measure === figure.measure && !figure.expression,
      ) === index || figure.expression,
  )
  return distinct.length > 0 ? distinct : [unsaid(draft)]
}

/** "Line of milk by month" is of amounts, "of loans" of their number: a name in the plural is counted. */
function unsaid(draft: Draft): Figure {
  const [amount, other] = summable(draft)
  const noun = draft.nodes.find(({ tab, columns }) => tab === draft.tab && columns.length === 0)
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

interface Category {
  key: (string | number)[]
  rows: { row: unknown[]; number: number }[]
  /** Spellings that spaces make different. */
  hasVariants: boolean
}

export function* summarise(draft: Draft, summary: Summary): Part<Summarised> {
  const categories = ordered(draft, categoriesOf(draft, summary), summary)
  if (categories.length === 0)
    return none(`No row${whereWords(summary.where)} has a ${byTold(summary)}. Nothing was changed.`)
  if (categories.length > MOST_CATEGORIES)
    return none(
      `There are more than ${MOST_CATEGORIES} different values of ${byTold(summary)}. Group by a column with fewer. Nothing was changed.`,
    )
  const title = freeTitle(draft.scope.overview, summary.title ?? titleOf(summary))
  if (!summary.isBeside) {
    const added = yield* call('edit_structure', { action: 'add_tab', new_name: title })
    if (added.error !== undefined) return none(notDone(added))
  }
  const place = summary.isBeside
    ? {
        title: draft.tab.title,
        row: (rowsOf(draft)?.header ?? 1) - 1,
        column: columnIndex(nextFreeColumn(draft.tab)) + 1,
      }
    : { title, row: 0, column: 0 }
  const values = tableOf(draft, summary, categories, place)
  const box = (top: number, left: number, bottom: number, right: number) =>
    formatRange(place.title, {
      startRow: place.row + top,
      endRow: place.row + bottom,
      startColumn: place.column + left,
      endColumn: place.column + right,
    })
  const width = values[0]!.length
  const range = box(0, 0, values.length, width)
  const written = yield* call('write_range', { range, values })
  if (written.error !== undefined)
    return none(`${notDone(written)}${summary.isBeside ? '' : ` The new tab “${title}” is empty.`}`)
  yield* calls(...styles(summary, values.length, box, width))
  const where = summary.isBeside ? `beside the table` : `in the new tab **${title}**`
  return {
    answer: `Wrote ${figuresTold(summary.figures)} by ${byTold(summary)}${whereWords(summary.where)} ${where}: ${counted(categories.length, 'row')} of formulas${summary.hasTotal ? ' and a total' : ''}, which follow the data when it changes.${errorsIn(written)}${listed(draft, categories, summary)}`,
    range: box(0, 0, categories.length + 1, width),
    headers: values[0]!.map(String),
  }
}

const none = (answer: string): Summarised => ({ answer, range: null, headers: [] })

/** The figures in the answer as well, where they are few. */
function listed(draft: Draft, categories: readonly Category[], summary: Summary): string {
  if (categories.length > 12) return ''
  const { locale } = draft.scope.overview
  return `\n\n${categories.map(({ key, rows }) => `- ${key.map((part, index) => shownKey(part, summary.by[index]!)).join(', ')}: ${summary.figures.map(figure => shownFigure(figureOf(figure, rows, locale))).join(', ')}`).join('\n')}`
}

const shownFigure = (value: number | null): string =>
  value === null ? '–' : value.toLocaleString('en-US', { maximumFractionDigits: 2 })

function figureOf(
  { measure, column, expression }: Figure,
  rows: Category['rows'],
  locale: string,
): number | null {
  if (expression) return calculate(measure, expressionValues(expression, rows, locale))
  return column ? calculate(measure, valuesIn(rows, column, locale)) : rows.length
}

function categoriesOf(draft: Draft, { by, where, figures }: Summary): Category[] {
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
  return typeof value === 'number' ? periodOf(Math.floor(value), period).from : null
}

function ordered(draft: Draft, categories: Category[], { order, by, figures }: Summary): Category[] {
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
  if (!order || by.some(({ period }) => period)) return sorted
  const size = ({ rows }: Category) => figureOf(figures[0]!, rows, locale) ?? 0
  return sorted.sort((a, b) => (order === 'desc' ? size(b) - size(a) : size(a) - size(b)))
}

type Place = { title: string; row: number; column: number }

function tableOf(
  draft: Draft,
  summary: Summary,
  categories: readonly Category[],
  place: Place,
): (string | number)[][] {
  const { by, figures, hasTotal } = summary
  const { locale } = draft.scope.overview
  const rows = rowsOf(draft)!
  const ref = rangeOf(rows, place.title)
  const letters = (index: number) => columnLetters(place.column + index)
  const header = [
    ...by.map(({ column, period }) => (period ? period[0]!.toUpperCase() + period.slice(1) : nameOf(column))),
    ...figures.map(headerOf),
  ]
  const body = categories.map(({ key, hasVariants }, index) => {
    const line = place.row + index + 2
    const keys = key.map((_part, at) => ({ group: by[at]!, cell: `$${letters(at)}${line}` }))
    return [
      ...key.map((part, at) => keyCell(part, by[at]!)),
      ...figures.map(figure =>
        localised(`=${figureCell(figure, keys, summary.where, ref, hasVariants)}`, locale),
      ),
    ]
  })
  const table = [header, ...body]
  if (!hasTotal) return table
  const [first, last] = [place.row + 2, place.row + 1 + categories.length]
  return [
    ...table,
    [
      ...by.map((_, index) => (index === 0 ? 'Total' : '')),
      ...figures.map(({ measure }, index) =>
        measure === 'total' || measure === 'count'
          ? `=SUM(${letters(by.length + index)}${first}:${letters(by.length + index)}${last})`
          : '',
      ),
    ],
  ]
}

function figureCell(
  { measure, column, expression, isShare }: Figure,
  keys: { group: Group; cell: string }[],
  where: Where,
  ref: (column: Column) => string,
  hasVariants: boolean,
): string {
  const extra = keys.flatMap(({ group: { column: key, period }, cell }) =>
    period ? [`${ref(key)},">="&${cell}`, `${ref(key)},"<"&${endOf(cell, period)}`] : [`${ref(key)},${cell}`],
  )
  const all = isShare ? `/${figureFormula(measure, column, where, ref)}` : ''
  const isArray =
    hasVariants ||
    where.length > 0 ||
    expression ||
    (keys.some(({ group }) => group.period) && (measure === 'median' || measure === 'distinct'))
  if (!isArray) return `${figureFormula(measure, column, where, ref, extra)}${all}`
  const tests = keys.map(({ group: { column: key, period }, cell }) =>
    period
      ? `(${ref(key)}>=${cell})*(${ref(key)}<${endOf(cell, period)})`
      : `(TRIM(${ref(key)})=TRIM(${cell}))`,
  )
  const rows = [...tests, ...(where.length > 0 ? [mask(where, ref)] : [])].join('*')
  if (measure === 'count') return `SUMPRODUCT(${rows}*1)${all}`
  const values = expression ? formulaFor(expression.tree, ref) : ref(column!)
  if (measure === 'total')
    return `${expression ? `SUMPRODUCT(${rows}*${values})` : `SUMPRODUCT(${rows}*1,${values})`}${all}`
  return `IFERROR(${{ average: 'AVERAGE', median: 'MEDIAN', max: 'MAX', min: 'MIN', distinct: 'COUNTUNIQUE' }[measure]}(FILTER(${values},${rows})),0)`
}

const endOf = (cell: string, period: Period): string =>
  period === 'day'
    ? `${cell}+1`
    : period === 'week'
      ? `${cell}+7`
      : `EDATE(${cell},${{ month: 1, quarter: 3, year: 12 }[period]})`

function keyCell(part: string | number, { column, period }: Group): string | number {
  if (period || (isDate(column) && typeof part === 'number')) return dateText(part as number)
  return typeof part === 'string' && /^[=+]/.test(part) ? `'${part}` : part
}

const dateText = (serial: number): string => dateOf(serial).toISOString().slice(0, 10)

const PATTERNS: Record<Period, string> = {
  day: 'yyyy-mm-dd',
  week: 'yyyy-mm-dd',
  month: 'mmm yyyy',
  quarter: '"Q"q yyyy',
  year: 'yyyy',
}

function shownKey(part: string | number, { column, period }: Group): string {
  if (typeof part !== 'number' || !(period || isDate(column))) return String(part)
  const date = dateOf(part)
  if (period === 'quarter') return `Q${Math.floor(date.getUTCMonth() / 3) + 1} ${date.getUTCFullYear()}`
  if (period === 'month')
    return `${date.toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })} ${date.getUTCFullYear()}`
  return period === 'year' ? String(date.getUTCFullYear()) : dateText(part)
}

function styles(
  summary: Summary,
  height: number,
  box: (top: number, left: number, bottom: number, right: number) => string,
  width: number,
): Call[] {
  const end = Math.max(height, 2)
  const found: Call[] = [
    { tool: 'format_range', args: { range: box(0, 0, 1, width), action: 'text_style', bold: true } },
  ]
  for (const [index, { column, period }] of summary.by.entries())
    if (period || isDate(column))
      found.push({
        tool: 'format_range',
        args: {
          range: box(1, index, end, index + 1),
          action: 'number_format',
          kind: 'date',
          pattern: period === 'quarter' ? 'yyyy-mm' : PATTERNS[period ?? 'day'],
        },
      })
  for (const [index, { column, expression, measure, isShare }] of summary.figures.entries()) {
    const pattern = isShare
      ? '0.0%'
      : expression
        ? formatFor(expression.tree)?.pattern
        : column && measure !== 'count' && measure !== 'distinct'
          ? (column.number_format ?? (measure === 'average' ? '#,##0.00' : undefined))
          : undefined
    if (pattern)
      found.push({
        tool: 'format_range',
        args: {
          range: box(1, summary.by.length + index, end, summary.by.length + index + 1),
          action: 'number_format',
          pattern,
        },
      })
  }
  return found
}

const MEASURE_NAMES: Record<Measure, string> = {
  total: 'Total',
  average: 'Average',
  median: 'Median',
  max: 'Maximum',
  min: 'Minimum',
  count: 'Count',
  distinct: 'Different',
}

const headerOf = ({ measure, column, expression, isShare }: Figure): string =>
  [MEASURE_NAMES[measure], column?.header ?? expression?.words ?? '', isShare ? 'share' : '']
    .filter(Boolean)
    .join(' ')

/** "Qty by Region": of totals the column says enough. */
const titleOf = (summary: Summary): string =>
  `${inList(summary.figures.map(figure => (figure.measure === 'total' && (figure.column?.header ?? figure.expression?.words)) || headerOf(figure)))} by ${byTold(summary)}`

const figuresTold = (figures: readonly Figure[]): string => inList(figures.map(headerOf))
const byTold = ({ by }: Summary): string => inList(by.map(({ column, period }) => period ?? nameOf(column)))
