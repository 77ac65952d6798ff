/** What a calculation is called where nobody names it, and its formula in a row. */
import type { Scope } from '../../reading/scope.ts'
import type { Tree } from '../../reading/tree.ts'
import { cellOf } from '../support/formulas.ts'
import { columnsOf, formulaFor } from '../support/tree.ts'
import { lookupCell } from './looked-up.ts'

/** What a calculation is called where nobody names it. */
export const headerOf = (tree: Tree): string =>
  'sign' in tree && tree.sign === '*' && 'column' in tree.left && 'number' in tree.right
    ? `${tree.left.column.header} ${timesWords(tree.right.number)}`
    : 'sign' in tree
      ? {
          '*': 'Product',
          '+': 'Sum',
          '-': 'Difference',
          '/': `${columnsOf(tree)[0]?.header ?? 'Value'} per ${columnsOf(tree)[1]?.header ?? 'unit'}`,
        }[tree.sign]
      : 'Value'

const timesWords = (factor: number): string =>
  factor > 1 && factor < 2 ? `+ ${Math.round((factor - 1) * 10_000) / 100} %` : `× ${factor}`

/** A calculation in its own row, with what another tab says of it. */
export const rowFormula = (scope: Scope, tree: Tree, row: number): string =>
  formulaFor(tree, cellOf(row), ({ lookup, key, from }) => lookupCell(scope, lookup, key, from, row))
