/** What is written into cells: values for rows, into places, into blanks; figures; lists to choose from. */
import { formatRange, isOneCell, parseRange } from '../../sheets/a1.ts'
import { cellsSet, type Setting } from '../kinds/cells/cells-set.ts'
import { boxes, limitedTo, listed, validation } from '../kinds/cells/validation.ts'
import { blanksFilled, fillBlanks, setValue } from '../kinds/cells/values.ts'
import * as cells from '../kinds/cells/write-cells.ts'
import { figure } from '../kinds/questions/figure.ts'
import { totalRow, written } from '../kinds/questions/figure-written.ts'
import type { Figure } from '../kinds/summaries/summary.ts'
import { cellRange, nameOf, rowsOf } from '../kinds/support/table.ts'
import { cellText } from '../linking/cells.ts'
import { type Column, isNumeric } from '../linking/sheet.ts'
import type { Where } from '../reading/where.ts'
import { amongNumbers, numberIn, plainNumber } from './amounts.ts'
import { calculationOf, hasLookup } from './calculation.ts'
import { whereIn } from './conditions.ts'
import { dated, figuresIn } from './figures.ts'
import { conceptsIn, type Ground } from './ground.ts'
import type { Items } from './items.ts'
import { meant, type Reads } from './meant.ts'
import { areaIn, cellIn, targetIn } from './targets.ts'
import { valueFor } from './values.ts'

/** `set [Paid] "24", [Paid on] "today" where …`, `set [Left] empty where …`, `set [Paid] [Fee] where …` */
export const set: Reads = (items, ground) => {
  const settings: Setting[] = []
  do {
    const column = items.column()
    const setting = column && settingOf(column, items, ground)
    if (!setting) return null
    settings.push(setting)
  } while (items.word(','))
  const where = whereIn(items, ground)
  return where && where.length > 0 ? meant(setValue, cellsSet(ground, settings, where), where) : null
}

function settingOf(column: Column, items: Items, ground: Ground): Setting | null {
  if (items.word('empty')) return { column, value: () => '', words: 'nothing' }
  const source = items.column()
  if (source)
    return {
      column,
      value: row => (row[source.index] ?? '') as string | number,
      words: `what ${nameOf(source)} holds`,
    }
  const value = valueFor(column, items.literal() ?? items.word('yes', 'no', 'today'), ground)
  return value === null
    ? null
    : { column, value: () => (isNumeric(column) ? amongNumbers(value) : value), words: `“${value}”` }
}

/** `prepend [Phone] "+44"`, `append [Remark] "(checked)" where …`: to what cells hold already. */
export const extended =
  (end: 'before' | 'behind'): Reads =>
  (items, ground) => {
    const column = items.column()
    const text = column && items.literal()
    const where = typeof text === 'string' ? whereIn(items, ground) : null
    if (!column || !text || !where) return null
    const setting: Setting = {
      column,
      value: row => {
        const held = cellText(row, column)
        return held === '' ? null : end === 'before' ? joinedTo(text, held) : joinedTo(held, text)
      },
      words: end === 'before' ? `“${text}” and what it holds` : `what it holds and “${text}”`,
    }
    return meant(setValue, cellsSet(ground, [setting], where), where)
  }

/** A sign is set close, words stand apart. */
const joinedTo = (first: string, second: string): string =>
  /[\p{L}\p{N})]$/u.test(first) && /^[\p{L}\p{N}(]/u.test(second) && /\p{L}/u.test(first + second)
    ? `${first} ${second}`
    : first + second

/** `write "v" at L1` */
export const write: Reads = (items, ground) => {
  const value = items.literal()
  const area = value !== null && items.word('at') ? cellIn(items, ground) : null
  return area && meant(cells.writeCell, cells.cellWritten(ground, area, numberOr(value!)))
}

const numberOr = (said: string): string | number =>
  /^-?[\d.,]+$/.test(said) ? (numberIn(said) ?? said) : said

export const clear: Reads = (items, ground) => {
  const area = areaIn(items, ground)
  return area && !isCleanedUp(ground) ? meant(cells.writeCell, cells.cleared(area)) : null
}

/** What is to be cleaned up is not to be emptied: the network takes one for the other. */
const isCleanedUp = (ground: Ground): boolean => conceptsIn(ground.said, ground).has('cleanup')

/** `fill K2:K20 = [Qty] * [Price]`, `fill E2:E3 "=C2+1"`, `fill D2:D9 "open"` */
export const fill: Reads = (items, ground) => {
  const area = areaIn(items, ground)
  if (!area) return null
  if (items.word('=')) {
    const tree = calculationOf(items, ground)
    return tree && !hasLookup(tree) ? meant(cells.fillRange, cells.rangeFilled(ground, area, { tree })) : null
  }
  const said = items.literal()
  if (said === null) return null
  const filling = /^=./.test(said) ? { formula: said } : { value: numberOr(said) }
  return meant(cells.fillRange, cells.rangeFilled(ground, area, filling))
}

/** `fillblank [C] "v"`, `fillblank E2:E40 above` */
export const fillBlank: Reads = (items, ground) => {
  const target = targetIn(items, ground)
  if (items.word('above')) return meant(fillBlanks, blanksFilled(ground, target, null))
  const column = target !== 'table' && 'columns' in target ? target.columns[0] : undefined
  const said = items.literal()
  const value = column ? valueFor(column, said, ground) : said
  if (value === null) return null
  const written = column ? (isNumeric(column) ? amongNumbers(value) : value) : plainNumber(value)
  return meant(fillBlanks, blanksFilled(ground, target, written))
}

/** `dropdown [C] "a", "b"`, `dropdown [C] from [X] {Tab}`, `dropdown [C]` */
export const dropdown: Reads = (items, ground) => {
  const column = items.column()
  if (column?.tab !== ground.tab) return null
  if (items.word('from')) {
    const [source, tab] = [items.column(), items.tab()]
    return source && tab && source.tab === tab ? meant(validation, limitedTo(ground, column, source)) : null
  }
  const values = items.literals()
  // The same twice is no choice.
  if (new Set(values).size < values.length) return null
  return meant(validation, listed(ground, column, values))
}

export const checkboxes: Reads = (items, ground) => {
  const column = items.column()
  return column && meant(validation, boxes(ground, column))
}

/** `put sum [C] where … at K2`, `put avg [C] below [C]` */
export const put: Reads = (items, ground) => {
  const asked = figuresIn(items, ground)
  const said = asked && whereIn(items, ground)
  if (!said) return null
  const where = [...said, ...dated(asked!)]
  const below = items.word('below') ? items.column() : null
  const reading = below
    ? putBelow(ground, asked!, where, below)
    : items.word('at')
      ? putAt(ground, asked!, where, items.amount())
      : null
  return meant(figure, reading, where)
}

/** Several figures stand each under its own column, one under the column that is named. */
function putBelow(ground: Ground, figures: Figure[], where: Where, below: Column) {
  const [{ column }, ...more] = figures as [Figure]
  if (more.length > 0)
    return figures.every(each => each.column) ? written(ground, figures, where, 'below') : null
  if (column === below) return written(ground, figures, where, 'below')
  const rows = rowsOf(ground)
  return rows && written(ground, figures, where, cellRange(ground.tab, below.column, rows.last + 1))
}

/** Several would be written into the same cell. */
function putAt(ground: Ground, figures: Figure[], where: Where, place: string | null) {
  const cell = parseRange(place ?? '')
  return cell && isOneCell(cell.box) && figures.length === 1
    ? written(ground, figures, where, formatRange(cell.tab ?? ground.tab.title, cell.box))
    : null
}

export const totals: Reads = (items, ground) => meant(figure, totalRow(ground, items.columns()))
