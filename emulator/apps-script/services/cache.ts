/** The script cache: values that expire and do not survive a restart. Limits are Google's. */
import type { StoreScope } from '../bridge.ts'
import { storeKey } from './properties.ts'
import type { HostServices, RunningScript } from './types.ts'

const MAX_KEY_CHARACTERS = 250
const MAX_VALUE_BYTES = 100 * 1024
const MAX_SECONDS = 21_600
/** Google keeps 1,000 entries and drops those that expire first to 900. */
const MAX_ENTRIES = 1000
const ENTRIES_KEPT = 900

interface Entry {
  value: string
  expiresMs: number
}

export type CacheServices = Pick<HostServices, 'cache.get' | 'cache.put' | 'cache.remove'>

export function createCacheServices(now: () => number): CacheServices {
  const caches = new Map<string, Map<string, Entry>>()
  const open = (script: RunningScript, scope: StoreScope) => {
    const key = storeKey(script, scope)
    const cache = caches.get(key) ?? new Map<string, Entry>()
    caches.set(key, cache)
    return cache
  }

  return {
    'cache.get'(script, scope, keys) {
      const cache = open(script, scope)
      const found: Record<string, string> = {}
      for (const key of keys) {
        const entry = cache.get(key)
        if (entry && entry.expiresMs > now()) found[key] = entry.value
      }
      return found
    },
    'cache.put'(script, scope, values, seconds) {
      if (!(seconds >= 1 && seconds <= MAX_SECONDS))
        throw new Error('Argument too large: expirationInSeconds')
      for (const [key, value] of Object.entries(values)) checkEntry(key, value)
      const cache = open(script, scope)
      for (const [key, value] of Object.entries(values))
        cache.set(key, { value, expiresMs: now() + seconds * 1000 })
      evict(cache)
    },
    'cache.remove'(script, scope, keys) {
      for (const key of keys) open(script, scope).delete(key)
    },
  }
}

function checkEntry(key: string, value: string): void {
  if (key.length > MAX_KEY_CHARACTERS) throw new Error('Argument too large: key')
  if (Buffer.byteLength(value) > MAX_VALUE_BYTES) throw new Error('Argument too large: value')
}

function evict(cache: Map<string, Entry>): void {
  if (cache.size <= MAX_ENTRIES) return
  const soonest = [...cache].sort(([, a], [, b]) => a.expiresMs - b.expiresMs)
  for (const [key] of soonest.slice(0, cache.size - ENTRIES_KEPT)) cache.delete(key)
}
