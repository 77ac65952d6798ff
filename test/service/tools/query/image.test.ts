/** The image that spares a query the making of a new database. */
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createImageStore } from '../../../../service/tools/query/image.ts'

const MAKER = import.meta.filename
const fresh = new Uint8Array(10_000).fill(7)
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowhand-image-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the next process finds the image of a database that one before has made', async () => {
  const first = createImageStore(MAKER, folder)
  expect(await first.load()).toBeNull()
  await first.keep(fresh)
  expect(readdirSync(folder)).toHaveLength(1)
  expect(new Uint8Array((await createImageStore(MAKER, folder).load())!)).toEqual(fresh)
})

test('an image that was made in another way is not taken', async () => {
  await createImageStore(MAKER, folder).keep(fresh)
  const other = join(import.meta.dirname, 'data.test.ts')
  expect(await createImageStore(other, folder).load()).toBeNull()
})

test('an image that is cut off is made anew', async () => {
  await createImageStore(MAKER, folder).keep(fresh)
  truncateSync(join(folder, readdirSync(folder)[0]!), 10)
  const store = createImageStore(MAKER, folder)
  expect(await store.load()).toBeNull()
  await store.keep(fresh)
  expect(await createImageStore(MAKER, folder).load()).not.toBeNull()
})

test('a process without a place for it keeps the image to itself', async () => {
  const store = createImageStore(MAKER, join(folder, 'nowhere'))
  await store.keep(fresh)
  expect(new Uint8Array((await store.load())!)).toEqual(fresh)
})
