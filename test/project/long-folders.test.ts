/** The warning of `npm run check` about folders that have grown too long. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { longFolders } from '../../scripts/long-folders.mjs'

test('folders with more source files than that are named, longest first, with their number', () => {
  const root = mkdtempSync(join(tmpdir(), 'rowhand-folders-'))
  const fill = (folder: string, names: string[]) => {
    mkdirSync(join(root, folder), { recursive: true })
    for (const name of names) writeFileSync(join(root, folder, name), '')
  }
  fill('service', ['a.ts'])
  fill('service/tools', ['a.ts', 'b.tsx', 'c.mjs', 'words.json'])
  fill('test/tools', ['a.ts', 'b.ts', 'c.ts', 'd.ts'])
  fill('clients/typescript/node_modules/x', ['a.ts', 'b.ts', 'c.ts'])
  expect(longFolders(root, 2)).toEqual([
    [join('test', 'tools'), 4],
    [join('service', 'tools'), 3],
  ])
  expect(longFolders(root, 4)).toEqual([])
  rmSync(root, { recursive: true })
})
