/** The page's one way out. Every call answers with a value, also when the bridge itself fails. */
import type { Rpc } from '../../contract/rpc.ts'

export type Host = { [K in keyof Rpc]: (...args: Parameters<Rpc[K]>) => Promise<ReturnType<Rpc[K]>> }

/** Time as the state sees it, so that tests can move it. */
export interface Clock {
  now(): number
  /** Runs `work` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, work: () => void): () => void
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs)
    return () => clearTimeout(timer)
  },
}

export const sleep = (clock: Clock, delayMs: number): Promise<void> =>
  new Promise(resolve => {
    clock.after(delayMs, resolve)
  })
