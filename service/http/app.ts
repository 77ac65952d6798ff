/** All of the service's HTTP in one Hono app: the interface's endpoints, its document, health, the dashboard. */
import { Hono } from 'hono'
import type { Agents } from '../agents/agents.ts'
import type { Undos } from '../agents/undos.ts'
import type { Sheets } from '../sheets/spreadsheet.ts'
import type { Db } from '../store/db.ts'
import { NotReadyError } from '../store/readiness.ts'
import { docsPage } from './docs-page.ts'
import { agentRoutes, type StartChecks } from './endpoints/agents.ts'
import { attachmentRoutes } from './endpoints/attachments.ts'
import { changesRoutes } from './endpoints/changes.ts'
import { copyTabRoute } from './endpoints/copy-tab.ts'
import { permissionRoutes } from './endpoints/permissions.ts'
import { listModelsRoute, type ServiceInfo, verifyKeyRoute, versionRoute } from './endpoints/service.ts'
import { apiHeaders } from './headers.ts'
import { openApiDocument } from './openapi.ts'
import { type PollLane, pollLane } from './poll-lane.ts'
import { refuse, render } from './reply.ts'
import { type AnyRoute, internalError, mount, type RouteDeps } from './route.ts'

export interface HttpDeps extends RouteDeps, ServiceInfo, StartChecks {
  db: Db
  agents: Agents
  undos: Undos
  sheets: Sheets
  publicUrl: string
  now?: () => Date
  /** Answers where the service can do its work; throws where not. */
  checkHealth: () => Promise<void>
  /** Pages under /dashboard. */
  dashboard?: Hono
}

/** In the order of the interface, in which people read of them. */
export const allRoutes = (
  deps: Pick<HttpDeps, 'agents' | 'undos' | 'sheets' | 'now'> & ServiceInfo & StartChecks,
): AnyRoute[] => [
  ...agentRoutes(deps.agents, deps),
  ...permissionRoutes(deps.agents),
  listModelsRoute(deps),
  verifyKeyRoute(deps),
  copyTabRoute(deps.sheets, deps),
  versionRoute(deps),
  ...changesRoutes(deps.undos),
  ...attachmentRoutes(deps),
]

/** Specific paths come before those with a parameter in the same place. */
function forMatching(routes: readonly AnyRoute[]): AnyRoute[] {
  const parameters = ({ spec }: AnyRoute) => spec.path.split('{').length
  return routes.toSorted((a, b) => parameters(a) - parameters(b))
}

export interface HttpApp {
  fetch: (request: Request) => Response | Promise<Response>
  pollLane: PollLane
}

export function createHttpApp(deps: HttpDeps): HttpApp {
  const app = new Hono()
  const routes = allRoutes(deps)
  for (const any of forMatching(routes)) mount(app, any, deps)
  serveDocument(app, routes, deps)
  serveHealth(app, deps)
  refuseOtherMethods(app, routes, deps)
  if (deps.dashboard) mountPages(app, deps.dashboard, deps.newId)

  app.notFound(() =>
    render(
      refuse('NOT_FOUND', 'There is nothing at this path. See /docs for what there is.'),
      200,
      deps.newId(),
      null,
    ),
  )
  app.onError(error => {
    const requestId = deps.newId()
    return render(internalError(error, requestId, deps.log), 200, requestId, null)
  })
  const poll = routes.find(({ spec }) => spec.operationId === 'getAgent')!
  return {
    pollLane: pollLane(poll, deps),
    fetch: request => {
      if (hasBrokenPath(request.url)) {
        const broken = refuse('INVALID_REQUEST', 'The path has a broken percent-encoding. Encode it again.')
        return render(broken, 200, deps.newId(), null)
      }
      return app.fetch(request)
    },
  }
}

/** Pages name their requests themselves; what they forget, for example an asset, is named here. */
function mountPages(app: Hono, pages: Hono, newId: () => string): void {
  app.use('/dashboard/*', async (context, next) => {
    await next()
    if (!context.res.headers.has('x-request-id')) context.res.headers.set('x-request-id', newId())
  })
  app.route('/dashboard', pages)
}

function hasBrokenPath(url: string): boolean {
  if (!url.includes('%')) return false
  const path = url.split(/[?#]/, 1)[0]!
  try {
    decodeURIComponent(path)
    return false
  } catch {
    return true
  }
}

const DOCUMENTS = Object.fromEntries(
  ['/openapi.json', '/docs', '/health', '/readyz', '/livez'].map(path => [path, 'GET, HEAD']),
)

/** Made when somebody asks: it is a tenth of what a start takes. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function serveDocument(app: Hono, routes: AnyRoute[], deps: HttpDeps): void {
  const document = once(() => openApiDocument(routes, deps))
  const json = once(() => JSON.stringify(document()))
  app.get('/openapi.json', () => render({ state: 'ok', json: json() }, 200, deps.newId(), null))
  const page = once(() => docsPage(document(), { https: deps.publicUrl.startsWith('https:') }))
  app.get('/docs', () => {
    const { html, headers } = page()
    return new Response(html, { headers: { ...headers, 'x-request-id': deps.newId() } })
  })
  app.get('/', () => {
    const location = deps.dashboard ? '/dashboard' : '/docs'
    const headers = { ...apiHeaders, location, 'x-request-id': deps.newId() }
    return new Response(null, { status: 302, headers })
  })
}

/**
 * For operators, probes and load balancers, not part of the interface: alive means that the process
 * answers, ready that it can do its work. /health is the older name of /readyz.
 */
function serveHealth(app: Hono, deps: HttpDeps): void {
  const alive = JSON.stringify({ status: 'ok', version: deps.version })
  app.get('/livez', () => render({ state: 'ok', json: alive }, 200, deps.newId(), null))
  const ready = async () => {
    const requestId = deps.newId()
    try {
      await deps.checkHealth()
      return render(
        { state: 'ok', json: JSON.stringify({ status: 'ok', version: deps.version }) },
        200,
        requestId,
        null,
      )
    } catch (error) {
      internalError(error, requestId, deps.log)
      const reason = error instanceof NotReadyError ? { reason: error.message } : {}
      const json = JSON.stringify({ status: 'unavailable', ...reason })
      return render({ state: 'ok', json }, 503, requestId, null)
    }
  }
  app.get('/readyz', ready)
  app.get('/health', ready)
}

/** 405 with what the path takes. Hono itself would say 404. */
function refuseOtherMethods(app: Hono, routes: AnyRoute[], deps: HttpDeps): void {
  const allowed = new Map<string, string>(Object.entries(DOCUMENTS))
  for (const { spec } of forMatching(routes)) {
    const method = spec.method === 'get' ? 'GET, HEAD' : spec.method.toUpperCase()
    const others = allowed.get(spec.path)
    allowed.set(spec.path, others ? `${others}, ${method}` : method)
  }
  for (const [path, allow] of allowed) {
    app.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), context =>
      render(
        refuse('METHOD_NOT_ALLOWED', `This path does not take ${context.req.method}. It takes ${allow}.`, {
          headers: { allow },
        }),
        200,
        deps.newId(),
        null,
      ),
    )
  }
}
