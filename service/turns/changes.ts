/**
 * Tells those who wait that an agent has changed. Own writes are announced at once; where other replicas
 * write too, the versions of the agents that somebody waits for are looked up together now and then.
 */
import type { Queryable } from '../store/db.ts'

export interface Changes {
  announce(agentId: string): void
  /** Resolves when the agent's version is above `sinceVersion`, at the latest after `timeoutMs`. */
  wait(agentId: string, sinceVersion: number, timeoutMs: number, signal: AbortSignal): Promise<void>
  close(): void
}

interface Waiter {
  sinceVersion: number
  done: () => void
}

const LOOK_EVERY_MS = 200

export function watchChanges(options: { db: Queryable; replicas: boolean }): Changes {
  const waiting = new Map<string, Set<Waiter>>()
  let looking: NodeJS.Timeout | undefined
  let closed = false

  async function versions(agentIds: string[]): Promise<Map<string, number>> {
    const { rows } = await options.db.query<{ id: string; version: string }>(
      'select id, version from agents where id = any($1::uuid[])',
      [agentIds],
    )
    return new Map(rows.map(row => [row.id, Number(row.version)]))
  }

  async function look(): Promise<void> {
    const now = await versions([...waiting.keys()])
    for (const [agentId, waiters] of waiting) {
      for (const waiter of waiters) {
        if ((now.get(agentId) ?? 0) > waiter.sinceVersion) waiter.done()
      }
    }
  }

  function lookAgain(): void {
    if (!options.replicas || looking || closed || waiting.size === 0) return
    looking = setTimeout(() => {
      looking = undefined
      // A failed look is made up for by the next one.
      void look().then(lookAgain, lookAgain)
    }, LOOK_EVERY_MS)
    looking.unref()
  }

  return {
    announce(agentId) {
      for (const waiter of waiting.get(agentId) ?? []) waiter.done()
    },
    async wait(agentId, sinceVersion, timeoutMs, signal) {
      if (closed || signal.aborted || timeoutMs <= 0) return
      const waiters = waiting.get(agentId) ?? new Set<Waiter>()
      waiting.set(agentId, waiters)
      const { promise, resolve } = Promise.withResolvers<void>()
      const waiter: Waiter = { sinceVersion, done: resolve }
      waiters.add(waiter)
      const timer = setTimeout(resolve, timeoutMs)
      signal.addEventListener('abort', waiter.done, { once: true })
      lookAgain()
      try {
        // It may have changed before we stood in line.
        const version = (await versions([agentId])).get(agentId)
        if (version === undefined || version > sinceVersion) return
        await promise
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', waiter.done)
        waiters.delete(waiter)
        if (waiters.size === 0 && waiting.get(agentId) === waiters) waiting.delete(agentId)
      }
    },
    close() {
      closed = true
      clearTimeout(looking)
      for (const waiters of waiting.values()) for (const waiter of waiters) waiter.done()
    },
  }
}
