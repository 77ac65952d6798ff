import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'acorn'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAddon, SIDEBAR_LIMIT_BYTES } from '../../build.mjs'
import { type BuiltAddon, buildFor, buildForTest } from './built.ts'

let built: BuiltAddon
let sidebar: string
let script: string

beforeAll(async () => {
  built = await buildForTest()
  sidebar = readFileSync(join(built.folder, 'sidebar.html'), 'utf8')
  script = readFileSync(join(built.folder, 'addon.js'), 'utf8')
})
afterAll(() => built.remove())

describe('the built add-on', () => {
  it('is exactly three files', () => {
    expect(readdirSync(built.folder).toSorted()).toEqual(['addon.js', 'appsscript.json', 'sidebar.html'])
  })

  it('parses as ES2020, which is what Apps Script runs', () => {
    expect(() => parse(script, { ecmaVersion: 2020, sourceType: 'script' })).not.toThrow()
  })

  it('declares each exported function at the top level, where Google looks for it', () => {
    const declared = [...script.matchAll(/^function (\w+)\(/gm)].map(match => match[1])
    expect(declared.toSorted()).toEqual(built.exports)
  })

  it('exports nothing that ends in an underscore or that holds the key', () => {
    expect(built.exports.filter(name => name.endsWith('_') || /readKey|apiKey/i.test(name))).toEqual([])
  })

  it('keeps the sidebar free of backticks and scriptlets, which HtmlService would change', () => {
    expect(sidebar.includes('`')).toBe(false)
    expect(sidebar.includes('<?')).toBe(false)
  })

  it('inlines everything into the sidebar', () => {
    expect(sidebar).not.toMatch(/<(script|link|img)[^>]+(src|href)=/)
    expect(sidebar.match(/<\/script>/g)).toHaveLength(1)
  })

  it('shows words before any script has run', () => {
    expect(sidebar.indexOf('Rowhand is opening')).toBeLessThan(sidebar.indexOf('<script>'))
  })

  it('keeps the sidebar within its size', () => {
    expect(built.sidebarGzipBytes).toBeLessThanOrEqual(SIDEBAR_LIMIT_BYTES)
  })
})

describe('the manifest', () => {
  const manifestOf = (folder: string) =>
    JSON.parse(readFileSync(join(folder, 'appsscript.json'), 'utf8')) as Record<string, unknown>

  it('asks for three scopes and has no addOns block', () => {
    const manifest = manifestOf(built.folder)
    expect(manifest.oauthScopes).toEqual([
      'https://www.googleapis.com/auth/spreadsheets.currentonly',
      'https://www.googleapis.com/auth/script.container.ui',
      'https://www.googleapis.com/auth/script.external_request',
    ])
    expect(manifest.addOns).toBeUndefined()
  })

  it('has no whitelist for a service on this machine, which Google could not reach', () => {
    expect(manifestOf(built.folder).urlFetchWhitelist).toBeUndefined()
  })

  it('whitelists an https service with a slash at its end, and the script calls that address', async () => {
    const published = await buildFor('https://rowhand.example.com/')
    expect(manifestOf(published.folder).urlFetchWhitelist).toEqual(['https://rowhand.example.com/'])
    expect(readFileSync(join(published.folder, 'addon.js'), 'utf8')).toContain('https://rowhand.example.com')
    published.remove()
  })

  it.each(['nonsense', 'http://rowhand.example.com', 'ftp://127.0.0.1'])(
    'refuses the service address %s with a sentence that says how to write it',
    async address => {
      await expect(buildAddon({ outDir: built.folder, serviceUrl: address })).rejects.toThrow(/SERVICE_URL/)
    },
  )
})

describe('what clasp would push', () => {
  // clasp loads a client of every service of Google's.
  it('is exactly the built files', { timeout: 300_000 }, () => {
    const root = mkdtempSync(join(tmpdir(), 'rowhand-clasp-'))
    cpSync(built.folder, join(root, 'dist/addon'), { recursive: true })
    writeFileSync(join(root, '.clasp.json'), readFileSync('.clasp.json'))
    writeFileSync(join(root, '.claspignore'), readFileSync('.claspignore'))
    const output = execFileSync(
      join(process.cwd(), 'node_modules/.bin/clasp'),
      ['show-file-status', '--json'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
    const { filesToPush } = JSON.parse(output) as { filesToPush: string[] }
    const names = filesToPush.map(path => path.split('/').at(-1)).toSorted()
    expect(names).toEqual(['addon.js', 'appsscript.json', 'sidebar.html'])
    rmSync(root, { recursive: true })
  })
})
