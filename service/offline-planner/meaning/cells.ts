/** What is written into cells, how they look, and what they may take. */

import { formatRange, isOneCell, parseRange } from '../../sheets/a1.ts'
import { cellsSet, type Setting } from '../frames/cells/cells-set.ts'
import { limitedTo } from '../frames/cells/validation.ts'
import { columnsShown } from '../frames/looks/number-format.ts'
import { written } from '../frames/questions/figure-written.ts'
import type { Figure } from '../frames/summaries/summary.ts'
import { cellRange, nameOf, rowsOf } from '../frames/support/table.ts'
import { type Column, isDate, isNumeric } from '../linking/sheet.ts'
import type { Where } from '../reading/where.ts'
import { numberIn } from './amounts.ts'
import { colorOf, coloursWhere } from './changes.ts'
import { writtenIn } from './conditions.ts'
import { dayIn } from './days.ts'
import { dated, figuresIn } from './figures.ts'
import type { Ground } from './ground.ts'
import type { Items } from './items.ts'
import { type Made, whereIn } from './makes.ts'
import type { Piece } from './pieces.ts'
import { signNamed } from './signs.ts'
import { type Told, told } from './told.ts'

/** `set [Paid] "24", [Paid on] "today" where …`, `set [Left] empty where …`, `set [Paid] [Fee] where …` */
export function set(items: Items, ground: Ground): Told | Made | null {
  const settings: Setting[] = []
  do {
    const column = items.column()
    const setting = column && settingOf(column, items, ground)
    if (!setting) return null
    settings.push(setting)
  } while (items.word(','))
  const which = whereIn(items, ground)
  if (!which || which.length === 0) return null
  return { frame: 'Set a value', where: which, fill: draft => cellsSet(draft, settings, which) }
}

function settingOf(column: Column, items: Items, ground: Ground): Setting | null {
  if (items.word('empty')) return { column, value: () => '', words: 'nothing' }
  const source = items.column()
  if (source)
    return {
      column,
      value: row => row[source.index] as string | number,
      words: `what ${nameOf(source)} holds`,
    }
  const value = valueFor(column, items.literal() ?? items.word('yes', 'no', 'today'), ground)
  return value === null
    ? null
    : { column, value: () => (isNumeric(column) ? plainNumber(value) : value), words: `“${value}”` }
}

const plainNumber = (value: string): string | number =>
  /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value

/** `prepend [Phone] "+44"`, `append [Remark] "(checked)" where …`: to what cells hold already. */
export const extended =
  (end: 'before' | 'behind') =>
  (items: Items, ground: Ground): Made | null => {
    const column = items.column()
    const text = column && items.literal()
    const which = typeof text === 'string' ? whereIn(items, ground) : null
    if (!column || !text || !which) return null
    const setting: Setting = {
      column,
      value: row => {
        const held = String(row[column.index] ?? '').trim()
        return held === '' ? null : end === 'before' ? joinedTo(text, held) : joinedTo(held, text)
      },
      words: end === 'before' ? `“${text}” and what it holds` : `what it holds and “${text}”`,
    }
    return { frame: 'Set a value', where: which, fill: draft => cellsSet(draft, [setting], which) }
  }

/** A sign is set close, words stand apart. */
const joinedTo = (first: string, second: string): string =>
  /[\p{L}\p{N})]$/u.test(first) && /^[\p{L}\p{N}(]/u.test(second) && /\p{L}/u.test(first + second)
    ? `${first} ${second}`
    : first + second

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
  const [find, instead] = [items.literal(), items.word('empty') ? '' : items.literal()]
  if (find === null || instead === null || find === instead) return null
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

export function fillBlank(items: Items, ground: Ground): Told | null {
  const column = items.column()
  if (!column) return null
  if (items.word('above'))
    return told('Fill blanks', 'fill the blanks in', { column }, 'with the value above')
  const value = valueFor(column, items.literal(), ground)
  return value === null
    ? null
    : told('Fill blanks', 'fill the blanks in', { column }, 'with', { text: value })
}

export function split(items: Items): Told | null {
  const column = items.column()
  if (!column || !items.word('at')) return null
  const sign = items.word('space') ? ' ' : items.literal()
  return sign === null ? null : told('Split a column', 'split', { column }, 'at', { text: signNamed(sign) })
}

const SHOWN = ['currency', 'euro', 'dollar', 'pound', 'percent', 'integer', 'number', 'date', 'text']

/** `format [C] euro 0 decimals` */
export function format(items: Items): Made | null {
  const columns = items.columns()
  const as = columns.length > 0 ? items.word(...SHOWN) : null
  if (!as) return null
  const count = items.amount()
  const decimals = count === null ? null : numberIn(count)
  if (count !== null && (decimals === null || !items.word('decimals'))) return null
  return { frame: 'Number formats', fill: draft => columnsShown(draft, columns, as, decimals) }
}

export function freeze(items: Items): Told | null {
  if (items.word('header')) return told('Freeze', 'freeze the header row')
  const what = items.word('columns', 'rows')
  const count = what && (items.amount() ?? items.word('1'))
  return count ? told('Freeze', 'freeze the first', { amount: count }, what!) : null
}

export function highlight(items: Items, ground: Ground): Told | Made | null {
  const { next, after } = items
  const isRows = items.isWord('rows') && after?.kind === 'word' && after.word === 'duplicates'
  if (isRows) items.word('rows')
  else if (items.isWord('rows') || next?.kind === 'column') return coloursWhere(items, ground)
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
  const asked = figuresIn(items, ground)
  const said = asked && whereIn(items, ground)
  if (!said) return null
  const which = [...said, ...dated(asked!)]
  const below = items.word('below') ? items.column() : null
  const fill = below ? putBelow(asked!, which, below) : items.word('at') ? putAt(asked!, which, items) : null
  return fill && { frame: 'A figure', fill }
}

/** Several figures stand each under its own column, one under the column that is named. */
const putBelow =
  (figures: Figure[], which: Where, below: Column): Made['fill'] =>
  draft => {
    const [{ column }, ...more] = figures as [Figure]
    if (more.length > 0)
      return figures.every(each => each.column) ? written(draft, figures, which, 'below') : null
    if (column === below) return written(draft, figures, which, 'below')
    const rows = rowsOf(draft)
    return rows && written(draft, figures, which, cellRange(draft.tab, below.column, rows.last + 1))
  }

function putAt(figures: Figure[], which: Where, items: Items): Made['fill'] | null {
  const cell = parseRange(items.amount() ?? '')
  // Several would be written into the same cell.
  return cell && isOneCell(cell.box) && figures.length === 1
    ? draft => written(draft, figures, which, formatRange(cell.tab ?? draft.tab.title, cell.box))
    : null
}

/**
 * "Zero" into a column of numbers is 0, "today" into one of dates is the day, and what other cells of the column hold
 * is spelled as there; what is none of these stays as it is.
 */
function valueFor(column: Column, said: string | null, ground: Ground): string | null {
  if (said === null) return null
  if (isDate(column)) return dayIn(said, ground) ?? said
  const number = isNumeric(column) ? numberIn(said, column) : null
  if (number !== null) return String(/^\s*-/.test(said) ? -number : number)
  const alike = writtenIn(column, ground.index).filter(value => spelling(value) === spelling(said))
  return alike.length === 1 ? alike[0]! : said
}

/** The same for what differs only in capitals and spaces. */
const spelling = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ')
