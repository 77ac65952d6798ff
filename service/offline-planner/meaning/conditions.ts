/** Conditions of the meaning language on a sheet: `where [Region] = "north" and [Due] before "May"`. */
import type { Expression } from '../kinds/support/tree.ts'
import type { Span } from '../linking/dates.ts'
import { compact } from '../linking/letters.ts'
import { link } from '../linking/link.ts'
import { answerIn, saysYesOrNo } from '../linking/loose.ts'
import {
  type Column,
  isDate,
  isNumeric,
  isOfAmounts,
  mayHoldAmounts,
  ownRows,
  type SheetIndex,
} from '../linking/sheet.ts'
import type { Atom, Operator, Where } from '../reading/where.ts'
import { numberIn, shareIn } from './amounts.ts'
import { expressionOf, isCalculation } from './calculation.ts'
import { spanIn, weekdaysIn } from './days.ts'
import type { Ground } from './ground.ts'
import type { Items } from './items.ts'

const COMPARED: Record<string, Operator> = {
  '=': '=',
  '!=': '!=',
  '>': '>',
  '>=': '>=',
  '<': '<',
  '<=': '<=',
}
const PARTS: Record<string, Operator> = { contains: 'contains', starts: 'starts_with', ends: 'ends_with' }

/** Empty where no condition follows; null where one can't be read. */
export const whereIn = (items: Items, ground: Ground): Where | null =>
  items.word('where') ? whereOf(items, ground) : []

/** Rows with that value in some column, or of that span of days; null where there are none. */
export function sameAs(said: string, ground: Ground): Where | null {
  const { index, tab, today } = ground
  const values = link(index, { text: said, today }).flatMap(node => node.values)
  const known = values.find(({ isWhole, column }) => isWhole && column.tab.title === tab.title)
  if (known) return [[{ column: known.column, op: '=', values: known.values }]]
  const column = index.columns.find(each => each.tab.title === tab.title && isDate(each))
  const meant = column && spanIn(said, column, ground)
  return meant ? days(column, meant.from, meant.to, meant.words).map(atom => [atom]) : null
}

/** Null where the items are no conditions, or speak of what the sheet does not have. */
export function whereOf(items: Items, ground: Ground): Where | null {
  const where: Where = []
  // What "or" joins: all of its groups hold, of a group any.
  let term: Where = []
  let isOr = false
  do {
    const atoms = atomsOf(items, ground)
    if (!atoms) return null
    if (isOr) term = term.flatMap(group => atoms.map(atom => [...group, atom]))
    else {
      where.push(...term)
      term = atoms.map(atom => [atom])
    }
    isOr = items.isWord('or')
  } while (items.word('and', 'or'))
  return [...where, ...term]
}

function atomsOf(items: Items, ground: Ground): Atom[] | null {
  const subject = subjectIn(items, ground)
  return subject && comparisonIn(subject, items, ground)
}

/** What is compared: a column, or what is calculated of a row. */
export type Subject = Column | Expression

export const subjectIn = (items: Items, ground: Ground): Subject | null =>
  isCalculation(items) ? expressionOf(items, ground) : items.column()

/** What is said of it: `> 5`, `empty`, `before "May"`. */
export function comparisonIn(subject: Subject, items: Items, ground: Ground): Atom[] | null {
  if ('tree' in subject) return calculatedAtoms(subject, items)
  const column = subject
  if (items.word('empty')) return [{ column, op: 'empty', values: [] }]
  if (items.word('filled')) return [{ column, op: 'not_empty', values: [] }]
  if (items.word('negative')) return isNumeric(column) ? [{ column, op: '<', values: [0] }] : null
  if (items.word('positive')) return isNumeric(column) ? [{ column, op: '>', values: [0] }] : null
  if (items.word('past')) return dayIs(column, '<', ground)
  if (items.word('future')) return dayIs(column, '>=', ground)
  const part = items.word(...Object.keys(PARTS))
  if (part) {
    const values: string[] = []
    do {
      const text = items.literal()
      if (text === null) return null
      values.push(partIn(column, text, ground))
    } while (isNextValue(items) && items.word('or', ','))
    return [{ column, op: PARTS[part]!, values }]
  }
  if (isDate(column)) return dayAtoms(column, items, ground)
  if (items.word('between')) {
    const [low, high] = [amountOf(items, column), items.word('and') && amountOf(items, column)]
    if (low === null || typeof high !== 'number') return null
    const [from, to] = low <= high ? [low, high] : [high, low]
    return [
      { column, op: '>=', values: [from], ...amountsIn(column, ground) },
      { column, op: '<=', values: [to], ...amountsIn(column, ground) },
    ]
  }
  const sign = items.word(...Object.keys(COMPARED))
  return sign ? comparedWith(column, COMPARED[sign]!, items, ground) : null
}

/** `days [In] to [Out] > 7`, `[Fee] - [Paid] between 10 and 20` */
function calculatedAtoms({ tree, columns }: Expression, items: Items): Atom[] | null {
  const amount = (): number | null => shareIn(items.literal() ?? '')
  const atom = (op: Operator, value: number | null): Atom[] | null =>
    value === null ? null : [{ column: columns[0]!, tree, op, values: [value] }]
  if (items.word('between')) {
    const [low, high] = [atom('>=', amount()), items.word('and') ? atom('<=', amount()) : null]
    return low && high && [...low, ...high]
  }
  const sign = items.word(...Object.keys(COMPARED))
  return sign ? atom(COMPARED[sign]!, amount()) : null
}

/** "Ada's" and "the toads" speak of cells with Ada or toad in them. */
function partIn(column: Column, said: string, { index }: Ground): string {
  const text = said.replace(/['’]s$/, '')
  const there = writtenIn(column, index).map(value => value.toLowerCase())
  const isThere = (part: string): boolean => there.some(value => value.includes(part.toLowerCase()))
  const stem = [text.replace(/(?:s|n)$/i, ''), text.replace(/(?:es|en)$/i, '')].find(
    part => part.length >= 3 && part !== text && isThere(part),
  )
  return isThere(text) ? text : (stem ?? text)
}

const dayIs = (column: Column, op: Operator, { today }: Ground): Atom[] | null =>
  isDate(column) ? [{ column, op, values: [today], isToday: true, words: 'today' }] : null

function comparedWith(column: Column, op: Operator, items: Items, ground: Ground): Atom[] | null {
  const other = items.column()
  if (other) return other === column ? null : [{ column, op, values: [], other }]
  const isOrder = op !== '=' && op !== '!='
  if (isNumeric(column) || (isOrder && isOfAmounts(column, ground.index))) {
    const values: number[] = []
    do {
      const value = amountOf(items, column)
      if (value === null) return null
      values.push(value)
    } while (isNextValue(items) && items.word('or', ','))
    // "More than 3 or 5" says nothing.
    if (values.length > 1 && isOrder) return null
    return [{ column, op, values, ...(isOrder ? amountsIn(column, ground) : {}) }]
  }
  if (isOrder) return null
  const values: (string | number)[] = []
  do {
    const said = items.word('yes', 'no') ?? items.literal()
    const meant = said === null ? null : valuesOf(column, said, ground)
    if (!meant) return null
    values.push(...meant)
  } while (isNextValue(items) && items.word('or', ','))
  return [{ column, op, values }]
}

/** "16 hrs" is more than 10; a text without a number is neither more nor less, though to a formula it is more. */
const amountsIn = (column: Column, { index }: Ground): Pick<Atom, 'tree'> =>
  mayHoldAmounts(column, index) ? { tree: { amountIn: column } } : {}

/** "a" or "b" of the same column; "or [Other] = …" begins a condition of its own. */
function isNextValue(items: Items): boolean {
  const { after } = items
  return items.isWord('or', ',') && (after?.kind === 'text' || after?.kind === 'amount')
}

/** "2,400", "five", "10 %" as cells of the column hold it. */
function amountOf(items: Items, column: Column): number | null {
  const text = items.literal()
  return text === null ? null : numberIn(text, column)
}

/** The cells that are meant by a word: the value itself, its parts, or what is spelled alike. */
function valuesOf(column: Column, said: string, ground: Ground): string[] | null {
  const { index, today } = ground
  const there = writtenIn(column, index)
  const key = compact(said)
  const answer = answerIn(said)
  if (answer && saysYesOrNo(index, column)) {
    const like = there.filter(value => answer.test(value))
    if (like.length > 0) return like
  }
  const same = there.filter(value => compact(value) === key)
  if (same.length > 0) return same
  // "Ada's" speaks of Ada.
  if (/['’]s$/.test(said)) return valuesOf(column, said.slice(0, -2), ground)
  const linked = link(index, { text: said, today }).flatMap(({ values }) =>
    values.filter(match => match.column === column),
  )
  const [whole] = linked.filter(({ isWhole }) => isWhole)
  if (whole) return whole.values
  const parts = key.length >= 3 ? there.filter(value => compact(value).includes(key)) : []
  if (parts.length > 0) return parts
  const [part] = linked
  if (part) return part.values
  const stem = key.replace(/(?:ies|es|s|ern|ers)$/, '')
  const alike = stem.length >= 3 ? there.filter(value => compact(value).startsWith(stem)) : []
  return alike.length > 0 ? alike : null
}

/** The different texts of its cells. */
export function writtenIn(column: Column, { data }: SheetIndex): string[] {
  const rows = ownRows(data.get(column.tab.title))
  return [...new Set(rows.map(row => String(row[column.index] ?? '')).filter(value => value.trim() !== ''))]
}

const MARKERS = ['in', '=', '!=', 'before', '<', '<=', 'until', 'after', '>', 'since', '>=']

function dayAtoms(column: Column, items: Items, ground: Ground): Atom[] | null {
  if (items.word('between')) {
    const from = span(items, column, ground)
    const to = items.word('and') ? span(items, column, ground) : null
    return from && to ? days(column, from.from, to.to, `${from.words} to ${to.words}`) : null
  }
  const marker = items.word(...MARKERS)
  if (!marker) return null
  const other = items.column()
  if (other) return isDate(other) ? [{ column, op: asSign(marker), values: [], other }] : null
  const { next } = items
  const weekdays = next?.kind === 'text' ? weekdaysIn(next.text, ground) : null
  if (weekdays && (marker === 'in' || marker === '=')) {
    items.text()
    return [{ column, op: 'weekday', values: weekdays }]
  }
  const meant = span(items, column, ground)
  if (!meant) return null
  const isToday = meant.words === 'today' ? { isToday: true } : {}
  const atom = (op: Operator, value: number): Atom[] => [
    { column, op, values: [value], words: meant.words, ...isToday },
  ]
  if (marker === 'before' || marker === '<') return atom('<', meant.from)
  if (marker === 'until' || marker === '<=') return atom('<', meant.to)
  if (marker === 'after' || marker === '>') return atom('>=', meant.to)
  if (marker === 'since' || marker === '>=') return atom('>=', meant.from)
  const isDay = meant.to - meant.from === 1
  if (marker === '!=') return isDay ? atom('!=', meant.from) : null
  return isDay ? atom('=', meant.from) : days(column, meant.from, meant.to, meant.words)
}

const asSign = (marker: string): Operator =>
  (({ before: '<', until: '<=', after: '>', since: '>=', in: '=' }) as Record<string, Operator>)[marker] ??
  (marker as Operator)

const days = (column: Column, from: number, to: number, words: string): Atom[] => [
  { column, op: '>=', values: [from], words },
  { column, op: '<', values: [to], words },
]

function span(items: Items, column: Column, ground: Ground): Span | null {
  const text = items.literal()
  return text === null ? null : spanIn(text, column, ground)
}
