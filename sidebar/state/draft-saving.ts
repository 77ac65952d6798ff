/** Keeps what is being written for the next time: once typing pauses, one save at a time. */
import type { ReadonlySignal } from '@preact/signals'
import type { Clock, Host } from '../host/host.ts'

/** Short, because Google may take the sidebar away without a word to the page. */
const SAVE_DELAY_MS = 400

export interface DraftSaving {
  /** The text has changed. */
  note(): void
  /** What was changed needs no saving any more. */
  forget(): void
  readonly isUnsaved: () => boolean
  /** Saves now what would be saved in a moment. */
  flush(): void
  /** Done when no save is on its way. */
  saved(): Promise<unknown>
}

export function createDraftSaving(
  host: Pick<Host, 'saveDraft'>,
  clock: Clock,
  text: ReadonlySignal<string>,
  isHeld: () => boolean,
): DraftSaving {
  let cancelSave = () => {}
  let saving: Promise<unknown> = Promise.resolve()
  let unsaved = text.peek() !== ''
  let savesUnderWay = 0

  /** The bridge keeps no order: an earlier draft on its way could arrive after this one. */
  function saveInTurn(): void {
    if (savesUnderWay === 0 && !isHeld()) save()
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

  return {
    note() {
      cancelSave()
      unsaved = true
      cancelSave = clock.after(SAVE_DELAY_MS, saveInTurn)
    },
    forget() {
      cancelSave()
      unsaved = false
    },
    isUnsaved: () => unsaved,
    flush: save,
    saved: () => saving,
  }
}
