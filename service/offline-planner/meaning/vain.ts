/** Whether an instruction would find nothing to do, as far as is seen easily: people seldom speak of what is not there. */
import { meetsAll } from '../kinds/support/met.ts'
import { isBlank } from '../linking/cells.ts'
import { ownRows } from '../linking/sheet.ts'
import type { Scope } from '../reading/scope.ts'
import type { Where } from '../reading/where.ts'
import type { Item } from './items.ts'
import type { Meant } from './meant.ts'

/** What has nothing to do in one of its instructions is not what was meant. */
export const findsNothing = (instructions: readonly { isVain: boolean }[]): boolean =>
  instructions.some(each => each.isVain)

const TELLING_NONE = new Set(['share', 'values'])

const COUNTING = new Set(['table', 'chart', 'pivot'])

export function isVain(part: readonly Item[], { where }: Meant, scope: Scope): boolean {
  const [first, next] = part
  if (first?.kind !== 'word') return false
  // That there is none is an answer.
  if (first.word === 'tell' && next?.kind === 'word' && TELLING_NONE.has(next.word)) return false
  if (where && holdsNowhere(where, scope)) return true
  if (COUNTING.has(first.word)) return countsOnes(part, scope)
  if (first.word === 'replace' && next?.kind === 'text') return standsNowhere(next.text, scope)
  return first.word === 'fillblank' && next?.kind === 'column' && isFull(next.column, scope)
}

/** How many rows each of its values has, of a column that tells the rows apart: one each. */
function countsOnes(part: readonly Item[], { index }: Scope): boolean {
  const by = part.findIndex(item => item.kind === 'word' && item.word === 'by')
  const figures = part.slice(1, by).flatMap(item => (item.kind === 'word' ? item.word : []))
  const group = by < 0 ? undefined : part[by + 1]
  if (group?.kind !== 'column' || !figures.includes('count') || part.length > by + 2) return false
  const { distinct, cells } = index.spellings(group.column)
  return cells > 3 && distinct.size === cells
}

/** Of a tab that is known as a whole, else null: what is not seen may be there. */
function rowsOf({ index }: Scope, title: string): unknown[][] | null {
  const data = index.data.get(title)
  const rows = data?.isWhole ? ownRows(data) : []
  return rows.length > 0 ? rows : null
}

function holdsNowhere(where: Where, scope: Scope): boolean {
  const [[atom] = []] = where
  const rows = atom ? rowsOf(scope, atom.column.tab.title) : null
  return rows !== null && !rows.some(row => meetsAll(row, where, scope.overview.locale))
}

function standsNowhere(text: string, scope: Scope): boolean {
  const wanted = text.toLowerCase()
  const rows = rowsOf(scope, scope.tab.title)
  return rows !== null && !rows.some(row => row.some(cell => String(cell).toLowerCase().includes(wanted)))
}

function isFull({ tab, index }: { tab: { title: string }; index: number }, scope: Scope): boolean {
  const rows = rowsOf(scope, tab.title)
  return rows !== null && !rows.some(row => isBlank(row[index]))
}
