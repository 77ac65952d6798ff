/** A space's name, its spending limit and its default models. Owners change them, members read them. */
import { monthOf, readStanding, setSpaceLimit } from '../../accounts/billing.ts'
import { modelChoices } from '../../accounts/model-choices.ts'
import { readModelSettings, renameSpace, writeModelSettings } from '../../accounts/spaces.ts'
import { eraseSpace } from '../../keeping/erase.ts'
import { type ExportKind, exportFile, exportSpace } from '../../keeping/export.ts'
import type { DashboardDeps } from '../deps.ts'
import { problem } from '../forms.ts'
import { readLimit } from '../limit-field.ts'
import { done, type PageRoute, type SpaceAsk, wrong } from '../page-routes.ts'
import type { Outcome } from '../respond.ts'
import { spaceLabel } from '../views/html.ts'
import { type ModelField, modelFields, settingsView } from '../views/settings.ts'
import { nameProblem } from './keys.ts'

/** An owner gets the whole space, but of prompts and answers only their own; a member what is theirs. */
function exporting({ db, now }: DashboardDeps, ask: SpaceAsk, kind: ExportKind): Outcome {
  const { userId } = ask.visitor.session
  const scope = {
    spaceId: ask.space.id,
    rowsOf: ask.role === 'owner' ? null : userId,
    contentsOf: userId,
  }
  const body = exportSpace(kind, { db, scope, at: now() })
  return { state: 'download', notice: 'space-exported', ...exportFile[kind], body }
}

export function settingsPage(deps: DashboardDeps): PageRoute<SpaceAsk> {
  const { db, models, now } = deps
  return {
    path: '/settings',
    ownersOnly: ['name', 'limit', 'models', 'delete'],
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
      'export-json': async ask => exporting(deps, ask, 'json'),
      'export-csv': async ask => exporting(deps, ask, 'csv'),
      async delete(ask, form) {
        const name = spaceLabel(ask.space.name)
        if (form.text('confirm') !== name) {
          return wrong(problem(form, 'confirm', `Write the name of the space, ${name}, to delete it.`))
        }
        const erased = await eraseSpace(db, ask.space.id)
        await deps.afterErasure(erased.turnIds)
        return { state: 'gone', notice: 'space-deleted' }
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
