/** A new column with what another tab says of each row. Finds the column that both tabs share. */
import type { TabOverview } from '../../../sheets/overview/overview.ts'
import { type Column, isDate, isNumeric, type SheetIndex } from '../../linking/sheet.ts'
import type { Draft } from '../../reading/draft.ts'
import { type Frame, problem, type Reading } from '../frame.ts'
import { isAdding, OTHERS } from '../support/adding.ts'
import { newColumn } from '../support/column.ts'
import { rangeOf, textOf } from '../support/formulas.ts'
import { nameAfter, nameIn } from '../support/names.ts'
import { nameOf, rowsOf } from '../support/table.ts'

/** By what rows of two tabs are known to belong together. */
export interface Key {
  here: Column
  there: Column
}

/** The column of this tab and the one of the other whose values are most alike. */
export function keyBetween(index: SheetIndex, tab: TabOverview, title: string): Key | null {
  const all = index.columns
  let best: { here: Column; there: Column; share: number } | null = null
  for (const there of all
    .filter(each => each.tab.title === title && each.header !== '' && !isNumeric(each) && !isDate(each))
    .slice(0, 8)) {
    const known = index.spellings(there).distinct
    for (const here of all
      .filter(each => each.tab.title === tab.title && each.header !== '' && !isNumeric(each) && !isDate(each))
      .slice(0, 12)) {
      const own = [...index.spellings(here).distinct]
      const share =
        own.filter(value => known.has(value)).length / Math.max(1, Math.min(own.length, known.size)) +
        (here.header.toLowerCase() === there.header.toLowerCase() ? 0.2 : 0)
      if (share > 0.3 && share > (best?.share ?? 0)) best = { here, there, share }
    }
  }
  return best
}

export function lookupCell(draft: Draft, wanted: Column, key: Column, from: Column, row: number): string {
  const range = rangeOf(rowsOf(draft, wanted.tab)!)
  return `INDEX(${range(wanted)},MATCH(TRIM(${key.column}${row}),${isUntidy(draft, from) ? `ARRAYFORMULA(TRIM(${range(from)}))` : range(from)},0))`
}

const isUntidy = (draft: Draft, column: Column): boolean =>
  (draft.scope.index.data.get(column.tab.title)?.rows ?? []).some(
    row =>
      typeof row[column.index] === 'string' && row[column.index] !== (row[column.index] as string).trim(),
  )

export const lookupColumn: Frame = {
  name: 'Look up in another tab',
  does: 'Adds a column with what another tab says for each row, or with how many rows, or the highest or total figure, another tab has for it.',
  examples: [],
  effect: 'add',
  cues: ['newcolumn', 'lookup', 'add', 'per', 'beside', 'write', 'column', 'tab'],
  uses: 'newcolumn add lookup tab beside column write for per row show blankelse all otherwise from column table other merge',
  prior: 0.3,
  doubt: 0.3,
  read(draft) {
    if (draft.has(...OTHERS, 'days', 'weekday', 'share', 'running', 'minus', 'table')) return null
    if (!isAdding(draft) && !draft.has('lookup')) return null
    const isElsewhere = draft.nodes.some(({ tab }) => tab !== undefined && tab !== draft.tab)
    if (!isElsewhere && !draft.hasAnywhere('lookup', 'newcolumn', 'eachrow', 'column', 'beside', 'called'))
      return null
    const given = nameIn(draft) ?? trailingName(draft)
    const foreign = foreignColumn(draft)
    const counted = draft.has('howmany')
      ? 'count'
      : draft.has('max')
        ? 'max'
        : draft.has('min')
          ? 'min'
          : draft.has('average')
            ? 'average'
            : draft.has('total')
              ? 'total'
              : null
    const title =
      foreign?.tab.title ?? draft.nodes.find(node => node.tab && node.tab !== draft.tab)?.tab?.title
    if (counted) return countedColumn(draft, counted, foreign, title, given)
    if (!foreign) return null
    const key = keyBetween(draft.scope.index, draft.tab, foreign.tab.title)
    // Of several rows that fit, none is the one that is meant.
    if (key && isRepeated(draft, key.there)) return null
    if (!key)
      return problem(
        `I find no column that ${draft.tab.title} and ${foreign.tab.title} have in common. Nothing was changed.`,
      )
    takeAround(draft, foreign.tab.title)
    const rest = restText(draft)
    return newColumn(
      draft,
      row => ({
        header: nameOf(foreign),
        formula: `IFERROR(${lookupCell(draft, foreign, key.here, key.there, row)},${textOf(rest)})`,
        format: formatLike(foreign),
      }),
      {
        name: given,
        words: `${nameOf(foreign)} from the tab ${foreign.tab.title}, found by ${nameOf(key.here)}`,
        bonus: 0.6,
      },
    )
  },
}

/** What comes from a column looks as it does there. */
export function formatLike(column: Column): { pattern: string; kind: string } | null {
  const { number_format: pattern } = column
  if (isDate(column)) return { pattern: pattern ?? 'yyyy-mm-dd', kind: 'date' }
  return pattern && isNumeric(column) ? { pattern, kind: 'number' } : null
}

const isRepeated = (draft: Draft, key: Column): boolean => {
  const { distinct, cells } = draft.scope.index.spellings(key)
  return distinct.size < cells
}

/** "say guest if they're not a member" */
function restText(draft: Draft): string {
  if (!draft.nodes.some(({ text }) => /^(?:say|otherwise|else|put|write)$/i.test(text))) return ''
  const node = draft
    .free()
    .find(
      each =>
        (each.isUnknown || each.isQuoted) &&
        draft.nodes
          .slice(draft.nodes.indexOf(each))
          .some(({ concepts }) => concepts.has('where') || concepts.has('not')),
    )
  if (!node || !draft.has('not', 'otherwise')) return ''
  draft.take(node)
  draft.cue('not', 'otherwise', 'where')
  return node.text
}

/** "…, col Rented" */
function trailingName(draft: Draft): string | null {
  const at = draft.nodes.findIndex(
    (node, index) =>
      (node.concepts.has('column') || node.concepts.has('newcolumn')) &&
      index > 0 &&
      draft.nodes[index + 1] !== undefined &&
      /^\p{Lu}/u.test(draft.nodes[index + 1]!.text) &&
      draft.nodes[index + 1]!.columns.length === 0,
  )
  return at === -1 ? null : nameAfter(draft, at + 1)
}

function foreignColumn(draft: Draft): Column | null {
  const named = draft.nodes.flatMap(node => (node.tab ? [node.tab.title] : []))
  const isOwn = (column: Column) => column.tab.title === draft.tab.title
  // "From Rates" takes what is there, also where this tab has something alike.
  const source = draft.nodes.find(
    ({ tab }, at) => tab && tab !== draft.tab && /^from(?: the)?$/i.test(draft.nodes[at - 1]?.text ?? ''),
  )?.tab
  const found = draft.free().flatMap(node => {
    const isHere = node.columns.some(({ column, quality }) => isOwn(column) && quality >= 0.9)
    const match = node.columns.find(({ column }) => (source ? column.tab === source : !isOwn(column)))
    return isColumnAnywhere(node) && match && (!isHere || (source && match.quality >= 0.8))
      ? [{ node, match }]
      : []
  })
  const isKey = (column: Column) =>
    keyBetween(draft.scope.index, draft.tab, column.tab.title)?.there === column
  const fitting = found.filter(({ match }) => match.quality >= 0.6 && !isKey(match.column))
  const best =
    fitting.filter(
      ({ match, node }) =>
        named.includes(match.column.tab.title) ||
        node.columns.some(({ column }) => named.includes(column.tab.title)),
    )[0] ?? fitting.sort((a, b) => b.match.quality - a.match.quality)[0]
  if (!best) return null
  const next = draft.nodes[draft.nodes.indexOf(best.node) + 1]
  // "Nightly rate": the noun says again what it is.
  draft.take(best.node, next && next.columns.length > 0 && next.columns[0]!.quality < 0.9 ? next : undefined)
  return (
    best.node.columns.find(
      ({ column }) => named.includes(column.tab.title) && column.tab.title !== draft.tab.title,
    )?.column ?? best.match.column
  )
}

const isColumnAnywhere = (node: Draft['nodes'][number]): boolean =>
  node.columns.length > 0 &&
  ![...node.concepts].some(each => ['add', 'write', 'newcolumn', 'column', 'per'].includes(each))

function takeAround(draft: Draft, title: string): void {
  draft.take(
    ...draft.nodes.filter(
      node => node.tab?.title === title || node.columns.some(({ column }) => column.tab.title === title),
    ),
  )
  draft.columns('text')
}

/** How many rows of the other tab belong to each of this one. */
function countedColumn(
  draft: Draft,
  measure: PerRow['measure'],
  figure: Column | null,
  title: string | undefined,
  given: string | null,
): Reading | null {
  const isColumnAsked = draft.nodes.some(({ text }) =>
    /col(?:umn)?s?\b|next to|beside|right next|near/i.test(text),
  )
  if (!isColumnAsked || draft.has('who', 'which')) return null
  title ??= draft.scope.overview.tabs.find(
    tab => tab !== draft.tab && keyBetween(draft.scope.index, draft.tab, tab.title),
  )?.title
  const key = title === undefined ? null : keyBetween(draft.scope.index, draft.tab, title)
  const values = measure === 'count' ? null : figure && isNumeric(figure) ? figure : null
  if (!key || title === undefined || (measure !== 'count' && !values)) return null
  const rows = rowsOf(draft, key.there.tab)
  if (!rows) return null
  draft.cue('howmany', 'max', 'min', 'average', 'total')
  takeAround(draft, title)
  return newColumn(
    draft,
    row => ({
      header: measure === 'count' ? 'Count' : `${measure} ${nameOf(values!)}`,
      formula: figurePerRow(draft, { measure, values, key }, row)!,
      format: null,
    }),
    {
      name: given,
      words: `the ${measure === 'count' ? 'number' : `${measure} ${nameOf(values!)}`} of the rows of the tab ${title} with the same ${nameOf(key.here)}`,
      bonus: 0.6,
    },
  )
}

interface PerRow {
  measure: 'count' | 'max' | 'min' | 'average' | 'total'
  /** Null where rows are counted. */
  values: Column | null
  key: Key
}

/** Of the rows of another tab that belong to a row of this one; null where it has none. */
export function figurePerRow(draft: Draft, { measure, values, key }: PerRow, row: number): string | null {
  const rows = rowsOf(draft, key.there.tab)
  if (!rows) return null
  const range = rangeOf(rows)
  const cell = `${key.here.column}${row}`
  if (!values)
    return isUntidy(draft, key.there)
      ? `SUMPRODUCT((LOWER(TRIM(${range(key.there)}))=LOWER(TRIM(${cell})))*1)`
      : `COUNTIF(${range(key.there)},${cell})`
  const of = `FILTER(${range(values)},${range(key.there)}=${cell},${range(values)}<>"")`
  const name = { max: 'MAX', min: 'MIN', average: 'AVERAGE', total: 'SUM', count: 'COUNT' }[measure]
  // Nothing there adds up to 0; there is no highest of nothing.
  return `IFERROR(${name}(${of}),${measure === 'total' ? '0' : '""'})`
}
