/** The first so many rows by a figure: shown alone, or copied to a new tab. */
import { quoteTab } from '../../../sheets/a1.ts'
import { isoDate } from '../../linking/dates.ts'
import { type Column, isDate } from '../../linking/sheet.ts'
import { call, calls, notDone, type Plan } from '../../plan.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Where } from '../../reading/where.ts'
import type { Filled } from '../kind.ts'
import type { Row } from '../questions/ask.ts'
import { type Measured, nameOfMeasured, topRows } from '../questions/top.ts'
import { anchoredCell, rowTest } from '../support/formulas.ts'
import { whereWords } from '../support/met.ts'
import { counted, freeTitle, nameOf, ofTab, rowsOf, sortable } from '../support/table.ts'
import { formulaFor, neededOf, type Reference } from '../support/tree.ts'
import { filterBy, formatCalls } from './rows.ts'

export interface Firsts {
  limit: number
  by: Measured
  isMost: boolean
}

const inWords = ({ limit, by, isMost }: Firsts, where: Where): string =>
  `the ${counted(limit, 'row')} with the ${isMost ? 'highest' : 'lowest'} ${nameOfMeasured(by)}${whereWords(where)}`

export const firstsFiltered = (scope: Scope, where: Where, firsts: Firsts): Filled => ({
  plan: () => filterPlan(scope, where, firsts),
  says: `Show only ${inWords(firsts, where)} and hide the others`,
  effect: 'add',
})

const rowsIn = (scope: Scope, where: Where, { by, isMost, limit }: Firsts): Row[] =>
  topRows(scope, where, by, isMost, limit)

/** A filter asks each row by itself: whether it reaches what the last of them has. */
function* filterPlan(scope: Scope, where: Where, firsts: Firsts): Plan {
  const rows = rowsOf(scope)
  const found = rowsIn(scope, where, firsts)
  const last = found.at(-1)
  if (!rows || !last)
    return `No row${whereWords(where)} has a number in ${nameOfMeasured(firsts.by)}. Nothing was changed.`
  const ref = anchoredCell(rows.first)
  const { by, isMost } = firsts
  const value = (reference: Reference): string =>
    'tree' in by ? formulaFor(by.tree, reference) : reference(by)
  const edge = value(column => `$${column.column}$${last.number}`)
  // A text is above every number, and a blank is 0.
  const filled = ('tree' in by ? neededOf(by.tree) : [by]).map(column => `ISNUMBER(${ref(column)})`)
  const tests = [
    ...filled,
    `${value(ref)}${isMost ? '>=' : '<='}${edge}`,
    ...(where.length > 0 ? [rowTest(where, ref)] : []),
  ]
  return yield* filterBy(scope, `AND(${tests.join(',')})`, inWords(firsts, where))
}

interface Copied {
  where: Where
  firsts: Firsts
  /** All where none is named. */
  columns: readonly Column[]
  title: string | null
}

export const firstsCopied = (scope: Scope, copied: Copied): Filled => ({
  plan: () => copyPlan(scope, copied),
  says: `Copy ${inWords(copied.firsts, copied.where)} to a new tab${copied.title ? ` “${copied.title}”` : ''}`,
  effect: 'add',
})

function* copyPlan(scope: Scope, { where, firsts, columns, title }: Copied): Plan {
  const found = rowsIn(scope, where, firsts)
  if (found.length === 0)
    return `No row${whereWords(where)} has a number in ${nameOfMeasured(firsts.by)}. Nothing was changed.`
  const { overview } = scope
  const chosen = columns.length > 0 ? columns : ofTab(scope)
  const name = freeTitle(overview, title ?? `${scope.tab.title} ${firsts.limit} ${nameOfMeasured(firsts.by)}`)
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
  const failure = yield* calls(...formatCalls(name, chosen, found.length))
  if (failure) return notDone(failure)
  return `Copied ${inWords(firsts, where)} of **${scope.tab.title}** to the new tab **${name}**.`
}

/** A day is written so that it is one wherever it is written. */
const writtenAs = (row: readonly unknown[], column: Column, locale: string): string | number | boolean => {
  const cell = row[column.index]
  if (typeof cell === 'boolean') return cell
  const day = isDate(column) ? sortable(row, column, locale) : null
  if (typeof day === 'number' && !Number.isInteger(day)) return day
  return typeof day === 'number' ? isoDate(day) : ((cell as string | number | undefined) ?? '')
}
