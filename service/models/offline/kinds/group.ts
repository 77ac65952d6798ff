/** "Sum Revenue by Region": one row per category, as formulas, in a new tab or beside the table. */
import type { ColumnOverview } from '../../../sheets/overview.ts'
import { type DataRows, findColumn, isNumeric, noColumn } from '../columns.ts'
import { type Instruction, type Plan, problem, type Scope, understood } from '../instruction.ts'
import { MEASURE_WORDS, type Measure, measureOf } from '../measures.ts'
import { type Summary, summarise } from '../summary.ts'
import { isProblem, rowsOf } from '../tables.ts'

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
  ],
  read(clause, scope) {
    const { text, isBeside } = takePlace(clause)
    const match = BY.exec(text)
    if (!match || NOT_A_SUMMARY.test(text)) return null
    const category = findColumn(scope, match[2]!)
    const said = readMeasure(match[1]!, scope)
    if (!said || (!category && !said.isSure)) return null
    if (!category) return problem(`${noColumn(scope, [match[2]!])} Nothing was changed for this.`)
    if (said.unknown !== undefined)
      return problem(`${noColumn(scope, [said.unknown])} Nothing was changed for this.`)
    const rows = rowsOf(scope)
    if (isProblem(rows)) return rows
    return understood(() => plan({ ...said, category, isBeside }, rows, scope))
  },
}

const BY =
  /^(.+?)\s+(?:by|per|for each|for every|in each|grouped by|broken down by|split by|across)\s+(?:each\s+|every\s+)?(.+)$/i
const NOT_A_SUMMARY =
  /^(?:sort|order|arrange|filter|multiply|divide|replace|split|dedupe|remove|delete|chart|plot|draw|rank|add a column|create a column|(?:make|create|draw|insert) (?:a|an) (?:\w+ )?(?:chart|graph|plot))\b/i
const PLACE =
  /[\s,]+(?:(?:and\s+)?(?:put|write|show)\s+(?:it|them|this)\s+)?(?:(?:in|on|into|to|as)\s+(?:a\s+)?(?:new|separate|another|its own)\s+(?:tab|sheet|table)|(beside|next to|to the right of|right of|below)\s+(?:it|the (?:data|table|sheet))|(beside|here|in this (?:tab|sheet)|on this (?:tab|sheet)))$/i

function takePlace(clause: string): { text: string; isBeside: boolean } {
  const match = PLACE.exec(clause)
  return match
    ? { text: clause.slice(0, match.index), isBeside: (match[1] ?? match[2]) !== undefined }
    : { text: clause, isBeside: false }
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
const ROWS =
  /^(?:rows?|orders?|records?|entries|lines?|items?|customers?|people|there(?: are)?|are there|of rows|it|them|occurrences)$/i

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
  if (measure === 'count' || (!measure && (ROWS.test(phrase) || phrase === ''))) {
    // "orders" counts rows, also where a column happens to be called so.
    return measure || isSure ? { measure: 'count', isSure: true } : null
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
