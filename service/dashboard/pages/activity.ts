/** The audit log of a space: owners see all of it, members what they did themselves. */
import { readAudit } from '../../store/audit.ts'
import type { DashboardDeps } from '../deps.ts'
import type { PageRoute, SpaceAsk } from '../page-routes.ts'
import { activityView } from '../views/activity.ts'
import { spreadsheetsAt } from '../views/listing.ts'
import { keyScope } from './keys.ts'
import { ROWS_A_PAGE } from './turns.ts'

/** Well within what the database counts. */
const ID = /^\d{1,15}$/

export function activityPage({ db, google }: DashboardDeps): PageRoute<SpaceAsk> {
  const sheetsAt = spreadsheetsAt(google.issuer)
  return {
    path: '/activity',
    async show(ask) {
      const wanted = ask.query('after') ?? ''
      const before = ID.test(wanted) ? wanted : null
      const page = await readAudit(db, keyScope(ask), { before, limit: ROWS_A_PAGE })
      return activityView({ ask, page, isFirst: before === null, sheetsAt })
    },
    actions: {},
  }
}
