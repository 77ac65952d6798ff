/**
 * Decides which browser the tests drive. First choice is the one that comes with npm, so that a machine
 * without any browser runs the whole suite.
 */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type BrowserServer, chromium, type LaunchOptions } from 'playwright-core'
import { hasRoomInMemory, lastingFolder } from './memory-folder.ts'

const ARGS = [
  '--no-sandbox',
  '--font-render-hinting=none',
  '--disable-gpu',
  // Without it pages share pictures in memory, which a container may have too little of.
  ...(hasRoomInMemory() ? [] : ['--disable-dev-shm-usage']),
]

/** Starts a browser that several test files can share by its address. */
export async function launchBrowserServer(): Promise<BrowserServer> {
  const failures: string[] = []
  for (const [name, options] of candidates()) {
    try {
      const launch = await options()
      if (launch) return await chromium.launchServer({ headless: true, ...launch })
      failures.push(`${name}: not here`)
    } catch (error) {
      failures.push(`${name}: ${String(error).split('\n')[0]}`)
      if (name === 'BROWSER_PATH') break
    }
  }
  throw new Error(`No browser for the tests. Set BROWSER_PATH to a Chromium.\n${failures.join('\n')}`)
}

type Candidate = [name: string, options: () => Promise<LaunchOptions | undefined>]

function candidates(): Candidate[] {
  const own = process.env.BROWSER_PATH
  const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(path => existsSync(path))
  return [
    ['BROWSER_PATH', async () => (own ? { executablePath: own, args: ARGS } : undefined)],
    ['@sparticuz/chromium from npm', packagedChromium],
    ['installed Chrome', async () => ({ channel: 'chrome', args: ARGS })],
    ['installed Edge', async () => ({ channel: 'msedge', args: ARGS })],
    ['system Chromium', async () => (system ? { executablePath: system, args: ARGS } : undefined)],
  ]
}

/** Unpacks the npm browser once per version into a cache; a rename publishes it whole. */
async function packagedChromium(): Promise<LaunchOptions | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const { inflate } = await import('@sparticuz/chromium')
  const folder = packageFolder('@sparticuz/chromium')
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const home = join(lastingFolder(), `rowhand-chromium-${version}-${process.getuid?.() ?? 0}`)
  if (!existsSync(home)) await unpack(folder, home, inflate)
  const libraries = [join(home, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  const env = { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(home, 'fonts.conf') }
  return { executablePath: join(home, 'chromium'), args: ARGS, env: env as Record<string, string> }
}

async function unpack(
  folder: string,
  home: string,
  inflate: (file: string) => Promise<string>,
): Promise<void> {
  const staging = mkdtempSync(`${home}.`)
  // inflate() writes into os.tmpdir(), which follows TMPDIR.
  const before = process.env.TMPDIR
  process.env.TMPDIR = staging
  try {
    const archives = ['chromium.br', 'fonts.tar.br', 'al2023.tar.br']
    await Promise.all(archives.map(name => inflate(join(folder, 'bin', name))))
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  writeFileSync(join(staging, 'fonts.conf'), fontSettings(home))
  try {
    renameSync(staging, home)
  } catch (error) {
    rmSync(staging, { recursive: true, force: true })
    if (!existsSync(home)) throw error
  }
}

const fontSettings = (home: string) =>
  `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>` +
  `<dir>${home}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${home}/cache</cachedir></fontconfig>`

function packageFolder(name: string): string {
  let folder = dirname(createRequire(import.meta.url).resolve(name))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}
