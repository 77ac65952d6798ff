/** "Highlight Qty above 10 in red": conditional formats that follow the data. */

import {
  type DataRows,
  dataRange,
  findColumn,
  findColumns,
  nameOf,
  noColumn,
  tableRange,
} from '../columns.ts'
import { asArguments, type Condition, inWords, readConditions } from '../conditions.ts'
import { localised } from '../expression/locale.ts'
import { testOf } from '../expression/render.ts'
import { call, type Instruction, type Plan, problem, type Scope, understood } from '../instruction.ts'
import { isProblem, notDone, rowsOf } from '../tables.ts'

export const highlight: Instruction = {
  name: 'Highlight cells',
  does: 'Colours cells or rows that meet conditions; the colours follow the data when it changes.',
  examples: [
    'Highlight Qty above 10',
    'Highlight Price over $15 in red',
    'Highlight negative values in Price in red',
    'Highlight duplicates in Customer',
    'Highlight the top 3 prices in green',
    'Highlight the rows where Status is Open in light green',
    'Color cells in Cost that are less than 5 blue',
    'Mark rows where Region is North and Qty is at least 5 yellow',
  ],
  read(clause, scope) {
    const match = HIGHLIGHT.exec(clause)
    if (!match) return null
    const { text, color } = takeColor(match[1]!)
    const special = readSpecial(text, scope)
    if (special) return special === 'unknown' ? null : understood(() => paint(special, color, scope))
    const isRows = ROWS.test(text)
    const condition = text
      .replace(ROWS, '')
      .replace(CELLS, '')
      .replace(
        /\s+(?:that|which|if they|if it)\s+(?=is\b|are\b|contains?\b|equals?\b|starts?\b|ends?\b)/i,
        ' ',
      )
    const read = readConditions(condition, scope)
    if (!read) return null
    if ('unknown' in read) return problem(`${noColumn(scope, [read.unknown])} Nothing was changed for this.`)
    const rows = rowsOf(scope)
    if (isProblem(rows)) return rows
    return understood(() => plan(read.conditions, isRows || read.conditions.length > 1, color, rows, scope))
  },
}

const COLOR =
  'light (?:red|green|blue|yellow|orange|purple|pink|gr[ae]y)|red|green|blue|yellow|orange|purple|pink|gr[ae]y|teal|cyan'
const HIGHLIGHT = /^(?:highlight|colou?r|mark|shade|paint|flag)\s+(.+)$/i
const ROWS =
  /^(?:all\s+)?(?:the\s+)?(?:whole\s+|entire\s+)?(?:rows?|lines?|orders?|records?|entries)\s+(?:where|with|that have|whose|in which|if|when)\s+/i
const CELLS = /^(?:all\s+)?(?:the\s+)?(?:(?:cells?|values?)\s+(?:in|of)\s+|(?:cells?|values?)\s+where\s+)?/i

interface Special {
  range: string
  /** For the first cell of the range. */
  formula: string
  inWords: string
}

const SPECIAL =
  /^(?:all\s+)?(?:the\s+)?(negative|positive|empty|blank|missing|duplicate[ds]?|repeated|(?:top|highest|largest)\s+(\d+)|(?:bottom|lowest|smallest)\s+(\d+))\s*(?:values?|cells?|numbers?|ones)?\s*(?:in|of|from)?\s*(?:the\s+)?(.+)$/i

/** What a single condition can't say: duplicates, empty cells, the ten largest. */
function readSpecial(text: string, scope: Scope): Special | 'unknown' | null {
  const match = SPECIAL.exec(text)
  const column = match && findColumn(scope, match[4]!)
  const rows = rowsOf(scope)
  if (!match || isProblem(rows)) return null
  const columns = column ? [column] : placeColumns(match[4]!, scope)
  const [left, right] = [columns[0], columns.at(-1)]
  if (!left || !right) return 'unknown'
  const { first, last } = rows
  const cell = `${left.column}${first}`
  const all = `${column ? '' : '$'}${left.column}$${first}:${column ? '' : '$'}${right.column}$${last}`
  const kind = match[1]!.toLowerCase()
  const count = match[2] ?? match[3]
  const name = column ? nameOf(column) : scope.within!.a1
  const range = column
    ? dataRange(scope.tab, column.column, rows)
    : tableRange(scope.tab, { ...rows, header: null })
  if (kind.startsWith('neg')) return { range, formula: `=${cell}<0`, inWords: `${name} is negative` }
  if (kind.startsWith('pos')) return { range, formula: `=${cell}>0`, inWords: `${name} is positive` }
  if (/^(?:empty|blank|missing)/.test(kind))
    return { range, formula: `=${cell}=""`, inWords: `${name} is empty` }
  if (count !== undefined) {
    const order = match[2] === undefined ? ',1' : ''
    return {
      range,
      formula: `=RANK(${cell},${all}${order})<=${count}`,
      inWords: `${name} is among the ${match[2] === undefined ? 'lowest' : 'highest'} ${count}`,
    }
  }
  return { range, formula: `=COUNTIF(${all},${cell})>1`, inWords: `${name} occurs more than once` }
}

/** All columns of the range that is the place of the instruction. */
const placeColumns = (phrase: string, scope: Scope) =>
  scope.within ? findColumns(scope, phrase).columns : []

function* paint({ range, formula, inWords: where }: Special, background: string, { overview }: Scope): Plan {
  const result = yield* call('format_range', {
    range,
    action: 'conditional',
    formula: localised(formula, overview.locale),
    background,
  })
  if (result.error !== undefined) return notDone(result)
  return `Highlighted the cells where ${where} in ${background}. The colour follows the data when it changes.`
}

/** The colour may stand first ("red: …"), last ("… in red") or alone at the end. */
function takeColor(text: string): { text: string; color: string } {
  const last = new RegExp(
    `[\\s,]+(?:(?:in|with|as)\\s+(?:an?\\s+)?)?(${COLOR})(?:\\s+(?:background|fill|colou?r))?$`,
    'i',
  ).exec(text)
  if (last) return { text: text.slice(0, last.index), color: soft(last[1]!) }
  const first = new RegExp(`^(?:in\\s+)?(${COLOR})\\s+(?:all\\s+)?`, 'i').exec(text)
  return first
    ? { text: text.slice(first[0].length), color: soft(first[1]!) }
    : { text, color: 'light yellow' }
}

/** A strong colour would hide the text; its light shade is what people mean. */
function soft(color: string): string {
  const name = color.toLowerCase().replace('grey', 'gray')
  return /^(?:red|green|blue|yellow|orange|purple|pink|gray)$/.test(name) ? `light ${name}` : name
}

function* plan(
  conditions: Condition[],
  isRows: boolean,
  background: string,
  rows: DataRows,
  scope: Scope,
): Plan {
  const { tab, overview } = scope
  const [only] = conditions
  const range = isRows
    ? tableRange(tab, { ...rows, header: null })
    : dataRange(tab, only!.column.column, rows)
  const tests = conditions.map(condition => testOf(condition, rows.first, '$'))
  const test = tests.length === 1 ? `=${tests[0]}` : `=AND(${tests.join(',')})`
  const { op, value } = asArguments([only!])[0]!
  const rule = isRows
    ? { formula: localised(test, overview.locale) }
    : { op, ...(value === undefined ? {} : { value }) }
  const result = yield* call('format_range', { range, action: 'conditional', ...rule, background })
  if (result.error !== undefined) return notDone(result)
  return `Highlighted ${isRows ? 'the rows' : 'the cells'} where ${inWords(conditions)} in ${background}. The colour follows the data when it changes.`
}
