/** "Top 5 customers by Price": told, from the rows as they are. */
import type { ColumnOverview } from '../../../sheets/overview.ts'
import { type DataRows, findColumn, isNumeric, nameOf, noColumn } from '../columns.ts'
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
  ],
  read(clause, scope) {
    const top = TOP.exec(clause)
    const which = top ? null : WHICH.exec(clause)
    const parts = top?.groups ?? which?.groups
    if (!parts) return null
    const category = findColumn(scope, parts.what!) ?? findColumn(scope, singular(parts.what!))
    const value = findColumn(scope, parts.by!)
    if (!category || !value)
      return top
        ? problem(`${noColumn(scope, [category ? parts.by! : parts.what!])} Nothing was changed for this.`)
        : null
    if (!isNumeric(value))
      return problem(`${nameOf(value)} doesn't hold numbers. Nothing was changed for this.`)
    const rows = rowsOf(scope)
    if (isProblem(rows)) return rows
    const isBottom = /^(?:bottom|worst|lowest|smallest|least|fewest|cheapest)$/i.test(
      parts.end ?? parts.most ?? '',
    )
    return understood(() => plan({ category, value, count: numberOf(parts.count), isBottom }, rows, scope))
  },
}

const ENDS = 'top|best|highest|largest|biggest|bottom|worst|lowest|smallest|least|most'
const TOP = new RegExp(
  `^(?:(?:show|give|list|tell|find|what are|which are|who are|get)\\s+)?(?:me\\s+)?(?:the\\s+)?(?:(?<end>${ENDS})\\s+(?<count>\\d+|ten|five|three)|(?<count>\\d+|ten|five|three)\\s+(?<end>${ENDS}))\\s+(?<what>.+?)\\s+(?:by|in|with the (?:highest|lowest|most)|according to)\\s+(?:total\\s+)?(?<by>.+)$`,
  'i',
)
const WHICH =
  /^(?:which|what|who)\s+(?<what>.+?)\s+(?:has|have|had|got|shows)\s+(?:the\s+)?(?<most>most|highest|largest|biggest|lowest|smallest|least|fewest)\s+(?:total\s+)?(?<by>.+)$/i

const NUMBERS: Record<string, number> = { ten: 10, five: 5, three: 3 }
const numberOf = (word: string | undefined): number =>
  word === undefined ? 1 : Math.min(50, NUMBERS[word.toLowerCase()] ?? Number(word))

interface Wanted {
  category: ColumnOverview
  value: ColumnOverview
  count: number
  isBottom: boolean
}

function* plan({ category, value, count, isBottom }: Wanted, rows: DataRows, scope: Scope): Plan {
  const read = yield* readColumns(scope.tab, [category, value], rows)
  if (!isRead(read)) return `I could not read the columns: ${read.error ?? ''} Nothing was changed.`
  if (!read.isWhole)
    return `The table is too long to read it all here. Ask for “${nameOf(value)} by ${nameOf(category)}” instead: formulas have no such limit.`
  const totals = new Map<string, number>()
  for (const [key, amount] of read.rows) {
    const number = numberIn(amount)
    if (key !== '' && number !== null) totals.set(String(key), (totals.get(String(key)) ?? 0) + number)
  }
  const sorted = [...totals].sort(([, a], [, b]) => (isBottom ? a - b : b - a)).slice(0, count)
  if (sorted.length === 0) return `There are no numbers in **${nameOf(value)}**.`
  const lines = sorted.map(([key, total], index) => `${index + 1}. **${key}**: ${likeColumn(total, value)}`)
  return `${isBottom ? 'Lowest' : 'Highest'} total **${nameOf(value)}** by **${nameOf(category)}** (of ${counted(totals.size, 'value')}, rows ${read.data.first} to ${read.data.last}):\n\n${lines.join('\n')}`
}
