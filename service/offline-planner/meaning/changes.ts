/** Instructions of the meaning language that change numbers in their cells, or how cells look. */

import { formatRange, parseRange } from '../../sheets/a1.ts'
import { changed } from '../frames/cells/change-numbers.ts'
import { problem } from '../frames/frame.ts'
import { coloured } from '../frames/looks/highlight.ts'
import { COLORS, fillOf, type Place, styled } from '../frames/looks/looks.ts'
import { matching } from '../frames/support/met.ts'
import { columnRange, headerRange, nameOf, rowsOf, tableRange } from '../frames/support/table.ts'
import { link } from '../linking/link.ts'
import { isDate, isNumeric } from '../linking/sheet.ts'
import type { Draft } from '../reading/draft.ts'
import type { Where } from '../reading/where.ts'
import { tokenize } from '../words/tokens.ts'
import { numberIn } from './amounts.ts'
import type { Ground } from './ground.ts'
import type { Items } from './items.ts'
import { type Made, whereIn } from './makes.ts'

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
  times: { sign: '×', way: amount => value => value * amount },
  shift: { sign: '+', way: amount => value => value + amount },
  round: {
    sign: '',
    way: digits => value => Math.round((value + Number.EPSILON) * 10 ** digits) / 10 ** digits,
  },
}

/** "raise [C] 5% (where …)", "shift [D] -7 days", "round [C] 2" */
export const change =
  (name: string) =>
  (items: Items, ground: Ground): Made | null => {
    const column = items.column()
    if (!column || (name === 'shift' ? !isDate(column) : !isNumeric(column))) return null
    const isBack = items.word('-') !== null
    const text = items.amount()
    const size = text === null ? (name === 'round' ? 0 : null) : numberIn(text)
    if (size === null || (name === 'round' && (size < 0 || size > 9))) return null
    if (name === 'shift' && !items.word('days', 'day')) return null
    const where = whereIn(items, ground)
    if (!where) return null
    const isPercent = /%/.test(text ?? '')
    const { way, sign } = WAYS[name]!
    const amount = isBack ? -size : size
    const by =
      name === 'round'
        ? ' by rounding, in place'
        : ` by ${sign === '+' && amount < 0 ? '' : sign}${amount}${isPercent ? ' %' : ''}, in place`
    return {
      frame: 'Change numbers in place',
      where,
      fill: draft => changed(draft, { column, where, change: way(amount, isPercent), by }),
    }
  }

/** "style header bold, fill "light blue"" */
export function style(items: Items, ground: Ground): Made | null {
  const place = placeOf(items, ground)
  const args: Record<string, unknown> = {}
  if (!place) return null
  do {
    const look = items.word()
    if (look === null) return null
    if (look === 'color' || look === 'fill') {
      const color = colorOf(items.text() ?? '', ground)
      if (!color) return null
      args[look === 'color' ? 'color' : 'background'] = look === 'color' ? color : fillOf(color)
    } else if (look === 'size') args.size = numberIn(items.amount() ?? '')
    else if (look === 'center' || look === 'left' || look === 'right') args.align = look
    else if (look in FLAGS) args[FLAGS[look]!] = look !== 'unbold'
    else return null
  } while (items.word(','))
  return args.size === null
    ? null
    : {
        frame: 'Style',
        fill: draft => {
          const places = place(draft)
          return places
            ? styled(places, args)
            : problem('There is nothing there to style. Nothing was changed.')
        },
      }
}

const FLAGS: Record<string, string> = {
  bold: 'bold',
  unbold: 'bold',
  italic: 'italic',
  underline: 'underline',
  strike: 'strikethrough',
  wrap: 'wrap',
}

/** "pale green" is light green; null where no colour is named. */
export function colorOf(text: string, { words, today }: Ground): string | null {
  const concepts = new Set(link(words, { text, today }).flatMap(node => [...node.concepts]))
  const said = tokenize(text).map(({ norm }) => norm)
  const known = said.map(word => SHADES[word]).find(Boolean)
  const color = COLORS.find(each => concepts.has(each) || said.includes(each))
  if (!color) return known ?? null
  const isLight = concepts.has('light') || /\b(?:light|pale|soft|faint|pastel)\b/i.test(text)
  return isLight ? `light ${color}` : concepts.has('dark') ? `dark ${color}` : color
}

/** Shades by the families that the tools know. */
const SHADES: Record<string, string> = {
  amber: 'orange',
  apricot: 'light orange',
  beige: 'light orange',
  brick: 'dark red',
  burgundy: 'dark red',
  charcoal: 'dark gray',
  coral: 'light red',
  cherry: 'red',
  cream: 'light yellow',
  crimson: 'dark red',
  cyan: 'teal',
  gold: 'yellow',
  grey: 'gray',
  indigo: 'dark blue',
  ivory: 'light yellow',
  khaki: 'light yellow',
  lavender: 'light purple',
  lilac: 'light purple',
  lime: 'light green',
  magenta: 'pink',
  maroon: 'dark red',
  mauve: 'light purple',
  mint: 'light green',
  navy: 'dark blue',
  olive: 'dark green',
  peach: 'light orange',
  plum: 'dark purple',
  raspberry: 'pink',
  rose: 'pink',
  salmon: 'light red',
  scarlet: 'red',
  silver: 'light gray',
  sand: 'light orange',
  sky: 'light blue',
  slate: 'gray',
  tan: 'light orange',
  tangerine: 'orange',
  tomato: 'red',
  turquoise: 'teal',
  violet: 'purple',
}

/** "highlight rows where …", "highlight [C] where … "red"" */
export function coloursWhere(items: Items, ground: Ground): Made | null {
  const column = items.word('rows') ? null : items.column()
  const where = whereIn(items, ground)
  const name = items.text()
  const color = name === null ? 'yellow' : colorOf(name, ground)
  if (!where || where.length === 0 || !color) return null
  return {
    frame: 'Highlight',
    where,
    fill: draft => coloured(draft, { where, column, look: { background: fillOf(color) } }),
  }
}

function placeOf(items: Items, ground: Ground): ((draft: Draft) => Place[] | null) | null {
  if (items.word('rows')) {
    const where = whereIn(items, ground)
    return where && where.length > 0 ? draft => rowsStyled(draft, where) : null
  }
  if (items.word('header'))
    return ({ tab }) => [
      { range: headerRange(tab), name: `the header ${headerRange(tab).replace(/^.*!/, '')}` },
    ]
  if (items.word('table'))
    return draft => {
      const rows = rowsOf(draft)
      return rows && [{ range: tableRange(draft.tab, rows), name: 'the table' }]
    }
  if (items.word('row')) {
    const row = numberIn(items.amount() ?? '')
    return row === null ? null : ({ tab }) => rangeOf(`${row}:${row}`, tab.title, `row ${row}`)
  }
  const columns = items.columns()
  if (columns.length > 0)
    return draft => {
      const rows = rowsOf(draft)
      return (
        rows &&
        columns.map(column => ({ range: columnRange(column, rows.first, rows.last), name: nameOf(column) }))
      )
    }
  const text = items.amount()
  return text === null ? null : ({ tab }) => rangeOf(text, tab.title, text)
}

/** Those that meet the conditions now; neighbours are one place. */
function rowsStyled(draft: Draft, where: Where): Place[] | null {
  const rows = rowsOf(draft)
  const numbers = matching(draft, where).map(({ number }) => number)
  if (!rows || numbers.length === 0) return null
  const runs: [first: number, last: number][] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run?.[1] === number - 1) run[1] = number
    else runs.push([number, number])
  }
  return runs.map(([first, last]) => ({
    range: tableRange(draft.tab, { header: null, first, last }, false),
    name: first === last ? `row ${first}` : `rows ${first} to ${last}`,
  }))
}

function rangeOf(text: string, title: string, name: string): Place[] | null {
  const parsed = parseRange(text)
  return parsed && [{ range: formatRange(parsed.tab ?? title, parsed.box), name }]
}
