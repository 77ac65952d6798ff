import { expect, test } from 'vitest'
import { isPassing, retryPassing } from '../../../service/store/passing.ts'

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

test.each([
  ['a refused connection', refused],
  ['a database that starts', Object.assign(new Error('starting up'), { code: '57P03' })],
  ['a full disk', Object.assign(new Error('no space left'), { code: '53100' })],
  ['a pool that waited in vain', new Error('timeout exceeded when trying to connect')],
])('%s passes', (_what, error) => {
  expect(isPassing(error)).toBe(true)
})

test('work waits for the database through a minute of refusals', async () => {
  let waitedMs = 0
  let tries = 0
  const work = async () => {
    tries += 1
    if (waitedMs < 60_000) throw refused
    return 'done'
  }
  const pause = async (ms: number) => {
    expect(ms).toBeLessThanOrEqual(1_000)
    waitedMs += ms
  }
  expect(await retryPassing(work, { leftMs: () => 120_000 - waitedMs, pause })).toBe('done')
  expect(tries).toBeGreaterThan(50)
})

test('work that has no time left passes the failure on', async () => {
  let waitedMs = 0
  const work = () => Promise.reject(refused)
  const pause = async (ms: number) => {
    waitedMs += ms
  }
  await expect(retryPassing(work, { leftMs: () => 5_000 - waitedMs, pause })).rejects.toBe(refused)
  expect(waitedMs).toBeGreaterThanOrEqual(5_000)
})

test('what does not pass is not tried again', async () => {
  let tries = 0
  const work = () => {
    tries += 1
    return Promise.reject(new Error('a defect'))
  }
  await expect(retryPassing(work, { leftMs: () => 1e9 })).rejects.toThrow('a defect')
  expect(tries).toBe(1)
})
