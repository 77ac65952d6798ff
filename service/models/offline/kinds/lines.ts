/** Inserting and deleting columns and rows, and renaming a column. */
import { columnIndex, columnLetters } from '../../../sheets/a1.ts'
import type { ColumnOverview } from '../../../sheets/overview.ts'
import { columnRange, findColumn, findColumns, nameOf, nextFreeColumn, noColumn } from '../columns.ts'
import {
  call,
  type Instruction,
  type Plan,
  problem,
  type Reading,
  type Scope,
  understood,
} from '../instruction.ts'
import { notDone } from '../tables.ts'
import { counted, inList, unquote } from '../text.ts'

export const lines: Instruction = {
  name: 'Columns and rows',
  does: 'Inserts or deletes columns and rows, adds an empty column with a header, renames a column.',
  examples: [
    'Delete the column Cost',
    'Delete columns First and Last',
    'Insert a column before Price',
    'Insert 2 rows above row 5',
    'Delete row 7',
    'Delete rows 5 to 8',
    'Add an empty column called Notes',
    'Rename the column Qty to Quantity',
  ],
  read: (clause, scope) =>
    readRename(clause, scope) ??
    readDeleteRows(clause, scope) ??
    readDeleteColumns(clause, scope) ??
    readInsert(clause, scope) ??
    readEmptyColumn(clause, scope),
}

const RENAME =
  /^(?:rename|change)\s+(?:the\s+)?(?:(?:header|name|title)\s+(?:of\s+)?)?(?:(?:the\s+)?column\s+)?("[^"]+"|'[^']+'|.+?)(?:\s+column)?(?:\s+header)?\s+(?:to|as|into)\s+("[^"]+"|'[^']+'|.+)$/i

function readRename(clause: string, scope: Scope): Reading | null {
  const match = RENAME.exec(clause)
  if (!match || /\b(?:tab|sheet|worksheet|all|every|occurrences?)\b/i.test(match[1]!)) return null
  if (/^change\b/i.test(clause) && !/\b(?:header|name|title)\b/i.test(clause)) return null
  const saysColumn = /\bcolumn\b|\bheader\b/i.test(clause)
  const column = findColumn(scope, match[1]!)
  if (!column)
    return saysColumn
      ? problem(`${noColumn(scope, [unquote(match[1]!)])} Nothing was changed for this.`)
      : null
  const { header_row: row } = scope.tab
  if (row === null)
    return problem(`The tab “${scope.tab.title}” has no header row. Nothing was changed for this.`)
  const name = unquote(match[2]!)
  return understood(() => rename(column, row, name, scope))
}

function* rename(column: ColumnOverview, row: number, name: string, { tab }: Scope): Plan {
  const range = columnRange(tab, column.column, row, row)
  // The user names the header that goes, so writing over it is what they ask for.
  const result = yield* call('write_range', { range, values: [[name]], overwrite: true })
  return result.error === undefined
    ? `Renamed the column “${nameOf(column)}” (${column.column}) to **${name}**.`
    : notDone(result)
}

const DELETE_ROWS =
  /^(?:delete|remove|drop)\s+(?:the\s+)?(?:(?:rows?|lines?)\s+)(\d+)(?:\s*(?:to|-|–|through|until)\s*(?:row\s+)?(\d+))?$/i

function readDeleteRows(clause: string, scope: Scope): Reading | null {
  const match = DELETE_ROWS.exec(clause)
  if (!match) return null
  const first = Number(match[1])
  const last = Number(match[2] ?? match[1])
  if (last < first || first < 1)
    return problem('Name the rows from the first to the last. Nothing was changed for this.')
  const what = first === last ? `row ${first}` : `rows ${first} to ${last}`
  const args = { action: 'delete_rows', tab: scope.tab.title, index: first, count: last - first + 1 }
  return understood(() => act(args, `Deleted ${what} of **${scope.tab.title}**.`))
}

const DELETE_COLUMNS =
  /^(?:delete|remove|drop|get rid of)\s+(?:the\s+)?(?:(columns?|col)\s+(.+)|(.+?)\s+(columns?))$/i

function readDeleteColumns(clause: string, scope: Scope): Reading | null {
  const match = DELETE_COLUMNS.exec(clause)
  if (!match || /\b(?:duplicates?|spaces|freez\w*|empty|blank)\b/i.test(clause)) return null
  const phrase = match[2] ?? match[3]!
  const { columns, missing } = findColumns(scope, phrase)
  const byLetter = columns.length === 0 ? findColumn(scope, `column ${phrase}`) : null
  if (byLetter) return deleting([byLetter], scope)
  if (missing.length > 0) return problem(`${noColumn(scope, missing)} Nothing was changed for this.`)
  return deleting(columns, scope)
}

function deleting(columns: ColumnOverview[], scope: Scope): Reading {
  // From the right, so that the letters of the others stay what they are.
  const sorted = columns.toSorted((a, b) => columnIndex(b.column) - columnIndex(a.column))
  return understood(function* () {
    for (const [index, { column }] of sorted.entries()) {
      const result = yield* call('edit_structure', {
        action: 'delete_columns',
        tab: scope.tab.title,
        index: column,
        count: 1,
      })
      if (result.error !== undefined) {
        const gone = sorted.slice(0, index).map(nameOf)
        return gone.length === 0
          ? notDone(result)
          : `Deleted ${inList(gone)}, but no more: ${notDone(result)}`
      }
    }
    return `Deleted ${columns.length === 1 ? 'the column' : 'the columns'} ${inList(columns.map(column => `**${nameOf(column)}** (${column.column})`))}.`
  })
}

const INSERT =
  /^(?:insert|add)\s+(?:(\d+|an?|one|two|three)\s+)?(?:new\s+|empty\s+|blank\s+)*(rows?|lines?|columns?)\s+(before|after|above|below|left of|right of|to the left of|to the right of)\s+(?:(?:the\s+)?(?:row|line)\s+)?(.+)$/i
const NUMBERS: Record<string, number> = { a: 1, an: 1, one: 1, two: 2, three: 3 }

function readInsert(clause: string, scope: Scope): Reading | null {
  const match = INSERT.exec(clause)
  if (!match) return null
  const [, howMany = 'a', what = '', side = '', where = ''] = match
  const count = NUMBERS[howMany.toLowerCase()] ?? Number(howMany)
  const isAfter = /after|below|right/i.test(side)
  if (/^(?:row|line)/i.test(what)) {
    const row = /^\d+$/.test(where)
      ? Number(where)
      : /header|first row/i.test(where)
        ? (scope.tab.header_row ?? 1)
        : 0
    if (row < 1)
      return problem(
        'Say at which row, for example “Insert a row above row 5”. Nothing was changed for this.',
      )
    const args = { action: 'insert_rows', tab: scope.tab.title, index: isAfter ? row + 1 : row, count }
    return understood(() =>
      act(args, `Inserted ${counted(count, 'empty row')} ${isAfter ? 'below' : 'above'} row ${row}.`),
    )
  }
  const column = findColumn(scope, where) ?? findColumn(scope, `column ${where}`)
  if (!column) return problem(`${noColumn(scope, [where])} Nothing was changed for this.`)
  const index = isAfter ? columnLetters(columnIndex(column.column) + 1) : column.column
  const args = { action: 'insert_columns', tab: scope.tab.title, index, count }
  return understood(() =>
    act(
      args,
      `Inserted ${counted(count, 'empty column')} ${isAfter ? 'right' : 'left'} of **${nameOf(column)}**.`,
    ),
  )
}

const EMPTY_COLUMN =
  /^(?:add|create|insert|make|append)\s+(?:(?:a|an|another)\s+)?(?:new\s+)?(empty\s+|blank\s+)?(?:new\s+)?column\s+(?:(called|named|titled|with the (?:header|name))\s+)?("[^"]+"|'[^']+'|[\w][\w /-]*)$/i

function readEmptyColumn(clause: string, scope: Scope): Reading | null {
  const match = EMPTY_COLUMN.exec(clause)
  if (!match || (match[1] === undefined && /\b(?:from|with|that|as|for|of|by|is)\b/i.test(match[3]!)))
    return null
  const name = unquote(match[3]!)
  const row = scope.tab.header_row ?? 1
  const letters = nextFreeColumn(scope.tab)
  return understood(function* () {
    const result = yield* call('write_range', {
      range: columnRange(scope.tab, letters, row, row),
      values: [[name]],
    })
    return result.error === undefined
      ? `Added the empty column **${name}** (${letters}). Tell me what it should hold, for example “${name} = Qty * Price”.`
      : notDone(result)
  })
}

function* act(args: Record<string, unknown>, said: string): Plan {
  const result = yield* call('edit_structure', args)
  return result.error === undefined ? said : notDone(result)
}
