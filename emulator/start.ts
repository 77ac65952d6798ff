/**
 * The emulator in one call: a local Google with Sheets, OAuth and the page, on one HTTP server. Used by
 * main.ts, and in-process by tests and benchmarks.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { emulatorRoutes } from './controls.ts'
import { lockDataFolder } from './data-lock.ts'
import { demoWorkbookData } from './demo/workbook.ts'
import { sendJson } from './http.ts'
import { Grants } from './oauth/grants.ts'
import { Tokens } from './oauth/identity.ts'
import { oauthRoutes } from './oauth/routes.ts'
import type { Demo, EmulatorDeps, EmulatorUser, PageRoutes } from './parts.ts'
import { sheetsRoutes } from './sheets/http/routes.ts'
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

  const server = serve([sheets, oauth, controls, ...(page === undefined ? [] : [page])], page)
  await listen(server, options)
  const { port } = server.address() as AddressInfo
  url = `http://${options.host ?? '127.0.0.1'}:${port}`

  return {
    url,
    library,
    traffic,
    grants,
    tokenFor: email =>
      tokens.issue({ email, scope: 'https://www.googleapis.com/auth/spreadsheets', grant: 'test' }, 86_400)
        .token,
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

interface Part {
  handle(request: IncomingMessage, response: ServerResponse, url: URL): boolean | Promise<boolean>
}

/** Each request goes to the first part that takes it. */
function serve(parts: Part[], page: PageRoutes | undefined): Server {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      if (!isLocal(request))
        return sendJson(response, 403, { error: 'The emulator answers this computer only.' })
      const target = new URL(request.url ?? '/', 'http://emulator')
      for (const part of parts) if (await part.handle(request, response, target)) return
      sendJson(response, 404, {
        error: { code: 404, message: 'There is nothing here.', status: 'NOT_FOUND' },
      })
    } catch (error) {
      // Whoever asked is gone in the middle of the request: nobody is left to answer.
      if (request.destroyed && !request.complete) return
      process.stderr.write(`emulator: ${error instanceof Error ? error.stack : String(error)}\n`)
      if (response.headersSent) response.destroy()
      else
        sendJson(response, 500, {
          error: { code: 500, message: 'Internal error encountered.', status: 'INTERNAL' },
        })
    }
  }
  const server = createServer((request, response) => void answer(request, response))
  server.on('upgrade', (request, socket, head) => {
    const target = new URL(request.url ?? '/', 'http://emulator')
    if (!isLocal(request) || !page?.upgrade(request, socket, head, target)) socket.destroy()
  })
  return server
}

/** A web page elsewhere may have its name resolve to this computer; its requests bring that name along. */
function isLocal(request: IncomingMessage): boolean {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '')
  return ['127.0.0.1', 'localhost', '[::1]'].includes(host)
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
  tokens.addStatic(demo.sheets_token, demo.email)
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
