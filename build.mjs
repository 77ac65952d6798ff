/**
 * Builds the add-on into dist/addon: addon.js for Apps Script, sidebar.html for the page, appsscript.json.
 * `node build.mjs` takes the service's address from SERVICE_URL. See docs/marketplace/release.md.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = dirname(fileURLToPath(import.meta.url))
const LOCAL_SERVICE_URL = 'http://127.0.0.1:8787'
export const SIDEBAR_LIMIT_BYTES = 60 * 1024

/**
 * @param {{ outDir?: string, serviceUrl?: string }} [options]
 * @returns {Promise<{ outDir: string, serviceUrl: string, sidebarBytes: number, sidebarGzipBytes: number, addonBytes: number, exports: string[] }>}
 */
export async function buildAddon(options = {}) {
  const outDir = options.outDir ?? join(root, 'dist', 'addon')
  const serviceUrl = checkServiceUrl(options.serviceUrl ?? LOCAL_SERVICE_URL)
  const [texts, page] = await Promise.all([readTexts(), readPage()])
  const [server, sidebar, manifest] = await Promise.all([
    buildServer(serviceUrl, texts, page.words),
    buildSidebar(page.html),
    buildManifest(serviceUrl),
  ])
  await mkdir(outDir, { recursive: true })
  const files = { 'addon.js': server.code, 'sidebar.html': sidebar, 'appsscript.json': manifest }
  await Promise.all(Object.entries(files).map(([name, text]) => writeWhole(join(outDir, name), text)))
  await removeOthers(outDir, Object.keys(files))
  return {
    outDir,
    serviceUrl,
    sidebarBytes: Buffer.byteLength(sidebar),
    sidebarGzipBytes: gzipSync(sidebar, { level: 9 }).length,
    addonBytes: Buffer.byteLength(server.code),
    exports: server.exports,
  }
}

/** The published add-on may only call an https address; http is for this machine. */
function checkServiceUrl(address) {
  let url
  try {
    url = new URL(address)
  } catch {
    throw new Error(`SERVICE_URL is not an address: "${address}". Write it like https://rowhand.example.com`)
  }
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local)) {
    throw new Error(`SERVICE_URL must begin with https:// (only this machine may use http://): "${address}"`)
  }
  return url.href.replace(/\/+$/, '')
}

/** The page's texts in other languages travel in addon.js, so that each person loads one language only. */
async function readTexts() {
  const folder = join(root, 'sidebar', 'texts')
  const names = (await readdir(folder)).filter(name => /^[a-z]{2}\.ts$/.test(name)).toSorted()
  const entries = names.map(async name => {
    const { menu, page } = await import(pathToFileURL(join(folder, name)).href)
    const language = name.slice(0, 2)
    return [language, language === 'en' ? { menu } : { menu, page }]
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** The page's own HTML with its English words filled in, and those words as they stand in it. */
async function readPage() {
  const [source, { page }, { paths }] = await Promise.all([
    readFile(join(root, 'sidebar', 'index.html'), 'utf8'),
    import(pathToFileURL(join(root, 'sidebar', 'texts', 'en.ts')).href),
    import(pathToFileURL(join(root, 'sidebar', 'words', 'icon-paths.ts')).href),
  ])
  const words = {}
  const html = source.replace(/\n\s*/g, '').replace(/\{\{icon\.(\w+)\}\}/g, (_, name) => paths[name])
  const filled = html.replace(/\{\{([\w.]+)\}\}/g, (_, key) => {
    words[key] = asPlainLetters(page[key])
    return words[key]
  })
  return { html: filled, words }
}

/** Text beyond plain letters takes a browser twice the memory, and longer to read. */
const asPlainLetters = text => text.replace(/["&<>]|[^\x20-\x7e]/gu, letter => `&#${letter.codePointAt(0)};`)

/** esbuild escapes them in strings, but not in regular expressions. */
const inPlainLetters = code =>
  code.replace(/[\u0080-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

async function buildServer(serviceUrl, texts, standingWords) {
  const common = {
    entryPoints: [join(root, 'src', 'index.ts')],
    bundle: true,
    write: false,
    outdir: root,
    platform: 'neutral',
    target: 'es2020',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    define: {
      SERVICE_URL: JSON.stringify(serviceUrl),
      TEXTS: JSON.stringify(texts),
      STANDING_WORDS: JSON.stringify(standingWords),
    },
  }
  // Only an esm build reports its exports, and Apps Script only sees top-level functions.
  const probe = await build({ ...common, format: 'esm', metafile: true })
  const exports = Object.values(probe.metafile.outputs)[0].exports.toSorted()
  const wrappers = exports.map(
    name => `function ${name}() { return rowhand_.${name}.apply(this, arguments); }`,
  )
  const result = await build({
    ...common,
    format: 'iife',
    globalName: 'rowhand_',
    footer: { js: wrappers.join('\n') },
  })
  return { code: result.outputFiles[0].text, exports }
}

async function buildSidebar(page) {
  const result = await build({
    entryPoints: [join(root, 'sidebar', 'main.tsx')],
    bundle: true,
    write: false,
    outdir: root,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2020',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'warning',
    define: { 'process.env.NODE_ENV': '"production"' },
    // HtmlService strips what looks like a comment inside template literals.
    supported: { 'template-literal': false },
  })
  const textOf = extension =>
    result.outputFiles.find(file => file.path.endsWith(extension))?.text.trim() ?? ''
  return page
    .replace('<!--STYLE-->', () => `<style>${textOf('.css')}</style>`)
    .replace('<!--SCRIPT-->', () => `<script>${inPlainLetters(textOf('.js'))}</script>`)
}

async function buildManifest(serviceUrl) {
  const manifest = JSON.parse(await readFile(join(root, 'appsscript.json'), 'utf8'))
  // Google's whitelist takes https only; a build for this machine goes without one.
  if (serviceUrl.startsWith('https://')) manifest.urlFetchWhitelist = [`${serviceUrl}/`]
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** Whoever reads the file while it is built gets the old one or the new one, never half of it. */
async function writeWhole(path, text) {
  const temporary = `${path}.${process.pid}.tmp`
  await writeFile(temporary, text)
  await rename(temporary, path)
}

/** clasp pushes whatever lies in the folder. */
async function removeOthers(folder, kept) {
  const names = await readdir(folder)
  const others = names.filter(name => !kept.includes(name) && !name.endsWith('.tmp'))
  await Promise.all(others.map(name => rm(join(folder, name), { recursive: true })))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const built = await buildAddon(process.env.SERVICE_URL ? { serviceUrl: process.env.SERVICE_URL } : {})
    const kib = bytes => `${(bytes / 1024).toFixed(1)} KB`
    console.log(`Built ${relative(process.cwd(), built.outDir)} for ${built.serviceUrl}`)
    console.log(`  addon.js ${kib(built.addonBytes)}, ${built.exports.length} functions`)
    console.log(`  sidebar.html ${kib(built.sidebarBytes)}, ${kib(built.sidebarGzipBytes)} gzip`)
    if (built.sidebarGzipBytes > SIDEBAR_LIMIT_BYTES) {
      console.error(`sidebar.html is over its limit of ${kib(SIDEBAR_LIMIT_BYTES)} gzip.`)
      process.exitCode = 1
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
