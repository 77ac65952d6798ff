/** The prompt being written: draft, history with the arrow keys, attached selection. */
import { type Signal, signal } from '@preact/signals'
import type { SheetContext } from '../../contract/rpc.ts'
import { quoteTab } from '../conversation/place.ts'
import type { Clock, Host } from '../host/host.ts'
import { t } from '../words/texts.ts'
import { createDraftSaving } from './draft-saving.ts'

export interface Composer {
  readonly text: Signal<string>
  /** Moves the caret to the end after a change that the person didn't type. */
  readonly focusRequests: Signal<number>
  write(text: string): void
  /** Replaces the text and asks for the focus. */
  put(text: string): void
  clear(): void
  /** What was kept from last time. What was typed meanwhile stays, with the kept draft one ↑ away. */
  load(draft: string, history: readonly string[]): void
  remember(prompt: string): void
  /** Answers whether there was an earlier or later prompt to show. */
  recall(direction: 'earlier' | 'later'): boolean
  attach(context: SheetContext): void
  /** Saves now what would be saved in a moment: the sidebar may be about to close. */
  flush(): void
  /** Done when no save is on its way. */
  saved(): Promise<unknown>
}

/** How the box stands at first, and whether saving has to wait. */
interface Beginning {
  text: string
  isHeld(): boolean
}

export function createComposer(
  host: Pick<Host, 'saveDraft'>,
  clock: Clock,
  { text: early, isHeld }: Beginning = { text: '', isHeld: () => false },
): Composer {
  const text = signal(early)
  const focusRequests = signal(0)
  let history: readonly string[] = []
  /** Place in the history while it's being walked; at its length, the person's own draft. */
  let place = 0
  let ownDraft = ''
  const saving = createDraftSaving(host, clock, text, isHeld)

  function write(value: string): void {
    text.value = value
    saving.note()
  }

  function put(value: string): void {
    write(value)
    focusRequests.value += 1
  }

  function remember(prompt: string): void {
    history = [...history.filter(earlier => earlier !== prompt), prompt]
    place = history.length
  }

  return {
    text,
    focusRequests,
    write(value) {
      place = history.length
      write(value)
    },
    put,
    clear() {
      saving.forget()
      text.value = ''
      place = history.length
    },
    load(draft, loaded) {
      const typed = text.peek()
      history = loaded
      place = loaded.length
      if (typed === '') {
        text.value = draft
        return
      }
      if (!typed.startsWith(draft)) remember(draft)
      if (saving.isUnsaved()) saving.note()
    },
    remember,
    recall(direction) {
      const next = direction === 'earlier' ? place - 1 : place + 1
      if (next < 0 || next > history.length || history.length === 0) return false
      if (place === history.length) ownDraft = text.peek()
      place = next
      put(history[next] ?? ownDraft)
      return true
    },
    attach(context) {
      const prefix = t('composer.attached', { place: attachedPlace(context) })
      if (!text.peek().startsWith(prefix)) put(`${prefix} ${text.peek()}`)
      else focusRequests.value += 1
    },
    flush: saving.flush,
    saved: saving.saved,
  }
}

/** `Leads!B2:C40`, with the quotes that a tab's name may need. */
export function attachedPlace({ tab, selection }: SheetContext): string {
  const name = quoteTab(tab.name)
  return selection === null ? name : `${name}!${selection}`
}
