/**
 * The dashboard: pages for people, rendered here and complete without JavaScript. Mounted at /dashboard.
 * It decides nothing about keys, money or members: it asks accounts and shows what they answer.
 */
import { randomBytes } from 'node:crypto'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { readSession, rememberSpace } from '../accounts/sessions.ts'
import { maySignIn } from '../accounts/sign-in.ts'
import { listSpaces, roleOf } from '../accounts/spaces.ts'
import { errorFacts } from '../log.ts'
import { assetRoutes } from './assets.ts'
import { auditing } from './auditing.ts'
import { type Cookies, createCookies } from './cookies.ts'
import type { DashboardDeps, DashboardEnv } from './deps.ts'
import { csrfToken, MAX_FORM_BYTES } from './forms.ts'
import { googleRoutes, openGoogle } from './google-routes.ts'
import { askOf, mountPage, spaceAskOf } from './page-routes.ts'
import { accountPage } from './pages/account.ts'
import { activityPage } from './pages/activity.ts'
import { homeRoutes } from './pages/home.ts'
import { keyPage } from './pages/key.ts'
import { keysPage } from './pages/keys.ts'
import { membersPage } from './pages/members.ts'
import { overviewPage } from './pages/overview.ts'
import { servicePage } from './pages/service.ts'
import { settingsPage } from './pages/settings.ts'
import { turnsPage } from './pages/turns.ts'
import { usagePage } from './pages/usage.ts'
import { webhooksPage } from './pages/webhooks.ts'
import { HOME, isUuid } from './paths.ts'
import { createRespond, type Respond, safeNext } from './respond.ts'
import { notFoundPage, tooLarge, unexpected } from './views/errors.ts'

export type { DashboardDeps } from './deps.ts'

const spacePages = [
  overviewPage,
  keysPage,
  keyPage,
  turnsPage,
  webhooksPage,
  usagePage,
  membersPage,
  activityPage,
  settingsPage,
]

export function dashboardRoutes(deps: DashboardDeps): Hono {
  const app = new Hono<DashboardEnv>()
  const respond = createRespond(deps.publicUrl)
  const cookies = createCookies(deps.publicUrl)
  const google = openGoogle(deps)

  app.route('/', assetRoutes() as unknown as Hono<DashboardEnv>)
  app.use(prepare(deps), limitForms(respond), loadVisitor(deps, cookies))
  homeRoutes(app, { deps, respond, cookies })
  googleRoutes(app, { deps, respond, cookies, google })

  app.use('/account', needVisitor(respond))
  mountPage(app, respond, accountPage(deps, google), askOf)

  app.use('/service', needVisitor(respond))
  mountPage(app, respond, servicePage(deps), askOf)

  app.use('/s/*', needVisitor(respond))
  app.use('/s/:space/*', needMember(deps, respond))
  for (const page of spacePages) {
    const route = page(deps)
    mountPage(app, respond, { ...route, path: `/s/:space${route.path}` }, spaceAskOf, auditing(deps))
  }

  app.all('*', context => respond.page(context, notFoundPage()))
  app.onError((error, context) => {
    deps.log.error('dashboard request failed', { request_id: context.var.requestId, ...errorFacts(error) })
    return respond.page(context, unexpected(context.var.requestId))
  })
  return new Hono().route('/', app)
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Names the request, and leads to the one address of a page that our cookies and routes know. */
function prepare(deps: DashboardDeps): MiddlewareHandler<DashboardEnv> {
  const home = new URL(deps.publicUrl)
  return async (context, next) => {
    context.set('requestId', deps.newId())
    // From here on every answer has it, redirects and pages alike.
    context.header('x-request-id', context.var.requestId)
    context.set('nonce', randomBytes(16).toString('base64url'))
    const here = new URL(context.req.url)
    const otherName =
      LOOPBACK.has(home.hostname) && LOOPBACK.has(here.hostname) && here.hostname !== home.hostname
    if (otherName && context.req.method === 'GET') {
      return context.redirect(`${deps.publicUrl}${here.pathname}${here.search}`, 302)
    }
    if (context.req.method === 'GET' && here.pathname.endsWith('/')) {
      return context.redirect(here.pathname.replace(/\/+$/, ''), 302)
    }
    await next()
  }
}

const limitForms = (respond: Respond) =>
  bodyLimit({
    maxSize: MAX_FORM_BYTES,
    onError: context => respond.page(context as Context<DashboardEnv>, tooLarge()),
  })

function loadVisitor(deps: DashboardDeps, cookies: Cookies): MiddlewareHandler<DashboardEnv> {
  return async (context, next) => {
    const id = cookies.read(context, 'session')
    const session = id ? await readSession(deps.db, id, deps.now()) : null
    // Who was taken off the list is out at once.
    if (session && maySignIn(deps.signIn, session.email)) {
      const spaces = await listSpaces(deps.db, session.userId)
      const isOperator = deps.operators.includes(session.email)
      context.set('visitor', { session, csrf: csrfToken(deps.sealing, session.idHash), spaces, isOperator })
    }
    await next()
  }
}

function needVisitor(respond: Respond): MiddlewareHandler<DashboardEnv> {
  return async (context, next) => {
    if (context.var.visitor) return next()
    const asked = context.req.method === 'GET' ? safeNext(context.req.path) : null
    const query = asked ? `next=${encodeURIComponent(asked)}` : 'done=session-ended'
    return respond.redirect(context, `${HOME}?${query}`)
  }
}

/** Spaces of others don't exist. */
function needMember(deps: DashboardDeps, respond: Respond): MiddlewareHandler<DashboardEnv> {
  return async (context, next) => {
    const { session, spaces } = context.var.visitor!
    const spaceId = context.req.param('space') ?? ''
    const space = spaces.find(one => one.id === spaceId)
    const role = space && isUuid(spaceId) ? await roleOf(deps.db, spaceId, session.userId) : null
    if (!space || !role) return respond.page(context, notFoundPage())
    context.set('visit', { space, role })
    if (session.spaceId !== spaceId) await rememberSpace(deps.db, session.idHash, spaceId)
    return next()
  }
}
