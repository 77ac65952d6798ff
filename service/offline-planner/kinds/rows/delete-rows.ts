/** Rows that are deleted: by a condition, by their numbers, or because they repeat others. */

import type { Column } from '../../linking/sheet.ts'
import { call, calls, notDone, type Plan, told } from '../../plan.ts'
import { dataOf, type Scope } from '../../reading/scope.ts'
import type { Where } from '../../reading/where.ts'
import type { Reading } from '../kind.ts'
import { type Kind, problem } from '../kind.ts'
import { matching, whereWords } from '../support/met.ts'
import { type Area, rangeOfArea } from '../support/places.ts'
import { counted, inList, nameOf, rowsOf, tableRange } from '../support/table.ts'
import { partOfTable } from '../support/whole.ts'

export const deleteRows: Kind = {
  name: 'Delete rows',
  does: 'Deletes the rows that meet the conditions, the empty ones, or those whose numbers are named; a total row stays.',
  examples: [
    'Delete the rows where Status is Open',
    'Remove rows with Qty less than 5',
    'Delete all orders where Email is empty',
    'Delete row 7',
    'Delete empty rows',
  ],
  effect: 'change',
}

function* deletePlan(scope: Scope, numbers: readonly number[], where: string): Plan {
  if (numbers.length === 0) return `There are no rows${where}. Nothing was changed.`
  const runs: { first: number; count: number }[] = []
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && run.first + run.count === number) run.count++
    else runs.push({ first: number, count: 1 })
  }
  // From the bottom, so that the numbers above stay right.
  const failure = yield* calls(
    ...runs.reverse().map(({ first, count }) => ({
      tool: 'edit_structure',
      args: { action: 'delete_rows', tab: scope.tab.title, index: first, count },
    })),
  )
  return failure
    ? notDone(failure)
    : `Deleted ${counted(numbers.length, 'row')}${where} from **${scope.tab.title}**.`
}

export const removeDuplicates: Kind = {
  name: 'Remove duplicates',
  does: 'Removes rows that are equal in all columns, or in the columns named; the first of them stays.',
  examples: [
    'Remove duplicates',
    'Delete duplicate rows',
    'Remove duplicates by Email',
    'Dedupe the table on First and Last',
    'Delete rows with the same Email',
  ],
  effect: 'change',
}

function* dedupePlan(scope: Scope, keys: readonly Column[], place: string | null): Plan {
  const rows = rowsOf(scope)!
  const result = yield* call('clean_range', {
    action: 'dedupe',
    range: place ?? tableRange(scope.tab, rows),
    has_header: rows.header !== null,
    ...(keys.length > 0 ? { key_columns: keys.map(({ column }) => column) } : {}),
  })
  if (result.error !== undefined) return notDone(result)
  const removed = (result.output as { removed_rows?: number } | null)?.removed_rows ?? 0
  const by = keys.length > 0 ? ` by ${inList(keys.map(key => `**${nameOf(key)}**`))}` : ''
  return removed === 0
    ? `There are no duplicate rows${by} in **${scope.tab.title}**, so nothing was removed.`
    : `Removed ${counted(removed, 'row')} of **${scope.tab.title}** that repeat an earlier one${by}.`
}

export function rowsDeleted(scope: Scope, where: Where): Reading {
  const part = partOfTable(scope)
  if (part) return part
  const hits = matching(scope, where).map(({ number }) => number)
  return {
    plan: () => deletePlan(scope, hits, whereWords(where)),
    says: `Delete the ${counted(hits.length, 'row')}${whereWords(where)}`,
    takes: true,
  }
}

export function blankRowsDeleted(scope: Scope): Reading | null {
  const rows = rowsOf(scope)
  const part = partOfTable(scope)
  if (part) return part
  if (!rows) return null
  const empty = (dataOf(scope)?.rows ?? []).flatMap((row, index) =>
    row.every(cell => cell === '' || cell === null) ? [rows.first + index] : [],
  )
  return {
    plan: () => deletePlan(scope, empty, ' that are empty'),
    says: `Delete the ${counted(empty.length, 'empty row')}`,
    takes: true,
  }
}

const MOST_ROWS = 1_000

/** By their numbers on the sheet, from the first to the last, or these two alone. */
export function linesDeleted(scope: Scope, first: number, last: number, areApart: boolean): Reading | null {
  if (!(first >= 1) || last < first || last - first >= MOST_ROWS) return null
  if (last > (scope.tab.last_data_row ?? 0))
    return problem(`There is no row ${last} in **${scope.tab.title}**. Nothing was changed.`)
  const numbers = areApart ? [first, last] : Array.from({ length: last - first + 1 }, (_, at) => first + at)
  return {
    plan: () => deletePlan(scope, numbers, ''),
    says: `Delete ${numbers.length === 1 ? `row ${first}` : `rows ${first} ${areApart ? 'and' : 'to'} ${last}`}`,
    takes: true,
  }
}

/** By the columns that are named, or by all. */
export function duplicatesRemoved(scope: Scope, keys: readonly Column[], area: Area | null): Reading | null {
  if (!rowsOf(scope)) return null
  const used = scope.tab.columns.filter(({ header, non_empty }) => header !== '' || non_empty > 0).length
  const { startColumn = 0, endColumn = used } = area?.box ?? {}
  if (area && (startColumn > 0 || endColumn < used))
    return {
      plan: () =>
        told(
          `I left the repeated rows in ${area.said}: it is only some columns of the table, and removing duplicates there would tear rows apart.`,
        ),
      says: `Leave the repeated rows of ${area.said}, which is only a part of the table`,
      effect: 'read',
    }
  return {
    plan: () => dedupePlan(scope, keys, area && rangeOfArea(area)),
    says: `Delete the rows of ${area ? area.said : 'the table'} that repeat an earlier one${keys.length > 0 ? ` in ${inList(keys.map(nameOf))}` : ' in all columns'}`,
    takes: true,
  }
}
