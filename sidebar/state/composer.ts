/** The prompt being written: draft, history with the arrow keys, attached selection. */
import { type Signal, signal } from '@preact/signals'
import type { SheetContext } from '../../contract/rpc.ts'
import { quoteTab } from '../conversation/place.ts'
import type { Clock, Host } from '../host/host.ts'
import { t } from '../words/texts.ts'

/** Short, because Google may take the sidebar away without a word to the page. */
const SAVE_DELAY_MS = 400

export interface Composer {
  readonly text: Signal<string>
  /** Moves the caret to the end after a change that the person didn't type. */
  readonly focusRequests: Signal<number>
  write(text: string): void
  /** Replaces the text and asks for the focus. */
  put(text: string): void
  clear(): void
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

export function createComposer(host: Pick<Host, 'saveDraft'>, clock: Clock): Composer {
  const text = signal('')
  const focusRequests = signal(0)
  let history: readonly string[] = []
  /** Place in the history while it's being walked; at its length, the person's own draft. */
  let place = 0
  let ownDraft = ''
  let cancelSave = () => {}
  let saving: Promise<unknown> = Promise.resolve()
  let unsaved = false
  let savesUnderWay = 0

  function write(value: string): void {
    text.value = value
    cancelSave()
    unsaved = true
    cancelSave = clock.after(SAVE_DELAY_MS, saveInTurn)
  }

  /** The bridge keeps no order: an earlier draft on its way could arrive after this one. */
  function saveInTurn(): void {
    if (savesUnderWay === 0) save()
    else cancelSave = clock.after(SAVE_DELAY_MS, saveInTurn)
  }

  function save(): void {
    cancelSave()
    if (!unsaved) return
    unsaved = false
    savesUnderWay += 1
    const earlier = saving
    const mine = host.saveDraft(text.peek()).finally(() => {
      savesUnderWay -= 1
    })
    saving = mine.then(() => earlier)
  }

  function put(value: string): void {
    write(value)
    focusRequests.value += 1
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
      cancelSave()
      unsaved = false
      text.value = ''
      place = history.length
    },
    load(draft, loaded) {
      text.value = draft
      history = loaded
      place = loaded.length
    },
    remember(prompt) {
      history = [...history.filter(earlier => earlier !== prompt), prompt]
      place = history.length
    },
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
    flush: save,
    saved: () => saving,
  }
}

/** `Leads!B2:C40`, with the quotes that a tab's name may need. */
export function attachedPlace({ tab, selection }: SheetContext): string {
  const name = quoteTab(tab.name)
  return selection === null ? name : `${name}!${selection}`
}
