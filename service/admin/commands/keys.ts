/** keys: make, list, rename, disable, enable, delete; the webhook secret. */

import { lastDayOf, NO_LIMITS, setKeyLimits } from '../../accounts/key-limits.ts'
import { replaceKey, replaceWebhookSecret } from '../../accounts/key-rotation.ts'
import {
  createKey,
  deleteKey,
  disableKey,
  enableKey,
  findKey,
  type KeyScope,
  listKeys,
  renameKey,
  webhookSecretOf,
} from '../../accounts/keys.ts'
import { roleOf } from '../../accounts/spaces.ts'
import { type AdminDeps, type Command, ok, Refusal, SPACE, table, textOption } from '../command.ts'
import { KEEP_HOURS, keptUntil, LIMITS, limitsOf } from '../key-options.ts'
import { aName, theKey, thePerson, theSpace } from '../lookup.ts'

const keysList: Command = {
  name: 'keys list',
  words: [],
  summary: 'Keys of a space.',
  options: [SPACE, { name: 'user', value: 'email', help: 'Only keys of this person.' }],
  async run({ db }, input) {
    const space = await theSpace(db, input)
    const email = textOption(input, 'user')
    const userId = email === undefined ? undefined : (await thePerson(db, email)).id
    const keys = (await listKeys(db, { spaceId: space.id, userId })).map(key => ({
      id: key.id,
      name: key.name,
      email: key.email,
      last_four: key.lastFour,
      disabled: key.disabled,
      created_at: key.createdAt.toISOString(),
      last_used_at: key.lastUsedAt?.toISOString() ?? null,
    }))
    const rows = keys.map(key => [
      key.id,
      key.name,
      `…${key.last_four}`,
      key.email,
      key.disabled ? 'disabled' : 'active',
      key.last_used_at?.slice(0, 10) ?? 'never',
    ])
    return ok(keys, table(['ID', 'NAME', 'KEY', 'PERSON', 'STATE', 'USED'], rows, 'No keys yet.'))
  },
}

const keysCreate: Command = {
  name: 'keys create',
  words: ['name'],
  summary: 'Makes a key. It is printed once and can’t be read again.',
  options: [
    SPACE,
    { name: 'user', value: 'email', help: 'Whose key it is (required): it uses their Google access.' },
    ...LIMITS,
  ],
  async run({ db, sealing, newId, now }, input) {
    const space = await theSpace(db, input)
    const limits = limitsOf(input, NO_LIMITS, now())
    const email = textOption(input, 'user')
    if (email === undefined) throw new Refusal('say whose key it is with --user <email>')
    const person = await thePerson(db, email)
    if (!(await roleOf(db, space.id, person.id))) {
      throw new Refusal(`${person.email} is not a member of that space: use "members add" first`)
    }
    const key = { id: newId(), userId: person.id, spaceId: space.id, name: aName(input.words[0]!) }
    const { apiKey, webhookSecret } = await db.transaction(async tx => {
      const made = await createKey(tx, sealing, key)
      await setKeyLimits(tx, key, key.id, limits)
      return made
    })
    input.about = { spaceId: space.id, keyId: key.id }
    const data = { id: key.id, name: key.name, api_key: apiKey, webhook_secret: webhookSecret }
    return ok(data, `${apiKey}\n\nCopy it now: it is not shown again. Its id is ${key.id}.`)
  },
}

const keysLimit: Command = {
  name: 'keys limit',
  words: ['key-id'],
  summary: 'Limits what a key may do; what is not named stays as it is.',
  options: LIMITS,
  async run({ db, now }, input) {
    const key = await theKey(db, input)
    const known = await findKey(db, { spaceId: key.spaceId }, key.id)
    const limits = limitsOf(input, known?.limits ?? NO_LIMITS, now())
    await setKeyLimits(db, { spaceId: key.spaceId }, key.id, limits)
    const data = {
      id: key.id,
      spreadsheets: limits.spreadsheetIds,
      read_only: limits.readOnly,
      last_day: lastDayOf(limits.expiresAt) || null,
      spending_limit_nano: limits.spendingLimitNano === null ? null : Number(limits.spendingLimitNano),
    }
    return ok(data, `The key "${key.name}" keeps to its limits from now on.`)
  },
}

const keysReplace: Command = {
  name: 'keys replace',
  words: ['key-id'],
  summary: 'Makes a new key in the place of this one. It is printed once and can’t be read again.',
  options: [KEEP_HOURS],
  async run({ db, now }, input) {
    const key = await theKey(db, input)
    const until = keptUntil(input, now())
    const apiKey = await replaceKey(db, { spaceId: key.spaceId }, key.id, until)
    if (apiKey === null) throw new Refusal('the key was deleted just now')
    const old = until === null ? 'no longer good' : `good until ${until.toISOString()}`
    const data = { id: key.id, api_key: apiKey, old_until: until?.toISOString() ?? null }
    return ok(data, `${apiKey}\n\nCopy it now: it is not shown again. The one before is ${old}.`)
  },
}

const keysRename: Command = {
  name: 'keys rename',
  words: ['key-id', 'name'],
  summary: 'Gives a key another name.',
  options: [],
  async run({ db }, input) {
    const key = await theKey(db, input)
    const name = aName(input.words[1]!)
    await renameKey(db, { spaceId: key.spaceId }, key.id, name)
    return ok({ id: key.id, name }, `The key is now called "${name}".`)
  },
}

const changing = (
  verb: string,
  work: (deps: AdminDeps, scope: KeyScope, keyId: string) => Promise<boolean>,
  summary: string,
  done: string,
): Command => ({
  name: `keys ${verb}`,
  words: ['key-id'],
  summary,
  options: [],
  async run(deps, input) {
    const key = await theKey(deps.db, input)
    await work(deps, { spaceId: key.spaceId }, key.id)
    return ok({ id: key.id, state: done }, `The key "${key.name}" is ${done}.`)
  },
})

const keysSecret: Command = {
  name: 'keys webhook-secret',
  words: ['key-id'],
  summary: 'Shows what a key’s webhooks are signed with.',
  options: [{ name: 'rotate', help: 'Make a new one first.' }, KEEP_HOURS],
  async run({ db, sealing, now }, input) {
    const key = await theKey(db, input)
    if (input.options.rotate) {
      await replaceWebhookSecret(db, sealing, { spaceId: key.spaceId }, key.id, keptUntil(input, now()))
    }
    const secret = await webhookSecretOf(db, sealing, key.id)
    return ok(
      { id: key.id, webhook_secret: secret },
      secret ?? 'This key has no secret: make one with --rotate.',
    )
  },
}

export const keyCommands = [
  keysList,
  keysCreate,
  keysLimit,
  keysReplace,
  keysRename,
  changing(
    'disable',
    (deps, scope, id) => disableKey(deps, scope, id),
    'Refuses every request with the key until it is enabled.',
    'disabled',
  ),
  changing(
    'enable',
    ({ db }, scope, id) => enableKey(db, scope, id),
    'Lets a disabled key be used again.',
    'active',
  ),
  changing('delete', deleteKey, 'Ends a key for good.', 'deleted'),
  keysSecret,
]
