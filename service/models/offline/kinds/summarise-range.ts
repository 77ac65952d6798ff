/** "Summarise Orders!A1:G121": what the cells of a range hold, column by column. Leaves the sheet as it is. */
import type { ColumnOverview } from '../../../sheets/overview.ts'
import { readCells } from '../cells-read.ts'
import { nameOf, shown, tableRange } from '../columns.ts'
import { daySerial, isoDate } from '../dates.ts'
import { type Instruction, type Plan, type Scope, understood } from '../instruction.ts'
import { calculate } from '../measures.ts'
import { likeColumn, numberIn } from '../numbers.ts'
import { isProblem, rowsOf } from '../tables.ts'
import { counted, inList } from '../text.ts'

export const summariseRange: Instruction = {
  name: 'Summarise a range',
  does: 'Tells what the cells of a range hold, column by column: totals and averages of numbers, first and last dates, the most common texts, empty cells.',
  examples: [
    'Summarise Orders!A1:J20. Answer here and leave the sheet as it is.',
    'Describe F2:H20',
    'In B2:C20: what is in it?',
  ],
  read(clause, scope) {
    if (!scope.within || !SUMMARY.test(clause) || isProblem(rowsOf(scope))) return null
    return understood(() => plan(scope))
  },
}

const SUMMARY =
  /^(?:(?:describe|summari[sz]e|analy[sz]e|outline|explain)(?:\s+(?:the table|it|the data(?:\s+in the table)?))?|(?:give|show|tell)(?:\s+me)?\s+(?:an?\s+|the\s+)?(?:short\s+|quick\s+)?(?:summary|overview|description)(?:\s+of\s+the table)?|what(?:'s| is)\s+(?:this|(?:in\s+)?(?:it|here|the table)))$/i

function* plan(scope: Scope): Plan {
  const rows = rowsOf(scope)
  if (isProblem(rows)) return 'There are no cells to read. Nothing was changed.'
  const { first, end, full } = scope.within!
  const range = tableRange(scope.tab, { ...rows, header: null })
  const read = yield* readCells(range, 'values')
  if (typeof read === 'string') return `I could not read ${shown(range)}: ${read} Nothing was changed.`
  const columns = scope.tab.columns.slice(first, end)
  const height = read.isWhole ? rows.last - rows.first + 1 : read.rows.length
  const lines = columns.map((column, index) => {
    const values = read.rows.map(row => row[index])
    return `- **${nameOf(column)}** (${column.column}): ${factsOf(column, values, height, scope)}`
  })
  const partly = read.isWhole ? '' : ` I read the first ${counted(height, 'row')} of it.`
  return `${shown(range)} of **${full.title}** has ${counted(rows.last - rows.first + 1, 'row')} and ${counted(columns.length, 'column')}.${partly}\n\n${lines.join('\n')}`
}

function factsOf(column: ColumnOverview, cells: unknown[], height: number, scope: Scope): string {
  const filled = cells.filter(value => value !== '' && value !== null && value !== undefined)
  if (filled.length === 0) return 'empty.'
  const empty = height > filled.length ? `, ${counted(height - filled.length, 'empty cell')}` : ''
  const days =
    column.type === 'date'
      ? filled.map(value => daySerial(value, column, scope.overview.locale)).filter(day => day !== null)
      : []
  if (days.length > 0)
    return `${counted(days.length, 'date')} from ${isoDate(calculate('minimum', days))} to ${isoDate(calculate('maximum', days))}${empty}.`
  const numbers = filled.map(numberIn).filter(number => number !== null)
  if (numbers.length > filled.length / 2) return `${numberFacts(column, numbers)}${empty}.`
  return `${textFacts(filled)}${empty}.`
}

function numberFacts(column: ColumnOverview, numbers: number[]): string {
  const figure = (measure: 'total' | 'average' | 'minimum' | 'maximum') =>
    likeColumn(calculate(measure, numbers), column)
  return `${counted(numbers.length, 'number')} from ${figure('minimum')} to ${figure('maximum')}, total ${figure('total')}, average ${figure('average')}`
}

const MOST_NAMED = 3

function textFacts(filled: unknown[]): string {
  const counts = new Map<string, number>()
  for (const value of filled) counts.set(String(value).trim(), (counts.get(String(value).trim()) ?? 0) + 1)
  const common = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_NAMED)
    .map(([value, count]) => `${value.slice(0, 60)} (${count.toLocaleString('en-US')})`)
  const what = counts.size === filled.length ? 'all different' : `${counts.size} different`
  return `${counted(filled.length, 'value')}, ${what}, such as ${inList(common)}`
}
