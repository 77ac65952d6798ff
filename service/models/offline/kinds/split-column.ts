/** "Split Customer by comma". */
import { columnIndex } from '../../../sheets/a1.ts'
import { dataRange, findColumn, nameOf, nextFreeColumn, noColumn } from '../columns.ts'
import { call, type Instruction, problem, understood } from '../instruction.ts'
import { countIn, isProblem, notDone, rowsOf } from '../tables.ts'
import { counted, unquote } from '../text.ts'

export const splitColumn: Instruction = {
  name: 'Split a column',
  does: 'Cuts the texts of a column at a sign into the empty columns right of it.',
  examples: [
    'Split column Customer by comma',
    'Split Email at "@"',
    'Split Customer on spaces',
    'Separate Customer by "-"',
  ],
  read(clause, scope) {
    const match = SPLIT.exec(clause)
    if (!match) return null
    const column = findColumn(scope, match[1]!)
    if (!column) return problem(`${noColumn(scope, [match[1]!])} Nothing was changed for this.`)
    const rows = rowsOf(scope)
    if (isProblem(rows)) return rows
    const word = (match[2] ?? 'space').toLowerCase()
    const delimiter = SIGNS[word] ?? SIGNS[word.replace(/s$/, '')] ?? unquote(match[2] ?? ' ')
    return understood(function* () {
      const { tab, overwrite } = scope
      const result = yield* call('clean_range', {
        action: 'split',
        range: dataRange(tab, column.column, rows),
        has_header: false,
        delimiter,
        ...(overwrite ? { overwrite } : {}),
      })
      if (result.error !== undefined) return notDone(result)
      const parts = countIn(result, 'columns')
      const isLast = columnIndex(nextFreeColumn(tab)) === columnIndex(column.column) + 1
      const hint = isLast ? ' The new columns have no headers yet.' : ''
      return `Split **${nameOf(column)}** at “${delimiter}”${parts === null ? '' : ` into ${counted(parts, 'column')}`}.${hint}`
    })
  },
}

const SPLIT =
  /^(?:split|separate|divide up|break up)\s+(?:up\s+)?(?:the\s+)?(?:text\s+(?:in|of)\s+)?(.+?)(?:\s+(?:in)?to\s+(?:separate\s+|two\s+|several\s+|multiple\s+)?columns)?\s+(?:by|at|on|using|with)\s+(?:the\s+|an?\s+|each\s+)?("[^"]+"|'[^']+'|[a-z ]+|\S+)$/i
const SIGNS: Record<string, string> = {
  comma: ',',
  space: ' ',
  semicolon: ';',
  dash: '-',
  hyphen: '-',
  slash: '/',
  pipe: '|',
  colon: ':',
  tab: '\t',
  dot: '.',
  period: '.',
  underscore: '_',
  'at sign': '@',
}
