/** What tabs are called now, whatever they were called when somebody spoke of them. */
import type { ReadonlySignal } from '@preact/signals'
import type { SheetContext } from '../../contract/rpc.ts'
import type { Place } from '../conversation/place.ts'
import { type Turn, tabIdIn } from '../conversation/thread.ts'

export function createTabNames(context: ReadonlySignal<SheetContext | null>) {
  /** Ids of tabs by the names that they were seen with. */
  const seenIds = new Map<string, number>()

  const tabsNow = () => {
    const known = context.value
    return known ? [...(known.tabs ?? []), known.tab] : []
  }

  function nameOfTab<T extends string | null>(sheetId: number | null, otherwise: T): string | T {
    return tabsNow().findLast(tab => tab.sheetId === sheetId)?.name ?? otherwise
  }

  /**
   * A place by the name that its tab has now: the tab that the turn changed under the old name, else the one that
   * this page has seen under it. A name that some tab has now is that tab's.
   */
  function placeNow(turn: Turn, place: Place): Place {
    const { sheetName } = place
    if (sheetName === null) return place
    const isOneNow = tabsNow().some(({ name }) => name === sheetName)
    const sheetId = tabIdIn(turn, sheetName) ?? (isOneNow ? null : (seenIds.get(sheetName) ?? null))
    return { ...place, sheetName: nameOfTab(sheetId, sheetName) }
  }

  /** Whenever the page learns of the tabs. */
  function noteTabs(): void {
    for (const { name, sheetId } of tabsNow()) seenIds.set(name, sheetId)
  }

  return { nameOfTab, placeNow, noteTabs }
}
