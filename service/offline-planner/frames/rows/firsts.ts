/** The first so many rows by a figure: shown alone, or copied to a new tab. */
import { columnLetters, quoteTab } from '../../../sheets/a1.ts'
import { isoDate } from '../../linking/dates.ts'
import { type Column, isDate } from '../../linking/sheet.ts'
import { call, calls, notDone, type Plan } from '../../plan.ts'
import type { Draft } from '../../reading/draft.ts'
import type { Where } from '../../reading/where.ts'
import type { Filled } from '../frame.ts'
import type { Row } from '../questions/ask.ts'
import { type Measured, nameOfMeasured, topRows } from '../questions/top.ts'
import { anchoredCell, cellOf, localised, rowTest } from '../support/formulas.ts'
import { whereWords } from '../support/met.ts'
import { counted, freeTitle, nameOf, rowsOf, sortable, tableRange } from '../support/table.ts'
import { formulaFor, neededOf } from '../support/tree.ts'

export interface Firsts {
  limit: number
  by: Measured
  isMost: boolean
}

const inWords = ({ limit, by, isMost }: Firsts, where: Where): string =>
  `the ${counted(limit, 'row')} with the ${isMost ? 'highest' : 'lowest'} ${nameOfMeasured(by)}${whereWords(where)}`

export const firstsFiltered = (draft: Draft, where: Where, firsts: Firsts): Filled => ({
  plan: () => filterPlan(draft, where, firsts),
  says: `Show only ${inWords(firsts, where)} and hide the others`,
  effect: 'add',
})

const rowsIn = (draft: Draft, where: Where, { by, isMost, limit }: Firsts): Row[] =>
  topRows(draft, where, by, isMost, limit)

/** A filter asks each row by itself: whether it reaches what the last of them has. */
function* filterPlan(draft: Draft, where: Where, firsts: Firsts): Plan {
  const rows = rowsOf(draft)
  const found = rowsIn(draft, where, firsts)
  const last = found.at(-1)
  if (!rows || !last)
    return `No row${whereWords(where)} has a number in ${nameOfMeasured(firsts.by)}. Nothing was changed.`
  const ref = anchoredCell(rows.first)
  const { by, isMost } = firsts
  const value = (at: number, reference = cellOf(at)): string =>
    'tree' in by ? formulaFor(by.tree, reference) : reference(by)
  const edge = value(last.number, column => `$${column.column}$${last.number}`)
  const own = value(rows.first, ref)
  // A text is above every number, and a blank is 0.
  const filled = ('tree' in by ? neededOf(by.tree) : [by]).map(column => `ISNUMBER(${ref(column)})`)
  const tests = [
    ...filled,
    `${own}${isMost ? '>=' : '<='}${edge}`,
    ...(where.length > 0 ? [rowTest(where, ref)] : []),
  ]
  const formula = localised(
    `=${tests.length === 1 ? tests[0] : `AND(${tests.join(',')})`}`,
    draft.scope.overview.locale,
  )
  const result = yield* call('sort_filter_range', {
    action: 'set_filter',
    range: tableRange(draft.tab, rows),
    has_header: rows.header !== null,
    formula,
  })
  if (result.error !== undefined) return notDone(result)
  return `Filtered **${draft.tab.title}**: only ${inWords(firsts, where)} are shown. The other rows are hidden, nothing is deleted; say “clear the filter” to see all again.`
}

interface Copied {
  where: Where
  firsts: Firsts
  /** All where none is named. */
  columns: readonly Column[]
  title: string | null
}

export const firstsCopied = (draft: Draft, copied: Copied): Filled => ({
  plan: () => copyPlan(draft, copied),
  says: `Copy ${inWords(copied.firsts, copied.where)} to a new tab${copied.title ? ` “${copied.title}”` : ''}`,
  effect: 'add',
})

function* copyPlan(draft: Draft, { where, firsts, columns, title }: Copied): Plan {
  const found = rowsIn(draft, where, firsts)
  if (found.length === 0)
    return `No row${whereWords(where)} has a number in ${nameOfMeasured(firsts.by)}. Nothing was changed.`
  const { overview, index } = draft.scope
  const all = index.columns.filter(({ tab, header }) => tab === draft.tab && header !== '')
  const chosen = columns.length > 0 ? columns : all
  const name = freeTitle(overview, title ?? `${draft.tab.title} ${firsts.limit} ${nameOfMeasured(firsts.by)}`)
  const added = yield* call('edit_structure', { action: 'add_tab', new_name: name })
  if (added.error !== undefined) return notDone(added)
  const written = yield* call('write_range', {
    range: `${quoteTab(name)}!A1`,
    values: [
      chosen.map(nameOf),
      ...found.map(({ row }) => chosen.map(column => writtenAs(row, column, overview.locale))),
    ],
  })
  if (written.error !== undefined) return notDone(written)
  const formats = chosen.flatMap((column, at) => {
    const letters = columnLetters(at)
    return column.number_format
      ? [
          {
            tool: 'format_range',
            args: {
              range: `${quoteTab(name)}!${letters}2:${letters}${found.length + 1}`,
              action: 'number_format',
              pattern: column.number_format,
            },
          },
        ]
      : []
  })
  const failure = yield* calls(...formats)
  if (failure) return notDone(failure)
  return `Copied ${inWords(firsts, where)} of **${draft.tab.title}** to the new tab **${name}**.`
}

/** A day is written so that it is one wherever it is written. */
const writtenAs = (row: readonly unknown[], column: Column, locale: string): string | number | boolean => {
  const cell = row[column.index]
  if (typeof cell === 'boolean') return cell
  const day = isDate(column) ? sortable(row, column, locale) : null
  if (typeof day === 'number' && !Number.isInteger(day)) return day
  return typeof day === 'number' ? isoDate(day) : ((cell as string | number | undefined) ?? '')
}
