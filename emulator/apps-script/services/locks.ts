/**
 * Locks between executions. A lock belongs to an execution, ends with it at the latest, and is lost while
 * the user looks at an alert, as on Google.
 */
import { storeKey } from './properties.ts'
import type { HostServices } from './types.ts'

interface Lock {
  holder: number
  waiting: { executionId: number; grant(): void }[]
}

export interface Locks {
  services: Pick<HostServices, 'lock.acquire' | 'lock.release' | 'lock.held'>
  releaseAll(executionId: number): void
}

export function createLocks(): Locks {
  const locks = new Map<string, Lock>()

  const release = (key: string, executionId: number) => {
    const lock = locks.get(key)
    if (lock?.holder !== executionId) return
    const next = lock.waiting.shift()
    if (!next) {
      locks.delete(key)
      return
    }
    lock.holder = next.executionId
    next.grant()
  }

  const acquire = (key: string, executionId: number, waitMs: number): boolean | Promise<boolean> => {
    const lock = locks.get(key)
    if (!lock) {
      locks.set(key, { holder: executionId, waiting: [] })
      return true
    }
    if (lock.holder === executionId) return true
    return new Promise(resolve => {
      const waiter = {
        executionId,
        grant() {
          clearTimeout(timer)
          resolve(true)
        },
      }
      const timer = setTimeout(() => {
        lock.waiting.splice(lock.waiting.indexOf(waiter), 1)
        resolve(false)
      }, waitMs)
      lock.waiting.push(waiter)
    })
  }

  return {
    services: {
      'lock.acquire': (script, scope, waitMs) => acquire(storeKey(script, scope), script.executionId, waitMs),
      'lock.release': (script, scope) => release(storeKey(script, scope), script.executionId),
      'lock.held': (script, scope) => locks.get(storeKey(script, scope))?.holder === script.executionId,
    },
    releaseAll(executionId) {
      for (const key of [...locks.keys()]) release(key, executionId)
    },
  }
}
