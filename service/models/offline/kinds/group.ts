/** "Sum Revenue by Region": one row per category, as formulas, in a new tab or beside the table. */
import type { ColumnOverview } from '../../../sheets/overview.ts'
import { type DataRows, findColumn, findColumns, isNumeric, meansRows, noColumn } from '../columns.ts'
import { type Instruction, type Plan, problem, type Scope, understood } from '../instruction.ts'
import { MEASURE_WORDS, type Measure, measureOf } from '../measures.ts'
import { type Summary, summarise } from '../summary.ts'
import { isProblem, rowsOf } from '../tables.ts'
import { unquote } from '../text.ts'

export const group: Instruction = {
  name: 'A summary by category',
  does: 'Counts or sums by a column into a small table of formulas, in a new tab (or beside the table if asked).',
  examples: [
    'Sum Price by Region',
    'Total Qty per Customer',
    'Count orders by Status',
    'How many rows per Region?',
    'Average Price for each Region',
    'Qty by Status',
    'Show me the total Cost by Region in a new tab',
    'Make a table with the total Qty by Region beside the data',
    'Break down Price by Customer',
    'Total Qty by Region and Status',
    'Sum Price by month',
    'Count orders by Region sorted by highest',
    'Orders per Status in a new tab called Statuses',
  ],
  read(clause, scope) {
    const { text, isBeside, title, largestFirst } = takeEnds(clause)
    const match = BY.exec(text)
    if (!match || NOT_A_SUMMARY.test(text)) return null
    const keys = readKeys(match[2]!, scope)
    const said = readMeasure(match[1]!, scope)
    if (!said || ('missing' in keys && !said.isSure)) return null
    if ('missing' in keys) return problem(`${noColumn(scope, keys.missing)} Nothing was changed for this.`)
    if (said.unknown !== undefined)
      return problem(`${noColumn(scope, [said.unknown])} Nothing was changed for this.`)
    const rows = rowsOf(scope)
    if (isProblem(rows)) return rows
    const { measure, value } = said
    const summary: Summary = {
      measure,
      ...(value ? { value } : {}),
      ...keys,
      isBeside,
      largestFirst,
      ...title,
    }
    return understood(() => plan(summary, rows, scope))
  },
}

const BY =
  /^(.+?)\s+(?:by|per|for each|for every|in each|grouped by|broken down by|split by|across)\s+(?:each\s+|every\s+)?(.+)$/i
const NOT_A_SUMMARY =
  /^(?:sort|order|arrange|filter|multiply|divide|replace|split|dedupe|remove|delete|chart|plot|draw|rank|add a column|create a column|(?:make|create|draw|insert) (?:a|an) (?:\w+ )?(?:chart|graph|plot))\b/i
const PLACE =
  /[\s,]+(?:(?:and\s+)?(?:put|write|show)\s+(?:it|them|this)\s+)?(?:(?:in|on|into|to|as)\s+(?:a\s+)?(?:new|separate|another|its own)\s+(?:tab|sheet|table)(?:\s+(?:called|named)\s+("[^"]+"|'[^']+'|[\w][\w .&-]*))?|(beside|next to|to the right of|right of)\s+(?:it|the (?:data|table|sheet))|(beside|here|in this (?:tab|sheet)|on this (?:tab|sheet)))$/i
const ORDER =
  /[\s,]+(?:and\s+)?(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?)\s*(?:it|them)?\s*(?:by|from)?\s*(?:the\s+)?(?:high(?:est)?|larg(?:e|est)|big(?:gest)?|most|top|desc(?:ending)?|total|count|amount|value)\b.*$/i

interface Ends {
  text: string
  isBeside: boolean
  title: { title?: string }
  largestFirst: boolean
}

/** The clause without where the summary goes and how it is sorted. */
function takeEnds(clause: string): Ends {
  const place = PLACE.exec(clause)
  const placed = place ? clause.slice(0, place.index) : clause
  const order = ORDER.exec(placed)
  return {
    text: order ? placed.slice(0, order.index) : placed,
    isBeside: (place?.[2] ?? place?.[3]) !== undefined,
    title: place?.[1] === undefined ? {} : { title: unquote(place[1]) },
    largestFirst: order !== null,
  }
}

const PERIOD = /^(?:the\s+|each\s+|every\s+)?(month|year)s?(?:\s+(?:of|from|in)\s+(?:the\s+)?(.+))?$/i
const MOST_CATEGORIES = 3

type Keys = { categories: ColumnOverview[]; period?: 'month' | 'year' } | { missing: string[] }

/** Columns, or the months or years of a column of dates. */
function readKeys(phrase: string, scope: Scope): Keys {
  const { columns, missing } = findColumns(scope, phrase.replace(/^each\s+|^every\s+/i, ''))
  if (missing.length === 0 && columns.length > 0 && columns.length <= MOST_CATEGORIES)
    return { categories: columns }
  const period = PERIOD.exec(phrase)
  if (!period) return { missing: missing.length > 0 ? missing : [phrase] }
  const dates = scope.tab.columns.filter(({ type }) => type === 'date')
  const date = period[2] === undefined ? (dates.length === 1 ? dates[0] : null) : findColumn(scope, period[2])
  if (!date) return { missing: [phrase] }
  return { categories: [date], period: /^month/i.test(period[1]!) ? 'month' : 'year' }
}

interface Said {
  measure: Measure
  /** Absent where rows are counted. */
  value?: ColumnOverview
  unknown?: string
  /** The words can only mean a summary. */
  isSure: boolean
}

const OPENING =
  /^(?:(?:show|give|tell|get|find)(?:\s+me)?|make|create|build|add|insert|calculate|compute|what(?:'s| is| are)|break down|breakdown of|summari[sz]e|group|pivot|aggregate|a|an|the|new|me|table|summary|overview|breakdown|list|with|of|showing|for|that shows)\s+/i
function readMeasure(text: string, scope: Scope): Said | null {
  let rest = text.trim()
  let isSure = false
  while (OPENING.test(rest) && !findColumn(scope, rest)) {
    isSure ||= /^(?:summar|break|group|pivot|table)/i.test(rest)
    rest = rest.replace(OPENING, '')
  }
  const word = new RegExp(`^(${MEASURE_WORDS})\\b(?:\\s+(?:of|the|number of))*\\s*`, 'i').exec(rest)
  const measure = word ? measureOf(word[1]!) : null
  const phrase = (word ? rest.slice(word[0].length) : rest)
    .replace(/\s+(?:are there|is there|do we have)$/i, '')
    .trim()
  const value = phrase === '' ? null : findColumn(scope, phrase)
  // "orders" counts rows, also where a column happens to be called so.
  const isRows = meansRows(scope, phrase)
  if (measure === 'count' || (!measure && (isRows || phrase === ''))) {
    return measure || isSure || isRows ? { measure: 'count', isSure: true } : null
  }
  if (value)
    return {
      measure: measure ?? (isNumeric(value) ? 'total' : 'count'),
      value,
      isSure: measure !== null || isSure,
    }
  return measure ? { measure, unknown: phrase, isSure: false } : null
}

function* plan(summary: Summary, rows: DataRows, scope: Scope): Plan {
  const { answer } = yield* summarise(summary, rows, scope)
  return answer
}
