/**
 * The files a page loads: a fixed list from npm packages, resolved one by one, and the page's own client,
 * bundled once a start. Nothing else can be asked for, and nothing comes from elsewhere.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

export interface Asset {
  body: Buffer<ArrayBuffer>
  contentType: string
}

export interface Assets {
  get(path: string): Asset | undefined
  /** The address of an asset by its short name, with a version in it, so that it may be kept for ever. */
  url(name: string): string
}

const ROOT = '/page/assets'
const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  xml: 'text/xml; charset=utf-8',
  woff2: 'font/woff2',
  woff: 'font/woff',
  ttf: 'font/ttf',
  txt: 'text/plain; charset=utf-8',
}

/** Short name → package, file. font-awesome's style sheet names its fonts relative to itself. */
const PACKAGE_FILES: Record<string, [packageName: string, file: string]> = {
  'owl.js': ['@odoo/owl', 'dist/owl.iife.min.js'],
  'chart.js': ['chart.js', 'dist/chart.umd.min.js'],
  'o_spreadsheet.js': ['@odoo/o-spreadsheet', 'dist/o_spreadsheet.min.iife.js'],
  'o_spreadsheet.css': ['@odoo/o-spreadsheet', 'dist/o_spreadsheet.css'],
  'o_spreadsheet.xml': ['@odoo/o-spreadsheet', 'dist/o_spreadsheet.xml'],
  'o_spreadsheet-license.txt': ['@odoo/o-spreadsheet', 'LICENSE'],
  'bootstrap.css': ['bootstrap', 'dist/css/bootstrap.min.css'],
  'font-awesome.css': ['font-awesome', 'css/font-awesome.min.css'],
}
const FONTS = ['fontawesome-webfont.woff2', 'fontawesome-webfont.woff', 'fontawesome-webfont.ttf']

export async function createAssets(): Promise<Assets> {
  const files = new Map<string, Asset>()
  const urls = new Map<string, string>()
  const add = (name: string, body: Buffer<ArrayBuffer>) => {
    const version = createHash('sha256').update(body).digest('hex').slice(0, 12)
    const url = `${ROOT}/${version}/${name}`
    files.set(url, { body, contentType: TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream' })
    urls.set(name, url)
  }

  for (const [name, [packageName, file]] of Object.entries(PACKAGE_FILES))
    add(name, readPackageFile(packageName, file))
  for (const font of FONTS) {
    const contentType = TYPES[font.split('.').at(-1) ?? ''] ?? ''
    files.set(`${ROOT}/fonts/${font}`, {
      body: readPackageFile('font-awesome', `fonts/${font}`),
      contentType,
    })
  }
  for (const [name, body] of await bundleClient()) add(name, body)

  return {
    // `../fonts/x` from a versioned style sheet is `/page/assets/fonts/x`.
    get: path => files.get(path),
    url(name) {
      const url = urls.get(name)
      if (url === undefined) throw new Error(`There is no asset called ${name}.`)
      return url
    },
  }
}

function readPackageFile(packageName: string, file: string): Buffer<ArrayBuffer> {
  const require = createRequire(import.meta.url)
  for (const folder of require.resolve.paths(packageName) ?? []) {
    try {
      return readFileSync(join(folder, packageName, file))
    } catch {
      // Not in this node_modules; the next one up.
    }
  }
  throw new Error(`${packageName} is not installed, or has no ${file}.`)
}

async function bundleClient(): Promise<[name: string, body: Buffer<ArrayBuffer>][]> {
  const folder = join(dirname(fileURLToPath(import.meta.url)), 'client')
  const built = await build({
    entryPoints: [
      { in: join(folder, 'main.tsx'), out: 'page' },
      { in: join(folder, 'page.css'), out: 'page' },
      { in: join(folder, 'panel.ts'), out: 'panel' },
    ],
    bundle: true,
    write: false,
    outdir: folder,
    format: 'iife',
    target: 'es2022',
    minify: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'silent',
  })
  return built.outputFiles.map(file => [file.path.slice(folder.length + 1), Buffer.from(file.contents)])
}
