/** "Make the formats consistent": the number format of a column's first row, for all of its rows. */
import type { ColumnOverview } from '../../../sheets/overview.ts'
import { type DataRows, dataRange, isNumeric, nameOf } from '../columns.ts'
import { type Instruction, type Plan, type Scope, told, understood } from '../instruction.ts'
import { isProblem, notDone, rowsOf } from '../tables.ts'
import { inList } from '../text.ts'

export const consistentFormats: Instruction = {
  name: 'Consistent formats',
  does: 'Gives all rows of a column of numbers or dates the number format of its first row; values stay what they are.',
  examples: [
    'Make the formats consistent',
    'Unify the number formats',
    'Clean up Orders!A1:J20: trim spaces, remove duplicate rows and make the formats consistent.',
  ],
  read(clause, scope) {
    if (!FORMATS.test(clause)) return null
    const rows = rowsOf(scope)
    if (isProblem(rows)) return rows
    const columns = scope.tab.columns.filter(
      column => column.number_format !== undefined && (isNumeric(column) || column.type === 'date'),
    )
    return understood(() => (columns.length === 0 ? told(NONE) : plan(columns, rows, scope)))
  },
}

const FORMATS =
  /^(?:make|keep|get)\s+(?:all\s+)?(?:the\s+)?(?:number\s+)?formats?(?:\s+(?:in|of)\s+the table)?\s+(?:consistent|uniform|the same)(?:\s+(?:in|of)\s+the table)?$|^(?:unify|harmoni[sz]e|standardi[sz]e)\s+(?:all\s+)?(?:the\s+)?(?:number\s+)?formats?(?:\s+(?:in|of)\s+the table)?$/i
const NONE = 'No column here has a number format to carry over, so the formats stay as they are.'

function* plan(columns: ColumnOverview[], rows: DataRows, { tab }: Scope): Plan {
  const results = yield columns.map(({ column, number_format: pattern }) => ({
    tool: 'format_range',
    args: { range: dataRange(tab, column, rows), action: 'number_format', pattern },
  }))
  const failure = results.find(({ error }) => error !== undefined)
  if (failure) return notDone(failure)
  const names = columns.map(column => `**${nameOf(column)}** (\`${column.number_format!}\`)`)
  return `Gave ${inList(names)} one number format in rows ${rows.first} to ${rows.last}.`
}
