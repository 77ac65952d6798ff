/** "Remove duplicates by Email". */
import type { ColumnOverview } from '../../../sheets/overview.ts'
import { type DataRows, findColumns, meansRows, nameOf, noColumn, tableRange } from '../columns.ts'
import { call, type Instruction, type Plan, problem, type Scope, understood } from '../instruction.ts'
import { countIn, isProblem, notDone, rowsOf } from '../tables.ts'
import { counted, inList } from '../text.ts'

export const dedupe: Instruction = {
  name: 'Remove duplicates',
  does: 'Removes rows that are equal in all columns, or in the columns named; the first of them stays.',
  examples: [
    'Remove duplicates',
    'Delete duplicate rows',
    'Remove duplicates by Email',
    'Dedupe the table on First and Last',
    'Remove duplicate emails',
    'Keep only unique rows',
    'Delete rows with the same Email',
  ],
  read(clause, scope) {
    const match = DEDUPE.map(pattern => pattern.exec(clause)).find(found => found !== null)
    if (!match) return null
    const phrase = (match.slice(1).find(part => part !== undefined) ?? '').trim()
    const { columns, missing } =
      phrase === '' || WHOLE.test(phrase) || meansRows(scope, phrase)
        ? { columns: [], missing: [] }
        : findColumns(scope, phrase)
    if (missing.length > 0) return problem(`${noColumn(scope, missing)} Nothing was changed for this.`)
    const rows = rowsOf(scope)
    if (isProblem(rows)) return rows
    return understood(() => plan(columns, rows, scope))
  },
}

const BY = String.raw`(?:\s+(?:by|on|based on|in|of|from|using|according to|with the same|for|where the)\s+(.+?))?(?:\s+(?:is|are)\s+(?:the same|equal|duplicated))?`
const TABLE = String.raw`(?:\s+(?:in|from|of)\s+(?:the|this|my)\s+(?:sheet|table|tab|data|list|spreadsheet))?`
const DEDUPE = [
  new RegExp(
    String.raw`^(?:remove|delete|drop|eliminate|get rid of|clear|strip|clean up|filter out)\s+(?:all\s+)?(?:the\s+|any\s+)?(?:duplicates?|duplicated|dupes|repeated)(?:\s+(?:rows?|entries|records|lines|values))?${TABLE}${BY}$`,
    'i',
  ),
  /^(?:remove|delete|drop)\s+(?:all\s+)?(?:the\s+|any\s+)?(?:duplicates?|duplicated|repeated)\s+(.+)$/i,
  new RegExp(
    String.raw`^(?:dedupe|de-dupe|deduplicate|de-duplicate|unique)(?:\s+(?:the|this|my)?\s*(?:rows?|table|sheet|data|list|tab))?${BY}$`,
    'i',
  ),
  /^(?:dedupe|deduplicate)\s+(.+)$/i,
  new RegExp(
    String.raw`^(?:keep|leave|show)\s+only\s+(?:the\s+)?(?:unique|distinct)\s+(?:rows?|entries|records|values)${BY}$`,
    'i',
  ),
  /^(?:remove|delete)\s+(?:the\s+)?rows?\s+(?:with|that have|having)\s+(?:the\s+)?(?:same|duplicate[ds]?|repeated)\s+(.+)$/i,
]
const WHOLE =
  /^(?:all(?: the)?(?: columns)?|every column|whole rows?|(?:the|this|my)?\s*(?:sheet|table|tab|data|list|spreadsheet)|rows?)$/i

function* plan(columns: ColumnOverview[], rows: DataRows, scope: Scope): Plan {
  const result = yield* call('clean_range', {
    action: 'dedupe',
    range: tableRange(scope.tab, rows),
    has_header: rows.header !== null,
    ...(columns.length > 0 ? { key_columns: columns.map(({ column }) => column) } : {}),
  })
  if (result.error !== undefined) return notDone(result)
  const removed = countIn(result, 'removed_rows')
  const by =
    columns.length > 0
      ? `the same ${inList(columns.map(column => `**${nameOf(column)}**`))}`
      : 'the same values in every column'
  if (removed === 0) return `No two rows have ${by}, so nothing was removed.`
  const many = removed === null ? 'the rows' : counted(removed, 'row')
  return `Removed ${many} of **${scope.tab.title}** that had ${by} as an earlier row.`
}
