/** Calculations of the meaning language: `[Qty] * ([Price] - 2)`, `[Price] + 19%`, `days [In] to [Out]`. */
import { keysBetween } from '../kinds/columns/looked-up.ts'
import { columnsOf, type Expression, isSpan, valueFor, wordsOf } from '../kinds/support/tree.ts'
import { cellText } from '../linking/cells.ts'
import { compact } from '../linking/letters.ts'
import { type Column, isDate, isNumeric, ownRows, type SheetIndex } from '../linking/sheet.ts'
import type { Sign, Tree } from '../reading/tree.ts'
import { numberIn } from './amounts.ts'
import { type Duration, daysOrLonger, durationIn, serialIn } from './days.ts'
import type { Ground } from './ground.ts'
import type { Items } from './items.ts'

/** So many rows that run backwards are no slip of the sheet. */
const LEAST_ROWS = 3

const SIGNS = ['+', '-', '*', '/']

/** Null where it is none, or of texts. */
export function calculationOf(items: Items, ground: Ground): Tree | null {
  let left = product(items, ground)
  for (let sign = items.word('+', '-'); left && sign; sign = items.word('+', '-')) {
    const length = items.text()
    if (length !== null) {
      left = moved(left, sign, durationIn(length, ground))
      continue
    }
    const percent = percentOf(items)
    const right = percent === null ? product(items, ground) : null
    if (percent !== null)
      left = { sign: '*', left, right: { number: share(sign === '+' ? 1 + percent : 1 - percent) } }
    else if (right && items.word('days') && 'number' in right)
      left = moved(left, sign, daysOrLonger(right.number, ground))
    else left = right && { sign: sign as Sign, left, right }
  }
  return left
}

/** `[Due] + "two weeks"`; months differ, so they are added to a column alone. */
function moved(tree: Tree, sign: string, duration: Duration | null): Tree | null {
  if (!duration) return null
  const { days, months } = duration
  if (months === 0) return { sign: sign as Sign, left: tree, right: { number: days } }
  const isDay = 'column' in tree && isDate(tree.column)
  return isDay ? { monthsAfter: tree.column, months: sign === '-' ? -months : months } : null
}

/** Whether more than a column by itself begins here. */
export function isCalculation({ next, after }: Items): boolean {
  if (next?.kind === 'word') return ['days', 'years', '('].includes(next.word)
  return next?.kind === 'column' && after?.kind === 'word' && SIGNS.includes(after.word)
}

/** What is calculated of the cells of a row; null where it takes what another tab says. */
export function expressionOf(items: Items, ground: Ground): Expression | null {
  const tree = calculationOf(items, ground)
  const columns = tree ? columnsOf(tree) : []
  return tree && columns.length > 0 && !hasLookup(tree) ? { tree, columns, words: wordsOf(tree) } : null
}

export const hasLookup = (tree: Tree): boolean =>
  'lookup' in tree || ('sign' in tree && (hasLookup(tree.left) || hasLookup(tree.right)))

const share = (value: number): number => Math.round(value * 1e6) / 1e6

/** "19%" after a sign is a part of what stands before it. */
function percentOf(items: Items): number | null {
  const { next } = items
  if (next?.kind !== 'amount' || !next.text.includes('%')) return null
  const value = numberIn(items.amount() ?? '')
  return value === null ? null : value / 100
}

function product(items: Items, ground: Ground): Tree | null {
  let left = factor(items, ground)
  for (let sign = items.word('*', '/'); left && sign; sign = items.word('*', '/')) {
    const right = factor(items, ground)
    left = right && { sign: sign as Sign, left, right }
  }
  return left
}

function factor(items: Items, ground: Ground): Tree | null {
  if (items.word('(')) {
    const inner = calculationOf(items, ground)
    return items.word(')') ? inner : null
  }
  if (items.word('days')) return span(items, ground)
  if (items.word('years')) {
    const since = items.column()
    return since && isDate(since) ? { yearsSince: since, today: ground.today } : null
  }
  if (items.word('lookup')) return lookup(items, ground)
  const column = items.column()
  if (column) return column.tab === ground.tab && (isNumeric(column) || isDate(column)) ? { column } : null
  const percent = percentOf(items)
  if (percent !== null) return { number: share(percent) }
  const number = numberIn(items.amount() ?? '')
  return number === null ? null : { number }
}

/** `days [In] to [Out]`, `days "1 May" to today` */
function span(items: Items, ground: Ground): Tree | null {
  const from = day(items, ground)
  const to = from && items.word('to') ? day(items, ground) : null
  if (!from || !to) return null
  const tree: Tree = isBackwards(from, to, ground)
    ? { sign: '-', left: from, right: to }
    : { sign: '-', left: to, right: from }
  return isSpan(tree) && columnsOf(tree).length > 0 ? tree : null
}

/** From departure to arrival nobody counts: where each row would be below zero, it is the other way round. */
function isBackwards(from: Tree, to: Tree, { index, overview }: Ground): boolean {
  if (!('column' in from) || !('column' in to)) return false
  const days = ownRows(index.data.get(from.column.tab.title)).flatMap(
    row => valueFor({ tree: { sign: '-', left: to, right: from } }, row, overview.locale) ?? [],
  )
  return days.length >= LEAST_ROWS && days.every(each => each < 0)
}

function day(items: Items, ground: Ground): Tree | null {
  if (items.word('today')) return { day: ground.today, isToday: true }
  const column = items.column()
  if (column) return column.tab === ground.tab && isDate(column) ? { column } : null
  const said = items.literal()
  const serial = said === null ? null : serialIn(said, ground)
  return serial === null ? null : { day: serial, isToday: false }
}

/** `lookup [Price] {Rooms}`: what the other tab says of this row. */
function lookup(items: Items, { index, tab }: Ground): Tree | null {
  const named = items.column()
  const from = named && items.tab()
  // Headers of several tabs may be the same.
  const wanted = from && index.columns.find(each => each.tab === from && each.header === named.header)
  if (!wanted) return null
  // Of several rows that fit and say different things, none is the one that is meant.
  const key = keysBetween(index, tab, from.title).find(
    ({ there }) => there !== wanted && !isAmbiguous(index, there, wanted),
  )
  return key ? { lookup: wanted, key: key.here, from: key.there } : null
}

function isAmbiguous({ data }: SheetIndex, by: Column, wanted: Column): boolean {
  const said = new Map<string, string>()
  return ownRows(data.get(by.tab.title)).some(row => {
    const key = compact(cellText(row, by))
    const says = compact(cellText(row, wanted))
    const known = said.get(key) ?? says
    said.set(key, known)
    return key !== '' && known !== says
  })
}
