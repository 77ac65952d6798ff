/** What scripts keep: properties, the cache, locks. */

import { readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { until } from '../../support/until.ts'
import { useScriptBenches } from './bench.ts'

const on = useScriptBenches()
const { openBench } = on

describe('properties', () => {
  it('begin with the API key and survive a restart', async () => {
    const first = openBench()
    const read = `PropertiesService.getUserProperties().getProperties()`
    expect(await first.evaluate(read)).toEqual({ ROWHAND_API_KEY: 'sk_rowhand_first' })
    await first.evaluate(
      `PropertiesService.getUserProperties().setProperty('a', 1).deleteProperty('ROWHAND_API_KEY') && null`,
    )
    const second = openBench({ propertiesFile: first.propertiesFile })
    expect(await second.evaluate(read)).toEqual({ a: '1' })
  })

  it('are kept in a file that only its owner can read', async () => {
    const { propertiesFile } = openBench()
    expect(statSync(propertiesFile).mode & 0o777).toBe(0o600)
    expect(readFileSync(propertiesFile, 'utf8')).toContain('sk_rowhand_first')
  })

  it('refuse more than 9 KB in a value and 500 KB in a store, in Google’s words', async () => {
    const { evaluate } = openBench()
    const put = (key: string, bytes: number) =>
      `PropertiesService.getScriptProperties().setProperty('${key}', 'x'.repeat(${bytes}))`
    expect(await evaluate(put('big', 9217))).toBe('Exception: Argument too large: value')
    expect(
      await evaluate(
        `(() => { for (let i = 0; i < 60; i++) ${put('k', 9000).replace("'k'", '"k" + i')} })()`,
      ),
    ).toBe(
      'Exception: You have exceeded the property storage quota. Please remove some properties and try again.',
    )
  })

  it('are apart for user, script and document', async () => {
    const { evaluate } = openBench()
    await evaluate(`PropertiesService.getDocumentProperties().setProperty('where', 'document') && null`)
    expect(
      await evaluate(
        `[PropertiesService.getDocumentProperties(), PropertiesService.getScriptProperties()].map(p => p.getProperty('where'))`,
      ),
    ).toEqual(['document', null])
  })
})

describe('the cache', () => {
  it('forgets a value when its time is over', async () => {
    const { evaluate } = openBench()
    await evaluate(`CacheService.getUserCache().put('k', 'v', 60)`)
    expect(await evaluate(`CacheService.getUserCache().get('k')`)).toBe('v')
    on.passMilliseconds(61_000)
    expect(await evaluate(`CacheService.getUserCache().get('k')`)).toBeNull()
  })

  it('refuses long keys and large values', async () => {
    const { evaluate } = openBench()
    expect(await evaluate(`CacheService.getUserCache().put('k'.repeat(251), 'v')`)).toBe(
      'Exception: Argument too large: key',
    )
    expect(await evaluate(`CacheService.getUserCache().put('k', 'v'.repeat(102401))`)).toBe(
      'Exception: Argument too large: value',
    )
  })
})

describe('locks', () => {
  /** Holds the user's lock from when `held` is in the cache until `release` is. */
  const hold = `(() => {
    const lock = LockService.getUserLock()
    lock.tryLock(0)
    const cache = CacheService.getUserCache()
    cache.put('held', '1')
    while (!cache.get('release')) Utilities.sleep(5)
    return lock.hasLock()
  })()`
  const tryLock = `(() => { const lock = LockService.getUserLock(); return [lock.tryLock(0), lock.hasLock()] })()`

  async function openWithHolder() {
    const { evaluate } = openBench()
    const holding = evaluate(hold)
    await until(() => evaluate(`CacheService.getUserCache().get('held')`))
    const release = () => evaluate(`CacheService.getUserCache().put('release', '1')`)
    return { evaluate, holding, release }
  }

  it('are held by one execution at a time, and end with it', async () => {
    const { evaluate, holding, release } = await openWithHolder()
    expect(await evaluate(tryLock)).toEqual([false, false])
    await release()
    expect(await holding).toBe(true)
    expect(await evaluate(tryLock)).toEqual([true, true])
  })

  it('are passed on to those who wait, one after the other', async () => {
    const { evaluate, holding, release } = await openWithHolder()
    const waiting = [1, 2].map(() => evaluate('LockService.getUserLock().tryLock(10000)'))
    await release()
    expect(await Promise.all([holding, ...waiting])).toEqual([true, true, true])
  })

  it('tell in Google’s words that the wait was too long', async () => {
    const { evaluate, holding, release } = await openWithHolder()
    expect(await evaluate('LockService.getUserLock().waitLock(20)')).toBe(
      'Exception: Lock timeout: another process was holding the lock for too long.',
    )
    await release()
    await holding
  })

  it('are lost while the user looks at an alert', async () => {
    const { evaluate } = openBench()
    const source = `(() => { const lock = LockService.getUserLock(); lock.tryLock(0); SpreadsheetApp.getUi().alert('x'); return lock.hasLock() })()`
    expect(await evaluate(source)).toBe(false)
  })
})
