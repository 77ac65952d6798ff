/** A space's name, its spending limit and its default models. Owners change them, members read them. */
import { monthOf, readStanding, setSpaceLimit } from '../../accounts/billing.ts'
import { modelChoices } from '../../accounts/model-choices.ts'
import { readModelSettings, renameSpace, writeModelSettings } from '../../accounts/spaces.ts'
import type { DashboardDeps } from '../deps.ts'
import { problem } from '../forms.ts'
import { readLimit } from '../limit-field.ts'
import { done, type PageRoute, type SpaceAsk, wrong } from '../page-routes.ts'
import { type ModelField, modelFields, settingsView } from '../views/settings.ts'
import { nameProblem } from './keys.ts'

export function settingsPage(deps: DashboardDeps): PageRoute<SpaceAsk> {
  const { db, models, now } = deps
  return {
    path: '/settings',
    ownersOnly: ['name', 'limit', 'models'],
    async show(ask, problem) {
      const settings = await readModelSettings(db, ask.space.id)
      const caller = { spaceId: ask.space.id, userId: ask.visitor.session.userId }
      return settingsView({
        ask,
        standing: await readStanding(db, caller, monthOf(now())),
        choices: modelChoices(models, settings),
        chosen: settings?.defaults ?? {},
        platform: modelChoices(models, settings && { ...settings, defaults: undefined }).defaults,
        problem,
      })
    },
    actions: {
      async name(ask, form) {
        const bad = nameProblem(form, 'space')
        if (bad) return wrong(bad)
        await renameSpace(db, ask.space.id, form.text('name'))
        return done('space-renamed')
      },
      async limit(ask, form) {
        const limit = readLimit(form, 'limit')
        if (limit.state === 'problem') return limit
        await setSpaceLimit(db, ask.space.id, limit.nano)
        return done(limit.nano === null ? 'limit-removed' : 'limit-saved')
      },
      async models(ask, form) {
        const settings = await readModelSettings(db, ask.space.id)
        const choices = modelChoices(models, settings)
        const defaults: Partial<Record<ModelField, string>> = {}
        for (const { field, list, label } of modelFields) {
          const id = form.text(field)
          if (id === '') continue
          if (!choices[list].some(model => model.id === id)) {
            return wrong(problem(form, field, `${label}: that model is not there any more. Choose another.`))
          }
          defaults[field] = id
        }
        await writeModelSettings(db, ask.space.id, { ...settings, defaults })
        return done('models-saved')
      },
    },
  }
}
