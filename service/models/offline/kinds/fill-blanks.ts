/** "Fill blanks in Region with Unknown". */

import type { ColumnOverview } from '../../../sheets/overview.ts'
import type { DataRows } from '../columns.ts'
import { dataRange, findColumn, nameOf, noColumn } from '../columns.ts'
import { cellValue } from '../conditions.ts'
import { call, type Instruction, type Plan, problem, type Scope, understood } from '../instruction.ts'
import { dataWithoutTotal, isProblem, isRead, notDone, readColumns, rowsOf } from '../tables.ts'
import { counted } from '../text.ts'

const MAX_ROWS = 10_000

export const fillBlanks: Instruction = {
  name: 'Fill blanks',
  does: 'Writes a value into the empty cells of a column, or the value above.',
  examples: [
    'Fill blanks in Region with Unknown',
    'Fill the empty cells of Qty with 0',
    'Fill down Region',
    'Replace empty cells in Status with "Open"',
  ],
  read(clause, scope) {
    const down = DOWN.exec(clause)
    const match = down ?? WITH.exec(clause)
    if (!match) return null
    const column = findColumn(scope, match[1]!)
    if (!column) return problem(`${noColumn(scope, [match[1]!])} Nothing was changed for this.`)
    const rows = rowsOf(scope)
    if (isProblem(rows)) return rows
    if (rows.last - rows.first >= MAX_ROWS)
      return problem(
        `The offline planner fills blanks in at most ${MAX_ROWS.toLocaleString('en-US')} rows. Nothing was changed for this.`,
      )
    const value = down || ABOVE.test(match[2] ?? '') ? null : cellValue(match[2]!)
    return understood(() => plan(column, value, rows, scope))
  },
}

const EMPTY = '(?:blanks?|empty|missing|blank)(?:\\s+(?:cells?|values?|ones|rows))?'
const WITH = new RegExp(
  `^(?:fill(?: in)?|replace|set)\\s+(?:all\\s+)?(?:the\\s+|any\\s+)?${EMPTY}\\s+(?:in|of|from)\\s+(?:the\\s+)?(.+?)\\s+(?:with|by|to|as)\\s+(.+)$`,
  'i',
)
const DOWN = /^fill\s+down\s+(?:the\s+)?(?:(?:blanks?|empty cells)\s+(?:in|of)\s+)?(?:the\s+)?(.+)$/i
const ABOVE = /^(?:the\s+)?(?:value|cell|one|text)s?\s+(?:from\s+)?above(?:\s+(?:it|them))?$/i

function* plan(column: ColumnOverview, value: string | number | null, all: DataRows, scope: Scope): Plan {
  const rows = yield* dataWithoutTotal(scope.tab, all)
  const read = yield* readColumns(scope.tab, [column], rows)
  if (!isRead(read) || !read.isWhole)
    return `I could not read the whole column${isRead(read) ? '' : `: ${read.error ?? ''}`}. Nothing was changed.`
  const values: (string | number | null)[][] = []
  let filled = 0
  let above: string | number | null = null
  for (let index = 0; index <= rows.last - rows.first; index++) {
    const current = read.rows[index]?.[0] ?? ''
    const isEmpty = current === ''
    const next: string | number | null = isEmpty ? (value ?? above) : null
    if (!isEmpty && (typeof current === 'string' || typeof current === 'number')) above = current
    if (next !== null) filled++
    // A null leaves its cell as it is.
    values.push([next])
  }
  if (filled === 0) return `**${nameOf(column)}** has no empty cells to fill, so nothing was changed.`
  const result = yield* call('write_range', { range: dataRange(scope.tab, column.column, rows), values })
  if (result.error !== undefined) return notDone(result)
  return `Filled ${counted(filled, 'empty cell')} of **${nameOf(column)}** with ${value === null ? 'the value above' : `“${value}”`}.`
}
