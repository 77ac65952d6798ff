// npm run check: format, lint, promises and types, side by side; prints only what failed.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { longFolders } from './long-folders.mjs'

const folders = [
  'contract',
  'src',
  'sidebar',
  'service',
  'emulator',
  'emulator/page/client',
  'clients/typescript',
  '.',
]
const jobs = [
  ['biome', ['check', '.']],
  ['oxlint', ['--type-aware', '--quiet', 'service', 'emulator', 'sidebar', 'test', 'scripts', 'bench']],
  ...folders.filter(f => existsSync(`${f}/tsconfig.json`)).map(f => ['tsc', ['-p', f]]),
]

function run([command, args]) {
  return new Promise(done => {
    const child = spawn(`node_modules/.bin/${command}`, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', chunk => (output += chunk))
    child.stderr.on('data', chunk => (output += chunk))
    child.on('close', code => done({ name: `${command} ${args.join(' ')}`, code, output }))
  })
}

// Two at a time: each of them uses a core or more.
const queue = [...jobs]
const failed = []
async function worker() {
  for (let job = queue.shift(); job; job = queue.shift()) {
    const result = await run(job)
    if (result.code !== 0) failed.push(result)
  }
}
await Promise.all([worker(), worker()])
// A warning only: where a folder is cut is a matter of its subjects, not of its number.
const MOST_FILES_OF_A_FOLDER = 30
const long = longFolders(process.cwd(), MOST_FILES_OF_A_FOLDER)
if (long.length > 0) {
  const names = long.map(([folder, files]) => `${folder} (${files})`)
  console.log(`warning: folders with more than ${MOST_FILES_OF_A_FOLDER} files: ${names.join(', ')}`)
}
for (const { name, output } of failed) console.error(`\n--- ${name}\n${output}`)
console.log(
  failed.length === 0
    ? `check: ${jobs.length} checks passed`
    : `check: ${failed.length} of ${jobs.length} failed`,
)
process.exit(failed.length === 0 ? 0 : 1)
