/** The service as a whole, for those who run it. For everyone else there is no such page. */
import { readServiceHealth } from '../../accounts/health.ts'
import type { DashboardDeps } from '../deps.ts'
import type { Ask, PageRoute } from '../page-routes.ts'
import { serviceView } from '../views/service.ts'

export function servicePage({ db, now, version }: DashboardDeps): PageRoute<Ask> {
  return {
    path: '/service',
    async show(ask) {
      if (!ask.visitor.isOperator) return null
      return serviceView({ health: await readServiceHealth(db, now()), version })
    },
    actions: {},
  }
}
