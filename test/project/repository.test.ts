/** What a fresh checkout must keep, so that it installs and runs anywhere. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('every dependency is pinned to an exact version', () => {
  const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
  const loose = Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+[\w.-]*$/.test(version))
  expect(loose).toEqual([])
})

test('the lockfile names no download address', () => {
  expect(read('package-lock.json')).not.toContain('"resolved": "http')
})

test('the tree holds no file that looks like a secret', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  expect(files.filter(file => /(^|\/)(demo\.json|secret|\.env(\..*)?|.*\.pem)$/.test(file))).toEqual([])
})
