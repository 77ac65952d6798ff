// Makes a fresh checkout runnable: installs what package-lock.json names, once. Runs on any Node from 20,
// before node_modules exists, so it imports nothing but Node itself.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'node_modules', '.rowhand-installed')
const lockHash = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')

/** By `npm ci` of somebody's own, with the Node that comes along: npm notes in node_modules what stands there. */
function isInstalledByHand() {
  try {
    const read = file => JSON.parse(readFileSync(join(root, file), 'utf8')).packages
    const [wanted, there] = [read('package-lock.json'), read('node_modules/.package-lock.json')]
    const isThere = ([path, { version, optional }]) =>
      path === '' || optional || there[path]?.version === version
    const isWanted = ([path, { version }]) => wanted[path]?.version === version
    const isWhole = Object.entries(wanted).every(isThere) && Object.entries(there).every(isWanted)
    return isWhole && existsSync(join(root, 'node_modules', '.bin', 'node'))
  } catch {
    return false
  }
}

const isStamped = existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash
if (!isStamped && !isInstalledByHand()) {
  // Standard output belongs to the command that follows, which may print JSON.
  console.error('Installing packages (first run only; about a minute)…')
  // Where NODE_ENV is "production", npm would leave out what the local Google and the build are made of.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const result = spawnSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2] })
  if (result.status !== 0) {
    console.error(
      '\nThe packages could not be installed. Check that the npm registry can be reached, then try again.',
    )
    process.exit(result.status ?? 1)
  }
}
if (!isStamped) writeFileSync(stamp, lockHash)

// The scripts run on the Node from node_modules/.bin where there is one (Linux), else on the system's.
const major = Number(process.versions.node.split('.')[0])
const packaged = existsSync(join(root, 'node_modules', '.bin', 'node'))
if (!packaged && major < 24) {
  console.error(
    `Rowhand needs Node 24 or newer; this is ${process.version}. Install it from https://nodejs.org, then try again.`,
  )
  process.exit(1)
}
