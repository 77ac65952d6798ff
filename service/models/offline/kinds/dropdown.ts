/** "Add a dropdown to Status with Open, Paid and Late". */
import { dataRange, findColumn, nameOf, noColumn } from '../columns.ts'
import { call, type Instruction, problem, understood } from '../instruction.ts'
import { isProblem, notDone, rowsOf } from '../tables.ts'
import { inList, listItems, unquote } from '../text.ts'

export const dropdown: Instruction = {
  name: 'Dropdowns and checkboxes',
  does: 'Lets a column take only the values of a list, or turns it into checkboxes.',
  examples: [
    'Add a dropdown to Status with Open, Paid and Late',
    'Make Region a dropdown of North, South, East, West',
    'Allow only Open or Paid in Status',
  ],
  read(clause, scope) {
    const checkbox = CHECKBOX.exec(clause)
    const match = checkbox ?? PATTERNS.map(pattern => pattern.exec(clause)).find(found => found !== null)
    if (!match) return null
    const { column: name = '', list = '' } = match.groups ?? {}
    const column = findColumn(scope, name)
    if (!column) return problem(`${noColumn(scope, [name])} Nothing was changed for this.`)
    const values = listItems(list).map(unquote)
    if (!checkbox && values.length === 0) return null
    const rows = rowsOf(scope)
    if (isProblem(rows)) return rows
    return understood(function* () {
      const rule = checkbox ? { checkbox: true } : { list: values }
      const result = yield* call('format_range', {
        range: dataRange(scope.tab, column.column, rows),
        action: 'validation',
        ...rule,
      })
      if (result.error !== undefined) return notDone(result)
      const what = checkbox ? 'checkboxes' : `a dropdown of ${inList(values)}`
      return `**${nameOf(column)}** (${column.column}${rows.first}:${column.column}${rows.last}) now has ${what}.`
    })
  },
}

const DROPDOWN = '(?:drop-?down|drop down|select)(?:\\s+(?:list|menu))?'
const PATTERNS = [
  new RegExp(
    `^(?:add|create|insert|put|make|set up)\\s+(?:a|an)?\\s*${DROPDOWN}\\s+(?:to|in|for|on)\\s+(?:the\\s+)?(?<column>.+?)\\s+(?:with|of|containing|having|:|from)\\s+(?:the\\s+)?(?:values?|options?|choices)?\\s*:?\\s*(?<list>.+)$`,
    'i',
  ),
  new RegExp(
    `^(?:make|turn)\\s+(?:the\\s+)?(?<column>.+?)\\s+(?:in)?(?:to\\s+)?(?:a|an)\\s+${DROPDOWN}\\s+(?:with|of|containing|having|:|from)\\s+(?:the\\s+)?(?:values?|options?|choices)?\\s*:?\\s*(?<list>.+)$`,
    'i',
  ),
  /^(?:allow|accept)\s+only\s+(?<list>.+)\s+in\s+(?<column>.+)$/i,
]
const CHECKBOX =
  /^(?:(?:add|insert|put|create)\s+(?:checkboxes|a checkbox|check boxes)\s+(?:to|in|for|on)\s+(?:the\s+)?(?<column>.+)|(?:make|turn)\s+(?:the\s+)?(?<column>.+?)\s+(?:in)?(?:to\s+)?(?:a\s+)?check ?box(?:es)?)$/i
