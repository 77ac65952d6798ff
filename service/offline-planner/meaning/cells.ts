/** What is written into cells, how they look, and what they may take. */

import { formatRange, parseRange } from '../../sheets/a1.ts'
import { limitedTo } from '../frames/cells/validation.ts'
import { shownAs } from '../frames/looks/number-format.ts'
import { written } from '../frames/questions/figure-written.ts'
import { columnRange, nameOf, rowsOf } from '../frames/support/table.ts'
import { type Column, isNumeric } from '../linking/sheet.ts'
import { colorOf, coloursWhere } from './changes.ts'
import { type Ground, numberIn } from './conditions.ts'
import type { Items } from './items.ts'
import { figuresIn, type Made, whereIn } from './makes.ts'
import type { Piece } from './pieces.ts'
import { type Told, told, where } from './told.ts'

export function set(items: Items, ground: Ground): Told | null {
  const column = items.column()
  const value = column && valueFor(column, items.literal() ?? items.word('yes', 'no'))
  const which = value && where(items, ground)
  return which && which.length > 0
    ? told('Set a value', 'set', { column: column! }, 'to', { text: value! }, which)
    : null
}

export function write(items: Items): Told | null {
  const value = items.literal()
  const place = value !== null && items.word('at') ? items.amount() : null
  return value === null || place === null
    ? null
    : told(
        'Write into cells',
        'write',
        /^-?[\d.,]+$/.test(value) ? { amount: value } : { text: value },
        'into',
        { amount: place },
      )
}

export function replace(items: Items): Told | null {
  const [find, instead] = [items.literal(), items.literal()]
  if (find === null || instead === null) return null
  const column = items.word('in') ? items.column() : null
  return told(
    'Find and replace',
    'replace',
    { value: find },
    'with',
    { text: instead },
    column ? ['in', { column }] : [],
  )
}

export function fillBlank(items: Items): Told | null {
  const column = items.column()
  if (!column) return null
  if (items.word('above'))
    return told('Fill blanks', 'fill the blanks in', { column }, 'with the value above')
  const value = valueFor(column, items.literal())
  return value === null
    ? null
    : told('Fill blanks', 'fill the blanks in', { column }, 'with', { text: value })
}

export function split(items: Items): Told | null {
  const column = items.column()
  if (!column || !items.word('at')) return null
  const sign = items.word('space') ? ' ' : items.literal()
  return sign === null ? null : told('Split a column', 'split', { column }, 'at', { text: sign })
}

const SIGNS: Record<string, string> = { euro: '"€"', dollar: '$', pound: '"£"' }
const SHOWN = ['currency', ...Object.keys(SIGNS), 'percent', 'integer', 'number', 'date', 'text']
const MOST_DECIMALS = 10

/** `format [C] euro 0 decimals`, `format [D] date "dd.mm.yyyy"` */
export function format(items: Items): Made | null {
  const columns = items.columns()
  const as = columns.length > 0 ? items.word(...SHOWN) : null
  if (!as) return null
  const given = items.text()
  const count = items.amount()
  const decimals = count === null ? null : numberIn(count)
  if (count !== null && (decimals === null || !items.word('decimals'))) return null
  const kind = as in SIGNS ? 'currency' : as === 'integer' ? 'number' : as
  const pattern = given && /[0#dmy]/i.test(given) ? given : patternOf(as, decimals, columns)
  return {
    frame: 'Number formats',
    fill: draft => {
      const rows = rowsOf(draft)
      const places = rows
        ? columns.map(column => ({ range: columnRange(column, rows.first, rows.last), name: nameOf(column) }))
        : []
      return places.length > 0 ? shownAs(places, kind, pattern) : null
    },
  }
}

function patternOf(as: string, decimals: number | null, [column]: readonly Column[]): string {
  const places = (count: number): string =>
    count > 0 ? `.${'0'.repeat(Math.min(count, MOST_DECIMALS))}` : ''
  switch (as) {
    case 'date':
      return 'yyyy-mm-dd'
    case 'text':
      return '@'
    case 'percent':
      return `0${places(decimals ?? 0)}%`
    case 'number':
    case 'integer':
      return `#,##0${places(decimals ?? (as === 'number' ? 2 : 0))}`
  }
  return `${SIGNS[as] ?? signIn(column!.header)}#,##0${places(decimals ?? 2)}`
}

/** The currency that the header names. */
const signIn = (header: string): string =>
  /€|\beur\b/i.test(header) ? SIGNS.euro! : /£|\bgbp\b/i.test(header) ? SIGNS.pound! : SIGNS.dollar!

export function freeze(items: Items): Told | null {
  if (items.word('header')) return told('Freeze', 'freeze the header row')
  const what = items.word('columns', 'rows')
  const count = what && (items.amount() ?? items.word('1'))
  return count ? told('Freeze', 'freeze the first', { amount: count }, what!) : null
}

export function highlight(items: Items, ground: Ground): Told | Made | null {
  if (items.isWord('rows') || items.next?.kind === 'column') return coloursWhere(items, ground)
  const end = items.word('top', 'bottom')
  if (end) {
    const count = items.amount()
    const column = count === null ? null : items.column()
    const color = column && colorTold(items, ground)
    return (
      color &&
      told(
        'Highlight',
        `highlight the ${end === 'top' ? 'highest' : 'lowest'}`,
        count === '1' ? [] : { amount: count! },
        'of',
        { column: column! },
        color,
      )
    )
  }
  if (!items.word('duplicates')) return null
  const column = items.column()
  const color = colorTold(items, ground)
  return color && told('Highlight', 'highlight the duplicates', column ? ['in', { column }] : [], color)
}

function colorTold(items: Items, ground: Ground): Piece[] | null {
  const name = items.text()
  const color = name === null ? null : colorOf(name, ground)
  return name === null ? [] : color === null ? null : [`in ${color}`]
}

export function dropdown(items: Items): Told | Made | null {
  const column = items.column()
  if (!column) return null
  if (items.word('from')) {
    const [source, tab] = [items.column(), items.tab()]
    return source && tab && source.tab === tab
      ? {
          frame: 'Lists to choose from and checkboxes',
          fill: draft => limitedTo(draft, column, source),
        }
      : null
  }
  const values: Piece[] = []
  do {
    const value = items.literal()
    if (value === null) return null
    values.push(...(values.length > 0 ? [','] : []), { text: value })
  } while (items.word(','))
  return told('Lists to choose from and checkboxes', 'add a dropdown to', { column }, 'with', values)
}

/** `put sum [C] where … at K2`, `put avg [C] below [C]` */
export function put(items: Items, ground: Ground): Made | null {
  const asked = figuresIn(items)
  const which = asked && whereIn(items, ground)
  if (!which) return null
  if (items.word('below')) {
    const below = items.column()
    return below && { frame: 'A figure', fill: draft => written(draft, asked!, which, 'below') }
  }
  const cell = items.word('at') ? parseRange(items.amount() ?? '') : null
  return (
    cell && {
      frame: 'A figure',
      fill: draft => written(draft, asked!, which, formatRange(cell.tab ?? draft.tab.title, cell.box)),
    }
  )
}

/** "Zero" into a column of numbers is 0; null where nothing fits. */
function valueFor(column: Column, said: string | null): string | null {
  if (said === null || !isNumeric(column)) return said
  const number = numberIn(said)
  return number === null ? said : String(number)
}
