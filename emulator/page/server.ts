/**
 * The part of the emulator that a person sees: the spreadsheet page with the add-on in it. Routes only;
 * documents, sessions and scripts are in files of their own.
 */
import { existsSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { type Context, Hono } from 'hono'
import { WebSocketServer } from 'ws'
import { createScriptHost, type ScriptHost } from '../apps-script/host.ts'
import { isForThisServer, isFromOwnPage } from '../own-origin.ts'
import type { EmulatorDeps, PageRoutes, PageRoutesFactory } from '../parts.ts'
import { type Asset, type Assets, createAssets } from './assets.ts'
import { type Document, renderNotFound, renderPage, renderPanel } from './documents.ts'
import { filesApp } from './files.ts'
import { createScriptCalls, type ScriptCalls } from './script-calls.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { servePage } from './socket.ts'
import { type BridgeControl, createBridgeControl } from './test-control.ts'

const ADDON_NAME = 'Rowhand'
const API_KEY_PROPERTY = 'ROWHAND_API_KEY'
/** Sorting a million cells is a message of 70 MB. Longer than this, no text can be. */
const LONGEST_MESSAGE_BYTES = 500_000_000

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
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: deps.longestMessageBytes ?? LONGEST_MESSAGE_BYTES,
  })
  return {
    app: pageApp(server),
    upgrade: (request, socket, head, url) => upgrade(server, sockets, { request, socket, head, url }),
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
          firstUserProperties: deps.demo?.api_key
            ? { [email]: { [API_KEY_PROPERTY]: deps.demo.api_key } }
            : {},
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

function pageApp(server: PageServer): Hono {
  const app = new Hono()
  // Also where this app is served without the rest: a page elsewhere gets nothing of it.
  app.use(async (c, next) => (isForThisServer(c.req.header('host')) ? next() : c.notFound()))
  app.get('/page/assets/*', (c, next) => {
    const asset = server.assets.get(c.req.path)
    return asset === undefined ? next() : c.body(asset.body, 200, assetHeaders(asset))
  })
  app.route('/', filesApp({ library: server.deps.library, email: server.email }))
  app.get('/page/sidebar/:instance', async c => send(c, await panelDocument(server, c.req.param('instance'))))
  app.get('/page/test/counters', c => c.json(server.host?.counters ?? {}))
  app.post('/page/test/bridge', c => changeBridge(server, c))
  app.on('GET', ['/', '/spreadsheets', '/spreadsheets/'], c => {
    const home = homeUrl(server)
    return home === undefined ? send(c, notFound(server)) : c.redirect(home)
  })
  app.get('/spreadsheets/d/:id/edit', async c => send(c, await pageDocument(server, c.req.param('id'))))
  app.get('/spreadsheets/d/:id', c => c.redirect(pagePath(c.req.param('id')) + new URL(c.req.url).search))
  app.get('/spreadsheets/*', c => send(c, notFound(server)))
  return app
}

function assetHeaders({ contentType }: Asset): Record<string, string> {
  return {
    'content-type': contentType,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  }
}

async function pageDocument(server: PageServer, id: string): Promise<Document> {
  const { library, users } = server.deps
  const workbook = await library.opened(id)
  const role = library.roleOf(id, server.email)
  if (!workbook || !role) return notFound(server)
  const packed = workbook.isLarge ? await workbook.packed() : undefined
  const boot = {
    spreadsheetId: id,
    title: workbook.title,
    userName: users[0]?.name ?? server.email,
    userEmail: server.email,
    addonName: ADDON_NAME,
    hasAddon: server.deps.addonDir !== undefined && existsSync(join(server.deps.addonDir, 'addon.js')),
    readOnly: role === 'reader',
    snapshot:
      packed === undefined ? workbook.presentSnapshot() : { data: packed.data, history: [], isPacked: true },
  }
  return renderPage(boot, server.assets, packed?.texts)
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

function send(c: Context, { status, html, contentSecurityPolicy }: Document) {
  return c.body(html, status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
  })
}

/** Only as JSON: a page of another site cannot send that here without being asked first, and is refused. */
async function changeBridge({ control }: PageServer, c: Context) {
  const isJson = c.req.header('content-type')?.startsWith('application/json')
  const wrong = isJson
    ? control.change(await c.req.json().catch(() => undefined))
    : 'Send JSON, as application/json.'
  return wrong === null ? c.json({}) : c.json({ error: wrong }, 400)
}

interface Upgrade {
  request: IncomingMessage
  socket: Duplex
  head: Buffer
  url: URL
}

function upgrade(server: PageServer, sockets: WebSocketServer, asked: Upgrade): boolean {
  const id = /^\/page\/ws\/([\w-]+)$/.exec(asked.url.pathname)?.[1]
  if (id === undefined) return false
  void takeSocket(server, sockets, asked, id)
  return true
}

async function takeSocket(
  server: PageServer,
  sockets: WebSocketServer,
  { request, socket, head, url }: Upgrade,
  id: string,
): Promise<void> {
  const workbook = await server.deps.library.opened(id)
  const role = server.deps.library.roleOf(id, server.email)
  if (!workbook || !role || !isFromOwnPage(request)) {
    socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n')
    return
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
}
