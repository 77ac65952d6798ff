/** Figures by category, month or both: a small table of formulas in a new tab, or a chart of it. */
import { columnIndex, formatRange } from '../../../sheets/a1.ts'
import { call, calls, errorsIn, notDone, type Part, type Plan } from '../../plan.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Filled, Kind } from '../kind.ts'
import { whereWords } from '../support/met.ts'
import { counted, freeTitle, inList, nextFreeColumn, rowsOf } from '../support/table.ts'
import {
  type Category,
  categoriesOf,
  type Figure,
  figureOf,
  MOST_CATEGORIES,
  ordered,
  type Summarised,
  type Summary,
} from './summary.ts'
import { byTold, headerOf, shownKey, styles, tableOf, titleOf } from './summary-table.ts'

const MOST_TOLD = 12

export const group: Kind = {
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
}

export const grouped = (scope: Scope, summary: Summary): Filled => ({
  plan: () => write(scope, summary),
  says: `Write a table of ${figuresTold(summary.figures).toLowerCase()} by ${byTold(summary)}${whereWords(summary.where)} ${summary.isBeside ? 'beside this one' : `into a new tab${summary.title ? ` “${summary.title}”` : ''}`}`,
})

function* write(scope: Scope, summary: Summary): Plan {
  return (yield* summarise(scope, summary)).answer
}

export function* summarise(scope: Scope, summary: Summary): Part<Summarised> {
  const categories = ordered(scope, categoriesOf(scope, summary), summary)
  if (categories.length === 0)
    return none(`No row${whereWords(summary.where)} has a ${byTold(summary)}. Nothing was changed.`)
  if (categories.length > MOST_CATEGORIES)
    return none(
      `There are more than ${MOST_CATEGORIES} different values of ${byTold(summary)}. Group by a column with fewer. Nothing was changed.`,
    )
  const title = freeTitle(scope.overview, summary.title ?? titleOf(summary))
  if (!summary.isBeside) {
    const added = yield* call('edit_structure', { action: 'add_tab', new_name: title })
    if (added.error !== undefined) return none(notDone(added))
  }
  const place = summary.isBeside
    ? {
        title: scope.tab.title,
        row: (rowsOf(scope)?.header ?? 1) - 1,
        column: columnIndex(nextFreeColumn(scope.tab)) + 1,
      }
    : { title, row: 0, column: 0 }
  const values = tableOf(scope, summary, categories, place)
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
    answer: `Wrote ${figuresTold(summary.figures)} by ${byTold(summary)}${whereWords(summary.where)} ${where}: ${counted(categories.length, 'row')} of formulas${summary.hasTotal ? ' and a total' : ''}, which follow the data when it changes.${errorsIn(written)}${listed(scope, categories, summary)}`,
    range: box(0, 0, categories.length + 1, width),
  }
}

const none = (answer: string): Summarised => ({ answer, range: null })

/** The figures in the answer as well, where they are few. */
function listed(scope: Scope, categories: readonly Category[], summary: Summary): string {
  if (categories.length > MOST_TOLD) return ''
  return `\n\n${categories.map(({ key, rows }) => `- ${key.map((part, index) => shownKey(part, summary.by[index]!)).join(', ')}: ${summary.figures.map(figure => shownFigure(figureOf(figure, rows, scope.overview.locale))).join(', ')}`).join('\n')}`
}

const shownFigure = (value: number | null): string =>
  value === null ? '–' : value.toLocaleString('en-US', { maximumFractionDigits: 2 })

const figuresTold = (figures: readonly Figure[]): string => inList(figures.map(headerOf))
