/** `column "Margin" = [Price] - [Cost]`: a new column, by the formula that its meaning is. */

import { headerOf } from '../frames/columns/calculated.ts'
import { keyBetween, lookupCell } from '../frames/columns/looked-up.ts'
import type { Reading } from '../frames/frame.ts'
import { guarded } from '../frames/support/adding.ts'
import { newColumn } from '../frames/support/column.ts'
import { columnsOf, formatFor, formulaFor, wordsOf } from '../frames/support/expression.ts'
import { cellOf, rowTest, textOf } from '../frames/support/formulas.ts'
import { inList, nameOf, whereWords } from '../frames/support/table.ts'
import { type Column, isDate, isNumeric } from '../linking/sheet.ts'
import type { Draft } from '../reading/draft.ts'
import type { Where } from '../reading/where.ts'
import { calculationOf } from './calculation.ts'
import { type Ground, numberIn, whereOf } from './conditions.ts'
import type { Items } from './items.ts'
import type { Made } from './makes.ts'
import { signNamed } from './signs.ts'
import type { Told } from './told.ts'

interface Formula {
  frame: string
  header: string
  words: string
  /** Where one of them is blank, the cell stays empty. */
  needs: Column[]
  formula: (row: number, last: number, first: number, draft: Draft) => string | null
  format?: { pattern: string; kind: string } | null
}

const WHOLE = { pattern: '0', kind: 'number' }
const PERCENT = { pattern: '0.0%', kind: 'percent' }

export function newColumnOf(items: Items, ground: Ground): Told | Made | null {
  const name = items.literal()
  if (!items.word('=')) return null
  if (items.word('checkbox'))
    return {
      frame: 'Lists to choose from and checkboxes',
      pieces: ['add a column', ...(name === null ? [] : ['called', { text: name }]), 'of checkboxes'],
    }
  const held = heldBy(items, ground)
  return held && { frame: held.frame, fill: draft => filled(draft, held, name) }
}

function filled(draft: Draft, held: Formula, name: string | null): Reading | null {
  return newColumn(
    draft,
    (row, last) => {
      const formula = held.formula(row, last, row, draft)
      return formula === null
        ? null
        : {
            header: held.header,
            formula: guarded(draft, held.needs, row, formula),
            format: held.format ?? null,
          }
    },
    { name, words: held.words },
  )
}

const cell = (column: Column, row: number): string => `${column.column}${row}`
const all = ({ column }: Column, row: number, last: number): string => `${column}$${row}:${column}$${last}`

const RANKED = 'Running total, rank, share'
const OF_ONE: Record<string, (column: Column) => Formula> = {
  running: column => ({
    frame: RANKED,
    header: `Running ${nameOf(column)}`,
    words: `the running total of ${nameOf(column)}`,
    needs: [],
    formula: row => `SUM(${column.column}$${row}:${cell(column, row)})`,
  }),
  shareof: column => ({
    frame: RANKED,
    header: `Share of ${nameOf(column)}`,
    words: `the share of each row in ${nameOf(column)}`,
    needs: [column],
    formula: (row, last) => `${cell(column, row)}/SUM(${all(column, row, last)})`,
    format: PERCENT,
  }),
  changefrom: column => ({
    frame: RANKED,
    header: `${nameOf(column)} change`,
    words: `the change of ${nameOf(column)} from the row above, in percent`,
    needs: [],
    formula: row => `IFERROR(${cell(column, row)}/${cell(column, row - 1)}-1,"")`,
    format: PERCENT,
  }),
  weekday: column => ofDate(column, 'Weekday', row => `TEXT(${row},"dddd")`),
  monthname: column => ofDate(column, 'Month', row => `TEXT(${row},"mmmm")`),
  month: column => ofDate(column, 'Month', row => `TEXT(${row},"yyyy-mm")`),
  quarter: column => ofDate(column, 'Quarter', row => `"Q"&ROUNDUP(MONTH(${row})/3,0)`),
  year: column => ofDate(column, 'Year', row => `YEAR(${row})`, WHOLE),
  years: column => ofDate(column, 'Years', row => `DATEDIF(${row},TODAY(),"Y")`, WHOLE),
  firstname: column =>
    ofText(column, 'First name', text => `IFERROR(LEFT(${text},FIND(" ",${text})-1),${text})`),
  lastname: column =>
    ofText(column, 'Last name', text => `TRIM(RIGHT(SUBSTITUTE(${text}," ",REPT(" ",100)),100))`),
  upper: column => ofText(column, `${nameOf(column)} in upper case`, text => `UPPER(${text})`),
  lower: column => ofText(column, `${nameOf(column)} in lower case`, text => `LOWER(${text})`),
  title: column => ofText(column, `${nameOf(column)} in title case`, text => `PROPER(${text})`),
  trim: column => ofText(column, `${nameOf(column)} trimmed`, text => text),
}

const ofDate = (
  column: Column,
  header: string,
  part: (cell: string) => string,
  format: Formula['format'] = null,
): Formula => ({
  frame: 'Days, ages and parts of dates',
  header,
  words: `the ${header.toLowerCase()} of ${nameOf(column)}`,
  needs: [column],
  formula: row => part(cell(column, row)),
  format,
})

const ofText = (column: Column, header: string, part: (text: string) => string): Formula => ({
  frame: 'Parts of texts',
  header,
  words: `the ${header.toLowerCase()} of ${nameOf(column)}`,
  needs: [column],
  formula: row => part(`TRIM(${cell(column, row)})`),
})

function heldBy(items: Items, ground: Ground): Formula | null {
  const what = items.word(
    ...Object.keys(OF_ONE),
    'rank',
    'days',
    'before',
    'after',
    'first',
    'last',
    'join',
    'if',
    'tiers',
    'lookup',
    'round',
  )
  if (what !== null && what in OF_ONE) {
    const column = items.column()
    return column && OF_ONE[what]!(column)
  }
  switch (what) {
    case 'rank':
      return ranked(items)
    case 'round':
      return rounded(items)
    case 'days':
      return daysBetween(items)
    case 'before':
    case 'after':
      return besideSign(items, what)
    case 'first':
    case 'last':
      return letters(items, what)
    case 'join':
      return joined(items)
    case 'if':
      return flagged(items, ground)
    case 'tiers':
      return tiered(items)
    case 'lookup':
      return lookedUp(items)
  }
  return calculated(items)
}

function ranked(items: Items): Formula | null {
  const column = items.column()
  const isUp = items.word('asc', 'desc') === 'asc'
  return (
    column && {
      frame: RANKED,
      header: 'Rank',
      words: `the rank by ${nameOf(column)}, ${isUp ? 'lowest' : 'highest'} first`,
      needs: [column],
      formula: (row, last) => `RANK(${cell(column, row)},${all(column, row, last)},${isUp ? 1 : 0})`,
      format: WHOLE,
    }
  )
}

function rounded(items: Items): Formula | null {
  const column = items.column()
  const digits = column && numberIn(items.amount() ?? '0')
  return column && digits !== null
    ? {
        frame: 'A formula column',
        header: `${nameOf(column)} rounded`,
        words: `${nameOf(column)}, rounded`,
        needs: [column],
        formula: row => `ROUND(${cell(column, row)},${digits})`,
      }
    : null
}

function daysBetween(items: Items): Formula | null {
  const from = items.word('today') ? null : items.column()
  if (!items.word('to')) return null
  const to = items.word('today') ? null : items.column()
  const days = [from, to].filter(column => column !== null)
  if (days.length === 0 || !days.every(isDate)) return null
  const [first, last] = [from, to].map(column => (row: number) => (column ? cell(column, row) : 'TODAY()'))
  return {
    frame: 'Days, ages and parts of dates',
    header: from ? 'Days' : 'Days left',
    words: `the days from ${from ? nameOf(from) : 'today'} to ${to ? nameOf(to) : 'today'}`,
    needs: days,
    formula: row => `${last!(row)}-${first!(row)}`,
    format: WHOLE,
  }
}

function besideSign(items: Items, side: 'before' | 'after'): Formula | null {
  const literal = items.literal()
  const column = literal === null ? null : items.column()
  if (!column || !literal) return null
  // In a sentence it is part of a longer word.
  const sign = literal.includes('@') ? '@' : signNamed(literal)
  const found = (text: string): string => `FIND(${textOf(sign)},${text})`
  const made = ofText(column, `${nameOf(column)} ${side} ${sign}`, text =>
    side === 'before'
      ? `IFERROR(TRIM(LEFT(${text},${found(text)}-1)),"")`
      : `IFERROR(TRIM(MID(${text},${found(text)}+${sign.length},255)),"")`,
  )
  return { ...made, words: `what stands ${side} “${sign}” in ${nameOf(column)}` }
}

function letters(items: Items, end: 'first' | 'last'): Formula | null {
  const count = numberIn(items.amount() ?? '')
  const column = count === null ? null : items.column()
  if (!column) return null
  const made = ofText(
    column,
    `${end === 'first' ? 'First' : 'Last'} ${count} of ${nameOf(column)}`,
    text => `${end === 'first' ? 'LEFT' : 'RIGHT'}(${text},${count})`,
  )
  return { ...made, words: `the ${end} ${count} letters of ${nameOf(column)}` }
}

function joined(items: Items): Formula | null {
  const columns = items.columns()
  if (columns.length < 2) return null
  const sign = signNamed((items.word('with') ? items.literal() : null) ?? ' ')
  const part = (column: Column, row: number): string =>
    isDate(column) ? `TEXT(${cell(column, row)},"yyyy-mm-dd")` : cell(column, row)
  const between = textOf(sign)
  return {
    frame: 'Join columns',
    header: inList(columns.map(nameOf)).slice(0, 60),
    words: `${inList(columns.map(nameOf))}, joined by ${sign === ' ' ? 'a space' : `“${sign}”`}`,
    needs: [],
    formula: row => {
      const text = columns.map(column => part(column, row)).join(`&${between}&`)
      return sign === ' ' ? `TRIM(${text})` : text
    },
  }
}

/** Numbers stay numbers. */
const result = (value: string): string => (/^-?\d+(?:\.\d+)?$/.test(value) ? value : textOf(value))

function flagged(items: Items, ground: Ground): Formula | null {
  const where: Where | null = whereOf(items, ground)
  const then = where && items.word('then') ? items.literal() : null
  if (!where || then === null) return null
  const otherwise = items.word('else') ? items.literal() : ''
  if (otherwise === null) return null
  const compared = where
    .flat()
    .filter(({ op }) => /[<>]/.test(op))
    .map(({ column }) => column)
  return {
    frame: 'Flags and tiers',
    header: 'Flag',
    words: `“${then}”${whereWords(where)}${otherwise === '' ? '' : ` and “${otherwise}” elsewhere`}`,
    needs: where.every(group => group.length === 1) ? compared : [],
    formula: row => `IF(${rowTest(where, cellOf(row))},${result(then)},${result(otherwise)})`,
  }
}

function tiered(items: Items): Formula | null {
  const column = items.column()
  const tiers: { sign: string; bound: number; name: string }[] = []
  while (column && !items.isDone && !items.isWord('else')) {
    const sign = items.word('>=', '>', '<', '<=')
    const bound = sign && numberIn(items.amount() ?? '')
    const name = typeof bound === 'number' ? items.literal() : null
    if (name === null) return null
    tiers.push({ sign: sign!, bound: bound as number, name })
    items.word(',')
  }
  const otherwise = items.word('else') ? items.literal() : ''
  if (!column || !isNumeric(column) || tiers.length === 0 || otherwise === null) return null
  return {
    frame: 'Flags and tiers',
    header: 'Tier',
    words: `${inList(tiers.map(({ sign, bound, name }) => `“${name}” ${sign} ${bound}`))}${otherwise === '' ? '' : `, else “${otherwise}”,`} by ${nameOf(column)}`,
    needs: [column],
    formula: row =>
      tiers.reduceRight(
        (rest, { sign, bound, name }) => `IF(${cell(column, row)}${sign}${bound},${result(name)},${rest})`,
        result(otherwise),
      ),
  }
}

function lookedUp(items: Items): Formula | null {
  const column = items.column()
  const tab = column && items.tab()
  if (!tab || column.tab !== tab) return null
  return {
    frame: 'Look up in another tab',
    header: nameOf(column),
    words: `${nameOf(column)} from the tab ${tab.title}`,
    needs: [],
    formula: (row, _, __, draft) => {
      const key = keyBetween(draft, tab.title)
      if (!key) return null
      const { distinct, cells } = draft.scope.index.spellings(key.there)
      return distinct.size < cells
        ? null
        : `IFERROR(${lookupCell(draft, column, key.here, key.there, row)},"")`
    },
    format: isDate(column)
      ? { pattern: column.number_format ?? 'yyyy-mm-dd', kind: 'date' }
      : column.number_format && isNumeric(column)
        ? { pattern: column.number_format, kind: 'number' }
        : null,
  }
}

function calculated(items: Items): Formula | null {
  const tree = calculationOf(items)
  const columns = tree ? columnsOf(tree) : []
  if (!tree || 'number' in tree || columns.length === 0) return null
  const isDay = columns.length === 1 && isDate(columns[0]!)
  return {
    frame: isDay ? 'Days, ages and parts of dates' : 'A formula column',
    header: headerOf(tree),
    words: wordsOf(tree),
    needs: columns,
    formula: row => formulaFor(tree, cellOf(row)),
    format: isDay ? { pattern: columns[0]!.number_format ?? 'yyyy-mm-dd', kind: 'date' } : formatFor(tree),
  }
}
