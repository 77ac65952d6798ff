/** Where the person is in the spreadsheet, and what the sidebar does with the sheet itself. */
import { signal } from '@preact/signals'
import type { OpenPlace, RpcError, SheetContext } from '../../contract/rpc.ts'
import type { Clock, Host } from '../host/host.ts'
import type { Composer } from './composer.ts'
import type { Shell } from './shell.ts'

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

  /** A tab's name of now, whatever it was called when somebody spoke of it. */
  function nameOfTab<T extends string | null>(sheetId: number | null, otherwise: T): string | T {
    const known = context.value
    if (sheetId === null || !known) return otherwise
    if (known.tab.sheetId === sheetId) return known.tab.name
    return known.tabs?.find(tab => tab.sheetId === sheetId)?.name ?? otherwise
  }

  function loadContext(loaded: SheetContext | null): void {
    context.value = loaded
    readAt = clock.now()
  }

  async function refreshContext(isUrgent = false): Promise<void> {
    if (shell.screen.peek().name !== 'chat') return
    if (!isUrgent && clock.now() - readAt < CONTEXT_PAUSE_MS) return
    readAt = clock.now()
    const answer = await host.readContext()
    if (answer.ok && answer.value && JSON.stringify(answer.value) !== JSON.stringify(context.peek())) {
      context.value = answer.value
    }
  }

  /** What a call that was made anyway told of where the person was, unless something newer is known. */
  function notePlace(place: OpenPlace, askedAt: number): void {
    const known = context.peek()
    if (!known || readAt > askedAt) return
    const isSameTab = known.tab.sheetId === place.tab.sheetId
    const next = { ...known, ...place, ...(isSameTab ? {} : { headers: [], samples: [] }) }
    if (JSON.stringify(next) !== JSON.stringify(known)) context.value = next
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
    nameOfTab,
    loadContext,
    refreshContext,
    notePlace,
    attachSelection,
    selectRange,
    selectRanges,
    copyTab,
  }
}
