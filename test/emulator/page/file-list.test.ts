/** The list of files in the page: titles and whose they are, without reading a single workbook. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { filesApp } from '../../../emulator/page/files.ts'
import { emptyWorkbookData } from '../../../emulator/sheets/http/create.ts'
import { Library } from '../../../emulator/sheets/workbook/library.ts'

const email = 'you@example.com'
let folder: string
let library: Library
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowhand-list-'))
  library = new Library({ folder })
})
afterEach(() => {
  library.close()
  rmSync(folder, { recursive: true, force: true })
})

async function listed(of: Library) {
  const answer = await filesApp({ library: of, email }).request('/page/files')
  const { files } = (await answer.json()) as { files: { title: string; mine: boolean }[] }
  return files.map(({ title, mine }) => [title, mine])
}

function make(title: string, owner: string): string {
  return library.create({ owner, data: emptyWorkbookData(title) }).id
}

function rename(id: string, title: string): void {
  const workbook = library.get(id)!
  const data = { ...workbook.properties, title }
  workbook.change(tx => tx.setAnnotation({ id: 'spreadsheet:0', kind: 'spreadsheet', ranges: [], data }))
}

test('reads no workbook, and knows what was renamed and shared', async () => {
  const mine = make('First', email)
  const theirs = make('Second', 'colleague@example.com')
  make('Not for you', 'colleague@example.com')
  library.share(theirs, email, 'reader')
  rename(mine, 'Renamed')
  library.close()
  for (const name of readdirSync(folder))
    if (/\.(json|journal)$/.test(name)) writeFileSync(join(folder, name), 'this can be read by nobody')
  library = new Library({ folder })
  expect(await listed(library)).toEqual([
    ['Renamed', true],
    ['Second', false],
  ])
})

test('of a folder of an older version reads each workbook once', async () => {
  make('Old', email)
  library.close()
  for (const name of readdirSync(folder)) if (name.endsWith('.about')) rmSync(join(folder, name))
  library = new Library({ folder })
  expect(await listed(library)).toEqual([['Old', true]])
  expect(readdirSync(folder).filter(name => name.endsWith('.about'))).toHaveLength(1)
})

test('tells a title that was changed before a process was killed once the workbook is open again', async () => {
  const id = make('Before', email)
  rename(id, 'After')
  // Nothing is closed: the title stands in the journal only.
  const next = new Library({ folder })
  next.get(id)
  expect(await listed(next)).toEqual([['After', true]])
  next.close()
})
