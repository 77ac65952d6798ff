/** The turns of a space, with their ends and costs: owners see all, members their own. Never prompts. */
import { listTurns } from '../../accounts/turn-list.ts'
import { readCursor } from '../../store/page.ts'
import type { DashboardDeps } from '../deps.ts'
import type { PageRoute, SpaceAsk } from '../page-routes.ts'
import { spreadsheetsAt } from '../views/listing.ts'
import { turnsView } from '../views/turns.ts'
import { keyScope } from './keys.ts'

export const ROWS_A_PAGE = 50

export function turnsPage({ db, google }: DashboardDeps): PageRoute<SpaceAsk> {
  const sheetsAt = spreadsheetsAt(google.issuer)
  return {
    path: '/turns',
    async show(ask) {
      const after = readCursor(ask.query('after'))
      const page = await listTurns(db, keyScope(ask), { after, limit: ROWS_A_PAGE })
      return turnsView({ ask, page, isFirst: after === null, sheetsAt })
    },
    actions: {},
  }
}
