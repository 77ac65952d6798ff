/** Numbers and days that are changed in their cells. */
import { changed, changeNumbers } from '../kinds/cells/change-numbers.ts'
import { monthsLater } from '../linking/dates.ts'
import { isDate, isNumeric } from '../linking/sheet.ts'
import { numberIn } from './amounts.ts'
import { whereIn } from './conditions.ts'
import { type Duration, daysOrLonger, durationIn, times } from './days.ts'
import type { Ground } from './ground.ts'
import type { Items } from './items.ts'
import { meant, type Reads } from './meant.ts'

type Way = (amount: number, isPercent: boolean) => (value: number) => number

const WAYS: Record<string, { way: Way; sign: string }> = {
  raise: {
    sign: '+',
    way: (amount, isPercent) => value => (isPercent ? value * (1 + amount / 100) : value + amount),
  },
  lowerby: {
    sign: '-',
    way: (amount, isPercent) => value => (isPercent ? value * (1 - amount / 100) : value - amount),
  },
  times: {
    sign: '×',
    way: (amount, isPercent) => value => value * (isPercent ? amount / 100 : amount),
  },
  round: {
    sign: '',
    way: digits => value => Math.round((value + Number.EPSILON) * 10 ** digits) / 10 ** digits,
  },
}

const MULTIPLES: readonly [RegExp, number][] = [
  [/^(?:doubl|twice|verdopp|doppel|duplic|dupliqu|dobl|倍)/, 2],
  [/^(?:tripl|treble|verdreif|dreifach)/, 3],
  [/^(?:hal[vb]|半分)/, 0.5],
]

/** "Double the fines" */
const timesIn = (text: string): number | null =>
  MULTIPLES.find(([word]) => word.test(text.toLowerCase()))?.[1] ?? null

/** `raise [C] 5% (where …)`, `round [C] 2` */
export const change =
  (name: string): Reads =>
  (items, ground) => {
    const column = items.column()
    if (!column || !isNumeric(column)) return null
    const text = items.amount()
    const size = text === null ? (name === 'round' ? 0 : null) : (numberIn(text) ?? timesIn(text))
    if (size === null || (name === 'round' && (size < 0 || size > 9))) return null
    const where = whereIn(items, ground)
    if (!where) return null
    const isPercent = /%/.test(text ?? '')
    const { way, sign } = WAYS[name]!
    const by =
      name === 'round'
        ? ' by rounding, in place'
        : ` by ${sign === '+' && size < 0 ? '' : sign}${size}${isPercent ? ' %' : ''}, in place`
    const reading = changed(ground, { column, where, change: way(size, isPercent), by })
    return meant(changeNumbers, reading, where)
  }

/** `shift [D] -7 days (where …)`, `shift [D] - "two months" (where …)` */
export const shift: Reads = (items, ground) => {
  const column = items.column()
  const length = column && isDate(column) ? lengthIn(items, ground) : null
  const where = length && whereIn(items, ground)
  if (!column || !where) return null
  const { days, months } = length
  const size = months === 0 ? days : months
  const by = ` by ${size < 0 ? '' : '+'}${size}${months === 0 ? '' : ' months'}, in place`
  const reading = changed(ground, { column, where, change: day => monthsLater(day, months) + days, by })
  return meant(changeNumbers, reading, where)
}

function lengthIn(items: Items, ground: Ground): Duration | null {
  if (items.next?.kind === 'text') return durationIn(items.text()!, ground)
  if (items.after?.kind === 'text' && items.word('-')) {
    const length = durationIn(items.text()!, ground)
    return length && times(length, -1)
  }
  const days = numberIn(items.amount() ?? '')
  return days !== null && items.word('days', 'day') ? daysOrLonger(days, ground) : null
}
