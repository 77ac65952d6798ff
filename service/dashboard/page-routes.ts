/**
 * How a page is described (what it shows, which forms it takes) and how that becomes routes. Every form
 * of a page is posted to the page's own address, so that reloading it is always possible.
 */
import type { Context, Hono } from 'hono'
import type { Role, Space } from '../accounts/spaces.ts'
import type { DashboardEnv, Visitor } from './deps.ts'
import { type Form, isOurForm, type Problem, readForm } from './forms.ts'
import { withNotice } from './notices.ts'
import { HOME, isUuid } from './paths.ts'
import type { Outcome, Page, Respond } from './respond.ts'
import { forgedForm, notFoundPage, ownersOnly } from './views/errors.ts'

/** Who asks, and for what. */
export interface Ask {
  visitor: Visitor
  /** An id in the address; ids that aren't UUIDs never get here. */
  param(name: string): string
  query(name: string): string | undefined
}

/** The same about a space that the visitor is a member of. */
export interface SpaceAsk extends Ask {
  space: Space
  role: Role
}

export type Action<A> = (ask: A, form: Form) => Promise<Outcome | { state: 'problem'; problem: Problem }>

export interface PageRoute<A extends Ask> {
  /** Within the dashboard, or within the space. */
  path: string
  /** Null where there is no such thing for this visitor. */
  show(ask: A, problem?: Problem): Promise<Page | null>
  /** By the form's `do`. */
  actions: Readonly<Record<string, Action<A>>>
  /** Forms that only owners of the space may send. */
  ownersOnly?: readonly string[]
}

export type Noted<A> = (ask: A, form: Form, outcome: Done) => Promise<void>
type Done = Extract<Outcome, { state: 'done' | 'page' | 'download' }>

export const wrong = (problem: Problem) => ({ state: 'problem', problem }) as const
export const done = (notice: Extract<Outcome, { state: 'done' }>['notice'], to?: string): Outcome =>
  to === undefined ? { state: 'done', notice } : { state: 'done', notice, to }

export function askOf(context: Context<DashboardEnv>): Ask {
  const visitor = context.var.visitor
  if (!visitor) throw new Error('only pages for people who are signed in ask')
  return {
    visitor,
    param: name => context.req.param(name) ?? '',
    query: name => context.req.query(name),
  }
}

export function spaceAskOf(context: Context<DashboardEnv>): SpaceAsk {
  const visit = context.var.visit
  if (!visit) throw new Error('only pages of a space ask about one')
  return { ...askOf(context), ...visit }
}

const hasBadId = (context: Context<DashboardEnv>) =>
  Object.values(context.req.param() as Record<string, string>).some(value => !isUuid(value))

export function mountPage<A extends Ask>(
  app: Hono<DashboardEnv>,
  respond: Respond,
  route: PageRoute<A>,
  asking: (context: Context<DashboardEnv>) => A,
  /** Told of every form that was done. */
  noted: Noted<A> = async () => {},
): void {
  app.get(route.path, async context => {
    if (hasBadId(context)) return respond.page(context, notFoundPage())
    return respond.page(context, (await route.show(asking(context))) ?? notFoundPage())
  })
  app.post(route.path, async context => {
    if (hasBadId(context)) return respond.page(context, notFoundPage())
    const ask = asking(context)
    const form = await readForm(context)
    if (!form || !isOurForm(context, form, ask.visitor.csrf)) return respond.page(context, forgedForm())
    return answer(context, respond, { route, ask, form, noted })
  })
}

async function answer<A extends Ask>(
  context: Context<DashboardEnv>,
  respond: Respond,
  { route, ask, form, noted }: { route: PageRoute<A>; ask: A; form: Form; noted: Noted<A> },
): Promise<Response> {
  const does = form.text('do')
  const action = Object.hasOwn(route.actions, does) ? route.actions[does] : undefined
  if (!action) return respond.page(context, notFoundPage())
  const mayNot = route.ownersOnly?.includes(does) && context.var.visit?.role !== 'owner'
  const outcome = mayNot ? ({ state: 'owners_only' } as const) : await action(ask, form)
  if (outcome.state === 'done' || outcome.state === 'page' || outcome.state === 'download')
    await noted(ask, form, outcome)
  switch (outcome.state) {
    case 'done':
      return respond.redirect(context, withNotice(outcome.to ?? context.req.path, outcome.notice))
    case 'gone':
      // Its space and its session are gone, and with them whatever could be noted there.
      return respond.redirect(context, withNotice(HOME, outcome.notice))
    case 'download':
      return respond.download(context, outcome)
    case 'page':
      return respond.page(context, outcome.page)
    case 'owners_only':
      return respond.page(context, ownersOnly())
    case 'not_found':
      return respond.page(context, notFoundPage())
    case 'problem': {
      const page = await route.show(ask, outcome.problem)
      return respond.page(context, page ? { ...page, status: 422 } : notFoundPage())
    }
  }
}
