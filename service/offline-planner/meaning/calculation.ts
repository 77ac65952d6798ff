/** Calculations of the meaning language: `[Qty] * ([Price] - 2)`, `[Price] + 19%`, `[Due] + 30 days`. */
import type { Tree } from '../frames/support/expression.ts'
import { isDate, isNumeric } from '../linking/sheet.ts'
import { numberIn } from './conditions.ts'
import type { Items } from './items.ts'

type Sign = Extract<Tree, { sign: unknown }>['sign']

/** Null where it is none, or of texts. */
export function calculationOf(items: Items): Tree | null {
  let left = product(items)
  for (let sign = items.word('+', '-'); left && sign; sign = items.word('+', '-')) {
    const percent = percentOf(items)
    const right = percent === null ? product(items) : null
    if (percent !== null)
      left = { sign: '*', left, right: { number: share(sign === '+' ? 1 + percent : 1 - percent) } }
    else left = right && { sign: sign as Sign, left, right }
    items.word('days')
  }
  return left
}

const share = (value: number): number => Math.round(value * 1e6) / 1e6

/** "19%" after a sign is a part of what stands before it. */
function percentOf(items: Items): number | null {
  const { next } = items
  if (next?.kind !== 'amount' || !next.text.includes('%')) return null
  const value = numberIn(items.amount() ?? '')
  return value === null ? null : value / 100
}

function product(items: Items): Tree | null {
  let left = factor(items)
  for (let sign = items.word('*', '/'); left && sign; sign = items.word('*', '/')) {
    const right = factor(items)
    left = right && { sign: sign as Sign, left, right }
  }
  return left
}

function factor(items: Items): Tree | null {
  if (items.word('(')) {
    const inner = calculationOf(items)
    return items.word(')') ? inner : null
  }
  const column = items.column()
  if (column) return isNumeric(column) || isDate(column) ? { column } : null
  const percent = percentOf(items)
  if (percent !== null) return { number: share(percent) }
  const number = numberIn(items.amount() ?? '')
  return number === null ? null : { number }
}
