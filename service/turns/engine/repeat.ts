/** Background work: runs again and again, never twice at once; a failure is logged and the next run comes anyway. */
import { errorFacts, type Log } from '../../log.ts'

export interface Repeated {
  /** Resolves when the run under way has ended. */
  stop(): Promise<void>
}

export function repeat(everyMs: number, log: Log, work: () => Promise<void>): Repeated {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let current = Promise.resolve()
  const schedule = () => {
    if (stopped) return
    timer = setTimeout(() => {
      current = work()
        .catch((error: unknown) => log.warn('background work failed', errorFacts(error)))
        .then(schedule)
    }, everyMs)
    timer.unref()
  }
  schedule()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current
    },
  }
}

/** Runs `work` for a call; calls that come while it runs make it run once more, not once each. */
export function coalesced(work: () => Promise<void>): () => void {
  let running = false
  let again = false
  const run = async () => {
    running = true
    do {
      again = false
      await work()
    } while (again)
    running = false
  }
  return () => {
    again = true
    if (!running) void run()
  }
}
