/**
 * Requests of the last minute for each key, in this process: the same rule as pass_keys in SQL. Requests
 * that come within a second of a span's first join it; a span leaves when its last request is older than
 * the window, so no stretch of that length ever holds more than the limit.
 */
interface Span {
  firstMs: number
  lastMs: number
  count: number
}

interface KeyWindow {
  taken: number
  spans: Span[]
}

const JOIN_WITHIN_MS = 1_000
const TIDY_ABOVE_KEYS = 10_000

export class MemoryWindows {
  readonly #limit: number
  readonly #windowMs: number
  readonly #windows = new Map<string, KeyWindow>()

  constructor(limit: number, windowMs: number) {
    this.#limit = limit
    this.#windowMs = windowMs
  }

  take(
    keyId: string,
    wanted: number,
    nowMs: number,
  ): { granted: number; remaining: number; resetMs: number } {
    const window = this.#windowOf(keyId, nowMs)
    this.#expire(window, nowMs)
    const granted = Math.max(0, Math.min(wanted, this.#limit - window.taken))
    if (granted > 0) this.#count(window, granted, nowMs)
    const oldestMs = window.spans[0]?.lastMs ?? nowMs
    return { granted, remaining: Math.max(0, this.#limit - window.taken), resetMs: oldestMs + this.#windowMs }
  }

  #windowOf(keyId: string, nowMs: number): KeyWindow {
    const known = this.#windows.get(keyId)
    if (known) return known
    if (this.#windows.size >= TIDY_ABOVE_KEYS) this.#tidy(nowMs)
    const fresh: KeyWindow = { taken: 0, spans: [] }
    this.#windows.set(keyId, fresh)
    return fresh
  }

  #expire(window: KeyWindow, nowMs: number): void {
    // Spans of the future are those of a clock that was set back.
    const isOver = (span: Span) =>
      span.lastMs <= nowMs - this.#windowMs || span.firstMs > nowMs + JOIN_WITHIN_MS
    while (window.spans[0] && isOver(window.spans[0])) {
      window.taken -= window.spans.shift()!.count
    }
  }

  #count(window: KeyWindow, granted: number, nowMs: number): void {
    const last = window.spans.at(-1)
    if (last && last.firstMs > nowMs - JOIN_WITHIN_MS) {
      last.lastMs = Math.max(last.lastMs, nowMs)
      last.count += granted
    } else window.spans.push({ firstMs: nowMs, lastMs: nowMs, count: granted })
    window.taken += granted
  }

  #tidy(nowMs: number): void {
    for (const [keyId, window] of this.#windows) {
      this.#expire(window, nowMs)
      if (window.taken === 0) this.#windows.delete(keyId)
    }
  }
}
