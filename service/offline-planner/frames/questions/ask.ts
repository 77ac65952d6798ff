/** Questions that are answered from the cells: which rows, who has most, which values there are. */

import { columnLetters, formatRange, quoteTab } from '../../../sheets/a1.ts'
import { type Column, compact, isNumeric, isTextual } from '../../linking/sheet.ts'
import { call, calls, field, list, notDone, type Plan, told } from '../../plan.ts'
import { conditions } from '../../reading/conditions.ts'
import { type Draft, isColumn } from '../../reading/draft.ts'
import type { Where } from '../../reading/where.ts'
import { keyBetween } from '../columns/looked-up.ts'
import type { Filled, Frame } from '../frame.ts'
import { rangeOf } from '../support/formulas.ts'
import { matching, whereWords } from '../support/met.ts'
import { nameIn } from '../support/names.ts'
import { OTHER_KINDS } from '../support/others.ts'
import { counted, freeTitle, inList, likeColumn, nameOf, rowsOf } from '../support/table.ts'
import { type Expression, expressionValues, moneyOf } from '../support/tree.ts'

export type Row = { row: unknown[]; number: number }
const MOST_TOLD = 40

export const cellText = (row: readonly unknown[], column: Column): string =>
  String(row[column.index] ?? '').trim()

/** What is told of a row: the columns asked for, else all that are filled. */
const rowText = (draft: Draft, { row }: Row, columns: readonly Column[]): string =>
  (columns.length > 0 ? columns : columnsOf(draft))
    .map(column => cellText(row, column))
    .filter(Boolean)
    .join(', ')

const columnsOf = (draft: Draft): Column[] =>
  draft.scope.index.columns.filter(({ tab, header }) => tab.title === draft.tab.title && header !== '')

/** Whose figures are compared: the text column that is asked for; of "who" the one that holds people. */
export function entityOf(draft: Draft, mentioned: readonly Column[]): Column | null {
  const texts = mentioned.filter(column => isTextual(column))
  if (texts.length > 0) return texts[0]!
  if (!draft.has('who')) return null
  const people = columnsOf(draft).filter(isTextual)
  return (
    people.find(({ header }) =>
      /name|who|person|customer|client|member|driver|rider|diver|skater|player|student|employee|staff|baker|attorney|owner|guest|patient|teacher|author|artist|seller|agent|worker|(?:er|or|ist|ant)$/i.test(
        header.trim(),
      ),
    ) ??
    people[0] ??
    null
  )
}

export function listRows(
  draft: Draft,
  rows: readonly Row[],
  columns: readonly Column[],
  where: Where,
  what: string,
  calculated: Expression | null = null,
): string {
  const { locale } = draft.scope.overview
  const made = (row: Row): string => {
    const [value] = calculated ? expressionValues(calculated, [row], locale) : []
    return value === undefined ? '' : ` → ${likeColumn(value, moneyOf(calculated!))}`
  }
  if (rows.length === 0) return `There is no row${whereWords(where)}. Nothing was changed.`
  const lines = rows
    .slice(0, MOST_TOLD)
    .map(each => `- row ${each.number}: ${rowText(draft, each, columns)}${made(each)}`)
  const more = rows.length > MOST_TOLD ? `\n- and ${rows.length - MOST_TOLD} more` : ''
  return `${counted(rows.length, 'row')}${what ? ` with the ${what}` : ''}${whereWords(where)}:\n\n${lines.join('\n')}${more}`
}

export function* rowsToTab(
  draft: Draft,
  rows: readonly Row[],
  columns: readonly Column[],
  title: string,
): Plan {
  const chosen = columns.length > 0 ? columns : columnsOf(draft)
  const name = freeTitle(draft.scope.overview, title)
  const added = yield* call('edit_structure', { action: 'add_tab', new_name: name })
  if (added.error !== undefined) return notDone(added)
  const tab = quoteTab(name)
  const values = rows.map(({ number }) =>
    chosen.map(column => `=${quoteTab(draft.tab.title)}!${column.column}${number}`),
  )
  const failure = yield* calls(
    { tool: 'write_range', args: { range: `${tab}!A1`, values: [chosen.map(nameOf), ...values] } },
    ...chosen.flatMap((column, index) =>
      column.number_format
        ? [
            {
              tool: 'format_range',
              args: {
                range: `${tab}!${columnLetters(index)}2:${columnLetters(index)}${rows.length + 1}`,
                action: 'number_format',
                pattern: column.number_format,
              },
            },
          ]
        : [],
    ),
  )
  return failure ? notDone(failure) : `Wrote ${counted(rows.length, 'row')} to the new tab **${name}**.`
}

export const listing: Frame = {
  name: 'Which rows',
  does: 'Answers which rows meet conditions, or what a column says in them.',
  examples: ['Which orders are open?', "What is Ada's email?", 'Which orders have no Email?'],
  effect: 'read',
  cues: ['who', 'which', 'what', 'show', 'isthere', 'when', 'howmuch', 'where', ''],
  uses: 'who which what show isthere when any where newtab table add howmuch with column row copy for',
  prior: -0.6,
  read(draft) {
    if (
      draft.asks(
        'chart highlight newcolumn total average delete formula by per filter duplicates raise fill replace pctchange share',
      )
    )
      return null
    // "Have no email" compares nothing.
    if (draft.free().some(({ concepts }) => concepts.has('compare') && !concepts.has('without'))) return null
    if (
      draft.has('howmuch') &&
      draft.free().some(node => isColumn(node, draft.scope) && isAmount(draft.columnOf(node, 'number')))
    )
      return null
    const title = nameIn(draft)
    const toTab = draft.has('newtab') && draft.cue('newtab')
    const asked =
      draft.has('who', 'which', 'what', 'when', 'isthere', 'show') ||
      draft.nodes.some(({ text }) => text === '?')
    const where = conditions(draft, { literals: true })
    if (where.length === 0) return null
    const columns = draft.columns()
    const entity = entityOf(draft, [])
    const told_ = [...(entity && !columns.includes(entity) ? [entity] : []), ...columns]
    if (draft.has('when')) told_.push(...(draft.first('date') ? [draft.first('date')!] : []))
    draft.cue('when')
    const rows = matching(draft, where)
    const elsewhere = rows.length > 0 && rows.length <= 3 ? foreignAsked(draft) : []
    if (toTab && columns.length > 0)
      return {
        plan: () => rowsToTab(draft, rows, columns, title ?? `${draft.tab.title} list`),
        effect: 'add',
        bonus: 1,
      }
    return {
      plan: () =>
        told(
          listRows(
            draft,
            rows,
            // Of a few rows all that is known is told.
            told_.length > 0 && rows.length > 3 ? [...identity(draft, told_), ...told_] : [],
            where,
            '',
          ) + elsewhere.flatMap(asked => foreignTold(draft, rows, asked)).join(''),
        ),
      says: `Tell the rows${whereWords(where)}`,
      bonus: asked ? 0 : -0.8,
    }
  },
}

/** What columns say in the rows that meet conditions; of a few rows all that is known. */
export function rowsTold(draft: Draft, columns: readonly Column[], where: Where): Filled {
  const rows = matching(draft, where)
  const shown = columns.length > 0 && rows.length > 3 ? [...identity(draft, columns), ...columns] : []
  return {
    plan: () => told(listRows(draft, rows, shown, where, '')),
    says: `Tell ${columns.length > 0 ? `${inList(columns.map(nameOf))} of ` : ''}the rows${whereWords(where)}`,
  }
}

interface Asked {
  column: Column
  key: { here: Column; there: Column }
}

/** Columns that are asked for and stand in another tab, which shares a column with this one. */
function foreignAsked(draft: Draft): Asked[] {
  return draft.free().flatMap(node => {
    const [best] = node.columns
    const isHere = node.columns.some(({ column }) => column.tab === draft.tab)
    if (!best || isHere || best.quality < 0.8 || node.concepts.has('per')) return []
    const key = keyBetween(draft.scope.index, draft.tab, best.column.tab.title)
    if (!key || key.there === best.column) return []
    draft.take(node)
    return [{ column: best.column, key }]
  })
}

/** What the other tab says for these rows. */
function foreignTold(draft: Draft, rows: readonly Row[], { column, key }: Asked): string[] {
  const others = matching(draft, [], draft.scope.index.data.get(column.tab.title))
  return rows.flatMap(({ row }) => {
    const name = cellText(row, key.here)
    const found = others.filter(
      other => name !== '' && compact(cellText(other.row, key.there)) === compact(name),
    )
    const values = [...new Set(found.map(other => cellText(other.row, column)).filter(Boolean))]
    return values.length > 0
      ? [`\n- **${nameOf(column)}** of ${name} in **${column.tab.title}**: ${inList(values)}`]
      : []
  })
}

const isAmount = (column: Column | null): boolean => column !== null && isNumeric(column)

/** The first column, which mostly tells rows apart. */
const identity = (draft: Draft, columns: readonly Column[]): Column[] => {
  const [first] = columnsOf(draft)
  return first && !columns.includes(first) ? [first] : []
}

export const cellsTold: Frame = {
  name: 'What cells hold',
  does: 'Tells what stands in a cell, a range or a row.',
  examples: ['What is in cell B3?', 'Show me row 5'],
  effect: 'read',
  cues: ['what', 'show'],
  uses: 'what show cell row value in',
  prior: 0.4,
  read(draft) {
    const node = draft.free().find(each => each.range)
    const line = draft.nodes.findIndex(
      (each, at) => /^row$/i.test(each.text) && draft.nodes[at + 1]?.number !== undefined,
    )
    if (
      (!node && line === -1) ||
      draft.asks('explain formula total average howmany describe error highlight write')
    )
      return null
    const number = line === -1 ? 0 : draft.nodes[line + 1]!.number!.value
    const range = node
      ? formatRange(node.range!.tab ?? draft.tab.title, node.range!.box)
      : `${quoteTab(draft.tab.title)}!${number}:${number}`
    draft.take(node, ...(line === -1 ? [] : draft.nodes.slice(line, line + 2)))
    return {
      *plan(): Plan {
        const result = yield* call('read_range', { ranges: [range], render: 'formatted' })
        if (result.error !== undefined) return notDone(result)
        const rows = list(field(list(field(result.output, 'ranges'))[0], 'values')).map(list)
        return rows.length === 0
          ? `${node?.text ?? `Row ${number}`} is empty.`
          : rows
              .slice(0, MOST_TOLD)
              .map(row => `- ${row.map(String).join(', ')}`)
              .join('\n')
      },
    }
  },
}

export const distinct: Frame = {
  name: 'Different values',
  does: 'Lists the values of a column, each once, with how often they occur; in a new tab where you say so.',
  examples: ['List all regions', 'Show the unique values of Status', 'What regions do we have?'],
  effect: 'read',
  cues: ['distinct', 'show', 'what', 'which', 'who', 'all'],
  uses: 'distinct show what which who table newtab add value all row column any write called',
  prior: -0.5,
  read(draft) {
    if (
      draft.asks(
        ...OTHER_KINDS.filter(kind => kind !== 'sort'),
        'howmany',
        'total',
        'average',
        'by',
        'per',
        'formula',
        'newcolumn',
        'rename',
        'hide',
        'days',
        'max',
        'min',
      )
    )
      return null
    const title = nameIn(draft)
    const isClear = draft.has('distinct')
    // The values are told in the order of the alphabet where that is asked for.
    const isSorted = draft.nodes.some(({ text }) => /alphabet|a-z|a to z/i.test(text)) && draft.cue('sort')
    const where = conditions(draft)
    const mentioned = draft.columns('text')
    const column = mentioned[0] ?? entityOf(draft, [])
    if (
      !column ||
      mentioned.length > 1 ||
      (!isClear && !draft.has('what', 'which', 'show', 'who')) ||
      isNumeric(column)
    )
      return null
    const toTab = draft.cue('newtab')
    if (toTab)
      return { plan: () => distinctToTab(draft, column, title), effect: 'add', bonus: isClear ? 0.8 : 0 }
    return {
      plan: () => told(distinctTold(draft, column, where, isSorted)),
      says: `Tell the different values of ${nameOf(column)}`,
      bonus: isClear ? 0.8 : -0.2,
    }
  },
}

function distinctTold(draft: Draft, column: Column, where: Where, isSorted: boolean): string {
  const found = new Map<string, { name: string; count: number }>()
  for (const { row } of matching(draft, where)) {
    const name = cellText(row, column)
    if (name === '') continue
    const known = found.get(compact(name)) ?? { name, count: 0 }
    known.count++
    found.set(compact(name), known)
  }
  const values = [...found.values()]
  if (isSorted) values.sort((a, b) => a.name.localeCompare(b.name))
  return `**${nameOf(column)}** has **${counted(values.length, 'different value')}**${whereWords(where)}: ${inList(values.slice(0, 60).map(({ name, count }) => `${name} (${count})`))}.`
}

function* distinctToTab(draft: Draft, column: Column, title: string | null): Plan {
  const name = freeTitle(draft.scope.overview, title ?? nameOf(column))
  const added = yield* call('edit_structure', { action: 'add_tab', new_name: name })
  if (added.error !== undefined) return notDone(added)
  const formula = `=SORT(UNIQUE(FILTER(${rangeOf(rowsOf(draft)!)(column)},${rangeOf(rowsOf(draft)!)(column)}<>"")))`
  const result = yield* call('write_range', {
    range: `${quoteTab(name)}!A1`,
    values: [[nameOf(column)], [formula]],
  })
  return result.error === undefined
    ? `Wrote the different values of **${nameOf(column)}** to the new tab **${name}**: \`${formula}\`.`
    : notDone(result)
}

export const repeated: Frame = {
  name: 'What repeats',
  does: 'Tells which rows repeat an earlier one, or which values of a column occur more than once.',
  examples: [
    'Are there any duplicates?',
    'Which emails occur more than once?',
    'How many duplicate rows are there?',
  ],
  effect: 'read',
  cues: ['duplicates'],
  uses: 'duplicates howmany isthere which what who show row same keep any table distinct',
  read(draft) {
    if (draft.has('delete', 'dedupe', 'highlight') && !draft.has('howmany', 'isthere', 'which')) return null
    if (draft.has('highlight', 'delete')) return null
    draft.cue('duplicates')
    const columns = draft.columns()
    return {
      plan: () => told(repeatedTold(draft, columns)),
      says: `Tell what is there more than once${columns.length > 0 ? ` in ${inList(columns.map(nameOf))}` : ''}`,
    }
  },
}

export function repeatedRows(draft: Draft, columns: readonly Column[]): Row[][] {
  const groups = new Map<string, Row[]>()
  for (const each of matching(draft, [])) {
    const key = (columns.length > 0 ? columns : columnsOf(draft)).map(column =>
      cellText(each.row, column).toLowerCase(),
    )
    if (key.every(part => part === '')) continue
    groups.set(key.join('\u0000'), [...(groups.get(key.join('\u0000')) ?? []), each])
  }
  return [...groups.values()].filter(rows => rows.length > 1)
}

function repeatedTold(draft: Draft, columns: readonly Column[]): string {
  const groups = repeatedRows(draft, columns)
  const what =
    columns.length > 0 ? `values of ${inList(columns.map(column => `**${nameOf(column)}**`))}` : 'rows'
  if (groups.length === 0) return `No ${what} are there more than once.`
  const extra = groups.reduce((sum, rows) => sum + rows.length - 1, 0)
  const lines = groups
    .slice(0, MOST_TOLD)
    .map(
      rows => `- ${rowText(draft, rows[0]!, columns)} (rows ${rows.map(({ number }) => number).join(', ')})`,
    )
  return `**${groups.length}** ${what} are there more than once, with **${counted(extra, 'repeated row')}** beside the first ones:\n\n${lines.join('\n')}`
}
