/** "Top 5 customers by Price": told, from the rows as they are. */
import type { ColumnOverview } from '../../../sheets/overview.ts'
import { type DataRows, findColumn, isNumeric, meansRows, nameOf, noColumn } from '../columns.ts'
import { type Instruction, type Plan, problem, type Scope, understood } from '../instruction.ts'
import { likeColumn, numberIn } from '../numbers.ts'
import { isProblem, isRead, readColumns, rowsOf } from '../tables.ts'
import { counted, singular } from '../text.ts'

export const ranking: Instruction = {
  name: 'Top and bottom lists',
  does: 'Answers with the largest or smallest by a column, added up by category. The sheet stays as it is.',
  examples: [
    'Top 5 customers by Price',
    'What are the 3 best regions by Qty?',
    'Bottom 3 Customers by Cost',
    'Which Region has the highest Qty?',
    'Which customer has the lowest Price?',
    'Which Region has the most orders?',
    'Show me the top 3 orders by Price',
  ],
  read(clause, scope) {
    const top = TOP.exec(clause)
    const which = top ? null : WHICH.exec(clause)
    const parts = top?.groups ?? which?.groups
    if (!parts) return null
    const category = findColumn(scope, parts.what!) ?? findColumn(scope, singular(parts.what!))
    const isRows = !category && top !== null && meansRows(scope, parts.what!)
    const isCount = which !== null && meansRows(scope, parts.by!.replace(/^(?:number of|amount of)\s+/i, ''))
    const value = isCount ? null : findColumn(scope, parts.by!)
    if ((!category && !isRows) || (!value && !isCount)) {
      return top
        ? problem(
            `${noColumn(scope, [category || isRows ? parts.by! : parts.what!])} Nothing was changed for this.`,
          )
        : null
    }
    if (value && !isNumeric(value))
      return problem(`${nameOf(value)} doesn't hold numbers. Nothing was changed for this.`)
    const rows = rowsOf(scope)
    if (isProblem(rows)) return rows
    const isBottom = /^(?:bottom|worst|lowest|smallest|least|fewest|cheapest)$/i.test(
      parts.end ?? parts.most ?? '',
    )
    const count = numberOf(parts.count)
    if (category) return understood(() => plan({ category, value, count, isBottom }, rows, scope))
    return value ? understood(() => listRows(value, count, isBottom, rows, scope)) : null
  },
}

const ENDS = 'top|best|highest|largest|biggest|bottom|worst|lowest|smallest|least|most'
const TOP = new RegExp(
  `^(?:(?:show|give|list|tell|find|what are|which are|who are|get)\\s+)?(?:me\\s+)?(?:the\\s+)?(?:(?<end>${ENDS})\\s+(?<count>\\d+|ten|five|three)|(?<count>\\d+|ten|five|three)\\s+(?<end>${ENDS}))\\s+(?<what>.+?)\\s+(?:by|in|with the (?:highest|lowest|most)|according to)\\s+(?:total\\s+)?(?<by>.+)$`,
  'i',
)
const WHICH =
  /^(?:which|what|who)\s+(?<what>.+?)\s+(?:has|have|had|got|shows|bought|sold|brought|made|ordered)\s+(?:the\s+)?(?<most>most|highest|largest|biggest|lowest|smallest|least|fewest)\s+(?:total\s+)?(?<by>.+)$/i

const NUMBERS: Record<string, number> = { ten: 10, five: 5, three: 3 }
const numberOf = (word: string | undefined): number =>
  word === undefined ? 1 : Math.min(50, NUMBERS[word.toLowerCase()] ?? Number(word))

interface Wanted {
  category: ColumnOverview
  /** Null where rows are counted. */
  value: ColumnOverview | null
  count: number
  isBottom: boolean
}

function* plan({ category, value, count, isBottom }: Wanted, rows: DataRows, scope: Scope): Plan {
  const read = yield* readColumns(scope.tab, [category, ...(value ? [value] : [])], rows)
  if (!isRead(read)) return `I could not read the columns: ${read.error ?? ''} Nothing was changed.`
  if (!read.isWhole)
    return `The table is too long to read it all here. Ask for “${value ? nameOf(value) : 'count'} by ${nameOf(category)}” instead: formulas have no such limit.`
  const totals = new Map<string, number>()
  for (const [key, amount] of read.rows) {
    const number = value ? numberIn(amount) : 1
    if (key !== '' && number !== null) totals.set(String(key), (totals.get(String(key)) ?? 0) + number)
  }
  const sorted = [...totals].sort(([, a], [, b]) => (isBottom ? a - b : b - a)).slice(0, count)
  if (sorted.length === 0) return `There are no numbers in **${value ? nameOf(value) : nameOf(category)}**.`
  const lines = sorted.map(
    ([key, total], index) =>
      `${index + 1}. **${key}**: ${value ? likeColumn(total, value) : counted(total, 'row')}`,
  )
  return `${isBottom ? 'Lowest' : 'Highest'} ${value ? `total **${nameOf(value)}**` : 'number of rows'} by **${nameOf(category)}** (of ${counted(totals.size, 'value')}, rows ${read.data.first} to ${read.data.last}):\n\n${lines.join('\n')}`
}

/** The rows themselves, each on a line. */
function* listRows(
  value: ColumnOverview,
  count: number,
  isBottom: boolean,
  rows: DataRows,
  scope: Scope,
): Plan {
  const others = scope.tab.columns
    .filter(column => column !== value && column.header !== '')
    .slice(0, MOST_FIELDS)
  const read = yield* readColumns(scope.tab, [value, ...others], rows)
  if (!isRead(read)) return `I could not read the columns: ${read.error ?? ''} Nothing was changed.`
  if (!read.isWhole)
    return 'The table is too long to read it all here. Sort it instead: a sort has no such limit. Nothing was changed.'
  const sorted = read.rows
    .map((row, index) => ({ row, number: numberIn(row[0]), at: read.data.first + index }))
    .filter((entry): entry is typeof entry & { number: number } => entry.number !== null)
    .sort((a, b) => (isBottom ? a.number - b.number : b.number - a.number))
    .slice(0, count)
  if (sorted.length === 0) return `There are no numbers in **${nameOf(value)}**.`
  const lines = sorted.map(
    ({ row, number, at }, index) =>
      `${index + 1}. **${likeColumn(number, value)}**: ${row
        .slice(1)
        .map(cell => String(cell ?? ''))
        .join(', ')} (row ${at})`,
  )
  return `The ${isBottom ? 'lowest' : 'highest'} by **${nameOf(value)}**:\n\n${lines.join('\n')}`
}

const MOST_FIELDS = 5
