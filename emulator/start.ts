/**
 * The emulator in one call: a local Google with Sheets, OAuth and the page, on one HTTP server. Used by
 * main.ts, and in-process by tests and benchmarks.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { emulatorRoutes } from './controls.ts'
import { lockDataFolder } from './data-lock.ts'
import { demoWorkbookData } from './demo/workbook.ts'
import { MAX_BODY_BYTES } from './http.ts'
import { Grants } from './oauth/grants.ts'
import { Tokens } from './oauth/identity.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { isForThisServer } from './own-origin.ts'
import type { Demo, EmulatorDeps, EmulatorUser, PageRoutes } from './parts.ts'
import { type SheetsRoutes, sheetsRoutes } from './sheets/http/routes.ts'
import { Traffic } from './sheets/http/traffic.ts'
import { refreshPivotTables } from './sheets/objects/pivot-tables.ts'
import { Library } from './sheets/workbook/library.ts'

export interface EmulatorOptions {
  /** 0: any free port. */
  port: number
  host?: string
  dataDir: string
  addonDir?: string
  /** Seeds the demo workbook on first start and makes its tokens valid. */
  demo?: Demo
  users?: EmulatorUser[]
  now?: () => number
  /** The page and the Apps Script host; the API alone starts faster. Default true. */
  page?: boolean
}

export interface Emulator {
  /** Without a slash at the end. */
  url: string
  library: Library
  traffic: Traffic
  /** A token for the Sheets API in this user's name. */
  tokenFor(email: string): string
  grants: Grants
  close(): Promise<void>
}

const DEFAULT_USERS: EmulatorUser[] = [
  { email: 'demo@example.com', name: 'Demo User' },
  { email: 'colleague@example.com', name: 'Colleague' },
]

export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  mkdirSync(options.dataDir, { recursive: true })
  const unlock = lockDataFolder(options.dataDir)
  try {
    return await startOn(options, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

async function startOn(options: EmulatorOptions, unlock: () => void): Promise<Emulator> {
  const now = options.now ?? Date.now
  const users = usersOf(options)
  const library = new Library({
    folder: join(options.dataDir, 'workbooks'),
    onRevision: refreshPivotTables,
  })
  const traffic = new Traffic(now)
  const secret = readSecret(options.dataDir)
  const grants = new Grants({ file: join(options.dataDir, 'oauth.json'), now })
  const tokens = new Tokens({ secret, now, isRevoked: grant => grants.isRevoked(grant) })
  if (options.demo !== undefined) seedDemo(options.demo, library, tokens, grants)

  let url = ''
  const deps: EmulatorDeps = {
    library,
    dataDir: options.dataDir,
    addonDir: options.addonDir,
    demo: options.demo,
    users,
    url: () => url,
    now,
  }
  const sheets = sheetsRoutes({ deps, traffic, userOf: token => tokens.sheetsUserOf(token) })
  const oauth = oauthRoutes({ deps, tokens, grants })
  const controls = emulatorRoutes({ deps, traffic, grants })
  const page = options.page === false ? undefined : await loadPage(deps)

  const parts = [oauth, controls, ...(page === undefined ? [] : [page.app])]
  const server = serve(sheets, parts, page)
  await listen(server, options)
  const { port } = server.address() as AddressInfo
  url = `http://${options.host ?? '127.0.0.1'}:${port}`

  return {
    url,
    library,
    traffic,
    grants,
    tokenFor: email => tokens.addStatic(email),
    async close() {
      await page?.close()
      await new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      library.close()
      unlock()
    },
  }
}

const SHEETS_METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** The address of a call of the Sheets API that came under this machine's name; else undefined. */
function sheetsCall({ method = '', url = '', headers }: IncomingMessage): URL | undefined {
  if (!SHEETS_METHODS.has(method) || !/^\/v4\/spreadsheets(?:[/?]|$)/.test(url)) return undefined
  return isForThisServer(headers.host) ? new URL(url, `http://${headers.host}`) : undefined
}

/** One app over all parts; the Sheets API has the socket itself, because its faults break connections. */
function serve(sheets: SheetsRoutes, parts: Hono[], page: PageRoutes | undefined): Server {
  const listener = getRequestListener(appOf(parts).fetch)
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const call = sheetsCall(request)
    if (call === undefined) return void listener(request, response)
    sheets.handle(request, response, call).catch((error: Error) => {
      process.stderr.write(`emulator: ${error.stack}\n`)
      response.destroy()
    })
  }
  const server = createServer(answer)
  // Longer than clients keep a connection that they do not use: theirs is the first to close.
  server.keepAliveTimeout = 72_000
  server.on('upgrade', (request, socket, head) => {
    const target = new URL(request.url ?? '/', 'http://emulator')
    if (!isForThisServer(request.headers.host) || !page?.upgrade(request, socket, head, target))
      socket.destroy()
  })
  return server
}

/** As much as Google takes of a file that is brought in. */
const MAX_FILE_BYTES = 100 * 1024 * 1024

const limitTo = (maxSize: number, error: string) =>
  bodyLimit({ maxSize, onError: c => c.json({ error }, 413) })
const OTHERS = limitTo(MAX_BODY_BYTES, `Request payload size exceeds the limit: ${MAX_BODY_BYTES} bytes.`)

function appOf(parts: Hono[]): Hono {
  const app = new Hono()
  app.use(async (c, next) =>
    isForThisServer(c.req.header('host'))
      ? next()
      : c.json({ error: 'The emulator answers this computer only.' }, 403),
  )
  app.use('/page/files/*', limitTo(MAX_FILE_BYTES, 'This file is larger than 100 MB. Nothing was created.'))
  app.use((c, next) => (c.req.path.startsWith('/page/files/') ? next() : OTHERS(c, next)))
  app.use(async (c, next) => {
    await next()
    if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
  })
  for (const part of parts) app.route('/', part)
  app.notFound(c => c.json(googleError(404, 'There is nothing here.', 'NOT_FOUND'), 404))
  app.onError((error, c) => {
    process.stderr.write(`emulator: ${error.stack}\n`)
    return c.json(googleError(500, 'Internal error encountered.', 'INTERNAL'), 500)
  })
  return app
}

function googleError(code: number, message: string, status: string): object {
  return { error: { code, message, status } }
}

function usersOf({ users, demo }: EmulatorOptions): EmulatorUser[] {
  if (users !== undefined) return users
  if (demo === undefined || DEFAULT_USERS.some(user => user.email === demo.email)) return DEFAULT_USERS
  return [{ email: demo.email, name: 'Demo User' }, ...DEFAULT_USERS.slice(1)]
}

/** Tokens and cookies survive a restart because their key does. */
function readSecret(dataDir: string): string {
  const file = join(dataDir, 'emulator-secret')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

function seedDemo(demo: Demo, library: Library, tokens: Tokens, grants: Grants): void {
  tokens.addStatic(demo.email, demo.sheets_token)
  grants.ensure(demo.refresh_token, demo.email)
  if (!library.has(demo.spreadsheet_id))
    library.create({ id: demo.spreadsheet_id, owner: demo.email, data: demoWorkbookData() })
}

async function loadPage(deps: EmulatorDeps): Promise<PageRoutes | undefined> {
  const module = new URL('./page/server.ts', import.meta.url)
  if (!existsSync(module)) return undefined
  const { pageRoutes } = (await import(module.href)) as {
    pageRoutes: (deps: EmulatorDeps) => PageRoutes | Promise<PageRoutes>
  }
  return pageRoutes(deps)
}

function listen(server: Server, { port, host }: EmulatorOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host ?? '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}
