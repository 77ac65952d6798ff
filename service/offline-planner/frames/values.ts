/** Cells that are filled or changed: a value for rows, for blanks, for one cell; numbers raised; rows added. */

import { formatRange } from '../../sheets/a1.ts'
import { isoDate } from '../linking/dates.ts'
import type { Node } from '../linking/link.ts'
import { type Column, isDate, isNumeric, isTextual } from '../linking/sheet.ts'
import { call, calls, errorsIn, notDone, type Plan } from '../plan.ts'
import { conditions } from '../reading/conditions.ts'
import { type Draft, isColumn, isName } from '../reading/draft.ts'
import { type Frame, problem } from './frame.ts'
import { expressionIn, formatFor, formulaFor } from './support/expression.ts'
import { cellOf, localised } from './support/formulas.ts'
import { textOf } from './support/names.ts'
import { OTHER_KINDS } from './support/others.ts'
import {
  cellRange,
  columnRange,
  counted,
  matching,
  nameOf,
  rowsOf,
  shown,
  sortable,
  whereWords,
} from './support/table.ts'

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

function* fillCells(cells: readonly { range: string; value: string | number }[], said: string): Plan {
  if (cells.length === 0) return 'There is no such cell. Nothing was changed.'
  const failure = yield* calls(
    ...cells.map(({ range, value }) => ({
      tool: 'write_range',
      args: { range, values: [[value]], overwrite: true },
    })),
  )
  return failure ? notDone(failure) : said
}

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
  cues: ['fill', 'write empty', 'empty', 'filldown', 'add empty', 'without'],
  uses: 'fill empty write add with cell where all filldown keep other column blankelse in value row to sure is without',
  prior: 0.4,
  read(draft) {
    if (draft.asks('newcolumn delete filter howmany which who chart rename tab newtab called move sort'))
      return null
    const isDown = draft.cue('filldown')
    if (!draft.has('empty', 'fill', 'without') && !isDown) return null
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
      says: `Fill the blanks of ${nameOf(column)} with ${found?.value ?? 'the value above'}`,
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

export const changeNumbers: Frame = {
  name: 'Change numbers in place',
  does: 'Raises, lowers or rounds the numbers of a column in their cells, all or those of the rows that meet conditions; moves dates by days. Only where the words ask for it.',
  examples: [
    'Raise Price by 5 %',
    'Increase Cost by 2 where Region is North',
    'Round Price to whole numbers in place',
  ],
  effect: 'change',
  cues: ['raise', 'lower', 'round|roundup|rounddown', 'plus', 'add', 'change gt|gt:price|lt|lt:price'],
  uses: 'raise lower round roundup rounddown sure all per keep other change percentformat by write add column where for value to row with total in plus minus any numberformat currency incl day days',
  prior: 0.3,
  read(draft) {
    if (
      draft.asks('newcolumn', 'chart', 'format', 'called', 'highlight', 'howmany', 'average', 'median') &&
      !draft.has('sure')
    )
      return null
    if (
      draft.nodes.some(node => node.concepts.has('not') && !draft.hasAnywhere('keep')) &&
      draft.nodes.some(({ text }) => /may be changed|not one/i.test(text))
    )
      return null
    if (asksForRow(draft)) return null
    const isRound = draft.has('round', 'roundup', 'rounddown')
    const amount = isRound && !draft.has('raise', 'lower') ? null : amountIn(draft)
    if (!isRound && !amount) return null
    const beyond = amount ? comparative(draft) : null
    const up =
      beyond === 'up' || draft.has('raise', 'plus') || draft.nodes.some(({ text }) => /^add$/i.test(text))
    const isDown =
      (beyond === 'down' || draft.has('lower')) &&
      beyond !== 'up' &&
      !draft.nodes.some(({ text }) => /^(?:raise|increase|up|bump|higher|hike)$/i.test(text))
    if (!isRound && !up && !isDown) return null
    const says = (way: RegExp) => isRound && draft.nodes.some(({ text }) => way.test(text))
    const rounding =
      draft.cue('roundup') || says(/^up$/i)
        ? Math.ceil
        : draft.cue('rounddown') || says(/^down$/i)
          ? Math.floor
          : Math.round
    draft.cue('raise', 'lower', 'round', 'plus')
    const column =
      draft.columns('number')[0] ??
      (draft.nodes.some(({ text }) => /^days?$/i.test(text)) ? draft.columns('date')[0] : undefined)
    const where = conditions(draft, { noNumbers: true })
    if (!column || !rowsOf(draft)) return null
    if (column.formula)
      return problem(
        `**${nameOf(column)}** holds formulas, so its numbers can't be changed in place. Nothing was changed.`,
      )
    const { locale } = draft.scope.overview
    const sign = isDown ? -1 : 1
    const moved = (value: number): number =>
      amount?.isPercent ? value * (1 + sign * (amount.value / 100)) : value + sign * (amount?.value ?? 0)
    const change = (value: number): number => (isRound ? rounding(moved(value)) : moved(value))
    const rows = matching(draft, where).flatMap(({ row, number }) => {
      const value = sortable(row, column, locale)
      const to = typeof value === 'number' ? Math.round(change(value) * 1e9) / 1e9 : null
      return to === null || to === value
        ? []
        : [{ range: columnRange(column, number, number), value: isDate(column) ? isoDate(to) : to }]
    })
    return {
      plan: () =>
        fillCells(
          rows,
          `Changed ${counted(rows.length, 'number')} of **${nameOf(column)}**${whereWords(where)}${amount ? ` by ${isDown ? '-' : '+'}${amount.value}${amount.isPercent ? ' %' : ''}` : ''}${isRound ? `${amount ? ' and' : ''} by rounding` : ''}, in place.`,
        ),
      says: `Change ${nameOf(column)} in place${whereWords(where)}`,
      bonus: 0.5,
    }
  },
}

/** "4 percent higher", "2 euro more expensive": after an amount, and with nothing that it is compared with. */
function comparative(draft: Draft): 'up' | 'down' | null {
  for (const [at, node] of draft.nodes.entries()) {
    const says = (part: string) => [...node.concepts].some(each => each.startsWith(part))
    const before = [draft.nodes[at - 1], draft.nodes[at - 2]]
    if (draft.isTaken(at) || !(says('gt') || says('lt')) || !before.some(each => each?.number)) continue
    const next = draft.nodes[at + 1]
    if (next && (next.concepts.has('than') || next.number || next.columns.length > 0)) continue
    draft.take(node)
    return says('gt') ? 'up' : 'down'
  }
  return null
}

function amountIn(draft: Draft): { value: number; isPercent: boolean } | null {
  const node = draft
    .free()
    .find(
      each =>
        each.number &&
        (/\d/.test(each.text) || (/[a-z]{3}/i.test(each.text) && !each.concepts.has('noise'))) &&
        !isName(each, draft.scope),
    )
  if (!node) return null
  draft.take(node)
  const isPercent =
    node.number!.isPercent ||
    /^(?:pct|percent)$/.test(node.number!.unit ?? '') ||
    (draft.nodes[draft.nodes.indexOf(node) + 1]?.concepts.has('percentformat') ?? false)
  return { value: node.number!.value, isPercent }
}

export const setValue: Frame = {
  name: 'Set a value',
  does: 'Writes a value into a column for the rows that are named by their conditions.',
  examples: ['Set Status to Paid where Customer is Acme', "change Ada's Region to South"],
  effect: 'change',
  cues: ['change', 'write', 'to', 'is', 'raise', 'add', 'fill'],
  uses: 'change write add to is fill where for row value in all both keep sure replace instead from column currency raise with per',
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
    const cells = numbers.map(number => ({
      range: columnRange(target.column, number, number),
      value: target.value,
    }))
    return {
      plan: () =>
        fillCells(
          cells,
          `Set **${nameOf(target.column)}** to “${target.value}” in ${counted(cells.length, 'row')}${whereWords(chosen)}.`,
        ),
      says: `Set ${nameOf(target.column)} to “${target.value}”${whereWords(chosen)}`,
      bonus: 0.2,
    }
  },
}

/** "Status to Paid", "fee row 29 is 118", "the hours come to 14.5", "all of his = yes". */
function targetOf(draft: Draft): { column: Column; value: string | number } | null {
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
    return {
      column,
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

export const writeCell: Frame = {
  name: 'Write into cells',
  does: 'Writes a value or a formula into a cell, or a list of values downwards from it; clears cells.',
  examples: [
    'Put "Hello" in L1',
    'Set L2 to 42',
    'Write =SUM(H2:H120) in L3',
    'Clear L1:L3',
    'in L1 down type Boat, Car and Bike',
  ],
  effect: 'add',
  cues: ['write', 'add', 'change', 'clear', 'delete', ''],
  uses: 'write add change to in cell clear delete as value from down called below row into fill is with to on',
  prior: 0.5,
  read(draft, text) {
    const given = /=\s*[A-Za-z(][^"]*\)/.exec(text) ?? /=[A-Z]+\d+[-+*/&][^ ]+/.exec(text)
    const isInside = (each: Node) =>
      given !== null &&
      each.tokens[0]!.start >= given.index &&
      each.tokens.at(-1)!.end <= given.index + given[0].length
    if (given) draft.take(...draft.nodes.filter(isInside))
    const node = draft.free().find(each => each.range)
    if (!node || !draft.has('write', 'add', 'change', 'clear', 'delete', 'fill')) return null
    if (
      draft.asks(
        'trim duplicates cleanup sort total average upper lowercase title highlight bold formula replace format currency explain empty error fixerrors',
      )
    )
      return null
    const cells =
      ((node.range!.box.endRow ?? 1) - (node.range!.box.startRow ?? 0)) *
      ((node.range!.box.endColumn ?? 1) - (node.range!.box.startColumn ?? 0))
    if (cells > 1 && draft.has('times', 'minus', 'dividedby')) return null
    const range = formatRange(node.range!.tab ?? draft.tab.title, node.range!.box)
    draft.take(node)
    const over = draft.scope.overwrite ? { overwrite: true } : {}
    if (draft.has('clear', 'delete') && !draft.has('format')) {
      draft.cue('clear', 'delete')
      return {
        plan: () =>
          say('format_range', { range, action: 'clear', what: 'values' }, `Cleared ${shown(range)}.`),
        effect: 'change',
        says: `Clear ${shown(range)}`,
      }
    }
    const formula = given
    if (formula) {
      return {
        plan: () =>
          say(
            'write_range',
            { range, formula: formula[0], ...over },
            `Wrote \`${formula[0]}\` into ${shown(range)}.`,
          ),
      }
    }
    const values = listIn(draft, node)
    if (values.length === 0) return null
    const down = values.length > 1 || draft.has('down')
    draft.cue('down')
    return {
      plan: () =>
        say(
          'write_range',
          { range, values: down ? values.map(value => [value]) : [values], ...over },
          `Wrote ${values.map(value => `“${value}”`).join(', ')} into ${shown(range)}${values.length > 1 ? ' and down' : ''}.`,
        ),
      says: `Write into ${shown(range)}`,
      bonus: 0.3,
    }
  },
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The values that are to be written: quoted ones, or what the verb and the cell leave. */
function listIn(draft: Draft, cell: Node): (string | number)[] {
  const quoted = draft.free().filter(each => each.isQuoted)
  if (quoted.length > 0) return draft.take(...quoted), quoted.map(({ text }) => text)
  const days = draft
    .free()
    .filter(each => WEEKDAYS.some(day => day.toLowerCase() === each.text.toLowerCase()))
  if (days.length === 2) {
    draft.take(
      ...draft
        .free()
        .filter(
          each =>
            each.concepts.has('days') ||
            each.concepts.has('weekday') ||
            each.concepts.has('from') ||
            each.concepts.has('below'),
        ),
      ...days,
    )
    draft.take(...draft.free().filter(each => /^(?:names|of|to|beneath)$/i.test(each.text)))
    const [from, to] = days.map(({ text }) =>
      WEEKDAYS.findIndex(day => day.toLowerCase() === text.toLowerCase()),
    )
    return WEEKDAYS.slice(from, to! + 1)
  }
  const verb = draft.nodes.findIndex(
    (each, at) =>
      !draft.isTaken(at) &&
      (each.concepts.has('write') || each.concepts.has('add') || each.concepts.has('change')),
  )
  const start = Math.max(verb, -1) + 1
  const part: Node[] = []
  const values: (string | number)[] = []
  const flush = () => {
    if (part.length === 1 && part[0]!.number && !part[0]!.number.isPercent && !part[0]!.number.unit)
      values.push(part[0]!.number.value)
    else if (part.length > 0) values.push(textOf(part))
    part.length = 0
  }
  for (const node of draft.nodes.slice(start)) {
    if (node === cell || draft.isTaken(draft.nodes.indexOf(node))) continue
    if (/^[,;]$/.test(node.text) || (node.concepts.has('and') && node.values.length === 0)) flush()
    else if (
      part.length === 0 &&
      ['in', 'to', 'noise', 'down', 'cell', 'value', 'as', 'from', 'is'].some(each =>
        node.concepts.has(each),
      ) &&
      node.values.length === 0 &&
      !node.number
    )
      continue
    else if (
      ['in', 'to'].some(each => node.concepts.has(each)) &&
      draft.nodes[draft.nodes.indexOf(node) + 1] === cell
    )
      continue
    else {
      part.push(node)
      draft.take(node)
    }
  }
  flush()
  return values
}

export function* say(tool: string, args: Record<string, unknown>, said: string): Plan {
  const result = yield* call(tool, args)
  return result.error === undefined ? `${said}${errorsIn(result)}` : notDone(result)
}

export const fillRange: Frame = {
  name: 'Fill a range with a formula',
  does: 'Writes a formula into the cells of a range, from a calculation in words over the columns of its rows, or as it is given.',
  examples: [
    'Fill K2:K20 with a formula: Qty times Price',
    'Put Qty times Price in K2:K20',
    'Fill K2:K20 with =H2*2',
  ],
  effect: 'add',
  cues: ['fill', 'write', 'add', 'change', 'formula', 'times', 'minus', 'plus', 'dividedby'],
  uses: 'fill write add formula in with to change value cell by newcolumn',
  prior: 1,
  read(draft, text) {
    const node = draft
      .free()
      .find(each => each.range && (each.range.box.endRow ?? 0) > (each.range.box.startRow ?? 0))
    if (!node || draft.asks('trim', 'duplicates', 'cleanup', 'sort', 'explain', 'delete')) return null
    const given = /=\s*[A-Za-z(][^"\n]*/.exec(text.slice(node.tokens.at(-1)!.end))
    draft.take(node)
    const first = (node.range!.box.startRow ?? 1) + 1
    const expression = given ? null : expressionIn(draft, true)
    if (!given && !expression) return null
    if (given) draft.take(...draft.free().filter(each => each.tokens[0]!.start > node.tokens.at(-1)!.end))
    const own = expression?.columns.find(
      ({ index }) => index >= (node.range!.box.startColumn ?? 0) && index < (node.range!.box.endColumn ?? 0),
    )
    if (own)
      return problem(
        `The formula would refer to the column ${own.column} that it stands in. Nothing was changed.`,
      )
    const range = formatRange(node.range!.tab ?? draft.tab.title, node.range!.box)
    const formula = localised(
      given ? given[0].trim().replace(/[.。]$/, '') : `=${formulaFor(expression!.tree, cellOf(first))}`,
      draft.scope.overview.locale,
    )
    const format = expression ? formatFor(expression.tree) : null
    return {
      *plan(): Plan {
        const result = yield* call('write_range', {
          range,
          formula,
          ...(draft.scope.overwrite ? { overwrite: true } : {}),
        })
        if (result.error !== undefined) return notDone(result)
        if (format)
          yield* calls({ tool: 'format_range', args: { range, action: 'number_format', ...format } })
        return `Filled ${shown(range)} with \`${formula}\`.${errorsIn(result)}`
      },
      says: `Fill ${shown(range)} with ${formula}`,
    }
  },
}

/** "Add a row for …", "another line": a row is what is added. */
const asksForRow = ({ nodes }: Draft): boolean =>
  nodes.some(
    ({ text, concepts }, at) =>
      concepts.has('row') &&
      /^(?:row|line|entry|record)$/i.test(text) &&
      /^(?:a|an|one|new|another)$/i.test(nodes[at - 1]?.text ?? '') &&
      nodes.slice(0, at).some(each => each.concepts.has('add') || each.concepts.has('insert')),
  )

export const addRow: Frame = {
  name: 'Add a row',
  does: 'Writes a new row below the last, each value into the column that it is named with or that fits it.',
  examples: [],
  effect: 'add',
  cues: ['add', 'write'],
  uses: 'add write row below column value to called insert today on for is at with of currency new',
  prior: 0.3,
  read(draft) {
    if (
      draft.asks('newcolumn newtab chart total howmany empty highlight by per raise percentformat') ||
      !rowsOf(draft)
    )
      return null
    if (!draft.nodes.some(({ text }) => /^(?:new|add|append|another|write down)$/i.test(text))) return null
    const values = new Map<number, string | number>()
    const free = draft.free()
    if (asksForRow(draft)) assignName(draft, values)
    for (const [at, node] of free.entries()) assign(draft, free, at, node, values)
    if (values.size < Math.min(asksForRow(draft) ? 2 : 3, draft.tab.columns.length)) return null
    if (draft.data?.hasTotal)
      return problem(
        `**${draft.tab.title}** ends with a row of totals, whose sums would not count a row below the last. Insert a row inside the table, then say what to write there. Nothing was changed.`,
      )
    const last = rowsOf(draft)!.last + 1
    draft.cue('add', 'write', 'below', 'row', 'insert', 'called')
    const cells = draft.tab.columns.map((_, index) => values.get(index) ?? null)
    return {
      plan: () =>
        say(
          'write_range',
          { range: cellRange(draft.tab, 'A', last), values: [cells] },
          `Added row ${last} to **${draft.tab.title}**: ${cells.filter(cell => cell !== null).join(', ')}.`,
        ),
      says: 'Add a row below the last',
      bonus: 0.6,
    }
  },
}

/** "A row for Insurance": what it is for is what it is called, in the first column of texts. */
function assignName(draft: Draft, values: Map<number, string | number>): void {
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

/** A value goes to the column that is named before it; else to the first free column of its type. */
function assign(
  draft: Draft,
  free: readonly Node[],
  at: number,
  node: Node,
  values: Map<number, string | number>,
): void {
  if (draft.isTaken(draft.nodes.indexOf(node))) return
  const all = draft.scope.index.columns.filter(
    ({ tab, header }) => tab.title === draft.tab.title && header !== '',
  )
  const before = free[at - 1]
  const between =
    before &&
    (before.concepts.has('noise') ||
      before.concepts.has('of') ||
      before.concepts.has('is') ||
      before.concepts.has('on') ||
      before.concepts.has('to'))
      ? free[at - 2]
      : before
  const named = between && isColumn(between, draft.scope) ? draft.columnOf(between) : null
  const put = (column: Column | undefined | null, value: string | number, ...also: (Node | undefined)[]) => {
    if (!column || values.has(column.index)) return
    values.set(column.index, value)
    draft.take(node, ...also)
  }
  if (node.date && !(node.number && !node.date.isDay))
    put(
      named && isDate(named) ? named : all.find(column => isDate(column) && !values.has(column.index)),
      isoDate(node.date.from),
      named ? between : undefined,
    )
  else if (node.number && (/\d/.test(node.text) || named)) {
    const unit = free[at + 1]
    const after = unit && isColumn(unit, draft.scope) ? draft.columnOf(unit, 'number') : null
    const byUnit = node.number.unit
      ? draft.scope.index
          .columnsLike([node.number.unit])
          .find(({ column }) => column.tab === draft.tab && isNumeric(column))?.column
      : undefined
    const column =
      named && isNumeric(named) && !values.has(named.index)
        ? named
        : (byUnit ??
          (after && isNumeric(after)
            ? after
            : all.find(
                each =>
                  isNumeric(each) &&
                  !values.has(each.index) &&
                  !free.some(other => isName(other, draft.scope) && draft.columnOf(other) === each),
              )))
    put(column, node.number.value, named === column ? between : after === column ? unit : undefined)
  } else if (
    node.values.some(({ column, isWhole }) => column.tab.title === draft.tab.title && isWhole) &&
    !isName(node, draft.scope)
  ) {
    const match = node.values.find(
      ({ column, isWhole }) => isWhole && column.tab.title === draft.tab.title && !values.has(column.index),
    )
    put(
      named && isTextual(named) ? named : match?.column,
      match?.values.find(value => /^\p{Lu}\p{Ll}/u.test(value))?.trim() ??
        match?.values[0]?.trim() ??
        node.text,
      named ? between : undefined,
    )
  } else if (node.values.some(({ isWhole }) => isWhole) && !isName(node, draft.scope)) {
    // Known of another tab, in a column that is called as one here.
    const alike = all.find(
      column =>
        !values.has(column.index) &&
        node.values.some(
          each => each.isWhole && each.column.header.toLowerCase() === column.header.toLowerCase(),
        ),
    )
    put(alike, node.text)
  } else if (node.values.length > 0 && !isName(node, draft.scope)) {
    const match = node.values.find(
      ({ column }) => column.tab.title === draft.tab.title && !values.has(column.index),
    )
    if (match && match.values.length === 1) put(match.column, match.values[0]!.trim())
  } else if (node.isQuoted || node.isUnknown) {
    const next = free[at + 1]
    const isPair = next?.isUnknown && node.isUnknown
    put(
      named && isTextual(named) && !values.has(named.index)
        ? named
        : all.find(column => isTextual(column) && !values.has(column.index)),
      isPair ? `${node.text} ${next.text}` : node.text,
      isPair ? next : undefined,
      named ? between : undefined,
    )
  }
}
