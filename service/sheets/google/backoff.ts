/**
 * When a call to Google is tried again, and after how long. Full jitter, so that many turns that hit
 * one quota do not come back in step.
 */

/** What one attempt failed with, as far as trying again depends on it. */
export interface Attempt {
  /** HTTP status; undefined where no answer came. */
  status: number | undefined
  /** Seconds from Retry-After, where the answer named some. */
  retryAfterSeconds: number | undefined
  /** The connection was refused or never made: the request cannot have been applied. */
  neverSent: boolean
  /** Google answered 200 with something that is no answer. */
  unusable: boolean
  /** A second application changes nothing: reads, and writes of fixed values to fixed cells. */
  repeatable: boolean
}

export interface BackoffSettings {
  /** Attempts in all, the first included. */
  attempts: number
  firstDelayMilliseconds: number
  longestDelayMilliseconds: number
  /** No further attempt begins once this much time has passed. */
  giveUpAfterMilliseconds?: number
}

/** Waits about a minute in all: Google's quotas are counted by the minute. */
export const googleBackoff: BackoffSettings = {
  attempts: 7,
  firstDelayMilliseconds: 800,
  longestDelayMilliseconds: 32_000,
}

/** Somebody waits for the answer of a request: one more attempt, and none after a timeout. */
export const requestBackoff: BackoffSettings = {
  attempts: 2,
  firstDelayMilliseconds: 300,
  longestDelayMilliseconds: 2_000,
  giveUpAfterMilliseconds: 5_000,
}

/**
 * A status says nothing about what was applied: Google has been seen to do a write and answer 429 or 503.
 * What is not repeatable comes again only where it was never sent.
 */
export function mayRetry(attempt: Attempt): boolean {
  if (attempt.neverSent) return true
  return attempt.repeatable && isPassing(attempt)
}

/** Another attempt may fare better. */
export function isPassing({ status, unusable }: Attempt): boolean {
  return unusable || status === undefined || status >= 500 || status === 408 || status === 429
}

export function delayMilliseconds(
  attempt: Attempt,
  triesSoFar: number,
  settings: BackoffSettings,
  random: () => number,
): number {
  const ceiling = Math.min(
    settings.longestDelayMilliseconds,
    settings.firstDelayMilliseconds * 2 ** (triesSoFar - 1),
  )
  // At least half of the ceiling: a retry at once only burns quota.
  const jittered = ceiling / 2 + (random() * ceiling) / 2
  const asked = Math.min((attempt.retryAfterSeconds ?? 0) * 1000, settings.longestDelayMilliseconds)
  return Math.max(jittered, asked)
}
