/** New columns that are calculated: from the cells of the row, and from what another tab says of it. */

import type { TabOverview } from '../../sheets/overview/overview.ts'
import { headerOf, rowFormula } from '../kinds/columns/calculated.ts'
import { dateColumn, formulaColumn, lookupColumn } from '../kinds/columns/kinds.ts'

import { figurePerRow, formatLike, keyBetween, lookupCell } from '../kinds/columns/looked-up.ts'
import { nameOf } from '../kinds/support/table.ts'
import { columnsOf, formatFor, isSpan, neededOf, wordsOf } from '../kinds/support/tree.ts'
import { type Column, holdsTexts, isDate, isNumeric } from '../linking/sheet.ts'
import type { Scope } from '../reading/scope.ts'
import type { Tree } from '../reading/tree.ts'
import { numberIn } from './amounts.ts'
import { calculationOf, hasLookup } from './calculation.ts'
import { type Formula, WHOLE } from './formula.ts'
import type { Ground } from './ground.ts'
import type { Items } from './items.ts'

/** `[Qty] * [Price]`, `days [In] to [Out]`, `[Hours] * lookup [Pay] {Rates}` */
export function calculated(items: Items, ground: Ground): Formula | null {
  const tree = calculationOf(items, ground)
  const columns = tree ? columnsOf(tree) : []
  if (!tree || 'number' in tree || 'column' in tree || columns.length === 0) return null
  return 'lookup' in tree ? lookedUp(tree) : calculatedFrom(tree)
}

function calculatedFrom(tree: Tree): Formula {
  const columns = columnsOf(tree)
  const isSpanned = isSpan(tree) || 'yearsSince' in tree
  const isDay = !isSpanned && columns.length === 1 && isDate(columns[0]!)
  return {
    kind: isDay || isSpanned ? dateColumn : formulaColumn,
    header: nameFor(tree),
    words: isSpanned ? `the ${wordsOf(tree)}` : wordsOf(tree),
    needs: neededOf(tree),
    formula: (row, _, scope) => found(scope, tree, rowFormula(scope, tree, row)),
    format: isSpanned ? WHOLE : isDay ? formatLike(columns[0]!) : formatFor(tree),
  }
}

/** Where the other tab says nothing of a row, or a text stands for an amount, neither does the column. */
const found = ({ index }: Scope, tree: Tree, formula: string): string =>
  hasLookup(tree) || columnsOf(tree).some(column => holdsTexts(column, index))
    ? `IFERROR(${formula},"")`
    : formula

function nameFor(tree: Tree): string {
  if ('yearsSince' in tree) return 'Years'
  if (!isSpan(tree)) return headerOf(tree)
  return 'sign' in tree && 'day' in tree.right && tree.right.isToday ? 'Days left' : 'Days'
}

function lookedUp({ lookup, key, from }: Extract<Tree, { lookup: unknown }>): Formula {
  return {
    kind: lookupColumn,
    header: nameOf(lookup),
    words: `${nameOf(lookup)} from the tab ${lookup.tab.title}`,
    needs: [],
    formula: (row, _, scope) => `IFERROR(${lookupCell(scope, lookup, key, from, row)},"")`,
    format: formatLike(lookup),
  }
}

/** `round [Total] / [Persons] 2` */
export function rounded(items: Items, ground: Ground): Formula | null {
  const tree = calculationOf(items, ground)
  const columns = tree ? columnsOf(tree) : []
  const said = items.amount() ?? (isToThePenny(ground.said) ? '2' : '0')
  const digits = tree && numberIn(said)
  if (!tree || columns.length === 0 || digits === null || !Number.isInteger(digits)) return null
  return {
    kind: formulaColumn,
    header: 'column' in tree ? `${nameOf(tree.column)} rounded` : headerOf(tree),
    words: `${wordsOf(tree)}, rounded`,
    needs: neededOf(tree),
    formula: (row, _, scope) => found(scope, tree, `ROUND(${rowFormula(scope, tree, row)},${digits})`),
    format: 'column' in tree ? null : formatFor(tree),
  }
}

/** "To the nearest penny" */
const isToThePenny = (said: string): boolean =>
  /(?<!\p{L})(?:penny|pence|cents?|centimes?|rappen|céntimos?)(?!\p{L})/iu.test(said)

const MEASURES = { count: 'count', sum: 'total', avg: 'average', max: 'max', min: 'min' } as const
export const PER_ROW = Object.keys(MEASURES)

/** Of days there is a first and a last. */
const isMeasured = (column: Column | null, { title }: TabOverview, measure: string): boolean =>
  column !== null &&
  column.tab.title === title &&
  (isNumeric(column) || (isDate(column) && (measure === 'max' || measure === 'min')))

/** `count {Lessons}`, `sum [Amount] {Payments}`: of the rows of the other tab that belong to each row here. */
export function perRow(name: string, items: Items, { index, tab }: Ground): Formula | null {
  const measure = MEASURES[name as keyof typeof MEASURES]
  const column = measure === 'count' ? null : items.column()
  const other = items.tab()
  if (!other || other === tab || (measure !== 'count' && !isMeasured(column, other, measure))) return null
  const key = keyBetween(index, tab, other.title)
  if (!key) return null
  const what = column ? `${measure} of ${nameOf(column)}` : 'number of rows'
  return {
    kind: lookupColumn,
    header: column ? `${measure} ${nameOf(column)}` : 'Count',
    words: `the ${what} of the tab ${other.title} with the same ${nameOf(key.here)}`,
    needs: [],
    formula: (row, _, scope) => figurePerRow(scope, { measure, values: column, key }, row),
    format: column && isDate(column) ? formatLike(column) : null,
  }
}
