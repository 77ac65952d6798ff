/** "Show orders from North": the value is named but not its column, so the texts are searched for it. */

import type { ColumnOverview } from '../../../sheets/overview.ts'
import { type DataRows, freeTitle, meansRows, nameOf, tableRange } from '../columns.ts'
import { asArguments, type Condition } from '../conditions.ts'
import { call, field, type Instruction, type Plan, type Scope, understood } from '../instruction.ts'
import { countIn, isProblem, isRead, notDone, readColumns, rowsOf } from '../tables.ts'
import { counted, normalWords, unquote } from '../text.ts'

/** What read_range takes at once, less one for the last row. */
const MOST_COLUMNS = 19

export const rowsOfValue: Instruction = {
  name: 'Rows of a value',
  does: 'Finds the column that holds a value and copies its rows to a new tab, or counts them.',
  examples: [
    'Filter orders from North',
    'Show only the South region',
    'Copy the orders of "Acme, Inc." to a new tab',
    'How many orders are from North?',
  ],
  read(clause, scope) {
    const count = COUNT.exec(clause)
    const rows = rowsOf(scope)
    if (isProblem(rows)) return null
    if (count && meansRows(scope, count[1]!))
      return understood(() => plan(unquote(count[2]!), true, rows, scope))
    const only = ONLY.exec(clause)
    const match = only ?? FROM.exec(clause)
    if (!match) return null
    const [, noun = '', value = ''] = match
    if (!only && !meansRows(scope, noun)) return null
    return understood(() => plan(unquote(value), false, rows, scope))
  },
}

const TO_TAB = String.raw`(?:\s+(?:in|into|to)\s+(?:a\s+)?(?:new|separate)\s+(?:tab|sheet))?`
const FROM = new RegExp(
  String.raw`^(?:filter|show|copy|list|extract|find|get|give me|see)\s+(?:me\s+)?(?:only\s+)?(?:all\s+)?(?:the\s+)?(\w+)\s+(?:from|of|in|for|by)\s+(?:the\s+)?("[^"]+"|'[^']+'|.+?)${TO_TAB}$`,
  'i',
)
const ONLY = new RegExp(
  String.raw`^(?:filter|show|list|keep|see)(?:\s+me)?\s+only\s+(?:the\s+)?()("[^"]+"|'[^']+'|\w[\w &.-]*?)(?:\s+(?:region|ones|rows|orders|status|customers?|products?|category))?${TO_TAB}$`,
  'i',
)
const COUNT =
  /^(?:how many|count(?: the| all)?)\s+(\w+)\s+(?:are\s+|come\s+|do we have\s+|have\s+)?(?:from|in|of|for)\s+(?:the\s+)?("[^"]+"|'[^']+'|.+?)(?:\s+(?:region|are there|do we have))?$/i

function* plan(value: string, isCount: boolean, rows: DataRows, scope: Scope): Plan {
  const { tab } = scope
  const texts = tab.columns.filter(({ type }) => type === 'text' || type === 'mixed').slice(0, MOST_COLUMNS)
  const read = yield* readColumns(tab, texts, rows)
  if (!isRead(read)) return `I could not read the table: ${read.error ?? ''} Nothing was changed.`
  const found = texts
    .map((column, index) => ({ column, hits: read.rows.filter(row => isSame(row[index], value)).length }))
    .filter(({ hits }) => hits > 0)
  const [first, second] = found
  if (!first) {
    const extent = read.isWhole ? '' : ' in the rows that I could read'
    return `No cell of **${tab.title}** holds “${value}”${extent}. Name the column and the value, for example “filter rows where ${nameOf(texts[0] ?? tab.columns[0]!)} contains ${value}”. Nothing was changed.`
  }
  if (second) {
    return `“${value}” stands in more than one column: ${found.map(({ column }) => nameOf(column)).join(', ')}. Say which one you mean, for example “filter rows where ${nameOf(first.column)} is ${value}”. Nothing was changed.`
  }
  if (isCount)
    return `**${counted(first.hits, 'row')}** where ${nameOf(first.column)} is “${value}” (rows ${read.data.first} to ${read.data.last}).`
  return yield* copy(first.column, value, read.data, scope)
}

const isSame = (cell: unknown, value: string): boolean =>
  normalWords(String(cell ?? '')) === normalWords(value)

function* copy(column: ColumnOverview, value: string, rows: DataRows, scope: Scope): Plan {
  const condition: Condition = { column, op: '=', value }
  const title = freeTitle(scope, `${scope.tab.title} ${value}`)
  const result = yield* call('sort_filter_range', {
    action: 'filter_to_tab',
    range: tableRange(scope.tab, rows),
    has_header: rows.header !== null,
    conditions: asArguments([condition]),
    target_tab: title,
  })
  if (result.error !== undefined) return notDone(result)
  const copied = countIn(result, 'rows')
  const tabName = field(result.output, 'new_tab')
  return `Copied ${copied === null ? 'the rows' : counted(copied, 'row')} where ${nameOf(column)} is “${value}” to the new tab **${typeof tabName === 'string' ? tabName : title}**. ${scope.tab.title} itself is unchanged.`
}
