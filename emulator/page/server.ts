/**
 * The part of the emulator that a person sees: the spreadsheet page with the add-on in it. Routes only;
 * documents, sessions and scripts are in files of their own.
 */
import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { createScriptHost, type ScriptHost } from '../apps-script/host.ts'
import { readJson, redirect, sendJson } from '../http.ts'
import type { EmulatorDeps, PageRoutes, PageRoutesFactory } from '../parts.ts'
import { type Assets, createAssets } from './assets.ts'
import { type Document, renderNotFound, renderPage, renderPanel } from './documents.ts'
import { isForThisServer, isFromOwnPage } from './own-origin.ts'
import { createScriptCalls, type ScriptCalls } from './script-calls.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { servePage } from './socket.ts'
import { type BridgeControl, createBridgeControl } from './test-control.ts'

const ADDON_NAME = 'Rowhand'
const API_KEY_PROPERTY = 'ROWHAND_API_KEY'

interface PageServer {
  deps: EmulatorDeps
  assets: Assets
  host: ScriptHost | undefined
  scripts: ScriptCalls
  control: BridgeControl
  sessions: Sessions
  email: string
}

export const pageRoutes: PageRoutesFactory = async deps => {
  const server = await createPageServer(deps)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 * 1024 })
  return {
    handle: (request, response, url) => route(server, request, response, url),
    upgrade: (request, socket, head, url) => upgrade(server, sockets, request, socket, head, url),
    async close() {
      // Closed, not cut: a page must get the acknowledgement of what it has sent.
      for (const client of sockets.clients) client.close(1012)
      sockets.close()
      server.sessions.endAll()
      await server.host?.close()
    },
  } satisfies PageRoutes
}

async function createPageServer(deps: EmulatorDeps): Promise<PageServer> {
  const email = deps.users[0]?.email ?? 'you@example.com'
  const { addonDir } = deps
  const host =
    addonDir === undefined
      ? undefined
      : createScriptHost({
          addonDir,
          propertiesFile: join(deps.dataDir, 'apps-script', 'properties.json'),
          firstUserProperties: deps.demo ? { [email]: { [API_KEY_PROPERTY]: deps.demo.api_key } } : {},
          library: deps.library,
          email,
          pageUrl: id => `${deps.url()}${pagePath(id)}`,
          now: deps.now,
        })
  const control = createBridgeControl()
  const scripts = createScriptCalls(host, control)
  return { deps, assets: await createAssets(), host, scripts, control, sessions: createSessions(), email }
}

const pagePath = (id: string) => `/spreadsheets/d/${id}/edit`

async function route(
  server: PageServer,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<boolean> {
  const { pathname } = url
  if (!isForThisServer(request)) return false
  if (request.method === 'POST' && pathname === '/page/test/bridge')
    return changeBridge(server, request, response)
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (pathname === '/page/test/counters') {
    sendJson(response, 200, server.host?.counters ?? {})
    return true
  }

  const asset = server.assets.get(pathname)
  if (asset) {
    response.writeHead(200, {
      'content-type': asset.contentType,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    response.end(asset.body)
    return true
  }

  const panel = /^\/page\/sidebar\/([\w-]+)$/.exec(pathname)
  if (panel?.[1]) return sendDocument(response, await panelDocument(server, panel[1]))
  if (pathname === '/' || pathname === '/spreadsheets' || pathname === '/spreadsheets/') {
    return redirectHome(server, response)
  }
  const page = /^\/spreadsheets\/d\/([\w-]+)(\/edit)?\/?$/.exec(pathname)
  if (page?.[1]) {
    if (!page[2]) {
      redirect(response, `${pagePath(page[1])}${url.search}`)
      return true
    }
    return sendDocument(response, pageDocument(server, page[1]))
  }
  return pathname.startsWith('/spreadsheets') ? sendDocument(response, notFound(server)) : false
}

function pageDocument(server: PageServer, id: string): Document {
  const { library, users } = server.deps
  const workbook = library.get(id)
  const role = library.roleOf(id, server.email)
  if (!workbook || !role) return notFound(server)
  const boot = {
    spreadsheetId: id,
    title: workbook.title,
    userName: users[0]?.name ?? server.email,
    userEmail: server.email,
    addonName: ADDON_NAME,
    hasAddon: server.deps.addonDir !== undefined && existsSync(join(server.deps.addonDir, 'addon.js')),
    readOnly: role === 'reader',
    snapshot: workbook.snapshot(),
  }
  return renderPage(boot, server.assets)
}

async function panelDocument(server: PageServer, instance: string): Promise<Document> {
  const found = server.sessions.findPanel(instance)
  if (!found || !server.host) return notFound(server)
  return renderPanel(found.panel, await server.host.callableFunctions(found.session), server.assets)
}

function homeUrl({ deps }: PageServer): string | undefined {
  const id = deps.demo?.spreadsheet_id ?? deps.library.list()[0]
  return id !== undefined && deps.library.has(id) ? pagePath(id) : undefined
}

const notFound = (server: PageServer) => renderNotFound(homeUrl(server))

function redirectHome(server: PageServer, response: ServerResponse): true {
  const home = homeUrl(server)
  if (home === undefined) return sendDocument(response, notFound(server))
  redirect(response, home)
  return true
}

function sendDocument(response: ServerResponse, document: Document): true {
  response.writeHead(document.status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': document.contentSecurityPolicy,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
  })
  response.end(document.html)
  return true
}

/** Only as JSON: a page of another site cannot send that here without being asked first, and is refused. */
async function changeBridge(
  { control }: PageServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<true> {
  const isJson = request.headers['content-type']?.startsWith('application/json')
  const wrong = isJson ? control.change(await readJson(request)) : 'Send JSON, as application/json.'
  sendJson(response, wrong === null ? 200 : 400, wrong === null ? {} : { error: wrong })
  return true
}

function upgrade(
  server: PageServer,
  sockets: WebSocketServer,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  url: URL,
): boolean {
  const id = /^\/page\/ws\/([\w-]+)$/.exec(url.pathname)?.[1]
  if (id === undefined) return false
  const workbook = server.deps.library.get(id)
  const role = server.deps.library.roleOf(id, server.email)
  if (!workbook || !role || !isFromOwnPage(request)) {
    socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n')
    return true
  }
  sockets.handleUpgrade(request, socket, head, webSocket =>
    servePage(webSocket, {
      workbook,
      mayWrite: role !== 'reader',
      scripts: server.scripts,
      latencyMs: Number(url.searchParams.get('latency') ?? 0),
      openSession: pageId => server.sessions.open(pageId, id),
      closed: session => server.sessions.endLater(session),
    }),
  )
  return true
}
