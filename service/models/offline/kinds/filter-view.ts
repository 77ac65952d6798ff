/** "Add a filter", "clear the filter": Google's own filter buttons on the header. */
import { tableRange } from '../columns.ts'
import { call, type Instruction, understood } from '../instruction.ts'
import { isProblem, notDone, rowsOf } from '../tables.ts'

export const filterView: Instruction = {
  name: 'Filter buttons',
  does: 'Puts filter buttons on the header, or takes the filter away so that all rows show again.',
  examples: ['Add a filter', 'Turn on filters', 'Clear the filter', 'Remove all filters'],
  read(clause, scope) {
    const isOff = OFF.test(clause)
    if (!isOff && !ON.test(clause)) return null
    const rows = rowsOf(scope)
    if (isProblem(rows)) return rows
    return understood(function* () {
      const result = yield* call('sort_filter_range', {
        action: isOff ? 'clear_filter' : 'set_filter',
        range: tableRange(scope.tab, rows),
      })
      if (result.error !== undefined) return notDone(result)
      return isOff
        ? `The filter of **${scope.tab.title}** is off: all rows show.`
        : `The header of **${scope.tab.title}** has filter buttons now.`
    })
  },
}

const THING = String.raw`(?:a |the |all |any |auto)*\s*filters?(?: buttons?| view)?(?:\s+(?:to|on|from|in|of)\s+(?:the |this |my )?(?:table|sheet|header|header row|tab|data|columns?))?`
const ON = new RegExp(`^(?:add|set|turn on|create|switch on|enable|put|insert|apply)\\s+${THING}$`, 'i')
const OFF = new RegExp(
  `^(?:clear|remove|turn off|delete|switch off|disable|reset|take off)\\s+${THING}$`,
  'i',
)
