/** Rows that meet conditions: shown alone, copied to a new tab, deleted; and rows that repeat others. */
import { columnLetters, quoteTab } from '../../../sheets/a1.ts'
import type { Column } from '../../linking/sheet.ts'
import { type Call, call, calls, notDone, type Plan } from '../../plan.ts'
import { conditions } from '../../reading/conditions.ts'
import type { Draft } from '../../reading/draft.ts'
import type { Where } from '../../reading/where.ts'
import type { Filled, Frame } from '../frame.ts'
import { anchoredCell, localised, mask, rangeOf, rowTest } from '../support/formulas.ts'
import { matching, whereWords } from '../support/met.ts'
import { nameIn } from '../support/names.ts'
import { counted, freeTitle, inList, nameOf, rowsOf, tableRange } from '../support/table.ts'

/** "hide the cancelled ones" shows all others. */
const negated = (where: Where): Where =>
  where.length === 1 && where[0]!.length === 1
    ? [
        [
          {
            ...where[0]![0]!,
            op:
              (
                {
                  '=': '!=',
                  '!=': '=',
                  empty: 'not_empty',
                  not_empty: 'empty',
                  '>': '<=',
                  '<=': '>',
                  '<': '>=',
                  '>=': '<',
                  contains: 'not_contains',
                  not_contains: 'contains',
                } as const
              )[where[0]![0]!.op as '='] ?? where[0]![0]!.op,
          },
        ],
      ]
    : []

export const filterRows: Frame = {
  name: 'Filter',
  does: 'Hides all rows but those that meet the conditions, with the sheet’s own filter; nothing is deleted.',
  examples: [
    'Show only orders where Region is North',
    'hide the paid ones',
    'filter Price between 10 and 20',
    'only show rows where Email is empty',
  ],
  effect: 'change',
  cues: ['filter', 'hide', 'show', 'where', 'only'],
  uses: 'filter show hide where row today other keep column except but contains',
  read(draft) {
    if (
      draft.asks('newtab copy delete chart newcolumn highlight howmany total average called') &&
      !draft.has('filter')
    )
      return null
    const hiding = draft.nodes.findIndex(({ concepts }) => concepts.has('hide'))
    // "The white ones, hide other colours": what is named stays.
    const hidesOthers = draft.nodes
      .slice(hiding + 1, hiding + 3)
      .some(({ concepts }) => concepts.has('other'))
    const isHiding = draft.has('hide') && !draft.has('filter') && !hidesOthers
    const [opening] = draft.nodes.filter(node => !node.concepts.has('noise') || node.concepts.has('only'))
    const isFragment =
      opening?.concepts.has('only') === true &&
      !draft.has('who', 'which', 'what', 'per', 'by', 'change', 'write')
    const isClear = draft.has('filter', 'hide') || isFragment || (draft.has('show') && draft.has('only'))
    const where = conditions(draft, { literals: true })
    if (where.length === 0 || !rowsOf(draft)) return null
    const wanted = isHiding ? negated(where) : where
    if (wanted.length === 0) return null
    return {
      ...filtered(draft, wanted),
      bonus: isClear ? 0.8 : -1.5,
      effect: isClear ? 'add' : 'change',
    }
  },
}

export const filtered = (draft: Draft, where: Where): Filled => ({
  plan: () => filterPlan(draft, where),
  says: `Show only the rows${whereWords(where)} and hide the others`,
  effect: 'add',
})

function* filterPlan(draft: Draft, where: Where): Plan {
  const rows = rowsOf(draft)!
  if (matching(draft, where).length === 0)
    return `No row of **${draft.tab.title}** is one${whereWords(where)}, so nothing was hidden. Nothing was changed.`
  return yield* filterBy(
    draft,
    rowTest(where, anchoredCell(rows.first)),
    `the ${counted(matching(draft, where).length, 'row')}${whereWords(where)}`,
  )
}

/** Only rows for which the test holds; `those` says which they are. */
export function* filterBy(draft: Draft, test: string, those: string): Plan {
  const rows = rowsOf(draft)!
  const result = yield* call('sort_filter_range', {
    action: 'set_filter',
    range: tableRange(draft.tab, rows),
    has_header: rows.header !== null,
    formula: localised(`=${test}`, draft.scope.overview.locale),
  })
  if (result.error !== undefined) return notDone(result)
  return `Filtered **${draft.tab.title}**: only ${those} are shown. The other rows are hidden, nothing is deleted; say “clear the filter” to see all again.`
}

export const copyRows: Frame = {
  name: 'Rows to a new tab',
  does: 'Copies the rows that meet the conditions, with all columns or those that are named, to a new tab.',
  examples: [
    'Filter the rows where Status is Open to a new tab',
    'Copy all rows with Qty > 10 to a new tab called Big orders',
    'Copy the orders of "Acme, Inc." to a new tab',
  ],
  effect: 'add',
  cues: ['newtab', 'copy'],
  uses: 'copy filter newtab show add all row where keep table called',
  prior: 0.1,
  read(draft) {
    if (!draft.has('newtab') && !draft.has('tab')) return null
    if (draft.asks('chart', 'by', 'per', 'pivot', 'transpose', 'unpivot', 'total', 'average')) return null
    const title = nameIn(draft)
    const where = conditions(draft, { literals: true })
    const rows = rowsOf(draft)
    if (where.length === 0 || !rows) return null
    const columns = draft.columns()
    draft.cue('tab')
    return copied(draft, where, columns, title)
  },
}

export const copied = (
  draft: Draft,
  where: Where,
  columns: readonly Column[],
  title: string | null,
): Filled => ({
  plan: () => copyPlan(draft, where, columns, title),
  says: `Copy ${columns.length > 0 ? `${inList(columns.map(nameOf))} of ` : ''}the rows${whereWords(where)} to a new tab${title ? ` “${title}”` : ''}`,
})

function* copyPlan(draft: Draft, where: Where, columns: readonly Column[], name: string | null): Plan {
  const rows = rowsOf(draft)!
  const hits = matching(draft, where)
  const title = freeTitle(
    draft.scope.overview,
    name ?? `${draft.tab.title} ${where.map(group => group[0]!.values[0] ?? group[0]!.op).join(' ')}`,
  )
  if (hits.length === 0)
    return `No row of **${draft.tab.title}** is one${whereWords(where)}, so no tab was made. Nothing was changed.`
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
      range: tableRange(draft.tab, rows),
      conditions: asked,
      target_tab: title,
      has_header: rows.header !== null,
    })
    return result.error === undefined
      ? `Copied ${counted(hits.length, 'row')} of **${draft.tab.title}**${whereWords(where)} to the new tab **${title}**.`
      : notDone(result)
  }
  return yield* formulaPlan(draft, where, columns, title, hits.length)
}

const conditionValue = ({
  values: [value],
  column,
}: {
  values: (string | number)[]
  column: Column
}): string | number =>
  column.type === 'date' && typeof value === 'number'
    ? new Date(Date.UTC(1899, 11, 30) + value * 86_400_000).toISOString().slice(0, 10)
    : typeof value === 'string'
      ? value.trim()
      : (value ?? '')

/** What the filter tool can't tell is a FILTER formula, which follows the data. */
function* formulaPlan(
  draft: Draft,
  where: Where,
  columns: readonly Column[],
  title: string,
  count: number,
): Plan {
  const rows = rowsOf(draft)!
  const all = draft.scope.index.columns.filter(
    ({ tab, header }) => tab.title === draft.tab.title && header !== '',
  )
  const chosen = columns.length > 0 ? columns : all
  const added = yield* call('edit_structure', { action: 'add_tab', new_name: title })
  if (added.error !== undefined) return notDone(added)
  const tab = quoteTab(title)
  const ref = rangeOf(rows)
  const formulas = chosen.map(column =>
    localised(`=FILTER(${ref(column)},${mask(where, ref)})`, draft.scope.overview.locale),
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

export const clearFilter: Frame = {
  name: 'Filter buttons',
  does: 'Puts filter buttons on the header, or takes the filter away so that all rows show again.',
  examples: ['Add a filter', 'Clear the filter', 'Remove all filters'],
  effect: 'change',
  cues: ['clearfilter', 'addfilter'],
  uses: 'clearfilter addfilter filter add delete table',
  prior: 2,
  read(draft) {
    const rows = rowsOf(draft)
    if (!rows) return null
    const isOff = draft.cue('clearfilter')
    draft.cue('addfilter')
    return {
      *plan() {
        const result = yield* call('sort_filter_range', {
          action: isOff ? 'clear_filter' : 'set_filter',
          range: tableRange(draft.tab, rows),
        })
        if (result.error !== undefined) return notDone(result)
        return isOff
          ? `All rows of **${draft.tab.title}** are shown again.`
          : `The header of **${draft.tab.title}** has filter buttons now.`
      },
      says: isOff ? 'Take the filter away, so that all rows are shown' : 'Put filter buttons on the header',
    }
  },
}
