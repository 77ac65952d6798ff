/** A new column over all rows: running totals, ranks, shares, changes from row to row. */
import { type Column, isTextual } from '../../linking/sheet.ts'
import { type Draft, isName } from '../../reading/draft.ts'
import type { Frame } from '../frame.ts'
import { givenName, guarded, isAdding } from '../support/adding.ts'
import { type NewColumn, newColumn } from '../support/column.ts'
import { groups } from '../support/query.ts'
import { nameOf } from '../support/table.ts'

interface OverRows {
  cue: string
  header: (column: Column) => string
  words: string
  formula: (column: Column, row: number, last: number, draft: Draft) => string
  format?: NewColumn['format']
  isBlankKept?: boolean
}

const OVER_ROWS: OverRows[] = [
  {
    cue: 'running',
    words: 'the running total of',
    header: column => `Running ${nameOf(column)}`,
    formula: ({ column }, row) => `SUM(${column}$${row}:${column}${row})`,
  },
  {
    cue: 'rank',
    words: 'the rank by',
    header: () => 'Rank',
    formula: ({ column }, row, last, draft) =>
      `RANK(${column}${row},${column}$${row}:${column}$${last},${draft.nodes.some(node => node.concepts.has('ascending') || (node.concepts.has('min') && /low|small|least/i.test(node.text))) ? 1 : 0})`,
    format: { pattern: '0', kind: 'number' },
    isBlankKept: true,
  },
  {
    cue: 'pctchange',
    words: 'the change from row to row of',
    header: column => `${nameOf(column)} change`,
    formula: ({ column }, row) => `IFERROR(${column}${row}/${column}${row - 1}-1,"")`,
    format: { pattern: '0.0%', kind: 'percent' },
  },
  {
    cue: 'share',
    words: 'the share of each row in',
    header: column => `Share of ${nameOf(column)}`,
    formula: ({ column }, row, last, draft) =>
      `${column}${row}/${draft.nodes.some(node => node.concepts.has('max')) ? 'MAX' : 'SUM'}(${column}$${row}:${column}$${last})`,
    format: { pattern: '0.0%', kind: 'percent' },
    isBlankKept: true,
  },
]

export const overRows: Frame = {
  name: 'Running total, rank, share',
  does: 'Adds a column with the running total, the rank or the share of the total of a column.',
  examples: [
    'Add a running total of Price',
    'Rank by Price',
    'Add a column Share that is Cost as a percentage of the total',
  ],
  effect: 'add',
  cues: OVER_ROWS.map(({ cue }) => cue),
  uses: 'newcolumn add column running rank share pctchange total per row max min by value first last percentformat ascending descending other table show topword number called write day beside what which is',
  prior: 0.3,
  read(draft) {
    if (draft.asks('sort', 'chart', 'newtab', 'filter', 'delete', 'pivot', 'times', 'dividedby')) return null
    const kind = OVER_ROWS.find(({ cue }) => draft.has(cue))
    if (!kind || draft.has('numberformat')) return null
    const isQuestion =
      draft.has('what', 'howmuch', 'which') && !draft.has('newcolumn', 'eachrow', 'add', 'column')
    // "Show the change from January to March": of two columns there is a change in each row.
    const isBetween =
      kind.cue === 'pctchange' &&
      draft.has('show') &&
      draft.free().filter(node => isName(node, draft.scope) && draft.columnOf(node, 'number')).length === 2
    if (
      (kind.cue === 'share' || kind.cue === 'pctchange') &&
      !isBetween &&
      (isQuestion || !isAdding(draft) || groups(draft).some(({ column }) => isTextual(column)))
    )
      return null
    draft.cue(kind.cue)
    const name = givenName(draft)
    const [column, other] = draft.columns('number')
    if (column && other && kind.cue === 'pctchange')
      return newColumn(
        draft,
        row => ({
          header: `${nameOf(other)} vs ${nameOf(column)}`,
          formula: guarded(
            draft,
            [column, other],
            row,
            `IFERROR(${other.column}${row}/${column.column}${row}-1,"")`,
          ),
          format: { pattern: '0.0%', kind: 'percent' },
        }),
        { name, words: `the change from ${nameOf(column)} to ${nameOf(other)} in percent`, bonus: 0.5 },
      )
    if (column && other && kind.cue === 'share')
      return newColumn(
        draft,
        row => ({
          header: 'Share',
          formula: guarded(draft, [column, other], row, `${column.column}${row}/${other.column}${row}`),
          format: { pattern: '0.0%', kind: 'percent' },
        }),
        { name, words: `${nameOf(column)} in percent of ${nameOf(other)}`, bonus: 0.5 },
      )
    if (!column) return null
    const numbers = draft.free().filter(node => node.number && !node.number.isPercent)
    if (kind.cue === 'rank') draft.take(...numbers.filter(node => node.number!.value === 1))
    return newColumn(
      draft,
      (row, last) => {
        const formula = kind.formula(column, row, last, draft)
        return {
          header: kind.header(column),
          formula: kind.isBlankKept ? guarded(draft, [column], row, formula) : formula,
          format:
            kind.format ??
            (column.number_format ? { pattern: column.number_format, kind: column.type } : null),
        }
      },
      { name, words: `${kind.words} ${nameOf(column)}`, bonus: 0.5 },
    )
  },
}
