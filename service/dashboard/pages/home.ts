/** The door: where people sign in, and from where they are sent on to their space. Also signing out. */
import type { Hono } from 'hono'
import { endSession } from '../../accounts/sessions.ts'
import type { Cookies } from '../cookies.ts'
import type { DashboardDeps, DashboardEnv } from '../deps.ts'
import { isOurForm, readForm } from '../forms.ts'
import { withNotice } from '../notices.ts'
import { ACCOUNT, HOME, spacePath } from '../paths.ts'
import { type Respond, safeNext } from '../respond.ts'
import { forgedForm } from '../views/errors.ts'
import { signInPage } from '../views/sign-in.ts'

export function homeRoutes(
  app: Hono<DashboardEnv>,
  { deps, respond, cookies }: { deps: DashboardDeps; respond: Respond; cookies: Cookies },
): void {
  app.get('/', context => {
    const visitor = context.var.visitor
    const next = safeNext(context.req.query('next'))
    if (!visitor) return respond.page(context, signInPage({ isSetUp: Boolean(deps.google.clientId), next }))
    const known = visitor.spaces.find(space => space.id === visitor.session.spaceId) ?? visitor.spaces[0]
    return respond.redirect(context, next ?? (known ? spacePath(known.id) : ACCOUNT))
  })

  app.post('/sign-out', async context => {
    const visitor = context.var.visitor
    if (visitor) {
      const form = await readForm(context)
      if (!form || !isOurForm(context, form, visitor.csrf)) return respond.page(context, forgedForm())
      await endSession(deps.db, cookies.read(context, 'session')!)
    }
    cookies.clear(context, 'session')
    return respond.redirect(context, withNotice(HOME, 'signed-out'))
  })
}
