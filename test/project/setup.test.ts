/** What `npm start` and its like do first on a checkout: install, unless what the lockfile names is there. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const SCRIPT = join(import.meta.dirname, '../../scripts/setup.mjs')
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rowhand-setup-'))
  mkdirSync(join(root, 'scripts'))
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true })
  cpSync(SCRIPT, join(root, 'scripts/setup.mjs'))
  writeFileSync(join(root, 'node_modules/.bin/node'), '')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const lock = (file: string, packages: Record<string, { version: string; optional?: true }>) =>
  writeFileSync(join(root, file), JSON.stringify({ packages }))

/** Where no npm is found, so that nothing is installed in earnest. */
const setUp = () =>
  spawnSync(process.execPath, [join(root, 'scripts/setup.mjs')], { env: { PATH: root }, encoding: 'utf8' })

const isStamped = () => existsSync(join(root, 'node_modules/.rowhand-installed'))

test('what npm ci installed before is not installed again', () => {
  lock('package-lock.json', {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '2.0.0' },
    'node_modules/b': { version: '3.0.0', optional: true },
  })
  lock('node_modules/.package-lock.json', { 'node_modules/a': { version: '2.0.0' } })
  expect(setUp()).toMatchObject({ status: 0, stderr: '' })
  expect(isStamped()).toBe(true)
})

test.each([
  ['another version', { 'node_modules/a': { version: '1.9.0' } }],
  ['nothing', {}],
  ['one too many', { 'node_modules/a': { version: '2.0.0' }, 'node_modules/c': { version: '1.0.0' } }],
])('where %s stands, what the lockfile names is installed', (_, there) => {
  lock('package-lock.json', { 'node_modules/a': { version: '2.0.0' } })
  lock('node_modules/.package-lock.json', there)
  const { status, stderr } = setUp()
  expect(status).toBe(1)
  expect(stderr).toContain('Installing packages')
  expect(stderr).toContain('could not be installed')
  expect(isStamped()).toBe(false)
})
