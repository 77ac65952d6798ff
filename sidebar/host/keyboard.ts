/**
 * Between the grid and the sidebar by keys alone. Google's own key for the side panel gives the sidebar's frame the
 * keyboard and leaves it at that: whoever types then, types into nothing. It refuses to know what the fields are for.
 */

/** The field that the words of a person are for. */
const FIELD = 'textarea, #key'

/**
 * The keyboard that comes into the frame goes into its field, unless a press puts it elsewhere. Answers with what
 * puts it there now, for a field that has just come.
 */
export function takeKeyboard(page: Window): () => void {
  const { document } = page
  let isPressed = false
  page.addEventListener('pointerdown', () => (isPressed = true), true)
  for (const end of ['pointerup', 'pointercancel'])
    page.addEventListener(end, () => (isPressed = false), true)
  page.addEventListener('focus', () => {
    // After the browser's own choice: Tab comes to the frame's first or last control.
    if (!isPressed) setTimeout(() => focusField(document))
  })
  focusField(document)
  return () => focusField(document)
}

function focusField(document: Document): void {
  const isFree = document.activeElement === null || document.activeElement === document.body
  if (isFree && document.hasFocus()) document.querySelector<HTMLElement>(FIELD)?.focus()
}

/** Escape in the field leads back to the cells. */
export function leaveByEscape(page: Window, toSheet: () => void): void {
  page.document.addEventListener('keydown', event => {
    const isField = event.target instanceof Element && event.target.matches(FIELD)
    if (event.key !== 'Escape' || !isField || event.isComposing || event.defaultPrevented) return
    // A panel over the page is what Escape closes first.
    if (page.document.querySelector('dialog[open]')) return
    toSheet()
  })
}
