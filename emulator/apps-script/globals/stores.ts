/** PropertiesService, CacheService and LockService: thin faces over stores that the host keeps. */
import type { StoreScope } from '../bridge.ts'
import { guarded } from './realm.ts'
import type { ScriptSurroundings } from './surroundings.ts'

export function createPropertiesService({ callHost, realm }: ScriptSurroundings): object {
  const open = (scope: StoreScope) => {
    const properties = guarded(
      'Properties',
      {
        getProperty: (key: string) => callHost('properties.all', scope)[key] ?? null,
        getProperties: () => realm.copy(callHost('properties.all', scope)),
        getKeys: () => realm.copy(Object.keys(callHost('properties.all', scope))),
        setProperty(key: string, value: unknown) {
          callHost('properties.change', scope, { [String(key)]: String(value) }, [])
          return properties
        },
        setProperties(values: Record<string, unknown>, deleteAllOthers = false) {
          const set = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]))
          callHost('properties.change', scope, set, deleteAllOthers ? 'others' : [])
          return properties
        },
        deleteProperty(key: string) {
          callHost('properties.change', scope, {}, [String(key)])
          return properties
        },
        deleteAllProperties() {
          callHost('properties.change', scope, {}, 'others')
          return properties
        },
      },
      realm,
    )
    return properties
  }
  return guarded(
    'PropertiesService',
    {
      getUserProperties: () => open('user'),
      getScriptProperties: () => open('script'),
      getDocumentProperties: () => open('document'),
    },
    realm,
  )
}

const DEFAULT_CACHE_SECONDS = 600

export function createCacheService({ callHost, realm }: ScriptSurroundings): object {
  const open = (scope: StoreScope) =>
    guarded(
      'Cache',
      {
        get: (key: string) => callHost('cache.get', scope, [String(key)])[key] ?? null,
        getAll: (keys: string[]) => realm.copy(callHost('cache.get', scope, keys.map(String))),
        put: (key: string, value: unknown, seconds = DEFAULT_CACHE_SECONDS) =>
          callHost('cache.put', scope, { [String(key)]: String(value) }, seconds),
        putAll: (values: Record<string, unknown>, seconds = DEFAULT_CACHE_SECONDS) =>
          callHost(
            'cache.put',
            scope,
            Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)])),
            seconds,
          ),
        remove: (key: string) => callHost('cache.remove', scope, [String(key)]),
        removeAll: (keys: string[]) => callHost('cache.remove', scope, keys.map(String)),
      },
      realm,
    )
  return guarded(
    'CacheService',
    {
      getUserCache: () => open('user'),
      getScriptCache: () => open('script'),
      getDocumentCache: () => open('document'),
    },
    realm,
  )
}

export function createLockService({ callHost, realm }: ScriptSurroundings): object {
  const open = (scope: StoreScope) =>
    guarded(
      'Lock',
      {
        tryLock: (waitMs: number) => callHost('lock.acquire', scope, waitMs),
        waitLock(waitMs: number) {
          if (callHost('lock.acquire', scope, waitMs)) return
          throw realm.exception('Lock timeout: another process was holding the lock for too long.')
        },
        releaseLock: () => callHost('lock.release', scope),
        hasLock: () => callHost('lock.held', scope),
      },
      realm,
    )
  return guarded(
    'LockService',
    {
      getUserLock: () => open('user'),
      getScriptLock: () => open('script'),
      getDocumentLock: () => open('document'),
    },
    realm,
  )
}
