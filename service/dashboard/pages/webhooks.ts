/** Webhooks of a space's keys: what came of each, and sending one again. */
import { readCursor } from '../../store/page.ts'
import { listDeliveries, sendAgain } from '../../webhooks/deliveries.ts'
import type { DashboardDeps } from '../deps.ts'
import { done, type PageRoute, type SpaceAsk } from '../page-routes.ts'
import { isUuid } from '../paths.ts'
import { webhooksView } from '../views/webhooks.ts'
import { keyScope } from './keys.ts'
import { ROWS_A_PAGE } from './turns.ts'

export function webhooksPage({ db }: DashboardDeps): PageRoute<SpaceAsk> {
  return {
    path: '/webhooks',
    async show(ask) {
      const after = readCursor(ask.query('after'))
      const page = await listDeliveries(db, keyScope(ask), { after, limit: ROWS_A_PAGE })
      return webhooksView({ ask, page, isFirst: after === null })
    },
    actions: {
      async 'send-again'(ask, form) {
        const turnId = form.text('turn')
        const sent = isUuid(turnId) && (await sendAgain(db, keyScope(ask), turnId))
        return sent ? done('webhook-sent-again') : { state: 'not_found' }
      },
    },
  }
}
