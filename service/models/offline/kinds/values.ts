/** "How many different customers are there?", "List all products": the values of a column, each once. */
import type { ColumnOverview } from '../../../sheets/overview.ts'
import { type DataRows, findColumn, nameOf, noColumn } from '../columns.ts'
import { type Instruction, type Plan, problem, type Scope, understood } from '../instruction.ts'
import { isProblem, isRead, readColumns, rowsOf } from '../tables.ts'
import { counted } from '../text.ts'

const MOST_LISTED = 50

export const values: Instruction = {
  name: 'Different values',
  does: 'Counts or lists the values of a column, each once, with how often they occur.',
  examples: [
    'How many different customers are there?',
    'List all regions',
    'Count distinct Status',
    'What is the most common Region?',
    'Show the unique values of Status',
  ],
  read(clause, scope) {
    const match = PATTERNS.map(pattern => pattern.exec(clause)).find(found => found !== null)
    if (!match) return null
    const column = findColumn(scope, match[1]!)
    if (!column)
      return SURE.test(clause)
        ? problem(`${noColumn(scope, [match[1]!])} Nothing was changed for this.`)
        : null
    const rows = rowsOf(scope)
    if (isProblem(rows)) return rows
    return understood(() => plan(column, /common|frequent|often/i.test(clause), rows, scope))
  },
}

const DIFFERENT = '(?:different|distinct|unique|individual)'
const SURE = new RegExp(DIFFERENT, 'i')
const PATTERNS = [
  new RegExp(
    `^(?:how many|count(?: the| all)?|(?:what is )?the number of|number of)\\s+(?:the\\s+)?${DIFFERENT}\\s+(?:values\\s+(?:of|in)\\s+)?(?:the\\s+)?(.+?)(?:\\s+(?:are|is|do|does|have|we|there|i|in)\\b.*)?$`,
    'i',
  ),
  new RegExp(
    `^(?:list|show|give|tell|what are|which)(?:\\s+me)?\\s+(?:all\\s+)?(?:the\\s+|of the\\s+)*(?:${DIFFERENT}\\s+)?(?:values\\s+(?:of|in)\\s+)?(.+?)(?:\\s+(?:are there|there are|exist))?$`,
    'i',
  ),
  /^(?:what(?:'s| is| are)?|which(?: is)?|show|find)?\s*(?:the\s+)?most\s+(?:common|frequent)\s+(?:values?\s+(?:of|in)\s+)?(.+?)(?:\s+value)?$/i,
  /^(?:which|what)\s+(.+?)\s+(?:occurs?|appears?|comes? up|is there)\s+(?:the\s+)?most(?:\s+often)?$/i,
]

function* plan(column: ColumnOverview, wantsMostCommon: boolean, rows: DataRows, scope: Scope): Plan {
  const read = yield* readColumns(scope.tab, [column], rows)
  if (!isRead(read)) return `I could not read the column: ${read.error ?? ''} Nothing was changed.`
  if (!read.isWhole)
    return `The column is too long to read it all here. Ask for “count by ${nameOf(column)}” instead: formulas have no such limit.`
  const counts = new Map<string, { value: string; count: number }>()
  for (const [cell] of read.rows) {
    const value = String(cell ?? '').trim()
    const entry = counts.get(value.toLowerCase()) ?? { value, count: 0 }
    entry.count++
    if (value !== '') counts.set(value.toLowerCase(), entry)
  }
  const sorted = [...counts.values()].sort(
    (a, b) => b.count - a.count || a.value.localeCompare(b.value, 'en'),
  )
  const [first] = sorted
  if (!first) return `**${nameOf(column)}** is empty.`
  if (wantsMostCommon)
    return `The most common value of **${nameOf(column)}** is **${first.value}**, in ${counted(first.count, 'row')} of ${read.rows.length.toLocaleString('en-US')}.`
  const lines = sorted
    .slice(0, MOST_LISTED)
    .map(({ value, count }) => `- ${value} (${count.toLocaleString('en-US')})`)
  const more =
    sorted.length > MOST_LISTED ? `\n- and ${(sorted.length - MOST_LISTED).toLocaleString('en-US')} more` : ''
  return `**${nameOf(column)}** has **${counted(sorted.length, 'different value')}**:\n\n${lines.join('\n')}${more}`
}
