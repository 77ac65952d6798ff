/**
 * What a screen reader is told: the start and the end of a turn, and in between at most one sentence for each
 * quiet period, so that thirty tool calls don't become thirty interruptions.
 */
import { signal } from '@preact/signals'
import type { Milestone } from '../conversation/following.ts'
import type { Turn } from '../conversation/thread.ts'
import type { Clock } from '../host/host.ts'
import { plainWords } from '../markdown/plain.ts'
import { t } from '../words/texts.ts'
import { rowsWords, sentenceOf } from '../words/tool-words.ts'

const QUIET_MS = 8_000
const MAX_ANSWER_CHARACTERS = 240

export function createAnnouncer(clock: Clock) {
  const message = signal('')
  let spokenAt = Number.NEGATIVE_INFINITY

  function say(text: string): void {
    spokenAt = clock.now()
    message.value = text
  }

  return {
    message,
    say,
    milestone(milestone: Milestone): void {
      if (milestone.kind === 'started') say(t('announce.started'))
      if (milestone.kind === 'stopping') say(t('announce.stopping'))
      if (milestone.kind === 'rejected') say(t('announce.rejected'))
      if (milestone.kind === 'ended') say(endOf(milestone.turn))
      if (milestone.kind === 'progress' && clock.now() - spokenAt >= QUIET_MS) {
        const text = progressOf(milestone.turn)
        if (text !== null) say(text)
      }
    },
  }
}

/** The end with the beginning of the answer; the rest stands in the conversation. */
function endOf(turn: Turn): string {
  const { state } = turn.status.peek()
  if (state === 'stopped') return t('announce.stopped')
  if (state !== 'done') return t('announce.failed')
  const last = turn.cells.peek().at(-1)?.entry.peek()
  const answer = last?.type === 'assistant' ? plainWords(last.text).slice(0, MAX_ANSWER_CHARACTERS) : ''
  return `${t('announce.done')} ${answer}`.trim()
}

/** What the latest tool call is at. */
function progressOf(turn: Turn): string | null {
  for (const { entry } of turn.cells.peek().toReversed()) {
    const value = entry.peek()
    if (value.type !== 'tool' || value.state === 'waiting') continue
    const what = sentenceOf(value)
    return value.rows ? t('announce.rows', { what, rows: rowsWords(value.rows) }) : what
  }
  return null
}
