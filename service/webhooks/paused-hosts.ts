/**
 * Hosts that do not answer: after a few failures in a row one delivery at a time still goes there, and in
 * between nobody waits for them. What is known is this process's own and is lost with it.
 */
const FAILURES_TO_PAUSE = 3
const PAUSE_MS = 15_000
const MOST_HOSTS = 10_000

interface Known {
  failures: number
  pausedUntil: number
}

/** As the database cuts it out of an address. */
export const hostOf = (url: string): string => /^[a-z]+:\/\/([^/?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? ''

export class PausedHosts {
  readonly #hosts = new Map<string, Known>()
  readonly #monotonic: () => number

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic
  }

  note(url: string, isAnswered: boolean): void {
    const host = hostOf(url)
    if (isAnswered) {
      this.#hosts.delete(host)
      return
    }
    const failures = (this.#hosts.get(host)?.failures ?? 0) + 1
    const pausedUntil = failures >= FAILURES_TO_PAUSE ? this.#monotonic() + PAUSE_MS : 0
    this.#hosts.set(host, { failures, pausedUntil })
    if (this.#hosts.size > MOST_HOSTS) this.#hosts.delete(this.#hosts.keys().next().value!)
  }

  /** Not to be delivered to now. */
  paused(): string[] {
    const now = this.#monotonic()
    return [...this.#hosts].filter(([, { pausedUntil }]) => pausedUntil > now).map(([host]) => host)
  }
}
