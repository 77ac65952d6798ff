/**
 * Follows one agent until its turn is over: one call at a time, the next only after the last returned, none
 * while the page is hidden. Where the service holds its answer back until something changes, that is the
 * pace; where not, the pace slows down while nothing moves. A budget keeps a long turn within quotas.
 */
import { effect, type ReadonlySignal } from '@preact/signals'
import type { OpenPlace, PollAnswer, RpcError } from '../../contract/rpc.ts'
import type { Clock, Host } from '../host/host.ts'

/** Below 30 s, the longest that one call may take. */
const WAIT_SECONDS = 25
const QUICKEST_MS = 700
const SLOWEST_MS = 5_000
const SLOWDOWN = 1.5
const FAILURE_FIRST_MS = 1_500
const FAILURE_SLOWEST_MS = 20_000

/** After news: what changes within this time comes in one answer. */
const GATHER_MS = 200

/**
 * At most `burst` calls at once and one more for each `refillMs`. In ten minutes: 28 + 30 = 58 where the
 * service holds answers back, 60 + 130 = 190 where it doesn't.
 */
const budgets = {
  held: { burst: 28, refillMs: 20_000 },
  plain: { burst: 60, refillMs: 4_600 },
}
/** With fewer calls left than this, calls are spread out more and more instead of running dry. */
const SCARCE_CALLS = 8

export type PollAgentAnswer = Extract<PollAnswer, { changed: true }>

export interface PollerEvents {
  /** Tells whether the answer held news, and whether the turn it's about is over. */
  onAnswer(answer: PollAgentAnswer): 'news' | 'same' | 'over'
  /** null when a call succeeded after failures. Answers whether to go on. */
  onTrouble(error: RpcError | null): boolean
  /** Where the person was some time after `askedAt`. */
  onPlace?(place: OpenPlace, askedAt: number): void
}

export interface Poller {
  follow(agentId: string, etag: string | null): void
  stop(): void
}

export function createPoller(
  host: Pick<Host, 'pollAgent'>,
  clock: Clock,
  visible: ReadonlySignal<boolean>,
  events: PollerEvents,
): Poller {
  let run = 0

  async function loop(mine: number, agentId: string, firstEtag: string | null): Promise<void> {
    const pace = createPace(clock)
    let etag = firstEtag
    while (mine === run) {
      await whenVisible(visible)
      if (mine !== run) return
      pace.spend()
      // Without knowing what the page has seen, the service could hold back a change that it has not.
      const waitSeconds = etag === null ? 0 : WAIT_SECONDS
      const askedAt = clock.now()
      const answer = await host.pollAgent({ agentId, etag, waitSeconds })
      if (mine !== run) return
      if (answer.ok) {
        if (answer.value.place) events.onPlace?.(answer.value.place, askedAt)
        if (pace.recovered()) events.onTrouble(null)
        if (answer.value.changed) {
          etag = answer.value.etag
          const told = events.onAnswer(answer.value)
          if (told === 'over') return
          pace.note(told === 'news', answer.value.waited)
          // A service with validators may hold answers too: the next call finds out.
          if (waitSeconds === 0 && etag !== null) continue
        } else pace.note(false, answer.value.waited)
      } else if (!events.onTrouble(answer.error)) return
      else pace.failed(answer.error.retryAfterSeconds)
      await pause(clock, visible, pace.delayMs())
    }
  }

  return {
    follow(agentId, etag) {
      run += 1
      void loop(run, agentId, etag)
    },
    stop() {
      run += 1
    },
  }
}

/** Decides how long to wait before the next call. */
function createPace(clock: Clock) {
  let held = false
  let budget = budgets.plain
  let tokens = budget.burst
  let refilledAt = clock.now()
  let quietMs = QUICKEST_MS
  let failures = 0
  let failureMs = 0

  const refill = () => {
    const now = clock.now()
    tokens = Math.min(budget.burst, tokens + (now - refilledAt) / budget.refillMs)
    refilledAt = now
  }

  return {
    spend() {
      refill()
      tokens -= 1
    },
    note(news: boolean, waited: boolean) {
      held = waited
      budget = held ? budgets.held : budgets.plain
      tokens = Math.min(tokens, budget.burst - 1)
      quietMs = news ? QUICKEST_MS : Math.min(SLOWEST_MS, quietMs * SLOWDOWN)
      failureMs = 0
    },
    failed(retryAfterSeconds: number | undefined) {
      failures += 1
      const backOffMs = Math.min(FAILURE_SLOWEST_MS, FAILURE_FIRST_MS * 2 ** (failures - 1))
      failureMs = Math.max(backOffMs, (retryAfterSeconds ?? 0) * 1000)
    },
    recovered() {
      const hadFailed = failures > 0
      failures = 0
      return hadFailed
    },
    delayMs() {
      refill()
      const scarcity = Math.min(1, Math.max(0, 1 - (tokens - 1) / SCARCE_CALLS))
      const usualMs = held && failures === 0 ? GATHER_MS : quietMs
      return Math.max(failureMs, usualMs, scarcity ** 2 * budget.refillMs)
    },
  }
}

function whenVisible(visible: ReadonlySignal<boolean>): Promise<void> {
  return new Promise(resolve => {
    if (visible.peek()) {
      resolve()
      return
    }
    const dispose = effect(() => {
      if (!visible.value) return
      resolve()
      queueMicrotask(() => dispose())
    })
  })
}

/** Ends early when the page comes back into view: a returning person should see the truth at once. */
function pause(clock: Clock, visible: ReadonlySignal<boolean>, delayMs: number): Promise<void> {
  if (delayMs <= 0) return Promise.resolve()
  return new Promise(resolve => {
    let wasHidden = !visible.peek()
    const cancel = clock.after(delayMs, () => {
      resolve()
      queueMicrotask(() => dispose())
    })
    const dispose = effect(() => {
      const isVisible = visible.value
      if (isVisible && wasHidden) {
        cancel()
        resolve()
        queueMicrotask(() => dispose())
      }
      wasHidden = !isVisible
    })
  })
}
