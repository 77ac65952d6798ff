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
 * 429 is refused before anything is applied, so every call may come again. 503 is Google's "try later"
 * and is likewise not applied. Other 5xx and lost answers may have been applied: only repeatable calls.
 */
export function mayRetry(attempt: Attempt): boolean {
  if (attempt.status === 429 || attempt.status === 503 || attempt.neverSent) return true
  if (!attempt.repeatable) return false
  return attempt.status === undefined || attempt.status >= 500 || attempt.status === 408
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
