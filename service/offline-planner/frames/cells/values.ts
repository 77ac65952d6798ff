/** Cells that are filled or changed: a value for rows, for blanks, for one cell; numbers raised; rows added. */
import { isoDate } from '../../linking/dates.ts'
import type { Node } from '../../linking/link.ts'
import { type Column, isTextual } from '../../linking/sheet.ts'
import { calls, notDone, type Plan } from '../../plan.ts'
import { conditions } from '../../reading/conditions.ts'
import { type Draft, isColumn, isName } from '../../reading/draft.ts'
import { type Frame, problem } from '../frame.ts'
import { matching, whereWords } from '../support/met.ts'
import { OTHER_KINDS } from '../support/others.ts'
import { columnRange, counted, nameOf, rowsOf, sortable } from '../support/table.ts'

/** The value that is to be written: quoted, a number, a date, or a word that is nothing else. */
function valueIn(draft: Draft): { value: string | number; node: Node } | null {
  const free = draft.free()
  const quoted = free.find(node => node.isQuoted)
  const number = free.find(node => node.number && !(node.concepts.has('noise') && !/\d/.test(node.text)))
  const date = free.find(node => node.date && !node.number)
  const isWord = (node: Node): boolean =>
    (node.values.length > 0 && !isName(node, draft.scope)) ||
    node.isUnknown ||
    /^(?:yes|no|none|unknown|ok|own|n\/a|done|unassigned)$/i.test(node.text)
  // What follows the verb is written; what stands before it says where.
  const verb = draft.nodes.findLast(node => ['write', 'fill', 'with'].some(each => node.concepts.has(each)))
  const words = free.filter(isWord)
  const word =
    words.find(node => verb !== undefined && node.at > verb.at) ??
    words.find(node => node.values.length > 0) ??
    words[0]
  const node = quoted ?? number ?? date ?? word
  if (!node) return null
  draft.take(node)
  if (node.isQuoted) return { value: node.text, node }
  if (node.number) return { value: node.number.isPercent ? `${node.number.value}%` : node.number.value, node }
  if (node.date) return { value: isoDate(node.date.from), node }
  return { value: node.values.find(({ isWhole }) => isWhole)?.values[0]?.trim() ?? node.text, node }
}

export function* fillCells(cells: readonly { range: string; value: string | number }[], said: string): Plan {
  if (cells.length === 0) return 'There is no such cell. Nothing was changed.'
  const failure = yield* calls(
    ...cells.map(({ range, value }) => ({
      tool: 'write_range',
      args: { range, values: [[value]], overwrite: true },
    })),
  )
  return failure ? notDone(failure) : said
}

const FILLING = ['fill', 'write', 'add', 'change', 'replace', 'to', 'is', 'insert']

export const fillBlanks: Frame = {
  name: 'Fill blanks',
  does: 'Writes a value into the empty cells of a column, or the value above.',
  examples: [
    'Fill blanks in Region with Unknown',
    'Fill the empty cells of Qty with 0',
    'Fill down Region',
    'put "Open" wherever Status is empty',
  ],
  effect: 'change',
  loses: true,
  cues: ['fill', 'write empty', 'empty', 'filldown', 'add empty', 'without'],
  uses: 'fill empty write add with cell where all filldown keep other column blankelse in value row to sure is without',
  prior: 0.4,
  read(draft) {
    if (draft.asks('newcolumn delete filter howmany which who chart rename tab newtab called move sort'))
      return null
    const isDown = draft.cue('filldown')
    if (!draft.has('empty', 'fill', 'without') && !isDown) return null
    // "My boss sees the blank ones" fills nothing.
    if (
      !isDown &&
      !draft.hasAnywhere(...FILLING) &&
      !draft.nodes.some(({ text }) => /^(?:=|->|with)$/i.test(text))
    )
      return null
    const place = draft.free().find(node => node.range)
    draft.take(place)
    const placed = place?.range?.box
    const column =
      placed && placed.endColumn === (placed.startColumn ?? 0) + 1
        ? (draft.scope.index.columns.find(
            each => each.tab === draft.tab && each.index === placed.startColumn,
          ) ?? null)
        : blankColumn(draft)
    const rows = rowsOf(draft)
    if (!column || !rows) return null
    const { startColumn: left = 0, endColumn: right = Number.POSITIVE_INFINITY } = placed ?? {}
    if (column.index < left || column.index >= right) return null
    draft.cue('fill', 'empty', 'write', 'add', 'without')
    const found = isDown ? null : valueIn(draft)
    if (!isDown && !found) return null
    const isPlaced = (number: number) =>
      !placed || (number > (placed.startRow ?? 0) && number <= (placed.endRow ?? Number.POSITIVE_INFINITY))
    const blanks = matching(draft, []).filter(
      ({ row, number }) => isPlaced(number) && sortable(row, column, draft.scope.overview.locale) === null,
    )
    const above = (number: number): string | number => {
      const before = matching(draft, [])
        .filter(each => each.number < number && sortable(each.row, column, 'en_US') !== null)
        .at(-1)
      return (before?.row[column.index] ?? '') as string | number
    }
    const cells = blanks.map(({ number }) => ({
      range: columnRange(column, number, number),
      value: found ? found.value : above(number),
    }))
    return {
      plan: () =>
        fillCells(
          cells,
          `Filled ${counted(cells.length, 'empty cell')} of **${nameOf(column)}** with ${found ? `“${found.value}”` : 'the value above'}.`,
        ),
      says: `Fill ${counted(cells.length, 'empty cell')} of ${nameOf(column)} with ${found ? `“${found.value}”` : 'the value above'}`,
      bonus: 0.6,
    }
  },
}

/** The column beside the word for empty; else the one that is named. */
function blankColumn(draft: Draft): Column | null {
  const at = draft.nodes.findIndex(node => node.concepts.has('empty') || node.concepts.has('without'))
  const near = [...draft.nodes.entries()]
    .filter(([index, node]) => !draft.isTaken(index) && isColumn(node, draft.scope) && draft.columnOf(node))
    .sort(([a], [b]) => Math.abs(a - at) - Math.abs(b - at))[0]
  if (!near) return null
  draft.take(near[1])
  return draft.columnOf(near[1])
}

export const setValue: Frame = {
  name: 'Set a value',
  does: 'Writes a value into a column for the rows that are named by their conditions.',
  examples: ['Set Status to Paid where Customer is Acme', "change Ada's Region to South"],
  effect: 'change',
  loses: true,
  cues: ['change', 'write', 'to', 'is', 'raise', 'add', 'fill'],
  uses: 'change write add to is fill where for row value in all both keep sure replace instead from column currency raise lower with per',
  prior: -0.1,
  read(draft) {
    if (
      draft.asks(
        ...OTHER_KINDS,
        'newcolumn rename format newtab howmany upper title bold total which lookup background what who validate move called',
      )
    )
      return null
    if (!draft.has('change', 'write', 'to', 'add', 'is') && !draft.nodes.some(({ text }) => text === '='))
      return null
    const rows = rowsOf(draft)
    if (!rows) return null
    const target = targetOf(draft)
    if (!target) return null
    const lineNumber = draft.nodes.findIndex(node => /^row$/i.test(node.text))
    const isRowNamed = lineNumber !== -1 && draft.nodes[lineNumber + 1]?.number
    if (isRowNamed) draft.take(draft.nodes[lineNumber], draft.nodes[lineNumber + 1])
    const where = isRowNamed ? [] : conditions(draft)
    // The old value may be named beside the new one: "from pending to granted".
    const others = where.filter(group => group.every(({ column }) => column !== target.column))
    const chosen = others.length > 0 ? others : where
    if (!isRowNamed && chosen.length === 0) return null
    const numbers = isRowNamed
      ? [draft.nodes[lineNumber + 1]!.number!.value]
      : matching(draft, chosen).map(({ number }) => number)
    if (numbers.length === 0) return problem(`No row is one${whereWords(chosen)}. Nothing was changed.`)
    const column = filledOf(draft, target, numbers)
    if (!column) return problem(`Which column: ${target.ties.map(nameOf).join(' or ')}? Nothing was changed.`)
    const cells = numbers.map(number => ({
      range: columnRange(column, number, number),
      value: target.value,
    }))
    return {
      plan: () =>
        fillCells(
          cells,
          `Set **${nameOf(column)}** to “${target.value}” in ${counted(cells.length, 'row')}${whereWords(chosen)}.`,
        ),
      says: `Set ${nameOf(column)} to “${target.value}” in ${isRowNamed ? `row ${numbers[0]}` : counted(cells.length, 'row')}${whereWords(chosen)}`,
      bonus: 0.2,
    }
  },
}

interface Target {
  column: Column
  /** Columns that are called so as well: a limit, of a lower and an upper one. */
  ties: Column[]
  value: string | number
}

/** Of several columns that are called so the one that holds something in these rows; null where that tells nothing. */
function filledOf(draft: Draft, { column, ties }: Target, numbers: readonly number[]): Column | null {
  if (ties.length < 2) return column
  const rows = matching(draft, []).filter(({ number }) => numbers.includes(number))
  const filled = ties.filter(each => rows.every(({ row }) => String(row[each.index] ?? '').trim() !== ''))
  return filled.length === 1 ? filled[0]! : null
}

/** "Status to Paid", "fee row 29 is 118", "the hours come to 14.5", "all of his = yes". */
function targetOf(draft: Draft): Target | null {
  for (const [at, node] of [...draft.nodes.entries()].reverse()) {
    const isSign =
      node.concepts.has('to') ||
      node.concepts.has('is') ||
      node.text === '=' ||
      node.text === ':' ||
      /^(?:was|to|as|come to|comes to|gets)$/i.test(node.text)
    if (!isSign || draft.isTaken(at)) continue
    const value = draft.nodes
      .slice(at + 1, at + 4)
      .find(
        each =>
          !each.concepts.has('noise') &&
          (each.isQuoted || each.number || each.date || each.values.length > 0 || each.isUnknown),
      )
    if (!value || isName(value, draft.scope)) continue
    // "There is no stain" sets nothing.
    if (
      node.concepts.has('is') &&
      value.concepts.has('without') &&
      draft.nodes[draft.nodes.indexOf(value) + 1]
    )
      continue
    const own = value.values.find(({ isWhole, column }) => isWhole && column.tab === draft.tab)?.column
    const named = [...draft.nodes.slice(0, at)]
      .reverse()
      .find(
        each =>
          isColumn(each, draft.scope) &&
          draft.columnOf(each) !== null &&
          !(each.concepts.has('row') && draft.columnOf(each)?.index === 0),
      )
    const beside = named && draft.nodes.indexOf(named) >= at - 2
    const its = own ?? value.values.find(({ column: each }) => each.tab === draft.tab)?.column
    const column = (its && !beside ? its : named && draft.columnOf(named)) ?? its
    if (!column) continue
    if (value.number && isTextual(column) && !isName(named ?? value, draft.scope)) continue
    draft.take(node, value, ...(named && draft.columnOf(named) === column ? [named] : []))
    const text = value.values.find(({ isWhole }) => isWhole)?.values[0]?.trim() ?? value.text
    const called = named && draft.columnOf(named) === column ? named.columns : []
    const ties = called.filter(
      each => each.column.tab === draft.tab && each.quality < 0.97 && each.quality === called[0]!.quality,
    )
    return {
      column,
      ties: ties.map(each => each.column),
      value: value.isQuoted
        ? value.text
        : value.number
          ? value.number.value
          : value.date
            ? isoDate(value.date.from)
            : text,
    }
  }
  return null
}

/** "A row for Insurance": what it is for is what it is called, in the first column of texts. */
export function assignName(draft: Draft, values: Map<number, string | number>): void {
  const at = draft.nodes.findIndex(
    ({ text }, index) =>
      /^(?:for|called|named)$/i.test(text) && /^\p{Lu}/u.test(draft.nodes[index + 1]?.text ?? ''),
  )
  const node = at === -1 ? undefined : draft.nodes[at + 1]
  const column = draft.scope.index.columns.find(each => each.tab === draft.tab && isTextual(each))
  if (!node || !column || node.date || node.number || isName(node, draft.scope)) return
  if (node.values.some(each => each.isWhole && each.column.tab === draft.tab && each.column !== column))
    return
  values.set(column.index, node.text)
  draft.take(node, draft.nodes[at])
}
