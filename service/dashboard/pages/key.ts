/** One key: its name, whether it may be used, its webhook secret, its end. */

import { setKeyLimits } from '../../accounts/key-limits.ts'
import { replaceKey, replaceWebhookSecret } from '../../accounts/key-rotation.ts'
import { deleteKey, disableKey, enableKey, findKey, renameKey, webhookSecretOf } from '../../accounts/keys.ts'
import type { DashboardDeps } from '../deps.ts'
import { overlapUntil, readKeyLimits } from '../key-limits-form.ts'
import { done, type PageRoute, type SpaceAsk, wrong } from '../page-routes.ts'
import { keysPath } from '../paths.ts'
import { keyView } from '../views/key.ts'
import { keyScope, nameProblem } from './keys.ts'

export function keyPage(deps: DashboardDeps): PageRoute<SpaceAsk> {
  const { db, sealing } = deps
  const find = (ask: SpaceAsk) => findKey(db, keyScope(ask), ask.param('key'))

  /** A secret is for whoever made the key; owners can stop a key, not read it. */
  const ownScope = (ask: SpaceAsk) => ({ spaceId: ask.space.id, userId: ask.visitor.session.userId })

  return {
    path: '/keys/:key',
    async show(ask, problem) {
      const key = await find(ask)
      return key && keyView({ ask, key, problem })
    },
    actions: {
      async rename(ask, form) {
        const bad = nameProblem(form, 'key')
        if (bad) return wrong(bad)
        const known = await renameKey(db, keyScope(ask), ask.param('key'), form.text('name'))
        return known ? done('key-renamed') : { state: 'not_found' }
      },
      async disable(ask) {
        const known = await disableKey(deps, keyScope(ask), ask.param('key'), ask.visitor.session.userId)
        return known ? done('key-disabled') : { state: 'not_found' }
      },
      async enable(ask) {
        if (await enableKey(db, keyScope(ask), ask.param('key'))) return done('key-enabled')
        return { state: (await find(ask)) ? 'owners_only' : 'not_found' }
      },
      async delete(ask) {
        const known = await deleteKey(deps, keyScope(ask), ask.param('key'))
        return known ? done('key-deleted', keysPath(ask.space.id)) : { state: 'not_found' }
      },
      async 'show-secret'(ask) {
        const key = await findKey(db, ownScope(ask), ask.param('key'))
        if (!key) return { state: 'not_found' }
        const webhookSecret = await webhookSecretOf(db, sealing, key.id)
        const page = keyView({ ask, key, webhookSecret })
        return { state: 'page', page, audit: { action: 'secret-shown', keyId: key.id } }
      },
      async 'rotate-secret'(ask, form) {
        const until = overlapUntil(form, deps.now())
        const made = await replaceWebhookSecret(db, sealing, ownScope(ask), ask.param('key'), until)
        return made ? done('secret-rotated') : { state: 'not_found' }
      },
      async replace(ask, form) {
        const until = overlapUntil(form, deps.now())
        const replaced = await replaceKey(db, ownScope(ask), ask.param('key'), until)
        const key = replaced === null ? null : await find(ask)
        if (replaced === null || key === null) return { state: 'not_found' }
        const page = keyView({ ask, key, replaced })
        return { state: 'page', page, audit: { action: 'key-replaced', keyId: key.id } }
      },
      async limits(ask, form) {
        const read = readKeyLimits(form, deps.now())
        if (read.state === 'problem') return read
        const known = await setKeyLimits(db, keyScope(ask), ask.param('key'), read.limits)
        return known ? done('key-limited') : { state: 'not_found' }
      },
    },
  }
}
