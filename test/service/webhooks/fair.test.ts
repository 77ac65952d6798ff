/** Hanging receivers delay nobody else's webhooks. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../service/store/open.ts'
import { PausedHosts } from '../../../service/webhooks/paused-hosts.ts'
import { claimWebhooks, enqueueWebhook, finishWebhook } from '../../../service/webhooks/queue.ts'
import { freshDatabase } from '../../support/database.ts'
import { makeAccount } from '../accounts/make-account.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

async function enqueue(keyId: string, url: string, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    await enqueueWebhook(database.db, { turnId: randomUUID(), keyId, url, body: '{}' })
  }
}

test('a fifth space is delivered to while four others have many that hang', async () => {
  const spaces = await Promise.all(Array.from({ length: 5 }, () => makeAccount(database.db)))
  for (const { keyId } of spaces.slice(0, 4)) await enqueue(keyId, 'https://hangs.example/x', 30)
  const fifth = spaces[4]!
  await enqueue(fifth.keyId, 'https://lives.example/x', 1)
  const claimed = await claimWebhooks(database.db, 64)
  expect(claimed.map(delivery => delivery.keyId)).toContain(fifth.keyId)
  const most = Math.max(...spaces.map(({ keyId }) => claimed.filter(it => it.keyId === keyId).length))
  expect(most).toBeLessThanOrEqual(4)
  for (const { turnId } of claimed) await finishWebhook(database.db, turnId, '200')
})

test('a paused host is left out, and its space’s other hosts are not', async () => {
  const { keyId } = await makeAccount(database.db)
  await enqueue(keyId, 'https://Dead.example:8443/x?y', 5)
  await enqueue(keyId, 'https://lives.example/x', 1)
  const urls = async (paused: string[]) =>
    (await claimWebhooks(database.db, 64, paused)).filter(it => it.keyId === keyId).map(it => it.url)
  expect(await urls(['dead.example:8443', 'hangs.example'])).toEqual(['https://lives.example/x'])
  expect(await urls(['hangs.example'])).toHaveLength(3)
})

test('a host is paused after three failures in a row, tried again later, and free after one answer', () => {
  let now = 0
  const hosts = new PausedHosts(() => now)
  const url = 'https://dead.example/hook'
  hosts.note(url, false)
  hosts.note(url, false)
  expect(hosts.paused()).toEqual([])
  hosts.note(url, false)
  expect(hosts.paused()).toEqual(['dead.example'])
  now += 20_000
  expect(hosts.paused()).toEqual([])
  hosts.note(url, false)
  expect(hosts.paused()).toEqual(['dead.example'])
  hosts.note(url, true)
  expect(hosts.paused()).toEqual([])
})
