/** Figures by category, month or both: a small table of formulas in a new tab, or a chart of it. */
import { columnIndex, formatRange } from '../../../sheets/a1.ts'
import { compact } from '../../linking/sheet.ts'
import { call, calls, errorsIn, notDone, type Part, type Plan, told } from '../../plan.ts'
import type { Draft } from '../../reading/draft.ts'
import type { Filled, Frame } from '../frame.ts'
import { matching, whereWords } from '../support/met.ts'
import { counted, freeTitle, inList, nextFreeColumn, rowsOf } from '../support/table.ts'
import {
  type Category,
  categoriesOf,
  type Figure,
  figureOf,
  guessCount,
  isGuess,
  MOST_CATEGORIES,
  ordered,
  type Summarised,
  type Summary,
  summaryIn,
} from './summary.ts'
import { byTold, headerOf, shownKey, styles, tableOf, titleOf } from './summary-table.ts'

const MOST_TOLD = 12

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
  uses: 'newtab total table show add beside totalrow rank split',
  prior: 0.2,
  doubt: 0.6,
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
    const elsewhere = draft.nodes.some(
      ({ tab }, at) =>
        tab !== undefined &&
        tab !== draft.tab &&
        (draft.hasAnywhere('lookup') || /^(?:from|on|in)(?: the)?$/i.test(draft.nodes[at - 1]?.text ?? '')),
    )
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
      elsewhere ||
      draft.asks('chart', 'sort', 'pivot', 'highlight', 'dedupe', 'newcolumn', 'delete', 'running') ||
      (draft.has('rank') && draft.has('column', 'eachrow'))
    )
      return null
    return grouped(draft, summary)
  },
}

export const grouped = (draft: Draft, summary: Summary): Filled => ({
  plan: () => write(draft, summary),
  told: () => inWords(draft, summary),
  says: `Write a table of ${figuresTold(summary.figures).toLowerCase()} by ${byTold(summary)}${whereWords(summary.where)} ${summary.isBeside ? 'beside this one' : 'into a new tab'}`,
})

function* write(draft: Draft, summary: Summary): Plan {
  return (yield* summarise(draft, summary)).answer
}

/** The figures as an answer; the sheet stays as it is. */
function inWords(draft: Draft, summary: Summary): Plan {
  const categories = ordered(draft, categoriesOf(draft, summary), summary)
  const what = `${figuresTold(summary.figures)} by ${byTold(summary)}${whereWords(summary.where)}`
  return told(
    categories.length === 0
      ? `No row${whereWords(summary.where)} has a ${byTold(summary)}.`
      : `${what}:${listed(draft, categories.slice(0, MOST_TOLD), summary)}`,
  )
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
  if (categories.length > MOST_TOLD) return ''
  return `\n\n${categories.map(({ key, rows }) => `- ${key.map((part, index) => shownKey(part, summary.by[index]!)).join(', ')}: ${summary.figures.map(figure => shownOf(draft, summary, figure, rows)).join(', ')}`).join('\n')}`
}

/** A share as a percentage of what all rows come to. */
function shownOf(draft: Draft, { where }: Summary, figure: Figure, rows: Category['rows']): string {
  const { locale } = draft.scope.overview
  const value = figureOf(figure, rows, locale)
  const all = figure.isShare ? figureOf(figure, matching(draft, where), locale) : null
  return all && value !== null ? `${shownFigure((100 * value) / all)} %` : shownFigure(value)
}

const shownFigure = (value: number | null): string =>
  value === null ? '–' : value.toLocaleString('en-US', { maximumFractionDigits: 2 })

const figuresTold = (figures: readonly Figure[]): string => inList(figures.map(headerOf))
