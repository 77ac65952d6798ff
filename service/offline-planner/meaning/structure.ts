/** Columns, rows and tabs themselves: renamed, moved, inserted, deleted. */

import type { TabOverview } from '../../sheets/overview/overview.ts'
import { blankRowsDeleted, deleteRows, linesDeleted, rowsDeleted } from '../kinds/rows/delete-rows.ts'
import * as columns from '../kinds/structure/columns.ts'
import * as insert from '../kinds/structure/insert.ts'
import * as tabs from '../kinds/structure/tabs.ts'
import { compact } from '../linking/letters.ts'
import type { Node } from '../linking/link.ts'
import { numberIn } from './amounts.ts'
import { whereIn } from './conditions.ts'
import { type Ground, linked } from './ground.ts'
import { meant, type Reads } from './meant.ts'

export const rename: Reads = (items, ground) => {
  const column = items.column()
  const name = column && items.literal()
  return name ? meant(columns.renaming, columns.renamed(ground, column!, name)) : null
}

export const move: Reads = (items, ground) => {
  const column = items.column()
  const place = column && items.word('before', 'after', 'first', 'last')
  if (!place) return null
  if (place === 'first' || place === 'last')
    return meant(columns.moving, columns.moved(ground, column, place))
  const of = items.column()
  const side = place as 'before' | 'after'
  return of && meant(columns.moving, columns.moved(ground, column, { side, of }))
}

export const changeColumns =
  (way: 'delete' | 'hide' | 'show'): Reads =>
  (items, ground) => {
    const named = items.columns()
    return named.length > 0 ? meant(columns.deleting, columns.columnsChanged(ground, named, way)) : null
  }

export const insertColumn: Reads = (items, ground) => {
  const name = items.literal()
  const side = items.word('before', 'after') as 'before' | 'after' | null
  const of = side && items.column()
  return of ? meant(insert.inserting, insert.columnInserted(ground, name, side!, of)) : null
}

export const insertRows: Reads = (items, ground) => {
  const count = numberIn(items.amount() ?? items.word('1') ?? '')
  const side = items.word('above', 'below') as 'above' | 'below' | null
  const row = side && numberIn(items.amount() ?? '')
  return count && row ? meant(insert.inserting, insert.rowsInserted(ground, count, side!, row)) : null
}

export const newColumn: Reads = (items, ground) => {
  const name = items.literal()
  return name === null ? null : meant(insert.inserting, insert.columnAdded(ground, name))
}

export const newTab: Reads = (items, ground) => {
  const name = items.literal()
  return name === null ? null : meant(tabs.tabs, tabs.tabAdded(ground, name))
}

/** "The tab Exams" is no tab of another name, also where there is none called so; it may be the name of a new one. */
function isAnother({ title }: TabOverview, ground: Ground, isNamedAnew: boolean): boolean {
  const nodes = linked(ground.said, ground)
  const beside = nodes.flatMap(({ concepts, at }) =>
    concepts.has('tab') ? [nodes[at + 1], nodes[at - 1]] : [],
  )
  const titles = ground.overview.tabs.map(tab => tab.title)
  const named = beside.flatMap(node => titles.filter(each => node && isLike(each, node.text)))
  if (named.length > 0) return !named.includes(title)
  const [next] = beside
  return !isNamedAnew && next !== undefined && next.isUnknown && /^\p{Lu}/u.test(next.text)
}

/** But for an ending. */
function isLike(title: string, said: string): boolean {
  const [one, other] = [compact(title), compact(said)]
  return one === other || (other.length >= 3 && (one.startsWith(other) || other.startsWith(one)))
}

export const renameTab: Reads = (items, ground) => {
  const tab = items.tab()
  const name = tab && items.literal()
  if (tab && isAnother(tab, ground, true)) return null
  return name ? meant(tabs.tabs, tabs.tabRenamed(tab!, name)) : null
}

export const copyTab: Reads = items => {
  const tab = items.tab()
  return tab && meant(tabs.tabs, tabs.tabCopied(tab, items.literal()))
}

export const changeTab =
  (way: 'delete' | 'hide' | 'show'): Reads =>
  (items, ground) => {
    const tab = items.tab()
    if (!tab || isAnother(tab, ground, false)) return null
    return meant(tabs.tabs, tabs.tabChanged(tab, way))
  }

/** `deleterows where …`, `deleterows blank` */
export const deleteWhere: Reads = (items, ground) => {
  if (items.word('blank')) return meant(deleteRows, blankRowsDeleted(ground))
  const where = whereIn(items, ground)
  return where && where.length > 0 ? meant(deleteRows, rowsDeleted(ground, where), where) : null
}

/** `deleterow 5`, `deleterow 5 to 9` */
export const deleteRow: Reads = (items, ground) => {
  const first = numberIn(items.amount() ?? '')
  const last = first !== null && items.word('to') ? numberIn(items.amount() ?? '') : first
  if (first === null || last === null) return null
  const between = betweenLines(first, last, ground)
  return between === 'unclear'
    ? null
    : meant(deleteRows, linesDeleted(ground, first, last, between === 'and'))
}

/** "Rows 6 and 22" are two, and what stands between them stays, unless "between" is said; of more nothing is known. */
function betweenLines(first: number, last: number, ground: Ground): 'and' | 'to' | 'unclear' {
  const nodes = linked(ground.said, ground)
  const from = nodes.findIndex(({ number }) => number?.value === first)
  const to = nodes.findIndex(({ number }, at) => at > from && number?.value === last)
  if (first === last || from === -1 || to === -1 || nodes.some(({ concepts }) => concepts.has('between')))
    return 'to'
  const isJoined = ({ concepts, text }: Node): boolean => concepts.has('and') || /^[,&+]$/.test(text)
  if (!nodes.slice(from + 1, to).some(isJoined)) return 'to'
  return nodes.filter(({ number }) => number).length === 2 ? 'and' : 'unclear'
}
