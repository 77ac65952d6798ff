/**
 * Keys of the whole page, the same as in Google Sheets. The grid takes Tab and all other keys for itself: without
 * these nobody would get out of it by the keyboard.
 */
export interface KeyActions {
  openFile(): void
  focusSidebar(): void
  leaveGrid(): void
}

export function listenForKeys(actions: KeyActions): void {
  addEventListener(
    'keydown',
    event => {
      const action = actionOf(event, actions)
      if (!action) return
      event.preventDefault()
      event.stopPropagation()
      action()
    },
    // Before the grid.
    { capture: true },
  )
}

function actionOf(event: KeyboardEvent, actions: KeyActions): (() => void) | undefined {
  if (!event.ctrlKey && !event.metaKey) return undefined
  // The browser's own dialog would open files of this computer.
  if (event.key === 'o' && !event.shiftKey && !event.altKey) return actions.openFile
  if (!event.altKey) return undefined
  if (event.code === 'KeyM' && event.shiftKey) return actions.leaveGrid
  const isToSide = event.code === 'Period' || event.code === 'Comma'
  return isToSide && !event.shiftKey ? actions.focusSidebar : undefined
}
