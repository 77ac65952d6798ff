/** Where the person is in the spreadsheet, and what the sidebar does with the sheet itself. */
import { signal } from '@preact/signals'
import type { OpenPlace, RpcError, SheetContext } from '../../contract/rpc.ts'
import type { Clock, Host } from '../host/host.ts'
import type { Composer } from './composer.ts'
import type { Shell } from './shell.ts'
import { createTabNames } from './tab-names.ts'

/** Often enough for a context that follows the person, seldom enough for the bridge. */
const CONTEXT_PAUSE_MS = 1_200

/** Names a range among those of the conversation. */
export const rangeKey = (sheetName: string | null, range: string): string => `${sheetName ?? ''}!${range}`

export function createSheet(
  host: Pick<Host, 'readContext' | 'selectRange' | 'selectRanges' | 'copyTab'>,
  clock: Clock,
  shell: Shell,
  composer: Composer,
) {
  const context = signal<SheetContext | null>(null)
  /** The range that is being selected: a click shows at once, Google takes its second. */
  const selecting = signal<string | null>(null)
  let readAt = Number.NEGATIVE_INFINITY

  const names = createTabNames(context)

  function setContext(next: SheetContext | null): void {
    context.value = next
    names.noteTabs()
  }

  function loadContext(loaded: SheetContext | null): void {
    setContext(loaded)
    readAt = clock.now()
  }

  async function refreshContext(isUrgent = false): Promise<void> {
    if (shell.screen.peek().name !== 'chat') return
    if (!isUrgent && clock.now() - readAt < CONTEXT_PAUSE_MS) return
    readAt = clock.now()
    const answer = await host.readContext()
    if (answer.ok && answer.value && JSON.stringify(answer.value) !== JSON.stringify(context.peek())) {
      setContext(answer.value)
    }
  }

  /** What a call that was made anyway told of where the person was, unless something newer is known. */
  function notePlace(place: OpenPlace, askedAt: number): void {
    const known = context.peek()
    if (!known || readAt > askedAt) return
    const isSameTab = known.tab.sheetId === place.tab.sheetId
    const next = { ...known, ...place, ...(isSameTab ? {} : { headers: [], samples: [] }) }
    if (JSON.stringify(next) !== JSON.stringify(known)) setContext(next)
  }

  /** Attaches what the chip shows: by the time Google answered, the person may have moved on. */
  function attachSelection(): void {
    const shown = context.peek()
    if (shown) composer.attach(shown)
  }

  async function selectRange(sheetName: string | null, range: string): Promise<void> {
    const mine = rangeKey(sheetName, range)
    selecting.value = mine
    const answer = await host.selectRange(sheetName, range)
    if (selecting.peek() === mine) selecting.value = null
    if (answer.ok) void refreshContext(true)
    else shell.noticeFailure(answer.error)
  }

  /** Several ranges of one tab at once. */
  async function selectRanges(sheetName: string | null, ranges: string[]): Promise<void> {
    const answer = await host.selectRanges(sheetName, ranges)
    if (answer.ok) void refreshContext(true)
    else shell.noticeFailure(answer.error)
  }

  async function copyTab(destination: string | null): Promise<RpcError | null> {
    const answer = await host.copyTab(destination)
    if (!answer.ok) return answer.error
    shell.panel.value = null
    shell.noticeCopied(answer.value)
    return null
  }

  return {
    context,
    selecting,
    nameOfTab: names.nameOfTab,
    placeNow: names.placeNow,
    loadContext,
    refreshContext,
    notePlace,
    attachSelection,
    selectRange,
    selectRanges,
    copyTab,
  }
}
