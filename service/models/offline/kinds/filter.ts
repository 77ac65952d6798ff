/** "Copy the rows where Status is Open to a new tab". */

import { type DataRows, freeTitle, noColumn, tableRange } from '../columns.ts'
import { asArguments, type Condition, inWords, readConditions } from '../conditions.ts'
import { call, field, type Instruction, type Plan, problem, type Scope, understood } from '../instruction.ts'
import { countIn, dataWithoutTotal, isProblem, notDone, rowsOf } from '../tables.ts'
import { counted, unquote } from '../text.ts'

export const filter: Instruction = {
  name: 'Filter to a new tab',
  does: 'Copies the header and the rows that meet the conditions to a new tab; the table itself stays as it is.',
  examples: [
    'Filter the rows where Status is Open to a new tab',
    'Copy all rows with Qty > 10 to a new tab called Big orders',
    'Show only orders where Region is not North',
    'Filter Price between 10 and 20',
    'Extract rows where Email contains "example.com" into a new tab',
    'Make a new tab with the rows where Status is Open and Qty is at least 5',
    'List the rows where Customer starts with A',
  ],
  read(clause, scope) {
    const opening = NEW_TAB.exec(clause)
    const taken = takeTitle(opening ? clause.slice(opening[0].length) : clause)
    const title = opening?.[1] === undefined ? taken.title : unquote(opening[1])
    const text = opening ? `copy ${taken.text}` : taken.text
    const isToTab = taken.isToTab || opening !== null
    const said = readRows(text, isToTab)
    if (!said) return null
    const read = readConditions(said.condition, scope)
    if (!read) return null
    if ('unknown' in read)
      return said.isSure ? problem(`${noColumn(scope, [read.unknown])} Nothing was changed for this.`) : null
    const rows = rowsOf(scope)
    if (isProblem(rows)) return rows
    return understood(() => plan(read.conditions, title, rows, scope))
  },
}

const TO_TAB =
  /[\s,]+(?:(?:in|into|to|on|onto)\s+)(?:a\s+|an\s+|its\s+|the\s+)?(?:new|separate|another|own|other)?\s*(?:tab|sheet|worksheet)(?:\s+(?:called|named|titled)?\s*("[^"]+"|'[^']+'|[\w][\w .&-]*?))?(?=$|\s+(?:where|with|that|whose|if|when)\b)/i
const NEW_TAB =
  /^(?:make|create|add|build|insert)\s+(?:a|an|another)?\s*(?:new|separate)?\s*(?:tab|sheet)\s+(?:(?:called|named)\s+("[^"]+"|'[^']+'|[\w ]+?)\s+)?(?:with|of|for|containing|that has)\s+/i
const SURE_VERB = /^(?:filter|extract|pull out)\b\s*/i
const VERB = /^(?:show|copy|list|keep|get|find|pull|give me|display|select|see|view)\b\s*/i
const TO_TAB_VERB = /^(?:put|make|create|add|build|insert|write|collect)\b\s*/i
const OBJECT =
  /^(?:(?:only|just|all|the|me|every|any|of|for|those|a|an)\s+)*(?:(?:tab|sheet|list|table)\s+(?:with|of|for|containing|that has)\s+)?(?:(?:only|just|all|the|every)\s+)*(?:(?:rows?|orders?|records?|entries|lines?|items?|data|table|sheet|ones|everything|customers?|people|products?)\b\s*)?/i
const WHERE =
  /^(?:where|with|that have|which have|that has|having|whose|if|when|for which|by|on|in which|so that|to(?: only)?(?: show)?|:)\s+(?:the\s+)?(?:rows?\s+where\s+)?(?:column\s+)?/i

/** What the rows must meet. `isSure`: the words can mean nothing but a choice of rows. */
function readRows(text: string, isToTab: boolean): { condition: string; isSure: boolean } | null {
  const verb = SURE_VERB.exec(text) ?? VERB.exec(text) ?? (isToTab ? TO_TAB_VERB.exec(text) : null)
  if (!verb) return null
  const rest = text.slice(verb[0].length)
  const object = OBJECT.exec(rest)?.[0] ?? ''
  const named = rest.slice(object.length)
  const where = WHERE.exec(named)?.[0] ?? ''
  // "Show Status is Open" leaves the object out; a word of the object may also begin a column's name.
  const isSure = SURE_VERB.test(text) || isToTab || (object.trim() !== '' && where !== '')
  return { condition: where === '' && !isSure ? rest : named.slice(where.length), isSure }
}

function takeTitle(clause: string): { text: string; title: string | null; isToTab: boolean } {
  const match = TO_TAB.exec(clause)
  if (!match) return { text: clause, title: null, isToTab: false }
  const text = `${clause.slice(0, match.index)}${clause.slice(match.index + match[0].length)}`
  return { text, title: match[1] === undefined ? null : unquote(match[1]), isToTab: true }
}

function* plan(conditions: Condition[], title: string | null, rows: DataRows, scope: Scope): Plan {
  const { tab } = scope
  const target = freeTitle(scope, title ?? nameFor(conditions, tab.title))
  const data = yield* dataWithoutTotal(tab, rows)
  const result = yield* call('sort_filter_range', {
    action: 'filter_to_tab',
    range: tableRange(tab, data),
    has_header: data.header !== null,
    conditions: asArguments(conditions),
    target_tab: target,
  })
  if (result.error !== undefined) return notDone(result)
  const copied = countIn(result, 'rows')
  const reported = field(result.output, 'new_tab')
  const tabName = typeof reported === 'string' ? reported : target
  const many = copied === null ? 'the rows' : counted(copied, 'row')
  return `Copied ${many} of **${tab.title}** where ${inWords(conditions)} to the new tab **${tabName}**. ${tab.title} itself is unchanged.`
}

function nameFor(conditions: Condition[], tabTitle: string): string {
  const [first] = conditions
  return first?.op === '=' && typeof first.value === 'string'
    ? `${tabTitle} ${first.value}`
    : `${tabTitle} filtered`
}
