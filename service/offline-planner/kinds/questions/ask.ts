/** Questions that are answered from the cells: which rows, which values there are, what repeats. */
import { cellText } from '../../linking/cells.ts'
import { compact } from '../../linking/letters.ts'
import type { Column } from '../../linking/sheet.ts'
import { call, field, list, notDone, type Plan, told } from '../../plan.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Where } from '../../reading/where.ts'
import { type Key, keyBetween } from '../columns/looked-up.ts'
import { type Filled, type Kind, problem, type Reading } from '../kind.ts'
import { matching, whereWords } from '../support/met.ts'
import { counted, inList, likeColumn, nameOf, ofTab } from '../support/table.ts'
import { type Expression, expressionValues, moneyOf } from '../support/tree.ts'

export type Row = { row: unknown[]; number: number }
const MOST_TOLD = 40

/** What is told of a row: the columns asked for, else all that are filled. */
const rowText = (scope: Scope, { row }: Row, columns: readonly Column[]): string =>
  (columns.length > 0 ? columns : ofTab(scope))
    .map(column => cellText(row, column))
    .filter(Boolean)
    .join(', ')

export function listRows(
  scope: Scope,
  rows: readonly Row[],
  columns: readonly Column[],
  where: Where,
  what: string,
  calculated: Expression | null = null,
): string {
  const { locale } = scope.overview
  const made = (row: Row): string => {
    const [value] = calculated ? expressionValues(calculated, [row], locale) : []
    return value === undefined ? '' : ` → ${likeColumn(value, moneyOf(calculated!))}`
  }
  if (rows.length === 0) return `There is no row${whereWords(where)}. Nothing was changed.`
  const lines = rows
    .slice(0, MOST_TOLD)
    .map(each => `- row ${each.number}: ${rowText(scope, each, columns)}${made(each)}`)
  const more = rows.length > MOST_TOLD ? `\n- and ${rows.length - MOST_TOLD} more` : ''
  return `${counted(rows.length, 'row')}${what ? ` with the ${what}` : ''}${whereWords(where)}:\n\n${lines.join('\n')}${more}`
}

export const listing: Kind = {
  name: 'Which rows',
  does: 'Answers which rows meet conditions, or what a column says in them.',
  examples: ['Which orders are open?', "What is Ada's email?", 'Which orders have no Email?'],
  effect: 'read',
}

const FEW = 3

/** What columns say in the rows that meet conditions; of a few rows all that is known. */
export function rowsTold(scope: Scope, columns: readonly Column[], where: Where): Reading {
  const rows = matching(scope, where)
  const own = columns.filter(({ tab }) => tab === scope.tab)
  const others = columns.filter(column => !own.includes(column))
  const keys = others.map(({ tab }) => keyBetween(scope.index, scope.tab, tab.title))
  if (keys.includes(null))
    return problem(
      `Nothing tells which rows of **${others[keys.indexOf(null)]!.tab.title}** belong to these. Nothing was changed.`,
    )
  const shown = own.length > 0 && rows.length > FEW ? [...identity(scope, own), ...own] : []
  return {
    plan: () =>
      told(
        [
          listRows(scope, rows, shown, where, ''),
          ...others.flatMap((column, at) => foreignTold(scope, rows, column, keys[at]!)),
        ].join('\n'),
      ),
    says: `Tell ${columns.length > 0 ? `${inList(columns.map(nameOf))} of ` : ''}the rows${whereWords(where)}`,
  }
}

/** What the other tab says of these rows. */
function foreignTold(scope: Scope, rows: readonly Row[], column: Column, { here, there }: Key): string[] {
  const others = matching(scope, [], scope.index.data.get(column.tab.title))
  return rows.slice(0, MOST_TOLD).flatMap(({ row }) => {
    const name = cellText(row, here)
    const found = others.filter(other => name !== '' && compact(cellText(other.row, there)) === compact(name))
    const values = [...new Set(found.map(other => cellText(other.row, column)).filter(Boolean))]
    return values.length > 0
      ? [`- **${nameOf(column)}** of ${name} in **${column.tab.title}**: ${inList(values)}`]
      : []
  })
}

/** The first column, which mostly tells rows apart. */
const identity = (scope: Scope, columns: readonly Column[]): Column[] => {
  const [first] = ofTab(scope)
  return first && !columns.includes(first) ? [first] : []
}

export const cellsHeld: Kind = {
  name: 'What cells hold',
  does: 'Tells what stands in a cell, a range or a row.',
  examples: ['What is in cell B3?', 'Show me row 5'],
  effect: 'read',
}

export const distinct: Kind = {
  name: 'Different values',
  does: 'Lists the values of a column, each once, with how often they occur.',
  examples: ['List all regions', 'Show the unique values of Status', 'What regions do we have?'],
  effect: 'read',
}

function distinctTold(scope: Scope, column: Column, where: Where): string {
  const found = new Map<string, { name: string; count: number }>()
  for (const { row } of matching(scope, where)) {
    const name = cellText(row, column)
    if (name === '') continue
    const known = found.get(compact(name)) ?? { name, count: 0 }
    known.count++
    found.set(compact(name), known)
  }
  const values = [...found.values()]
  return `**${nameOf(column)}** has **${counted(values.length, 'different value')}**${whereWords(where)}: ${inList(values.slice(0, 60).map(({ name, count }) => `${name} (${count})`))}.`
}

export const repeated: Kind = {
  name: 'What repeats',
  does: 'Tells which rows repeat an earlier one, or which values of a column occur more than once.',
  examples: [
    'Are there any duplicates?',
    'Which emails occur more than once?',
    'How many duplicate rows are there?',
  ],
  effect: 'read',
}

export function repeatedRows(scope: Scope, columns: readonly Column[]): Row[][] {
  const groups = new Map<string, Row[]>()
  for (const each of matching(scope, [])) {
    const key = (columns.length > 0 ? columns : ofTab(scope)).map(column =>
      cellText(each.row, column).toLowerCase(),
    )
    if (key.every(part => part === '')) continue
    groups.set(key.join('\u0000'), [...(groups.get(key.join('\u0000')) ?? []), each])
  }
  return [...groups.values()].filter(rows => rows.length > 1)
}

function repeatedTold(scope: Scope, columns: readonly Column[]): string {
  const groups = repeatedRows(scope, columns)
  const what =
    columns.length > 0 ? `values of ${inList(columns.map(column => `**${nameOf(column)}**`))}` : 'rows'
  if (groups.length === 0) return `No ${what} are there more than once.`
  const extra = groups.reduce((sum, rows) => sum + rows.length - 1, 0)
  const lines = groups
    .slice(0, MOST_TOLD)
    .map(
      rows => `- ${rowText(scope, rows[0]!, columns)} (rows ${rows.map(({ number }) => number).join(', ')})`,
    )
  return `**${groups.length}** ${what} are there more than once, with **${counted(extra, 'repeated row')}** beside the first ones:\n\n${lines.join('\n')}`
}

/** What stands in a cell, a range or a row of the sheet. */
export function cellsTold(range: string, what: string): Filled {
  return {
    *plan(): Plan {
      const result = yield* call('read_range', { ranges: [range], render: 'formatted' })
      if (result.error !== undefined) return notDone(result)
      const rows = list(field(list(field(result.output, 'ranges'))[0], 'values')).map(list)
      return rows.length === 0
        ? `${what} is empty.`
        : rows
            .slice(0, MOST_TOLD)
            .map(row => `- ${row.map(String).join(', ')}`)
            .join('\n')
    },
    says: `Tell what ${what} holds`,
  }
}

export const valuesTold = (scope: Scope, column: Column, where: Where): Filled => ({
  plan: () => told(distinctTold(scope, column, where)),
  says: `Tell the different values of ${nameOf(column)}${whereWords(where)}`,
})

/** Rows that repeat others in these columns; in all where none is named. */
export const repeatsTold = (scope: Scope, columns: readonly Column[]): Filled => ({
  plan: () => told(repeatedTold(scope, columns)),
  says: `Tell what is there more than once${columns.length > 0 ? ` in ${inList(columns.map(nameOf))}` : ''}`,
})
