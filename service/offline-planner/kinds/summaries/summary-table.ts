/** The table that a summary becomes: its cells, formulas, formats and names. */
import { columnLetters } from '../../../sheets/a1.ts'
import { groupWords, isoDate, type Period } from '../../linking/dates.ts'
import { type Column, isDate } from '../../linking/sheet.ts'
import type { Call } from '../../plan.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Where } from '../../reading/where.ts'
import { figureFormula, localised, type Measure, mask, PLAIN, rangeOf } from '../support/formulas.ts'
import type { Group } from '../support/query.ts'
import { inList, nameOf, rowsOf } from '../support/table.ts'
import { formatFor, formulaFor } from '../support/tree.ts'
import type { Category, Figure, Summary } from './summary.ts'

type Place = { title: string; row: number; column: number }

export function tableOf(
  scope: Scope,
  summary: Summary,
  categories: readonly Category[],
  place: Place,
): (string | number)[][] {
  const { by, figures, hasTotal } = summary
  const { locale } = scope.overview
  const rows = rowsOf(scope)!
  const ref = rangeOf(rows, place.title)
  const letters = (index: number) => columnLetters(place.column + index)
  const header = [
    ...by.map(({ column, period }) => (period ? period[0]!.toUpperCase() + period.slice(1) : nameOf(column))),
    ...figures.map(headerOf),
  ]
  const body = categories.map(({ key, hasVariants }, index) => {
    const line = place.row + index + 2
    const keys = key.map((part, at) => ({ group: by[at]!, part, cell: `$${letters(at)}${line}` }))
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
  { measure, column, expression }: Figure,
  keys: { group: Group; part: string | number; cell: string }[],
  where: Where,
  ref: (column: Column) => string,
  hasVariants: boolean,
): string {
  // A day joined to a sign (">="&A2) would be compared as it is shown: "2026" is no day.
  const isArray = hasVariants || where.length > 0 || expression || keys.some(({ group }) => group.period)
  if (!isArray) {
    const extra = keys.map(({ group, cell }) => `${ref(group.column)},${cell}`)
    return figureFormula(measure, column, where, ref, extra)
  }
  const tests = keys.map(({ group: { column: key, period }, part, cell }) =>
    period === 'weekday'
      ? `(IFERROR(WEEKDAY(${ref(key)},2),0)=${part})*(${ref(key)}<>"")`
      : period
        ? `(${ref(key)}>=${cell})*(${ref(key)}<${endOf(cell, period)})`
        : `(TRIM(${ref(key)})=TRIM(${cell}))`,
  )
  const rows = [...tests, ...(where.length > 0 ? [mask(where, ref)] : [])].join('*')
  if (measure === 'count') return `SUMPRODUCT(${rows}*1)`
  const values = expression ? formulaFor(expression.tree, ref) : ref(column!)
  if (measure === 'total')
    return `${expression ? `SUMPRODUCT(IFERROR(${rows}*(${values}),0))` : `SUMPRODUCT(${rows}*1,${values})`}`
  return `IFERROR(${PLAIN[measure]}(FILTER(${values},${rows})),0)`
}

const endOf = (cell: string, period: Period): string =>
  period === 'day'
    ? `${cell}+1`
    : period === 'week'
      ? `${cell}+7`
      : `EDATE(${cell},${{ month: 1, quarter: 3, year: 12 }[period]})`

function keyCell(part: string | number, { column, period }: Group): string | number {
  if (period === 'weekday') return groupWords(part as number, period)
  if (period || (isDate(column) && typeof part === 'number')) return isoDate(part as number)
  return typeof part === 'string' && /^[=+]/.test(part) ? `'${part}` : part
}

const PATTERNS: Record<Period, string> = {
  day: 'yyyy-mm-dd',
  week: 'yyyy-mm-dd',
  month: 'mmm yyyy',
  quarter: '"Q"q yyyy',
  year: 'yyyy',
}

export function shownKey(part: string | number, { column, period }: Group): string {
  if (typeof part !== 'number' || !(period || isDate(column))) return String(part)
  return groupWords(part, period ?? 'day')
}

export function styles(
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
    if (period !== 'weekday' && (period || isDate(column)))
      found.push({
        tool: 'format_range',
        args: {
          range: box(1, index, end, index + 1),
          action: 'number_format',
          kind: 'date',
          pattern: period === 'quarter' ? 'yyyy-mm' : PATTERNS[period ?? 'day'],
        },
      })
  for (const [index, { column, expression, measure }] of summary.figures.entries()) {
    const pattern = expression
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

export const headerOf = ({ measure, column, expression }: Figure): string =>
  `${MEASURE_NAMES[measure]} ${column?.header ?? expression?.words ?? ''}`.trim()

export const byTold = ({ by }: Summary): string =>
  inList(by.map(({ column, period }) => period ?? nameOf(column)))

/** "Qty by Region": of totals the column says enough. */
export const titleOf = (summary: Summary): string =>
  `${inList(summary.figures.map(figure => (figure.measure === 'total' && (figure.column?.header ?? figure.expression?.words)) || headerOf(figure)))} by ${byTold(summary)}`
