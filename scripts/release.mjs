// npm run release: builds the add-on for the service address in SERVICE_URL and checks everything about it
// that can be checked without Google. Pushes nothing: it ends with the commands that do.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'acorn'
import { buildAddon, SIDEBAR_LIMIT_BYTES } from '../build.mjs'

const root = join(import.meta.dirname, '..')
const marketplace = join(root, 'docs', 'marketplace')
const SCOPES = ['spreadsheets.currentonly', 'script.container.ui', 'script.external_request']
const FILES = ['addon.js', 'appsscript.json', 'sidebar.html']
const PICTURES = {
  'icon-32.png': [32, 32],
  'icon-48.png': [48, 48],
  'icon-96.png': [96, 96],
  'icon-120.png': [120, 120],
  'icon-128.png': [128, 128],
  'banner-220x140.png': [220, 140],
  'screenshot-1.png': [1280, 800],
  'screenshot-2.png': [1280, 800],
  'screenshot-3.png': [1280, 800],
}
const LISTING_LIMITS = { Name: 50, 'Short description': 200, 'Detailed description': 15_999 }

const serviceUrl = process.env.SERVICE_URL
if (!serviceUrl?.startsWith('https://')) {
  console.error(
    'Set SERVICE_URL to the https address of your service:\n  SERVICE_URL=https://rowhand.example.com npm run release',
  )
  process.exit(1)
}

const problems = []
const check = (what, isRight, detail = '') => {
  console.log(`${isRight ? '  ok  ' : '  NO  '} ${what}${isRight || detail === '' ? '' : `: ${detail}`}`)
  if (!isRight) problems.push(what)
}

let built
try {
  built = await buildAddon({ serviceUrl })
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
console.log(`Built for ${built.serviceUrl}\n`)

checkManifest()
checkScript()
checkSidebar()
checkPushedFiles()
checkListing()
checkPictures()

if (problems.length > 0) {
  console.error(`\nNot ready: ${problems.length} of the checks failed.`)
  process.exit(1)
}
console.log(`
Ready. Next:
  npx clasp push
  npx clasp create-version "${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}"
  then enter the version number in the Marketplace SDK (docs/marketplace/release.md)`)

function checkManifest() {
  const manifest = JSON.parse(readFileSync(join(built.outDir, 'appsscript.json'), 'utf8'))
  const scopes = SCOPES.map(name => `https://www.googleapis.com/auth/${name}`)
  check(
    'the manifest asks for the three scopes and no more',
    same(manifest.oauthScopes, scopes),
    manifest.oauthScopes,
  )
  const whitelist = [`${built.serviceUrl}/`]
  check(
    'the manifest lets the script call the service and nothing else',
    same(manifest.urlFetchWhitelist, whitelist),
  )
  check(
    'the manifest has no addOns block, which is for another kind of add-on',
    manifest.addOns === undefined,
  )
}

function checkScript() {
  const code = readFileSync(join(built.outDir, 'addon.js'), 'utf8')
  let failure = ''
  try {
    parse(code, { ecmaVersion: 2020, sourceType: 'script' })
  } catch (error) {
    failure = error.message
  }
  check('addon.js is ES2020, which Apps Script runs', failure === '', failure)
  check('addon.js calls the service by its address', code.includes(built.serviceUrl))
}

function checkSidebar() {
  const page = readFileSync(join(built.outDir, 'sidebar.html'), 'utf8')
  check('sidebar.html has nothing that HtmlService would change', !page.includes('`') && !page.includes('<?'))
  const kib = (built.sidebarGzipBytes / 1024).toFixed(1)
  check(`sidebar.html is within its size (${kib} KB gzip)`, built.sidebarGzipBytes <= SIDEBAR_LIMIT_BYTES)
}

function checkPushedFiles() {
  const clasp = join(root, 'node_modules', '.bin', 'clasp')
  const status = JSON.parse(
    execFileSync(clasp, ['show-file-status', '--json'], { cwd: root, encoding: 'utf8' }),
  )
  const names = status.filesToPush.map(path => path.split('/').at(-1)).toSorted()
  check('clasp would push exactly the built files', same(names, FILES), names.join(', '))
}

function checkListing() {
  const sections = readFileSync(join(marketplace, 'listing.md'), 'utf8').split(/^## /m).slice(1)
  const fields = Object.fromEntries(
    sections.map(text => [text.split('\n')[0], text.split('\n').slice(1).join('\n').trim()]),
  )
  for (const [name, limit] of Object.entries(LISTING_LIMITS)) {
    const { length } = fields[name] ?? ''
    check(
      `the listing's ${name.toLowerCase()} has at most ${limit} characters`,
      length > 0 && length <= limit,
      `${length}`,
    )
  }
  check('the name does not use Google’s', !/google/i.test(fields.Name ?? ''))
}

function checkPictures() {
  for (const [name, size] of Object.entries(PICTURES)) {
    check(`${name} is ${size.join(' × ')}`, same(pictureSize(name), size), String(pictureSize(name)))
  }
}

/** Width and height stand at fixed places in a PNG's first chunk. */
function pictureSize(name) {
  try {
    const bytes = readFileSync(join(marketplace, 'assets', name))
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  } catch {
    return 'not there'
  }
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other)
}
