/** What opens at the end of the thread would open out of sight. Knows boxes, not what is in them. */
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Moves the thread up to show what `key` has opened below its end, as long as its first line stays in view. */
export function useOpenedInView<T extends HTMLElement>(key: string | null) {
  const opened = useRef<T>(null)
  useLayoutEffect(() => {
    if (key !== null && opened.current) showOpened(opened.current)
  }, [key])
  return opened
}

export function showOpened(opened: HTMLElement): void {
  const frame = opened.closest('main')
  if (!frame) return
  const [box, pane] = [opened.getBoundingClientRect(), frame.getBoundingClientRect()]
  const hidden = box.bottom - pane.bottom
  if (hidden > 0) frame.scrollTop += Math.max(0, Math.min(hidden, box.top - pane.top))
}
