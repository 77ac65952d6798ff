/** models, connections: a space's default models, and whose Google Sheets are connected. */
import { connectionOf, disconnectGoogle } from '../../accounts/connections.ts'
import { modelChoices } from '../../accounts/model-choices.ts'
import { readModelSettings, writeModelSettings } from '../../accounts/spaces.ts'
import { type Command, ok, Refusal, SPACE, table, textOption } from '../command.ts'
import { thePerson, theSpace } from '../lookup.ts'

const kinds = [
  { option: 'agent', list: 'agent_models', field: 'agent_model' },
  { option: 'bulk', list: 'bulk_models', field: 'bulk_model' },
  { option: 'search', list: 'bulk_search_models', field: 'bulk_search_model' },
] as const

const modelsList: Command = {
  name: 'models list',
  words: [],
  summary: 'Models that a space can use; its defaults are marked.',
  options: [SPACE],
  async run({ db, models }, input) {
    const space = await theSpace(db, input)
    const choices = modelChoices(models, await readModelSettings(db, space.id))
    const rows = kinds.flatMap(kind =>
      choices[kind.list].map(model => [kind.option, model.is_default ? '*' : '', model.id, model.label]),
    )
    return ok(choices, table(['FOR', 'DEFAULT', 'ID', 'LABEL'], rows, 'No models.'))
  },
}

const modelsSet: Command = {
  name: 'models set',
  words: [],
  summary: 'Sets a space’s default models; "default" goes back to the service’s own.',
  options: [
    SPACE,
    ...kinds.map(kind => ({
      name: kind.option,
      value: 'id or default',
      help: `See "models list" (${kind.list}).`,
    })),
  ],
  async run({ db, models }, input) {
    const space = await theSpace(db, input)
    const settings = await readModelSettings(db, space.id)
    const choices = modelChoices(models, settings)
    const defaults = { ...settings?.defaults }
    let changes = 0
    for (const { option, list, field } of kinds) {
      const id = textOption(input, option)
      if (id === undefined) continue
      changes++
      if (id === 'default') delete defaults[field]
      else if (choices[list].some(model => model.id === id)) defaults[field] = id
      else throw new Refusal(`this space has no model ${id} for --${option}: see "models list"`)
    }
    if (changes === 0) throw new Refusal('say what to set with --agent, --bulk or --search')
    await writeModelSettings(db, space.id, { ...settings, defaults })
    const now = modelChoices(models, { ...settings, defaults }).defaults
    const rows = kinds.map(kind => [kind.option, now[kind.field] ?? 'none'])
    return ok(now, table(['FOR', 'DEFAULT'], rows, ''))
  },
}

const connectionsList: Command = {
  name: 'connections list',
  words: [],
  summary: 'Whose Google Sheets are connected.',
  options: [],
  async run({ db }) {
    const { rows: people } = await db.query<{ id: string; email: string }>(
      'select id, email from users order by email',
    )
    const data = await Promise.all(
      people.map(async person => {
        const connection = await connectionOf(db, person.id)
        const state = connection === null ? 'not connected' : connection.revoked ? 'access lost' : 'connected'
        return { email: person.email, state, google: connection?.email ?? null }
      }),
    )
    const rows = data.map(one => [one.email, one.state, one.google ?? ''])
    return ok(data, table(['PERSON', 'STATE', 'GOOGLE ACCOUNT'], rows, 'Nobody yet.'))
  },
}

const disconnect: Command = {
  name: 'connections disconnect',
  words: ['email'],
  summary: 'Forgets a person’s Google access and tells Google.',
  options: [],
  async run({ db, sealing, revokeGrant }, input) {
    const person = await thePerson(db, input.words[0]!)
    const refreshToken = await disconnectGoogle(db, sealing, person.id)
    if (refreshToken === null) throw new Refusal(`${person.email} has no Google account connected`)
    await revokeGrant(refreshToken)
    return ok({ email: person.email, state: 'not connected' }, `${person.email} is disconnected from Google.`)
  },
}

export const settingCommands = [modelsList, modelsSet, connectionsList, disconnect]
