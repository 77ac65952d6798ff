/** One execution at a time for this person: a sidebar, a second window and a menu action run side by side. */
const LOCK_WAIT_MS = 5_000

/** Runs `work` alone; `busy` is the answer when the lock is not free in time. Never hold it over a fetch. */
export function alone<T>(work: () => T, busy: () => T): T {
  const lock = LockService.getUserLock()
  if (!lock.tryLock(LOCK_WAIT_MS)) return busy()
  try {
    return work()
  } finally {
    lock.releaseLock()
  }
}
