/** "Sort by Region, then by Price from high to low". */
import type { ColumnOverview } from '../../../sheets/overview.ts'
import { type DataRows, findColumn, meansRows, nameOf, noColumn, tableRange } from '../columns.ts'
import { call, type Instruction, type Plan, problem, type Scope, understood } from '../instruction.ts'
import { dataWithoutTotal, isProblem, notDone, rowsOf } from '../tables.ts'
import { counted } from '../text.ts'

export const sort: Instruction = {
  name: 'Sort',
  does: 'Sorts the table by one or more columns; the header and a total row stay where they are.',
  examples: [
    'Sort by Date',
    'Sort the sheet by Region, then by Price descending',
    'Order the rows by Price from high to low',
    'Sort Qty largest first',
    'Sort by Customer A-Z',
    'Sort newest first',
    'Arrange the table alphabetically by Customer',
    'Sort by "Region" ascending and Price descending',
  ],
  read(clause, scope) {
    const match = SORT.exec(clause)
    if (!match) return null
    const keys = readKeys(match[1]!.trim(), scope)
    // "Order me a pizza" is no sorting.
    if ('unknown' in keys && !/\bby\b|^(?:re-?)?sort\b/i.test(clause)) return null
    if ('unknown' in keys)
      return problem(
        `${noColumn(scope, keys.unknown === '' ? [] : [keys.unknown])} Nothing was changed for this.`,
      )
    const rows = rowsOf(scope)
    if (isProblem(rows)) return rows
    return understood(() => plan(keys.keys, rows, scope))
  },
}

const SORT =
  /^(?:sort|re-?sort|order|re-?order|arrange|rank order)\b(?!\s+(?:count|number|total))\s*((?:(?:(?:the|this|all|my)\s+)*(?:whole\s+)?(?:sheet|table|data|rows?|tab|list|spreadsheet|everything|entries|records|orders)\b(?=$|\s+(?:by|on|from|in|alpha|desc|asc|new|old|larg|small|high|low|accord|using|a\b|z\b)))?.*)$/i
const OBJECT =
  /^(?:(?:the|this|all|my)\s+)*(?:whole\s+)?(?:sheet|table|data|rows?|tab|list|spreadsheet|everything|entries|records|orders)\b\s*/i

interface Key {
  column: ColumnOverview
  order: 'asc' | 'desc'
}

const DESCENDING =
  /\b(?:in\s+)?(?:descending(?: order)?|desc|reverse(?:d)?(?: order)?|(?:from\s+)?high(?:est)? to low(?:est)?|(?:from\s+)?larg(?:e|est) to small(?:est)?|(?:from\s+)?big(?:gest)? to small(?:est)?|(?:from\s+)?new(?:est)? to old(?:est)?|(?:from\s+)?z\s*(?:-|–|to|→)\s*a|(?:with\s+)?(?:the\s+)?(?:newest|latest|most recent|largest|biggest|highest|greatest|most expensive|top)(?:\s+(?:ones?|values?))?(?:\s+(?:first|at the top|on top))?|downwards?|decreasing(?:ly)?)\b/i
const ASCENDING =
  /\b(?:in\s+)?(?:ascending(?: order)?|asc|(?:from\s+)?low(?:est)? to high(?:est)?|(?:from\s+)?small(?:est)? to (?:larg|bigg)(?:e|est)|(?:from\s+)?small to big|(?:from\s+)?old(?:est)? to new(?:est)?|(?:from\s+)?a\s*(?:-|–|to|→)\s*z|alphabetical(?:ly)?(?: order)?|chronological(?:ly)?(?: order)?|(?:with\s+)?(?:the\s+)?(?:oldest|earliest|smallest|lowest|least|cheapest)(?:\s+(?:ones?|values?))?(?:\s+(?:first|at the top|on top))?|upwards?|increasing(?:ly)?)\b/i

function readKeys(text: string, scope: Scope): { keys: Key[] } | { unknown: string } {
  const phrase = findColumn(scope, text)
    ? text
    : text
        .replace(OBJECT, '')
        .replace(/^(?:(?:the|all)\s+)?([\w ]+?)\s+(?=by\b)/i, (all, what: string) =>
          meansRows(scope, what) ? '' : all,
        )
        .replace(
          /^(?:it|them|that|this|these|those)\s+(?=by\b|on\b|from\b|in\b|alpha|desc|asc|new|old|larg|small|high|low|[az]\b)/i,
          '',
        )
  const whole = readKey(phrase, scope)
  if (whole.column) return { keys: [{ column: whole.column, order: whole.order }] }
  const keys: Key[] = []
  const parts = phrase
    .split(/\s*(?:,\s*(?:and\s+)?(?:then\s+)?|;|\band then\b|\bthen\b|\band\b)\s*(?:by\s+)?/i)
    .filter(part => part !== '')
  for (const part of parts) {
    const { column, order, words } = readKey(part, scope)
    const before = keys.at(-1)
    // "by Price, descending"
    if (before && words === '') {
      before.order = order
      continue
    }
    if (!column) return { unknown: words }
    keys.push({ column, order })
  }
  return keys.length === 0 ? { unknown: '' } : { keys }
}

function readKey(
  text: string,
  scope: Scope,
): { column: ColumnOverview | null; order: Key['order']; words: string } {
  const exact = findColumn(scope, text.replace(/^(?:by|on)\s+/i, ''))
  if (exact) return { column: exact, order: 'asc', words: text }
  const order = DESCENDING.test(text) ? 'desc' : 'asc'
  const isAboutTime = /newest|latest|recent|oldest|earliest|chronolog/i.test(text)
  const words = text
    .replace(order === 'desc' ? DESCENDING : ASCENDING, ' ')
    .replace(/(?:^|\s+)(?:by|on|from|in|order|according to|using|based on|with|first|the)(?=\s|$)/gi, ' ')
    .trim()
  if (words !== '' && words !== '()') return { column: findColumn(scope, words), order, words }
  // "newest first" speaks of the only column of dates; otherwise of the column of the turn before.
  const dates = scope.tab.columns.filter(({ type }) => type === 'date')
  const column = isAboutTime && dates.length === 1 ? dates[0]! : findColumn(scope, 'it')
  return { column, order, words }
}

function* plan(keys: Key[], rows: DataRows, scope: Scope): Plan {
  const { tab } = scope
  const data = yield* dataWithoutTotal(tab, rows)
  const result = yield* call('sort_filter_range', {
    action: 'sort',
    range: tableRange(tab, data),
    by: keys.map(({ column, order }) => ({ column: column.column, order })),
    has_header: data.header !== null,
  })
  if (result.error !== undefined) return notDone(result)
  const by = keys
    .map(({ column, order }) => `**${nameOf(column)}** (${order === 'asc' ? 'ascending' : 'descending'})`)
    .join(', then by ')
  const kept = data.last < rows.last ? ` The total row ${rows.last} stayed at the bottom.` : ''
  return `Sorted ${counted(data.last - data.first + 1, 'row')} of **${tab.title}** by ${by}.${kept}`
}
