/** A large text file is imported in parts: others are answered meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { filesApp } from '../../emulator/page/files.ts'
import { formattedValue } from '../../emulator/sheets/cells/cells.ts'
import { Library } from '../../emulator/sheets/workbook/library.ts'

const ROWS = 4_000
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

const post = (rows: string[][]) =>
  filesApp({ library, email }).request('/page/files', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Many', rows }),
  })

test('a file of 40,000 cells leaves others their turn again and again, and is all there', async () => {
  const rows = Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: 10 }, (__, col) => `${row}.${col}`),
  )
  let isOver = false
  const answer = Promise.resolve(post(rows)).finally(() => {
    isOver = true
  })
  let turns = 0
  while (!isOver) {
    await nextTurn()
    turns += 1
  }
  expect(turns).toBeGreaterThan(10)
  const { id } = (await (await answer).json()) as { id: string }
  const shown = (row: number, col: number) => formattedValue(library.get(id)!, { sheetId: '0', row, col })
  expect([shown(0, 0), shown(1_999, 9), shown(ROWS - 1, 9)]).toEqual(['0', '1999.9', '3999.9'])
})

test('a file with a cell that holds too much creates nothing', async () => {
  const answer = await post([['a'], ['x'.repeat(50_001)]])
  expect(answer.status).toBe(400)
  expect(library.list()).toEqual([])
})
