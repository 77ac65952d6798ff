/** A large text file is imported in parts, kept so that it opens in parts, and changed meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { filesApp } from '../../../emulator/page/files.ts'
import { formattedValue } from '../../../emulator/sheets/cells/cells.ts'
import { Library } from '../../../emulator/sheets/workbook/library.ts'

const ROWS = 6_000
const email = 'you@example.com'
let folder: string
let library: Library
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowhand-import-'))
  library = new Library({ folder })
})
afterEach(() => {
  library.close()
  rmSync(folder, { recursive: true, force: true })
})

const bring = (text: string | Uint8Array<ArrayBuffer>, type = 'text/csv') =>
  filesApp({ library, email }).request('/page/files/text?title=Many', {
    method: 'POST',
    headers: { 'content-type': type },
    body: text,
  })

async function broughtId(text: string | Uint8Array<ArrayBuffer>, type?: string): Promise<string> {
  const { id, error } = (await (await bring(text, type)).json()) as { id?: string; error?: string }
  if (id === undefined) throw new Error(error)
  return id
}

const shown = (id: string, row: number, col: number) =>
  formattedValue(library.get(id)!, { sheetId: '0', row, col })

/** Of each row: its number, a text, a date, a share, a formula and five more. */
const many = Array.from(
  { length: ROWS },
  (_, i) => `${i},"a ""b"", ${i}",2026-03-0${(i % 9) + 1},${i % 100}%,=A${i + 1}*2,1,2,3,4,5`,
).join('\r\n')

/** What part of the time passed at the longest without a turn for others: all of it, where none had one. */
async function longestWaitDuring<T>(work: Promise<T>): Promise<{ share: number; value: T }> {
  let isOver = false
  let longest = 0
  void work.finally(() => {
    isOver = true
  })
  const begun = performance.now()
  for (let last = begun; !isOver; last = performance.now()) {
    await nextTurn()
    longest = Math.max(longest, performance.now() - last)
  }
  return { share: longest / (performance.now() - begun), value: await work }
}

test('a file of 60,000 cells leaves others their turn again and again, and is all there', async () => {
  const { share, value: id } = await longestWaitDuring(broughtId(many))
  expect(share).toBeLessThan(0.5)
  const last = [0, 1, 2, 3, 4].map(col => shown(id, ROWS - 1, col))
  expect(last).toEqual(['5999', 'a "b", 5999', '2026-03-06', '99%', '11998'])
})

test('a large workbook opens in parts after a restart, with what was changed in it', async () => {
  const id = await broughtId(many)
  library.get(id)!.change(tx => {
    tx.dispatch('UPDATE_CELL', { sheetId: '0', row: 5, col: 0, content: '100' })
    tx.dispatch('ADD_COLUMNS_ROWS', {
      ...{ sheetId: '0', sheetName: 'Sheet1', dimension: 'ROW', base: 0, position: 'before', quantity: 1 },
    })
  })
  library.close()
  library = new Library({ folder })
  const { share } = await longestWaitDuring(library.opened(id))
  expect(share).toBeLessThan(0.5)
  expect([shown(id, 6, 0), shown(id, 6, 4), shown(id, ROWS, 2)]).toEqual(['100', '200', '2026-03-06'])
})

test('what a page is given of a large workbook is its present state, also when it changes meanwhile', async () => {
  const id = await broughtId(many)
  const workbook = library.get(id)!
  const packing = workbook.packed()
  workbook.change(tx => tx.dispatch('UPDATE_CELL', { sheetId: '0', row: 0, col: 1, content: 'changed' }))
  const { data, texts } = await packing
  expect(data.revisionId).toBe(workbook.revisionId)
  expect(texts[0]).toContain('"changed"')
  expect(await workbook.packed()).toBe(await workbook.packed())
})

test('each field is what it would be if it were typed, whatever separates it', async () => {
  const id = await broughtId('Name;Amount\r\n"Smith; ""Jo""";1,5\r\n東京;=B2&"x"\r\n;last')
  expect([0, 1, 2, 3].map(row => [shown(id, row, 0), shown(id, row, 1)])).toEqual([
    ['Name', 'Amount'],
    ['Smith; "Jo"', '1,5'],
    ['東京', '1,5x'],
    ['', 'last'],
  ])
  const tabs = await broughtId('a,b\tc\n"d\ne"\tf', 'text/tab-separated-values')
  expect([shown(tabs, 0, 0), shown(tabs, 0, 1), shown(tabs, 1, 0), shown(tabs, 1, 1)]).toEqual([
    'a,b',
    'c',
    'd\ne',
    'f',
  ])
})

test('a file of old Windows programs is read in their letters', async () => {
  const id = await broughtId(new Uint8Array([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x2c, 0x80]))
  expect([shown(id, 0, 0), shown(id, 0, 1)]).toEqual(['Müller', '€'])
})

test('a file with a cell that holds too much creates nothing, and says which row it is', async () => {
  const answer = await bring(`a\n${'x'.repeat(50_001)}`)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({
    error: 'Row 2 has a cell of more than 50,000 characters. Nothing was created.',
  })
  expect(library.list()).toEqual([])
})
