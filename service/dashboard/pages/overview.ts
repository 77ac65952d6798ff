/** A space at a glance: what is left to do, credits, this month's spending, the last weeks as a chart. */
import { monthOf, readStanding } from '../../accounts/billing.ts'
import { connectionOf } from '../../accounts/connections.ts'
import { invitationsFor } from '../../accounts/invitations.ts'
import { listKeys } from '../../accounts/keys.ts'
import { usageByDay } from '../../accounts/usage.ts'
import type { DashboardDeps } from '../deps.ts'
import type { PageRoute, SpaceAsk } from '../page-routes.ts'
import { overviewView } from '../views/overview.ts'
import { usageScope } from './usage.ts'

const CHART_DAYS = 30

export function overviewPage({ db, now, publicUrl }: DashboardDeps): PageRoute<SpaceAsk> {
  return {
    path: '',
    async show(ask) {
      const { userId, email } = ask.visitor.session
      const spaceId = ask.space.id
      return overviewView({
        ask,
        publicUrl,
        connection: await connectionOf(db, userId),
        invitations: await invitationsFor(db, email),
        ownKeys: (await listKeys(db, { spaceId, userId })).length,
        standing: await readStanding(db, { spaceId, userId }, monthOf(now())),
        byDay: await usageByDay(db, usageScope(ask, CHART_DAYS, now()), now()),
      })
    },
    actions: {},
  }
}
