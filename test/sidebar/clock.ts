/** Time that stands still until a test moves it. */
import type { Clock } from '../../sidebar/host/host.ts'

interface Timer {
  at: number
  work: () => void
}

export class FakeClock implements Clock {
  private timers: Timer[] = []
  private time: number

  constructor(startMs = Date.parse('2026-11-20T13:00:00Z')) {
    this.time = startMs
  }

  now(): number {
    return this.time
  }

  after(delayMs: number, work: () => void): () => void {
    const timer = { at: this.time + delayMs, work }
    this.timers.push(timer)
    return () => {
      this.timers = this.timers.filter(other => other !== timer)
    }
  }

  /** Runs every timer that falls due, in order, and lets what waits for it go on. */
  async pass(ms: number): Promise<void> {
    const end = this.time + ms
    await settle()
    for (;;) {
      const next = this.timers.filter(timer => timer.at <= end).toSorted((one, other) => one.at - other.at)[0]
      if (!next) break
      this.timers = this.timers.filter(other => other !== next)
      this.time = Math.max(this.time, next.at)
      next.work()
      await settle()
    }
    this.time = end
  }
}

/** Lets every promise that can go on do so. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
}
