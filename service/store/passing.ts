/** Failures of the database's connection that pass: what failed can be tried again. */
import { setTimeout as sleep } from 'node:timers/promises'

// Classes of SQLSTATE: connection exceptions, resources, operator intervention, idle in transaction,
// serialisation and deadlock.
const PASSING_SQLSTATE = /^(08|53|57P|25P03|40001|40P01)/
const PASSING_SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])

export function isPassing(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code === 'string') return PASSING_SYSTEM.has(code) || PASSING_SQLSTATE.test(code)
  return (
    error instanceof Error &&
    /^Connection terminated|^Client has encountered a connection error/.test(error.message)
  )
}

const MAX_TRIES = 6
const FIRST_PAUSE_MS = 250

/** For work that may be done twice. Tries for about eight seconds, then passes the failure on. */
export async function retryPassing<T>(
  work: () => Promise<T>,
  onRetry?: (error: unknown, tries: number) => void,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error) || tries === MAX_TRIES) throw error
      onRetry?.(error, tries)
      await sleep(FIRST_PAUSE_MS * 2 ** (tries - 1))
    }
  }
}
