/** Failures of the database's connection that pass: what failed can be tried again. */
import { setTimeout as sleep } from 'node:timers/promises'

// Classes of SQLSTATE: connection exceptions, resources, operator intervention, idle in transaction,
// serialisation and deadlock.
const PASSING_SQLSTATE = /^(08|53|57P|25P03|40001|40P01)/
const PASSING_SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
const PASSING_WORDS =
  /^Connection terminated|^Client has encountered a connection error|^timeout exceeded when trying to connect|^timeout expired/

/** Somebody made the row in the meantime, perhaps the same work on a connection that broke: look again. */
export class MadeMeanwhile extends Error {}

const UNIQUE_VIOLATION = '23505'

export const isTaken = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === UNIQUE_VIOLATION

export function isPassing(error: unknown): boolean {
  if (error instanceof MadeMeanwhile) return true
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code === 'string') return PASSING_SYSTEM.has(code) || PASSING_SQLSTATE.test(code)
  return error instanceof Error && PASSING_WORDS.test(error.message)
}

const WRONG_PASSWORD = '28P01'
const NO_SUCH_DATABASE = '3D000'

/** What a person can put right where a database cannot be reached or refuses; undefined is some other failure. */
export function unusableDatabase(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  if (!isPassing(error) && code !== WRONG_PASSWORD && code !== NO_SUCH_DATABASE) return
  const cause = typeof code === 'string' ? `cannot be used (${code})` : 'does not answer'
  return `the database at DATABASE_URL ${cause}: check the address and that it runs`
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 1_000

export interface Persistence {
  /** How much longer a failure is waited out; zero or less passes it on. */
  leftMs(): number
  onRetry?(error: unknown, tries: number): void
  pause?(ms: number): Promise<void>
}

/** For work that may be done twice: tries until it succeeds, fails for good, or no time is left. */
export async function retryPassing<T>(
  work: () => Promise<T>,
  { leftMs, onRetry, pause = ms => sleep(ms) }: Persistence,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error) || leftMs() <= 0) throw error
      onRetry?.(error, tries)
      await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 10)))
    }
  }
}
