/**
 * What a person did in the page before the program was there: the page's own HTML holds a box that takes words
 * at once. Refuses to know what becomes of them.
 */
export interface Early {
  /** What stands in the box by now. */
  text: string
  /** Enter was pressed: it is to be sent. */
  isSent: boolean
}

/** Takes the box over from the page's HTML; null where the page stands without one, because there is no key. */
export function takeEarly(root: HTMLElement): Early | null {
  const box = root.querySelector('textarea')
  if (!box) return null
  box.removeAttribute('onkeydown')
  box.form?.removeAttribute('onsubmit')
  const text = box.value
  // What is drawn from the text stands as it would with these words: taking over a page changes no attribute.
  if (box.parentElement) box.parentElement.dataset.text = text
  const send = box.form?.querySelector<HTMLButtonElement>('.send')
  if (send) send.disabled = text.trim() === ''
  return { text, isSent: box.readOnly }
}
