/** Conditions and measures as formulas, in the spelling of the spreadsheet's language. */
import { quoteTab } from '../../../sheets/a1.ts'
import { usesDecimalComma } from '../../../sheets/formula/check.ts'
import { type Column, isDate } from '../../linking/sheet.ts'
import type { Tree } from '../../reading/tree.ts'
import { type Atom, countsBlanks, type Where } from '../../reading/where.ts'
import type { Rows } from './table.ts'
import type { Reference } from './tree.ts'
import { amountFormula, dayFormula, type Expression, formulaFor, neededOf } from './tree.ts'

export type Measure = 'total' | 'average' | 'median' | 'max' | 'min' | 'count' | 'distinct'

export const cellOf =
  (row: number): Reference =>
  column =>
    `${column.column}${row}`
export const anchoredCell =
  (row: number): Reference =>
  column =>
    `$${column.column}${row}`
export const rangeOf =
  ({ first, last }: Rows, from?: string): Reference =>
  column =>
    `${column.tab.title === from ? '' : `${quoteTab(column.tab.title)}!`}$${column.column}$${first}:$${column.column}$${last}`

export const textOf = (value: string): string => `"${value.replaceAll('"', '""')}"`

function constant(value: string | number, column: Column, isToday = false): string {
  if (isToday) return 'TODAY()'
  if (typeof value === 'string') return textOf(value)
  return isDate(column) ? dayFormula(value) : String(value)
}

/** TRUE where the atom holds; works for one cell and for a range in an array. */
function testOf(atom: Atom, ref: Reference, isArray: boolean): string {
  if (atom.tree) return calculatedTest(atom, atom.tree, ref, isArray)
  const { column, op, values, other, isToday } = atom
  const cell = ref(column)
  const tests = other
    ? [`${cell}${op === '!=' ? '<>' : op}${ref(other)}`]
    : distinctValues(values).map(value => singleTest(cell, op, value, column, isToday))
  if (op === 'empty') return `${cell}=""`
  if (op === 'not_empty') return `${cell}<>""`
  // A blank cell is a Saturday to Google.
  if (op === 'weekday')
    return isArray ? `(${cell}<>"")*(${tests.join('+')})` : `AND(${cell}<>"",OR(${tests.join(',')}))`
  const isNegative = op === '!=' || op === 'not_contains'
  if ((op === '<' || op === '<=') && !countsBlanks(atom)) {
    const all = [...tests, `${cell}<>""`]
    return isArray ? `(${all.join(')*(')})` : `AND(${all.join(',')})`
  }
  if (tests.length === 1) return tests[0]!
  if (isArray) return isNegative ? `(${tests.join(')*(')})` : `((${tests.join(')+(')}))>0`
  return `${isNegative ? 'AND' : 'OR'}(${tests.join(',')})`
}

/** What is missing is no amount and no day: nothing is calculated of it. */
function calculatedTest({ op, values }: Atom, tree: Tree, ref: Reference, isArray: boolean): string {
  const sign = `${op === '!=' ? '<>' : op}${values[0]}`
  if ('amountIn' in tree) return `IFERROR(${amountFormula(ref(tree.amountIn))}${sign},FALSE)`
  const test = `${formulaFor(tree, ref)}${sign}`
  const needed = neededOf(tree).map(column => `${ref(column)}<>""`)
  if (isArray) return `IFERROR((${[...needed, test].join(')*(')}),0)`
  return `IFERROR(IF(AND(${needed.join(',')}),${test},FALSE),FALSE)`
}

/** Functions compare without regard to capitals: two spellings would be asked twice. */
function distinctValues(values: readonly (string | number)[]): (string | number)[] {
  const seen = new Set<string>()
  return values.filter(value => {
    const key = String(value).toLowerCase()
    return !seen.has(key) && seen.add(key)
  })
}

function singleTest(
  cell: string,
  op: Atom['op'],
  value: string | number,
  column: Column,
  isToday = false,
): string {
  const text = constant(value, column, isToday)
  switch (op) {
    case 'contains':
      return `ISNUMBER(SEARCH(${text},${cell}))`
    case 'not_contains':
      return `ISERROR(SEARCH(${text},${cell}))`
    case 'starts_with':
      return `LEFT(${cell},${String(value).length})=${text}`
    case 'ends_with':
      return `RIGHT(${cell},${String(value).length})=${text}`
    case 'weekday':
      return `WEEKDAY(${cell},2)=${value}`
    case 'empty':
    case 'not_empty':
      return ''
    default:
      return `${cell}${op === '!=' ? '<>' : op}${text}`
  }
}

/** All conditions of a row in one test. */
export function rowTest(where: Where, ref: Reference): string {
  const groups = where.map(group => {
    const tests = group.map(atom => testOf(atom, ref, false))
    return tests.length === 1 ? tests[0]! : `OR(${tests.join(',')})`
  })
  return groups.length === 1 ? groups[0]! : `AND(${groups.join(',')})`
}

/** 1 for rows that meet the conditions, as an array. */
export function mask(where: Where, ref: Reference): string {
  const groups = where.map(group => {
    const tests = group.map(atom => testOf(atom, ref, true))
    return tests.length === 1 ? `(${tests[0]})` : `(((${tests.join(')+(')}))>0)`
  })
  return groups.join('*')
}

const IFS: Partial<Record<Measure, string>> = {
  total: 'SUMIFS',
  average: 'AVERAGEIFS',
  max: 'MAXIFS',
  min: 'MINIFS',
}
/** Without conditions; pivot tables name them alike. */
export const PLAIN: Record<Measure, string> = {
  total: 'SUM',
  average: 'AVERAGE',
  median: 'MEDIAN',
  max: 'MAX',
  min: 'MIN',
  count: 'COUNTA',
  distinct: 'COUNTUNIQUE',
}

/** The figure of a column's rows that meet the conditions. `column` is absent where rows are counted. */
export function figureFormula(
  measure: Measure,
  column: Column | Expression | null,
  where: Where,
  ref: Reference,
  extra: string[] = [],
): string {
  if (column && 'tree' in column) return calculatedFigure(measure, column, where, ref)

  const criteria = where.map(criterion)
  const isSimple = criteria.every(each => each !== null)
  const pairs = [
    ...where.flatMap((group, index) => (isSimple ? [`${ref(group[0]!.column)},${criteria[index]}`] : [])),
    ...extra,
  ].join(',')
  const values = column && ref(column)
  if (values === null)
    return isSimple && pairs !== '' ? `COUNTIFS(${pairs})` : `SUMPRODUCT(${mask(where, ref) || '1'}*1)`
  if (pairs === '' && where.length === 0) return `${PLAIN[measure]}(${values})`
  if (isSimple && IFS[measure]) return `${IFS[measure]}(${values},${pairs})`
  const rows = [mask(where, ref), ...extra.map(pair => `(${pair.replace(',', '=')})`)]
    .filter(Boolean)
    .join('*')
  return measure === 'total'
    ? `SUMPRODUCT(${rows}*1,${values})`
    : `IFERROR(${PLAIN[measure]}(FILTER(${values},${rows})),0)`
}

/** The same of what is calculated in each row; of rows that lack something nothing is. */
function calculatedFigure(measure: Measure, { tree }: Expression, where: Where, ref: Reference): string {
  const values = formulaFor(tree, ref)
  const filled = neededOf(tree).map(column => `(${ref(column)}<>"")`)
  const rows = [...filled, ...(where.length > 0 ? [mask(where, ref)] : [])].join('*')
  if (measure === 'total') return `SUMPRODUCT(IFERROR(${rows}*(${values}),0))`
  return `ARRAYFORMULA(${PLAIN[measure]}(IFERROR(FILTER(${values},${rows}),"")))`
}

/** What SUMIFS and its kin take, or null where they can't tell. */
function criterion(group: Atom[]): string | null {
  const [atom] = group
  if (group.length !== 1 || !atom || atom.other || atom.tree || distinctValues(atom.values).length > 1)
    return null
  const [value] = atom.values
  // They trim nothing: a value with spaces around it would be missed.
  if (atom.values.some(each => typeof each === 'string' && each !== each.trim())) return null
  // A date joined to a sign is read in the way of the spreadsheet's own language: a test says what is meant.
  if (isDate(atom.column)) return null
  if (atom.op === 'empty' || atom.op === 'not_empty' || atom.op === 'weekday' || value === undefined)
    return null
  if (atom.op === 'contains') return textOf(`*${value}*`)
  if (atom.op === 'starts_with') return textOf(`${value}*`)
  if (atom.op === 'ends_with') return textOf(`*${value}`)
  if (atom.op === 'not_contains') return textOf(`<>*${value}*`)
  if (atom.op === '=') return constant(value, atom.column, atom.isToday)
  const sign = atom.op === '!=' ? '<>' : atom.op
  return typeof value === 'number' && !isDate(atom.column)
    ? `"${sign}${value}"`
    : typeof value === 'string'
      ? textOf(`${sign}${value}`)
      : `"${sign}"&${constant(value, atom.column, atom.isToday)}`
}

/** Where the decimal sign is a comma, Google wants semicolons between arguments. Text in quotes stays. */
export function localised(formula: string, locale: string): string {
  if (!usesDecimalComma(locale)) return formula
  return formula
    .split(/("[^"]*"|'[^']*')/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(',', ';').replaceAll(/(\d)\.(\d)/g, '$1,$2'),
    )
    .join('')
}
