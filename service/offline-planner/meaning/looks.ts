/** How cells look: styles, colours, formats of numbers, frozen lines, borders, widths. */

import { formatBox, isOneCell } from '../../sheets/a1.ts'
import {
  coloured,
  extremesColoured,
  highlight as highlighting,
  type Rule,
  rangeColoured,
  repeatsColoured,
} from '../kinds/looks/highlight.ts'
import * as layouts from '../kinds/looks/layouts.ts'
import { fillOf, styled, style as styling } from '../kinds/looks/looks.ts'
import * as formats from '../kinds/looks/number-format.ts'
import { matching } from '../kinds/support/met.ts'
import { type Area, areaOf, type Place, placesOf, rangeOfArea } from '../kinds/support/places.ts'
import { headerRange, rowsOf, shown, tableRange } from '../kinds/support/table.ts'
import { link } from '../linking/link.ts'
import type { Column } from '../linking/sheet.ts'
import type { Where } from '../reading/where.ts'
import { numberIn } from './amounts.ts'
import { colorOf } from './colors.ts'
import { whereIn } from './conditions.ts'
import { type Ground, linked } from './ground.ts'
import type { Items } from './items.ts'
import { type Meant, meant, type Reads } from './meant.ts'
import { areaIn, targetIn } from './targets.ts'

const FLAGS: Record<string, string> = {
  bold: 'bold',
  unbold: 'bold',
  italic: 'italic',
  underline: 'underline',
  strike: 'strikethrough',
  wrap: 'wrap',
}

/** `style header bold, fill "light blue"` */
export const style: Reads = (items, ground) => {
  const places = placesIn(items, ground)
  const args: Record<string, unknown> = {}
  if (!places || places.length === 0) return null
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
  return args.size === null ? null : meant(styling, styled(places, args))
}

function placesIn(items: Items, ground: Ground): Place[] | null {
  const { tab } = ground
  if (items.word('rows')) {
    const where = whereIn(items, ground)
    return where && where.length > 0 ? rowsStyled(ground, where) : null
  }
  if (items.word('header')) {
    const range = headerRange(tab)
    return [{ range, name: `the header ${shown(range)}` }]
  }
  if (items.word('table'))
    return placesOf(ground, 'table', true)?.map(each => ({ ...each, name: 'the table' })) ?? null
  if (items.word('row')) {
    const row = numberIn(items.amount() ?? '')
    const area = row === null ? null : areaOf(`${row}:${row}`, ground)
    return area && [{ range: rangeOfArea(area), name: `row ${row}` }]
  }
  const target = targetIn(items, ground)
  return target === 'table' ? null : placesOf(ground, target)
}

/** Those that meet the conditions now; neighbours are one place. */
function rowsStyled(ground: Ground, where: Where): Place[] | null {
  const rows = rowsOf(ground)
  if (!rows) return null
  const runs: [first: number, last: number][] = []
  for (const { number } of matching(ground, where)) {
    const run = runs.at(-1)
    if (run?.[1] === number - 1) run[1] = number
    else runs.push([number, number])
  }
  return runs.map(([first, last]) => ({
    range: tableRange(ground.tab, { header: null, first, last }, false),
    name: first === last ? `row ${first}` : `rows ${first} to ${last}`,
  }))
}

/** `highlight rows where …`, `highlight [C] where … "red"`, `highlight top 3 [C]`, `highlight C2:D40 < 0` */
export const highlight: Reads = (items, ground) => {
  const area = areaIn(items, ground)
  if (area) return cellsOf(area, items, ground)
  const end = items.word('top', 'bottom')
  if (end) return extremes(end === 'top', items, ground)
  const isRows = items.word('rows') !== null
  if (items.word('duplicates')) return repeats(isRows, items, ground)
  const column = isRows ? null : items.column()
  const where = column ? (signIn(items, column) ?? whereIn(items, ground)) : whereIn(items, ground)
  const look = where && where.length > 0 ? lookIn(items, ground) : null
  return look && meant(highlighting, coloured(ground, { where: where!, column, look }), where!)
}

/** `[Price] negative` */
function signIn(items: Items, column: Column): Where | null {
  const sign = items.word('negative', 'positive')
  return sign === null ? null : [[{ column, op: sign === 'negative' ? '<' : '>', values: [0] }]]
}

/** Yellow where no colour is named; null where what is named is none. */
function lookIn(items: Items, ground: Ground): { background: string } | null {
  const name = items.text()
  const color = name === null ? 'yellow' : colorOf(name, ground)
  return color ? { background: fillOf(color) } : null
}

function extremes(isMost: boolean, items: Items, ground: Ground): Meant | null {
  const count = numberIn(items.amount() ?? '')
  const column = count === null ? null : items.column()
  const look = column && lookIn(items, ground)
  return look ? meant(highlighting, extremesColoured(ground, column, { count: count!, isMost }, look)) : null
}

function repeats(isRows: boolean, items: Items, ground: Ground): Meant | null {
  const column = isRows ? null : items.column()
  const look = lookIn(items, ground)
  return look && meant(highlighting, repeatsColoured(ground, column, look))
}

/** Cells of a range, by what each of them holds. */
function cellsOf(area: Area, items: Items, ground: Ground): Meant | null {
  const rule = ruleIn(items, area)
  const look = rule && lookIn(items, ground)
  return look && meant(highlighting, rangeColoured(area, rule.rule, rule.words, look))
}

function ruleIn(items: Items, area: Area): { rule: Rule; words: string } | null {
  if (items.word('negative')) return { rule: { op: '<', value: 0 }, words: 'negative' }
  if (items.word('positive')) return { rule: { op: '>', value: 0 }, words: 'positive' }
  if (items.word('empty')) return { rule: { op: 'empty' }, words: 'empty' }
  if (items.word('duplicates')) {
    const [range, first] = repeatedIn(area)
    return { rule: { formula: `=COUNTIF(${range},${first})>1` }, words: 'there more than once' }
  }
  const op = items.word('<', '<=', '>', '>=', '=', '!=')
  const said = op && items.literal()
  if (!op || !said) return null
  return { rule: { op, value: numberIn(said) ?? said }, words: `${op} ${said}` }
}

/** The range, which stays, and its first cell, which moves. */
function repeatedIn({ box }: Area): [string, string] {
  const plain = formatBox(box)
  return [plain.replaceAll(/([A-Z]+)(\d+)/g, '$$$1$$$2'), plain.split(':')[0]!]
}

const SHOWN = ['currency', 'euro', 'dollar', 'pound', 'percent', 'integer', 'number', 'date', 'text']

/** `format [C] euro 0 decimals`, `format [C] "dd/mm/yyyy"`, `format C2:C30 currency` */
export const format: Reads = (items, ground) => {
  const target = targetIn(items, ground)
  if (target === 'table') return null
  const as = items.word(...SHOWN)
  if (!as) {
    const said = items.literal()
    return said === null ? null : meant(formats.numberFormat, formats.shownLike(ground, target, said))
  }
  const count = items.amount()
  const decimals = count === null ? null : numberIn(count)
  if (count !== null && (decimals === null || !items.word('decimals'))) return null
  const reading =
    'area' in target
      ? formats.areaShown(ground, target.area, as, decimals)
      : formats.columnsShown(ground, target.columns, as, decimals)
  return meant(formats.numberFormat, reading)
}

export const sameLook: Reads = (items, ground) =>
  meant(formats.sameFormats, formats.formatsUnified(ground, areaIn(items, ground) ?? areaSaid(ground)))

/** The only range that the sentence names. */
function areaSaid(ground: Ground): Area | null {
  const ranges = linked(ground.said, ground).filter(({ range }) => range && !isOneCell(range.box))
  return ranges.length === 1 ? areaOf(ranges[0]!.text, ground) : null
}

/** `freeze header`, `freeze columns 1`, `freeze rows 2`, `freeze [No], [Name]` */
export const freeze: Reads = (items, ground) => {
  if (items.word('header')) return meant(layouts.freezing, layouts.headerFrozen(ground))
  if (items.next?.kind === 'column') return frozenUpTo(items, ground)
  const what = items.word('columns', 'rows') as 'columns' | 'rows' | null
  const said = what && numberIn(items.amount() ?? items.word('1') ?? '')
  const count = what === 'columns' && said === 1 ? Math.max(1, firstColumnsNamed(ground)) : said
  return count ? meant(layouts.freezing, layouts.frozen(ground, what!, count)) : null
}

/** What stands before a column that is kept in view stays with it. */
function frozenUpTo(items: Items, ground: Ground): Meant | null {
  const columns: Column[] = []
  do {
    const column = items.column()
    if (!column || column.tab.title !== ground.tab.title) return null
    columns.push(column)
  } while (items.word(','))
  const count = Math.max(...columns.map(({ index }) => index)) + 1
  return meant(layouts.freezing, layouts.frozen(ground, 'columns', count))
}

/** Less is a word that only looks a little like a header. */
const SURELY_NAMED = 0.9

/** How many of the first columns the sentence names, where these are all that it names. */
function firstColumnsNamed({ index, tab, said, today }: Ground): number {
  const named = link(index, { text: said, today }).flatMap(({ columns: [best] }) =>
    best && best.quality >= SURELY_NAMED ? best : [],
  )
  const places = new Set(named.filter(({ column }) => column.tab === tab).map(({ column }) => column.index))
  return [...places].every(place => place < places.size) ? places.size : 0
}

export const unfreeze: Reads = (_, ground) => meant(layouts.freezing, layouts.unfrozen(ground))
export const borders: Reads = (_, ground) => meant(layouts.borders, layouts.bordered(ground))
export const banding: Reads = (_, ground) => meant(layouts.banding, layouts.banded(ground))
export const pretty: Reads = (_, ground) => meant(layouts.tidyLook, layouts.dressed(ground))
export const fitWidth: Reads = (items, ground) =>
  meant(layouts.widths, layouts.fitted(ground, targetIn(items, ground)))
