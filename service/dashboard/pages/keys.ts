/** The keys of a space: one's own, for owners everyone's. A new key is shown in the answer that makes it. */
import { createKey, listKeys, MAX_KEY_NAME_CHARACTERS } from '../../accounts/keys.ts'
import type { Sealing } from '../../accounts/sealing.ts'
import type { DashboardDeps } from '../deps.ts'
import { type Form, problem } from '../forms.ts'
import { type PageRoute, type SpaceAsk, wrong } from '../page-routes.ts'
import { keysView } from '../views/keys.ts'

/** Which keys someone may see and stop: members their own, owners all. */
export const keyScope = ({ space, role, visitor }: SpaceAsk) => ({
  spaceId: space.id,
  userId: role === 'owner' ? undefined : visitor.session.userId,
})

export function nameProblem(form: Form, what: string) {
  const name = form.text('name')
  if (name === '') return problem(form, 'name', `Give the ${what} a name.`)
  if (name.length <= MAX_KEY_NAME_CHARACTERS) return null
  return problem(form, 'name', `The name is too long: use at most ${MAX_KEY_NAME_CHARACTERS} characters.`)
}

/**
 * The id of the key that this form makes. Sending the form twice (a reload, a double click) names the
 * same key; the session is part of it, so that no form can name a key of someone else.
 */
function keyIdOf(sealing: Sealing, ask: SpaceAsk, form: Form): string {
  const seed = `${ask.visitor.session.idHash} ${ask.space.id} ${form.text('once')}`
  const hex = Buffer.from(sealing.sign('new key', seed), 'base64url').toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

export function keysPage(deps: DashboardDeps): PageRoute<SpaceAsk> {
  const { db, sealing } = deps

  const list = async (ask: SpaceAsk) => ({
    ask,
    keys: await listKeys(db, keyScope(ask)),
    once: deps.newId(),
  })

  return {
    path: '/keys',
    async show(ask, problem) {
      return keysView({ ...(await list(ask)), problem })
    },
    actions: {
      async create(ask, form) {
        const bad = nameProblem(form, 'key')
        if (bad) return wrong(bad)
        const id = keyIdOf(sealing, ask, form)
        const made = await db.transaction(async tx => {
          await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [id])
          const { rows } = await tx.query('select 1 from api_keys where id = $1', [id])
          if (rows.length > 0) return null
          const owner = { userId: ask.visitor.session.userId, spaceId: ask.space.id }
          return createKey(tx, sealing, { id, ...owner, name: form.text('name') })
        })
        if (!made) {
          return wrong(
            problem(
              form,
              'name',
              'This key was made already, and is shown only once. If you did not copy it, delete it and make another.',
            ),
          )
        }
        const created = { id, name: form.text('name'), apiKey: made.apiKey }
        const page = keysView({ ...(await list(ask)), created })
        return { state: 'page', page, audit: { action: 'key-created', keyId: id } }
      },
    },
  }
}
