/** "How many orders are there where Status is Open?", "total Price where Region is North": told. */
import type { ColumnOverview } from '../../../sheets/overview.ts'
import { type DataRows, findColumn, nameOf, noColumn } from '../columns.ts'
import { type Condition, inWords, readConditions } from '../conditions.ts'
import { type Instruction, type Plan, problem, type Scope, understood } from '../instruction.ts'
import { calculate, MEASURE_WORDS, type Measure, measureOf } from '../measures.ts'
import { meets } from '../meets.ts'
import { likeColumn, numberIn } from '../numbers.ts'
import { isProblem, isRead, readColumns, rowsOf } from '../tables.ts'
import { counted } from '../text.ts'

export const figureWhere: Instruction = {
  name: 'A figure of some rows',
  does: 'Answers with a count or a total, average, minimum or maximum of the rows that meet conditions.',
  examples: [
    'How many orders are there where Status is Open?',
    'Count the rows where Qty is more than 5',
    'What is the total Price where Region is North?',
    'Average Qty where Status is Paid',
    'How many rows have an empty Email?',
  ],
  read(clause, scope) {
    const match = WHERE.exec(clause)
    const empty = match ? null : EMPTY.exec(clause)
    if (!match && !empty) return null
    const said = match ? readMeasure(match[1]!, scope) : { measure: 'count' as const, value: null }
    if (!said) return null
    const read = readConditions(
      match ? match[2]! : `${empty![2]!} is ${empty![1]!.replace('missing', 'empty')}`,
      scope,
    )
    if (!read) return null
    if ('unknown' in read) return problem(`${noColumn(scope, [read.unknown])} Nothing was changed for this.`)
    const rows = rowsOf(scope)
    if (isProblem(rows)) return rows
    return understood(() => plan(said.measure, said.value, read.conditions, rows, scope))
  },
}

const WHERE =
  /^((?:how many|what|count|calculate|compute|tell me|show me|give me|sum|total|average|mean|minimum|maximum|min|max|median|highest|lowest|the|number)\b.*?)\s+(?:where|with|that have|whose|when|if|for which)\s+(?:the\s+)?(.+)$/i
const EMPTY =
  /^(?:how many|count(?: the)?)\s+(?:rows?|orders?|records?|entries|lines?|cells?)\s+(?:have|with|that have)\s+(?:an?\s+|no\s+)?(empty|blank|missing)\s+(.+)$/i
const ROWS =
  /^(?:the\s+)?(?:rows?|orders?|records?|entries|lines?|items?|ones)(?:\s+(?:are|is|there|do|we|i|have|exist))*$/i

function readMeasure(text: string, scope: Scope): { measure: Measure; value: ColumnOverview | null } | null {
  const opening = text
    .replace(/^(?:what(?:'s| is| are| was)|calculate|compute|tell me|show me|give me)\s+/i, '')
    .replace(/^the\s+/i, '')
  const match = new RegExp(`^(${MEASURE_WORDS})\\b(?:\\s+(?:of|the|number of))*\\s*(.*)$`, 'i').exec(opening)
  const measure = match && measureOf(match[1]!)
  if (!match || !measure) return null
  const phrase = match[2]!.trim()
  if (measure === 'count')
    return phrase === '' || ROWS.test(phrase) || findColumn(scope, phrase) ? { measure, value: null } : null
  const value = findColumn(scope, phrase)
  return value ? { measure, value } : null
}

function* plan(
  measure: Measure,
  value: ColumnOverview | null,
  conditions: Condition[],
  rows: DataRows,
  scope: Scope,
): Plan {
  const columns = [...conditions.map(({ column }) => column), ...(value ? [value] : [])]
  const read = yield* readColumns(scope.tab, columns, rows)
  if (!isRead(read)) return `I could not read the columns: ${read.error ?? ''} Nothing was changed.`
  if (!read.isWhole) return 'The table is too long to read it all here. Nothing was changed.'
  const matching = read.rows.filter(row =>
    conditions.every((condition, index) => meets(row[index], condition, scope.overview.locale)),
  )
  const where = `where ${inWords(conditions)} (rows ${read.data.first} to ${read.data.last})`
  if (!value) return `**${counted(matching.length, 'row')}** ${where}.`
  const numbers = matching.map(row => numberIn(row.at(-1))).filter(number => number !== null)
  if (numbers.length === 0) return `No row with a number in **${nameOf(value)}** ${where}.`
  return `The ${measure} of **${nameOf(value)}** ${where} is **${likeColumn(calculate(measure, numbers), value)}** (${counted(numbers.length, 'row')}).`
}
