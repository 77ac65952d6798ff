/** What is written into cells, how they look, and what they may take. */

import { type Column, isNumeric } from '../linking/sheet.ts'
import { colorOf, coloursWhere } from './changes.ts'
import { type Ground, numberIn } from './conditions.ts'
import type { Items } from './items.ts'
import type { Made } from './makes.ts'
import type { Piece } from './pieces.ts'
import { columnsTold, figures, type Told, told, where } from './told.ts'

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

const SHOWN: Record<string, string> = {
  euro: 'euros',
  dollar: 'dollars',
  pound: 'pounds',
  integer: 'whole numbers',
  text: 'plain text',
}

export function format(items: Items): Told | null {
  const columns = items.columns()
  const as =
    columns.length > 0
      ? items.word('currency', 'euro', 'dollar', 'pound', 'percent', 'integer', 'number', 'date', 'text')
      : null
  if (!as) return null
  const pattern = items.text()
  const count = items.amount()
  if (count !== null && !items.word('decimals')) return null
  return told(
    'Number formats',
    'format',
    columnsTold(columns),
    'as',
    pattern === null ? (SHOWN[as] ?? as) : { amount: pattern },
    count === null ? [] : ['with', { amount: count }, 'decimals'],
  )
}

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

export function dropdown(items: Items): Told | null {
  const column = items.column()
  if (!column) return null
  if (items.word('from')) {
    const [source, tab] = [items.column(), items.tab()]
    return source && tab
      ? told(
          'Lists to choose from and checkboxes',
          'add a dropdown to',
          { column },
          'from the column',
          { column: source },
          'of the tab',
          { tab },
        )
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

export function put(items: Items, ground: Ground): Told | null {
  const asked = figures(items)
  const which = asked && where(items, ground)
  if (!which) return null
  if (items.word('at')) {
    const place = items.amount()
    return place === null ? null : told('A figure', 'write', asked!, which, 'into', { amount: place })
  }
  const below = items.word('below') ? items.column() : null
  return below ? told('A figure', 'write', asked!, which, 'below the column') : null
}

/** "Zero" into a column of numbers is 0; null where nothing fits. */
function valueFor(column: Column, said: string | null): string | null {
  if (said === null || !isNumeric(column)) return said
  const number = numberIn(said)
  return number === null ? said : String(number)
}
