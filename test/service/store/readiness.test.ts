/** What ends a start, and what shows in readiness: each in one sentence. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSealing } from '../../../service/accounts/sealing.ts'
import { checkSecret } from '../../../service/accounts/secret.ts'
import { migrate, readMigrations } from '../../../service/store/migrate.ts'
import type { Database } from '../../../service/store/open.ts'
import { createReadiness } from '../../../service/store/readiness.ts'
import { freshDatabase } from '../../support/database.ts'
import { makeAccount } from '../accounts/make-account.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

const sealing = (word: string) => createSealing(`${word} is a secret of the tests, long enough`)

test('another secret than the one that the database was written with ends the start', async () => {
  const { db } = database
  await checkSecret(db, sealing('first'))
  await checkSecret(db, sealing('first'))
  await expect(checkSecret(db, sealing('second'))).rejects.toThrow(/ROWHAND_SECRET is not the one/)
})

test('a database from before the check tells a wrong secret by what is sealed in it', async () => {
  const fresh = await freshDatabase()
  await makeAccount(fresh.db)
  await expect(checkSecret(fresh.db, sealing('another'))).rejects.toThrow(/ROWHAND_SECRET is not the one/)
  await fresh.close()
})

test('a database of a newer version ends the start', async () => {
  const older = readMigrations().slice(0, -1)
  const newest = readMigrations().at(-1)!.name
  await expect(migrate(database.pool, older)).rejects.toThrow(
    `newer version of the service (it has ${newest})`,
  )
})

test.each([
  ['a full disk', { code: '53100' }, /disk of the database is full/],
  ['a read-only copy', { code: '25006' }, /cannot be written to/],
  ['no answer', { code: 'ECONNREFUSED' }, /does not answer/],
])('%s shows in readiness', async (_what, facts, sentence) => {
  const db = { query: () => Promise.reject(Object.assign(new Error('x'), facts)) }
  await expect(createReadiness({ db, dataDir: null })()).rejects.toThrow(sentence)
})

test.skipIf(process.getuid?.() === 0)('a data folder that takes nothing shows in readiness', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rowhand-full-'))
  chmodSync(folder, 0o500)
  await expect(createReadiness({ db: database.db, dataDir: folder })()).rejects.toThrow(/data folder is full/)
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true })
})

test('a data folder that is gone shows in readiness', async () => {
  const gone = join(tmpdir(), 'rowhand-there-is-no-such-folder')
  await expect(createReadiness({ db: database.db, dataDir: gone })()).rejects.toThrow(/data folder/)
})

test('what is well is looked at once in five seconds, what is not each time', async () => {
  let now = 0
  let looks = 0
  let isWell = true
  const db = {
    query: async () => {
      looks += 1
      if (!isWell) throw new Error('gone')
      return { rows: [], rowCount: 0 }
    },
  }
  const check = createReadiness({ db, dataDir: null, monotonic: () => now })
  await check()
  await check()
  expect(looks).toBe(1)
  isWell = false
  now += 6_000
  await expect(check()).rejects.toThrow()
  isWell = true
  await check()
  expect(looks).toBe(3)
})
