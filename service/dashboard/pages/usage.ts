/** What a space spent: owners see all of it, members their own part. Never prompts, never cells. */
import { startOfDays, usageByAgent, usageByDay, usageByModel, usageByPerson } from '../../accounts/usage.ts'
import type { DashboardDeps } from '../deps.ts'
import type { PageRoute, SpaceAsk } from '../page-routes.ts'
import { usageView } from '../views/usage.ts'

export const PERIODS_DAYS = [7, 30, 90] as const

export const usageScope = (ask: SpaceAsk, days: number, now: Date) => ({
  spaceId: ask.space.id,
  userId: ask.role === 'owner' ? undefined : ask.visitor.session.userId,
  since: startOfDays(days, now),
})

export function usagePage({ db, now }: DashboardDeps): PageRoute<SpaceAsk> {
  return {
    path: '/usage',
    async show(ask) {
      const wanted = Number(ask.query('days'))
      const days = PERIODS_DAYS.find(one => one === wanted) ?? 30
      const scope = usageScope(ask, days, now())
      return usageView({
        ask,
        days,
        periods: PERIODS_DAYS,
        byDay: await usageByDay(db, scope, now()),
        byAgent: await usageByAgent(db, scope),
        byModel: await usageByModel(db, scope),
        byPerson: ask.role === 'owner' ? await usageByPerson(db, scope) : [],
      })
    },
    actions: {},
  }
}
