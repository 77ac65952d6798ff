/** Rows that meet conditions: shown alone, or copied to a new tab. */
import { columnLetters, quoteTab } from '../../../sheets/a1.ts'
import { isoDate } from '../../linking/dates.ts'
import type { Column } from '../../linking/sheet.ts'
import { type Call, call, calls, notDone, type Plan } from '../../plan.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Where } from '../../reading/where.ts'
import type { Filled, Kind } from '../kind.ts'
import { anchoredCell, localised, mask, rangeOf, rowTest } from '../support/formulas.ts'
import { matching, whereWords } from '../support/met.ts'
import { counted, freeTitle, inList, nameOf, ofTab, rowsOf, tableRange } from '../support/table.ts'

export const filterRows: Kind = {
  name: 'Filter',
  does: 'Hides all rows but those that meet the conditions, with the sheet’s own filter; nothing is deleted.',
  examples: [
    'Show only orders where Region is North',
    'hide the paid ones',
    'filter Price between 10 and 20',
    'only show rows where Email is empty',
  ],
  effect: 'change',
}

export const filtered = (scope: Scope, where: Where): Filled | null =>
  rowsOf(scope) && {
    plan: () => filterPlan(scope, where),
    says: `Show only the rows${whereWords(where)} and hide the others`,
    effect: 'add',
  }

function* filterPlan(scope: Scope, where: Where): Plan {
  const rows = rowsOf(scope)!
  if (matching(scope, where).length === 0)
    return `No row of **${scope.tab.title}** is one${whereWords(where)}, so nothing was hidden. Nothing was changed.`
  return yield* filterBy(
    scope,
    rowTest(where, anchoredCell(rows.first)),
    `the ${counted(matching(scope, where).length, 'row')}${whereWords(where)}`,
  )
}

/** Only rows for which the test holds; `those` says which they are. */
export function* filterBy(scope: Scope, test: string, those: string): Plan {
  const rows = rowsOf(scope)!
  const result = yield* call('sort_filter_range', {
    action: 'set_filter',
    range: tableRange(scope.tab, rows),
    has_header: rows.header !== null,
    formula: localised(`=${test}`, scope.overview.locale),
  })
  if (result.error !== undefined) return notDone(result)
  return `Filtered **${scope.tab.title}**: only ${those} are shown. The other rows are hidden, nothing is deleted; say “clear the filter” to see all again.`
}

export const copyRows: Kind = {
  name: 'Rows to a new tab',
  does: 'Copies the rows that meet the conditions, with all columns or those that are named, to a new tab.',
  examples: [
    'Filter the rows where Status is Open to a new tab',
    'Copy all rows with Qty > 10 to a new tab called Big orders',
    'Copy the orders of "Acme, Inc." to a new tab',
  ],
  effect: 'add',
}

export const copied = (
  scope: Scope,
  where: Where,
  columns: readonly Column[],
  title: string | null,
): Filled => ({
  plan: () => copyPlan(scope, where, columns, title),
  says: `Copy ${columns.length > 0 ? `${inList(columns.map(nameOf))} of ` : ''}the rows${whereWords(where)} to a new tab${title ? ` “${title}”` : ''}`,
})

function* copyPlan(scope: Scope, where: Where, columns: readonly Column[], name: string | null): Plan {
  const rows = rowsOf(scope)!
  const hits = matching(scope, where)
  const title = freeTitle(
    scope.overview,
    name ?? `${scope.tab.title} ${where.map(group => group[0]!.values[0] ?? group[0]!.op).join(' ')}`,
  )
  if (hits.length === 0)
    return `No row of **${scope.tab.title}** is one${whereWords(where)}, so no tab was made. Nothing was changed.`
  const isPlain =
    columns.length === 0 &&
    where.every(
      group =>
        group.length === 1 &&
        group[0]!.values.length <= 1 &&
        !group[0]!.other &&
        !group[0]!.tree &&
        group[0]!.op !== 'weekday',
    )
  if (isPlain) {
    const asked = where.map(([atom]) => ({
      column: atom!.column.column,
      op: atom!.op,
      ...(atom!.values[0] === undefined ? {} : { value: conditionValue(atom!) }),
    }))
    const result = yield* call('sort_filter_range', {
      action: 'filter_to_tab',
      range: tableRange(scope.tab, rows),
      conditions: asked,
      target_tab: title,
      has_header: rows.header !== null,
    })
    return result.error === undefined
      ? `Copied ${counted(hits.length, 'row')} of **${scope.tab.title}**${whereWords(where)} to the new tab **${title}**.`
      : notDone(result)
  }
  return yield* formulaPlan(scope, where, columns, title, hits.length)
}

const conditionValue = ({
  values: [value],
  column,
}: {
  values: (string | number)[]
  column: Column
}): string | number =>
  column.type === 'date' && typeof value === 'number'
    ? isoDate(value)
    : typeof value === 'string'
      ? value.trim()
      : (value ?? '')

/** What the filter tool can't tell is a FILTER formula, which follows the data. */
function* formulaPlan(
  scope: Scope,
  where: Where,
  columns: readonly Column[],
  title: string,
  count: number,
): Plan {
  const rows = rowsOf(scope)!
  const chosen = columns.length > 0 ? columns : ofTab(scope)
  const added = yield* call('edit_structure', { action: 'add_tab', new_name: title })
  if (added.error !== undefined) return notDone(added)
  const tab = quoteTab(title)
  const ref = rangeOf(rows)
  const formulas = chosen.map(column =>
    localised(
      where.length === 0 ? `=ARRAYFORMULA(${ref(column)})` : `=FILTER(${ref(column)},${mask(where, ref)})`,
      scope.overview.locale,
    ),
  )
  const result = yield* call('write_range', { range: `${tab}!A1`, values: [chosen.map(nameOf), formulas] })
  if (result.error !== undefined) return notDone(result)
  yield* calls(...formatCalls(title, chosen, count))
  return `Wrote ${columns.length > 0 ? inList(columns.map(nameOf)) : 'the rows'} of the ${counted(count, 'row')}${whereWords(where)} to the new tab **${title}**, as formulas that follow the data.`
}

/** On a new tab, columns of so many rows below their headers look as they do where they are from. */
export const formatCalls = (title: string, columns: readonly Column[], count: number): Call[] =>
  columns.flatMap(({ number_format: pattern }, at) => {
    const letters = columnLetters(at)
    const range = `${quoteTab(title)}!${letters}2:${letters}${count + 1}`
    return pattern ? [{ tool: 'format_range', args: { range, action: 'number_format', pattern } }] : []
  })

export const clearFilter: Kind = {
  name: 'Filter buttons',
  does: 'Puts filter buttons on the header, or takes the filter away so that all rows show again.',
  examples: ['Add a filter', 'Clear the filter', 'Remove all filters'],
  effect: 'change',
}

export const filterCleared = (scope: Scope): Filled | null => filterSwitched(scope, false)
export const filterButtons = (scope: Scope): Filled | null => filterSwitched(scope, true)

function filterSwitched(scope: Scope, isOn: boolean): Filled | null {
  const rows = rowsOf(scope)
  if (!rows) return null
  return {
    *plan() {
      const result = yield* call('sort_filter_range', {
        action: isOn ? 'set_filter' : 'clear_filter',
        range: tableRange(scope.tab, rows),
      })
      if (result.error !== undefined) return notDone(result)
      return isOn
        ? `The header of **${scope.tab.title}** has filter buttons now.`
        : `All rows of **${scope.tab.title}** are shown again.`
    },
    says: isOn ? 'Put filter buttons on the header' : 'Take the filter away, so that all rows are shown',
  }
}
