/** A new column that is calculated from other columns of its row, and from another tab's. */
import { isNumeric, isTextual } from '../../linking/sheet.ts'
import { conditions } from '../../reading/conditions.ts'
import type { Draft } from '../../reading/draft.ts'
import type { Tree } from '../../reading/tree.ts'
import { type Frame, problem } from '../frame.ts'
import { givenName, guarded, isAdding, OTHERS } from '../support/adding.ts'
import { newColumn } from '../support/column.ts'
import { expressionIn, isRevenue } from '../support/expression.ts'
import { cellOf } from '../support/formulas.ts'
import { nameOf } from '../support/table.ts'
import { columnsOf, formatFor, formulaFor, neededOf, wordsOf } from '../support/tree.ts'
import { keyBetween, lookupCell } from './looked-up.ts'

export const formulaColumn: Frame = {
  name: 'A formula column',
  does: 'Writes a calculation in the next free column, filled down, with a header and a fitting number format; rows with a part missing stay empty.',
  examples: [
    'Add a column Revenue that is Qty times Price',
    'Create a column "Net price" = Price / 1.19',
    'Add a Margin column: (Price - Cost) / Price',
    'Calculate Tax as 19% of Price',
    'Revenue = Qty × Price',
    'new column with Price plus 19%',
  ],
  effect: 'add',
  cues: [
    'revenue',
    'times',
    'minus',
    'plus',
    'dividedby',
    'per',
    'incl',
    'vat',
    'by',
    'of',
    'ratio',
    'raise',
    'lower',
  ],
  uses: 'newcolumn add column vat incl with total beside write blankelse times plus minus percentformat where as per table other called value lookup from round keep change of no raise lower on',
  read(draft) {
    if (draft.free().some(node => node.range)) return null
    const isSaid = draft.has('newcolumn') || (isAdding(draft) && !draft.has('howmuch', 'total'))
    const given = givenName(draft)
    if (draft.has(...OTHERS, 'howmany', 'average', 'share', 'running', 'rank', 'difference')) return null
    if (!isSaid && given === null) return null
    const implied = given === null ? impliedName(draft) : null
    const tree = looked(draft) ?? expressionIn(draft, true)?.tree ?? surcharge(draft)
    if (!tree) return null
    const columns = columnsOf(tree)
    const texts = columns.filter(column => isTextual(column) && !/\d/.test(column.samples.join('')))
    if (texts.length > 0)
      return problem(`A calculation can't use **${nameOf(texts[0]!)}**: it holds text. Nothing was changed.`)
    if (columns.length === 0) return null
    conditionsOnBlank(draft)
    return newColumn(
      draft,
      row => ({
        header: implied ?? headerOf(tree),
        formula: guarded(draft, neededOf(tree), row, rowFormula(draft, tree, row)),
        format: formatFor(tree),
      }),
      { name: given, words: wordsOf(tree), bonus: 0.4 },
    )
  },
}

/** "Add revenue": what is implied is called as it was said. */
function impliedName(draft: Draft): string | null {
  const node = draft.free().find(each => isRevenue(each, draft))
  return node ? node.text[0]!.toUpperCase() + node.text.slice(1) : null
}

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

/** "where there is no price leave it empty" is what a formula does anyway. */
function conditionsOnBlank(draft: Draft): void {
  if (!draft.has('blankelse')) return
  conditions(draft)
  draft.cue('blankelse')
}

/** "Price incl. 19% VAT", "15% off Price", "Price with 10% on top". */
function surcharge(draft: Draft): Tree | null {
  const number = draft
    .free()
    .find(
      node =>
        node.number &&
        (node.number.isPercent || draft.nodes[draft.nodes.indexOf(node) + 1]?.concepts.has('percentformat')),
    )
  const column = draft.column('number')
  if (!number || !column) return null
  // "Prices up 4 %" changes them where they are.
  if (draft.has('raise', 'lower') && !draft.has('newcolumn', 'called', 'add', 'incl', 'vat', 'plus'))
    return null
  const share = number.number!.value / 100
  const isOff = draft.has('lower')
  // "25 % of Price" is a part of it; only what comes on top is added.
  const isOnTop =
    // "Add 19 % to Price", and "Add 25 % of Price" is a column.
    (/^add(?:ing)?$/i.test(draft.nodes[draft.nodes.indexOf(number) - 1]?.text ?? '') && draft.has('to')) ||
    draft.free().some(({ concepts, text }) => concepts.has('plus') && !MAKES.test(text)) ||
    draft.free().some(({ concepts, text }) => concepts.has('raise') && !MAKES.test(text)) ||
    draft.nodes.some(({ text }) => /^(?:incl\w*|gross|with|on top)$/i.test(text)) ||
    /^to$/i.test(draft.nodes[draft.nodes.indexOf(number) + 1]?.text ?? '')
  const isOnly = !isOnTop && !isOff
  const what = draft.nodes[draft.nodes.indexOf(number) + 1]
  if (isOnly && what?.isUnknown) draft.take(what)
  draft.take(number)
  draft.cue('vat', 'incl', 'percentformat', 'plus', 'raise', 'lower', 'on')
  return {
    sign: '*',
    left: { column },
    right: { number: Math.round((isOnly ? share : isOff ? 1 - share : 1 + share) * 1e6) / 1e6 },
  }
}

/** Words that ask for a column rather than for more. */
const MAKES = /^(?:add|added|adding|get|gets|give|put)$/i

/** "hours times the hourly rate of the attorney in Rates": the other factor stands on another tab. */
function looked(draft: Draft): Tree | null {
  if (!draft.has('times', 'minus', 'plus', 'dividedby')) return null
  const foreign = draft
    .free()
    .find(
      node =>
        node.columns[0] &&
        draft.columnOf(node, 'number') === null &&
        isNumeric(node.columns[0].column) &&
        node.columns[0].column.tab !== draft.tab &&
        node.columns[0].quality > 0.7,
    )
  const column = foreign && foreign.columns[0]!.column
  const key = column && keyBetween(draft.scope.index, draft.tab, column.tab.title)
  if (!foreign || !column || !key) return null
  draft.take(foreign)
  const own = draft.column('number')
  if (!own) return null
  const sign = draft.cue('times')
    ? '*'
    : draft.cue('dividedby')
      ? '/'
      : draft.cue('minus')
        ? '-'
        : draft.cue('plus')
          ? '+'
          : null
  if (!sign) return null
  draft.columns('text')
  draft.take(...draft.nodes.filter(node => node.tab === column.tab))
  draft.cue('tab', 'lookup')
  return { sign, left: { column: own }, right: { lookup: column, key: key.here, from: key.there } }
}

/** A calculation in its own row, with what another tab says of it. */
export const rowFormula = (draft: Draft, tree: Tree, row: number): string =>
  formulaFor(tree, cellOf(row), ({ lookup, key, from }) => lookupCell(draft, lookup, key, from, row))
