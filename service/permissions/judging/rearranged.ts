/** Cells that change their places: nothing goes, but on another tab than the turn's the message must name it. */
import { formatBox } from '../../sheets/a1.ts'
import type { Deed } from '../deeds/deed.ts'
import { says } from '../reading/patterns.ts'
import { type Case, markOf, type Need } from './case.ts'
import { tabsExcepted, tabsNamed } from './scope.ts'

export async function judgeRearranged(
  deed: Extract<Deed, { deed: 'rearrange' }>,
  matter: Case,
): Promise<Need | null> {
  const { book, own, turn, reading } = matter
  const area = book.area(deed.sheetId, deed.box)
  if (!area || deed.sheetId === turn.sheetId || own.tabs.has(deed.sheetId)) return null
  const title = book.saidAs(area.tab)
  const isNamed = reading.doing.some(({ raw }) =>
    says(raw, 'allTabs')
      ? !tabsExcepted(raw, matter).includes(title)
      : tabsNamed(raw, matter, deed.what !== 'Move').includes(title),
  )
  if (isNamed) return null
  return {
    kind: 'destroy',
    effect: `${deed.what} cells in ${formatBox(area.box)} of the tab ${area.tab.title}`,
    details: ['Your message is not about this tab'],
    mark: markOf('rearrange', deed.what, deed.sheetId, area.box),
  }
}
