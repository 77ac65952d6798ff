/** "Delete the rows where Status is Cancelled", "delete empty rows". */

import { type DataRows, noColumn } from '../columns.ts'
import { type Condition, inWords, readConditions } from '../conditions.ts'
import { type Instruction, type Plan, problem, type Scope, understood } from '../instruction.ts'
import { meets } from '../meets.ts'
import { isProblem, isRead, notDone, readColumns, rowsOf } from '../tables.ts'
import { counted } from '../text.ts'

/** Each block is a call of its own; with more, a filter to a new tab is the better way. */
const MOST_BLOCKS = 40
/** What read_range takes at once, less one for the last row. */
const MOST_COLUMNS = 19

export const deleteRows: Instruction = {
  name: 'Delete rows',
  does: 'Deletes the rows that meet conditions, or the empty ones; a total row stays.',
  examples: [
    'Delete the rows where Status is Open',
    'Remove rows with Qty less than 5',
    'Delete empty rows',
    'Delete all orders where Email is empty',
  ],
  read(clause, scope) {
    const isEmpty = EMPTY.test(clause)
    const match = isEmpty ? null : WHERE.exec(clause)
    if (!isEmpty && !match) return null
    const read = match ? readConditions(match[1]!, scope) : { conditions: [] }
    if (!read) return null
    if ('unknown' in read) return problem(`${noColumn(scope, [read.unknown])} Nothing was changed for this.`)
    if (isEmpty && scope.tab.columns.length > MOST_COLUMNS)
      return problem(
        'This table has too many columns to look for empty rows here. Sort it, so that they stand together. Nothing was changed for this.',
      )
    const rows = rowsOf(scope)
    if (isProblem(rows)) return rows
    return understood(() => plan(read.conditions, rows, scope))
  },
}

const EMPTY =
  /^(?:delete|remove|drop|get rid of|clean up)\s+(?:all\s+)?(?:the\s+)?(?:empty|blank)\s+(?:rows?|lines?)$/i
const WHERE =
  /^(?:delete|remove|drop|get rid of)\s+(?:all\s+)?(?:the\s+|every\s+|any\s+)*(?:rows?|lines?|orders?|records?|entries|leads?|items?|customers?)\s+(?:where|with|that have|whose|if|when|in which|for which)\s+(.+)$/i

function* plan(conditions: Condition[], rows: DataRows, scope: Scope): Plan {
  const { tab, overview } = scope
  const isEmptyRows = conditions.length === 0
  const columns = isEmptyRows
    ? tab.columns.filter(({ non_empty, header }) => non_empty > 0 || header !== '')
    : conditions.map(({ column }) => column)
  const read = yield* readColumns(tab, columns, rows)
  if (!isRead(read) || !read.isWhole)
    return `I could not read all rows${isRead(read) ? '' : `: ${read.error ?? ''}`}. Nothing was changed.`
  const found = read.rows.flatMap((row, index) => {
    const isMeant = isEmptyRows
      ? row.every(cell => cell === '')
      : conditions.every((condition, column) => meets(row[column], condition, overview.locale))
    return isMeant ? [read.data.first + index] : []
  })
  const where = isEmptyRows ? 'that are empty' : `where ${inWords(conditions)}`
  if (found.length === 0) return `**${tab.title}** has no rows ${where}, so nothing was deleted.`
  const blocks = blocksOf(found)
  if (blocks.length > MOST_BLOCKS) {
    return `${counted(found.length, 'row')} ${where} lie in ${blocks.length} places, too many to delete one by one. Sort the table so that they stand together, then ask again. Nothing was changed.`
  }
  // From the bottom, so that the numbers of the rows above stay what they are.
  const results = yield blocks.toReversed().map(([first, count]) => ({
    tool: 'edit_structure',
    args: { action: 'delete_rows', tab: tab.title, index: first, count },
  }))
  const failures = results.filter(({ error }) => error !== undefined)
  if (failures.length === results.length) return notDone(failures[0]!)
  if (failures.length > 0)
    return `Some of the rows ${where} could not be deleted: ${failures[0]!.error ?? ''} Look at the table before you go on.`
  return `Deleted ${counted(found.length, 'row')} of **${tab.title}** ${where}.`
}

/** Neighbouring rows as one block: its first row and how many. */
function blocksOf(rows: number[]): [number, number][] {
  const blocks: [number, number][] = []
  for (const row of rows) {
    const last = blocks.at(-1)
    if (last && last[0] + last[1] === row) last[1]++
    else blocks.push([row, 1])
  }
  return blocks
}
