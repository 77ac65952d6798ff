/**
 * The conversation as it scrolls: the newest part is drawn, earlier parts as the person scrolls up to them.
 * Stays at the end while the person is there, stays put while they read.
 */
import { signal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Turn } from '../conversation/thread.ts'
import type { App } from '../state/app.ts'
import { t } from '../words/texts.ts'
import { EmptyThread } from './empty.tsx'
import { RequestError } from './error-card.tsx'
import { TurnView } from './turn.tsx'

/** Lines drawn at first, and more at each step up. */
const FIRST_LINES = 60
const MORE_LINES = 60
/** Closer to the end than this counts as being there. */
const NEAR_END_PX = 60
/** Above an answer that begins at the top of the pane. */
const ANSWER_AIR_PX = 40

export function ThreadView({ app }: { app: App }) {
  const shown = useRef(signal(FIRST_LINES)).current
  const frame = useRef<HTMLElement>(null)
  const turns = app.conversation.thread.turns.value
  const opening = app.conversation.opening.value
  const window = lastLines(turns, shown.value)
  useStayAtEnd(frame, app)
  useStayPut(frame, `${window.parts[0]?.turn.key ?? ''}:${window.parts[0]?.skip ?? 0}`)

  return (
    <main class="thread" ref={frame} aria-label={t('thread.label')}>
      {opening.state === 'yes' ? <p class="quiet">{t('thread.opening')}</p> : null}
      {opening.state === 'failed' ? (
        <RequestError app={app} error={opening.error} onRetry={() => void app.start()} />
      ) : null}
      {turns.length === 0 && opening.state === 'no' ? <EmptyThread app={app} /> : null}
      <Earlier
        app={app}
        frame={frame}
        isCut={window.isCut}
        onMore={() => {
          shown.value += MORE_LINES
        }}
      />
      {window.parts.map(({ turn, skip }) => (
        <TurnView key={turn.key} app={app} turn={turn} skip={skip} />
      ))}
    </main>
  )
}

interface Part {
  turn: Turn
  skip: number
}

function lastLines(turns: readonly Turn[], limit: number): { parts: Part[]; isCut: boolean } {
  const parts: Part[] = []
  let left = limit
  for (const turn of turns.toReversed()) {
    if (left <= 0) return { parts, isCut: true }
    const size = turn.lines.value.length
    const skip = Math.max(0, size - left)
    parts.unshift({ turn, skip })
    left -= size
    if (skip > 0) return { parts, isCut: true }
  }
  return { parts, isCut: false }
}

interface EarlierProps {
  app: App
  frame: { current: HTMLElement | null }
  isCut: boolean
  onMore: () => void
}

/** At the top: draws or loads what is earlier when it comes into view, keeping what is read in its place. */
function Earlier({ app, frame, isCut, onMore }: EarlierProps) {
  const mark = useRef<HTMLDivElement>(null)
  const { history } = app.conversation
  const status = history.status.value
  const canLoad = history.hasEarlier()
  const more = () => {
    if (isCut) onMore()
    else if (status.state === 'idle') void history.load()
  }
  const latest = useRef(more)
  latest.current = more

  useEffect(() => {
    const target = mark.current
    if (!target) return
    const observer = new IntersectionObserver(
      ([seen]) => {
        const scrolls = (frame.current?.scrollHeight ?? 0) > (frame.current?.clientHeight ?? 0) + NEAR_END_PX
        if (seen?.isIntersecting && scrolls) latest.current()
      },
      { root: frame.current, rootMargin: '200px 0px 0px' },
    )
    observer.observe(target)
    return () => observer.disconnect()
  }, [isCut, canLoad, app.conversation.thread.turns.value.length])

  if (!isCut && !canLoad) return null
  return (
    <div class="earlier" ref={mark}>
      {status.state === 'loading' ? (
        <p class="quiet">{t('thread.loading', { n: status.loaded })}</p>
      ) : status.state === 'failed' ? (
        <RequestError app={app} error={status.error} onRetry={() => void history.load()} />
      ) : (
        <button type="button" class="button plain" onClick={more}>
          {t('thread.earlier')}
        </button>
      )}
    </div>
  )
}

/**
 * Keeps what is read where it is when something is put in above it. Browsers do so by themselves, except at
 * the very top, and some never.
 */
function useStayPut(frame: { current: HTMLElement | null }, first: string): void {
  const drawn = useRef(first)
  const element = frame.current
  const before = element ? { height: element.scrollHeight, top: element.scrollTop } : null
  useLayoutEffect(() => {
    const isMore = drawn.current !== first && drawn.current !== ':0'
    drawn.current = first
    if (!isMore || !element || !before) return
    if (before.top > 1 && CSS.supports('overflow-anchor', 'auto')) return
    element.scrollTop = before.top + element.scrollHeight - before.height
  }, [first])
}

/**
 * Follows a running turn to its answer while the person hasn't gone up. Only the person ends the following:
 * entries that fold, unfold or come into view move the thread as well, in both directions.
 */
function useStayAtEnd(frame: { current: HTMLElement | null }, app: App): void {
  const follows = useRef(true)
  const turns = app.conversation.thread.turns.value
  const last = turns.at(-1)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const stopListening = notePerson(element, isBack => {
      // What is over moves no more: whoever touches it wants it to stay.
      if (isBack || !app.busy.peek()) follows.current = false
    })
    const note = () => {
      if (app.busy.peek() && endOf(element) - element.scrollTop < NEAR_END_PX) follows.current = true
    }
    const follow = new ResizeObserver(() => {
      if (follows.current) element.scrollTop = endOf(element)
    })
    element.addEventListener('scroll', note, { passive: true })
    follow.observe(element)
    for (const child of element.children) follow.observe(child)
    return () => {
      stopListening()
      element.removeEventListener('scroll', note)
      follow.disconnect()
    }
  }, [last?.key, turns.length])
  // A new turn is what the person just asked for: always into view.
  useLayoutEffect(() => {
    const element = frame.current
    // An empty thread has no end to go to, and asking for one would lay the page out once more.
    if (element && last) element.scrollTop = element.scrollHeight
    follows.current = true
  }, [last?.key])
}

const backKeys = ['ArrowUp', 'PageUp', 'Home']

/** Tells each touch of the thread by the person, and whether it goes back. */
function notePerson(element: HTMLElement, onTouch: (isBack: boolean) => void): () => void {
  const listeners: Record<string, (event: Event) => void> = {
    wheel: event => onTouch((event as WheelEvent).deltaY < 0),
    keydown: event => onTouch(backKeys.includes((event as KeyboardEvent).key)),
    touchmove: () => onTouch(true),
    // On the scroll bar, the thread itself is what is pressed.
    pointerdown: event => onTouch(event.target === element),
  }
  for (const [name, listener] of Object.entries(listeners)) {
    element.addEventListener(name, listener, { passive: true })
  }
  return () => {
    for (const [name, listener] of Object.entries(listeners)) element.removeEventListener(name, listener)
  }
}

/** The end of the thread; of an answer that is higher than the pane, its beginning. */
function endOf(element: HTMLElement): number {
  const end = element.scrollHeight - element.clientHeight
  const answer = [...element.querySelectorAll('.turn-over:last-of-type > .markdown')].at(-1)
  if (!answer) return end
  const top = answer.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop
  return Math.min(end, top - ANSWER_AIR_PX)
}
