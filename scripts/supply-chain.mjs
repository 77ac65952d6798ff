// npm run supply-chain: what the service is made of and whether it may be. Licences are held against a list,
// the bill of materials (CycloneDX) is written to dist/, and the registry is asked for known holes where it
// answers such questions. Only a licence that is not on the list, or a hole that is known, fails.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const SBOM = join('dist', 'sbom.cdx.json')

/** Of packages that the service is shipped with. What needs a look first is not here. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'CC0-1.0',
  'AFL-2.1',
  'OFL-1.1',
  'MPL-2.0',
])
export function licencesOf(lockfile) {
  const packages = []
  for (const [path, entry] of Object.entries(lockfile.packages)) {
    if (path === '' || entry.dev || entry.link) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    packages.push({ name, version: entry.version, licence: entry.license ?? 'unknown' })
  }
  return packages
}

/** An expression of AND and OR, as SPDX writes it; OR needs one side, AND both. */
export function isAllowed(expression) {
  const bare = expression.replaceAll(/[()]/g, '').trim()
  if (bare.includes(' AND ')) return bare.split(' AND ').every(isAllowed)
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isAllowed)
  return ALLOWED.has(bare)
}

export const notAllowed = packages => packages.filter(({ licence }) => !isAllowed(licence))

function printLicences(packages) {
  const counts = new Map()
  for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1)
  for (const [licence, count] of [...counts].sort((a, b) => b[1] - a[1]))
    console.log(`  ${count}\t${licence}`)
}

function writeSbom() {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only']
  const text = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, SBOM), text)
  return JSON.parse(text).components.length
}

/** Null where the registry does not answer: that is no reason to fail. */
function askForHoles() {
  const asked = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 64 * 1_048_576,
  })
  try {
    return JSON.parse(asked.stdout).metadata?.vulnerabilities ?? null
  } catch {
    return null
  }
}

function main() {
  const packages = licencesOf(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const strange = notAllowed(packages)
  console.log(`licences of ${packages.length} packages:`)
  printLicences(packages)
  for (const { name, version, licence } of strange)
    console.error(`not on the list: ${name} ${version}: ${licence}`)
  console.log(`bill of materials: ${writeSbom()} components in ${SBOM}`)
  const holes = askForHoles()
  if (holes === null) console.log('known holes: not asked, the registry has no answer to that here')
  else console.log(`known holes: ${JSON.stringify(holes)}`)
  const bad = strange.length > 0 || (holes !== null && holes.high + holes.critical > 0)
  process.exit(bad ? 1 : 0)
}

if (process.argv[1] === import.meta.filename) main()
