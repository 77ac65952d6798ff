/**
 * What a screen reader is told: the start and the end of a turn, and in between at most one sentence for each
 * quiet period, so that thirty tool calls don't become thirty interruptions.
 */
import { signal } from '@preact/signals'
import type { Clock } from '../host/host.ts'
import type { Milestone } from './conversation.ts'
import { t } from './texts.ts'

const QUIET_MS = 8_000

export function createAnnouncer(clock: Clock) {
  const message = signal('')
  let spokenAt = Number.NEGATIVE_INFINITY

  function say(text: string): void {
    spokenAt = clock.now()
    message.value = text
  }

  return {
    message,
    milestone(milestone: Milestone): void {
      if (milestone.kind === 'started') say(t('announce.started'))
      if (milestone.kind === 'stopping') say(t('announce.stopping'))
      if (milestone.kind === 'rejected') say(t('announce.rejected'))
      if (milestone.kind === 'ended') {
        const { state } = milestone.turn.status.peek()
        say(
          t(
            state === 'done' ? 'announce.done' : state === 'stopped' ? 'announce.stopped' : 'announce.failed',
          ),
        )
      }
    },
    /** Dropped when something was said a moment ago. */
    progress(text: string): void {
      if (clock.now() - spokenAt >= QUIET_MS) say(text)
    },
  }
}
