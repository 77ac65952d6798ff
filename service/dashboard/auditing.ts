/** Tells the audit log what was done on a space's pages: the notice's own word, and whose key or membership. */
import { noteAudit } from '../store/audit.ts'
import type { DashboardDeps } from './deps.ts'
import type { Noted, SpaceAsk } from './page-routes.ts'
import { isUuid } from './paths.ts'

export const auditing =
  ({ db, now }: DashboardDeps): Noted<SpaceAsk> =>
  async (ask, form, outcome) => {
    const about = form.text('user')
    const keyOfPage = ask.param('key') || null
    const [action, keyId] =
      outcome.state === 'page' ? [outcome.audit?.action, outcome.audit?.keyId] : [outcome.notice, keyOfPage]
    if (action === undefined) return
    await noteAudit(db, {
      spaceId: ask.space.id,
      at: now(),
      userId: ask.visitor.session.userId,
      via: 'dashboard',
      action,
      keyId: keyId ?? null,
      aboutUserId: isUuid(about) ? about : null,
    })
  }
