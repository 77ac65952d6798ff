/** A calculation over the cells of a row: in words, as a formula, its value. */
import { dateOf, isoDate, monthsLater } from '../../linking/dates.ts'
import { type Column, isDate, isNumeric } from '../../linking/sheet.ts'
import type { Sign, Tree } from '../../reading/tree.ts'
import { numberOf } from '../../words/tokens.ts'
import { nameOf, sortable } from './table.ts'

/** How a formula points at a column: a cell of its own row, or all of its rows. */
export type Reference = (column: Column) => string

/** The first in a text; the spreadsheet's own kind of regular expression takes it too. */
const AMOUNT = /-?\d+(?:[.,]\d+)*/

export interface Expression {
  tree: Tree
  words: string
  columns: Column[]
}

const STRENGTH: Record<Sign, number> = { '+': 1, '-': 1, '*': 2, '/': 2 }

export function columnsOf(tree: Tree): Column[] {
  if ('column' in tree) return [tree.column]
  if ('amountIn' in tree) return [tree.amountIn]
  if ('lookup' in tree) return [tree.key]
  if ('yearsSince' in tree) return [tree.yearsSince]
  if ('monthsAfter' in tree) return [tree.monthsAfter]
  return 'sign' in tree ? [...columnsOf(tree.left), ...columnsOf(tree.right)] : []
}

/** The columns without which there is nothing to calculate: an amount that is missing adds nothing and takes nothing away. */
export function neededOf(tree: Tree): Column[] {
  if (!('sign' in tree) || !isAmount(tree)) return columnsOf(tree)
  const isSum = tree.sign === '+' && 'column' in tree.left && isNumeric(tree.left.column)
  return isSum ? [] : neededOf(tree.left)
}

export function wordsOf(tree: Tree, outer = 0): string {
  if ('column' in tree) return nameOf(tree.column)
  if ('amountIn' in tree) return nameOf(tree.amountIn)
  if ('lookup' in tree) return nameOf(tree.lookup)
  if ('yearsSince' in tree) return `years since ${nameOf(tree.yearsSince)}`
  if ('monthsAfter' in tree)
    return `${nameOf(tree.monthsAfter)} ${tree.months < 0 ? '-' : '+'} ${Math.abs(tree.months)} months`
  if ('day' in tree) return tree.isToday ? 'today' : isoDate(tree.day)
  if ('number' in tree) return String(tree.number)
  if (isSpan(tree)) return `days from ${wordsOf(tree.right)} to ${wordsOf(tree.left)}`
  const strength = STRENGTH[tree.sign]
  const inner = tree.sign === '-' || tree.sign === '/' ? strength + 1 : strength
  const words = `${wordsOf(tree.left, strength)} ${tree.sign.replace('*', '×').replace('/', '÷')} ${wordsOf(tree.right, inner)}`
  return strength < outer ? `(${words})` : words
}

/** From one day to another. */
export const isSpan = (tree: Tree): boolean =>
  'sign' in tree && tree.sign === '-' && isDay(tree.left) && isDay(tree.right)

const isDay = (tree: Tree): boolean => 'day' in tree || ('column' in tree && isDate(tree.column))

/** The formula of one row. */
export function formulaFor(
  tree: Tree,
  ref: Reference,
  lookup: (tree: Extract<Tree, { lookup: Column }>) => string = () => '',
  outer = 0,
): string {
  if ('column' in tree) return ref(tree.column)
  if ('amountIn' in tree) return `IFERROR(${amountFormula(ref(tree.amountIn))},"")`
  if ('number' in tree) return String(tree.number)
  if ('lookup' in tree) return lookup(tree)
  if ('yearsSince' in tree) return yearsFormula(ref(tree.yearsSince))
  if ('monthsAfter' in tree) return `EDATE(${ref(tree.monthsAfter)},${tree.months})`
  if ('day' in tree) return tree.isToday ? 'TODAY()' : dayFormula(tree.day)
  const strength = STRENGTH[tree.sign]
  const inner = tree.sign === '-' || tree.sign === '/' ? strength + 1 : strength
  const text = `${formulaFor(tree.left, ref, lookup, strength)}${tree.sign}${formulaFor(tree.right, ref, lookup, inner)}`
  return strength < outer ? `(${text})` : text
}

/** Unlike DATEDIF it takes a range, and days that are still to come. */
const yearsFormula = (day: string): string =>
  `(YEAR(TODAY())-YEAR(${day})-(TEXT(${day},"mmdd")>TEXT(TODAY(),"mmdd")))`

/** An error where there is none. */
export const amountFormula = (cell: string): string => `VALUE(REGEXEXTRACT(${cell}&"","${AMOUNT.source}"))`

/** As the language of formulas has it. */
export function dayFormula(day: number): string {
  const date = dateOf(day)
  return `DATE(${date.getUTCFullYear()},${date.getUTCMonth() + 1},${date.getUTCDate()})`
}

/** The value for one row; null where a cell is missing. What is missing to be added or taken away is 0, as in a formula. */
export function valueFor(
  { tree }: Pick<Expression, 'tree'>,
  row: readonly unknown[],
  locale: string,
): number | null {
  if ('number' in tree) return tree.number
  if ('lookup' in tree) return null
  if ('day' in tree) return tree.day
  if ('yearsSince' in tree) return yearsBetween(sortable(row, tree.yearsSince, locale), tree.today)
  if ('monthsAfter' in tree) {
    const day = sortable(row, tree.monthsAfter, locale)
    return typeof day === 'number' ? monthsLater(day, tree.months) : null
  }
  if ('column' in tree || 'amountIn' in tree) {
    const value = sortable(row, 'column' in tree ? tree.column : tree.amountIn, locale)
    if (typeof value === 'string' && 'amountIn' in tree) return amountIn(value)
    return typeof value === 'number' ? value : null
  }
  const [left, right] = [tree.left, tree.right].map(part => valueFor({ tree: part }, row, locale)) as [
    number | null,
    number | null,
  ]
  if (left === null) return null
  if (right === null) return isAmount(tree) ? left : null
  if (tree.sign === '+') return left + right
  if (tree.sign === '-') return left - right
  if (tree.sign === '*') return left * right
  return right === 0 ? null : left / right
}

function amountIn(text: string): number | null {
  const digits = AMOUNT.exec(text)?.[0]
  return digits === undefined ? null : numberOf(digits)
}

type Operation = Extract<Tree, { sign: Sign }>

/** Whether it adds a column of amounts, or takes one away. */
const isAmount = (tree: Operation): tree is Operation & { right: { column: Column } } =>
  (tree.sign === '+' || tree.sign === '-') && 'column' in tree.right && isNumeric(tree.right.column)

function yearsBetween(from: number | string | null, to: number): number | null {
  if (typeof from !== 'number') return null
  const [first, last] = [dateOf(from), dateOf(to)]
  const isBefore =
    last.getUTCMonth() < first.getUTCMonth() ||
    (last.getUTCMonth() === first.getUTCMonth() && last.getUTCDate() < first.getUTCDate())
  return last.getUTCFullYear() - first.getUTCFullYear() - (isBefore ? 1 : 0)
}

/** The values of rows, without those that a missing cell leaves out. */
export const expressionValues = (
  expression: Pick<Expression, 'tree'>,
  rows: readonly { row: unknown[] }[],
  locale: string,
): number[] => rows.map(({ row }) => valueFor(expression, row, locale)).filter(value => value !== null)

/** The column whose format the values wear. */
export const moneyOf = ({ columns }: Expression): Column | null =>
  columns.find(({ type }) => type === 'currency') ?? null

/** The number format that fits the result. */
export function formatFor(tree: Tree): { pattern: string; kind: string } | null {
  if ('number' in tree) return null
  if ('lookup' in tree) return plain(tree.lookup)
  if ('column' in tree) return plain(tree.column)
  if ('amountIn' in tree) return plain(tree.amountIn)
  if ('yearsSince' in tree || isSpan(tree)) return { pattern: '0', kind: 'number' }
  if ('monthsAfter' in tree) return plain(tree.monthsAfter)
  if ('day' in tree) return { pattern: 'yyyy-mm-dd', kind: 'date' }
  const [left, right] = [formatFor(tree.left), formatFor(tree.right)]
  if (left?.kind === 'date') return left
  if (tree.sign === '/') return left?.kind === 'currency' && right?.kind !== 'currency' ? left : null
  return [left, right].find(each => each?.kind === 'currency') ?? null
}

const plain = (column: Column): { pattern: string; kind: string } | null =>
  column.number_format && (column.type === 'currency' || isDate(column))
    ? { pattern: column.number_format, kind: column.type }
    : null
