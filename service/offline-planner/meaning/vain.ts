/** Whether an instruction would find nothing to do, as far as is seen easily: people seldom speak of what is not there. */
import { meetsAll } from '../kinds/support/met.ts'
import { isBlank } from '../linking/cells.ts'
import { ownRows } from '../linking/sheet.ts'
import type { Scope } from '../reading/scope.ts'
import type { Where } from '../reading/where.ts'
import type { Item } from './items.ts'
import type { Meant } from './meant.ts'

const TELLING_NONE = new Set(['share', 'values'])

export function isVain(part: readonly Item[], { where }: Meant, scope: Scope): boolean {
  const [first, next] = part
  if (first?.kind !== 'word') return false
  // That there is none is an answer.
  if (first.word === 'tell' && next?.kind === 'word' && TELLING_NONE.has(next.word)) return false
  if (where && holdsNowhere(where, scope)) return true
  if (first.word === 'replace' && next?.kind === 'text') return standsNowhere(next.text, scope)
  return first.word === 'fillblank' && next?.kind === 'column' && isFull(next.column, scope)
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
