/** Admin commands on people and their spaces: listed, made, renamed. */
import { formatDollars } from '../../accounts/money.ts'
import { createSpace, ensureUser, findUser, listSpaces, renameSpace } from '../../accounts/spaces.ts'
import { type Command, ok, Refusal, SPACE, table, textOption } from '../command.ts'
import { aName, anEmail, spaceName, thePerson, theSpace } from '../lookup.ts'

const usersList: Command = {
  name: 'users list',
  words: [],
  summary: 'Everyone who has signed in or was made here.',
  options: [],
  async run({ db }) {
    const { rows } = await db.query<{ id: string; email: string; signed_in: boolean; created_at: Date }>(
      'select id, email, google_sub is not null as signed_in, created_at from users order by created_at, email',
    )
    const text = table(
      ['ID', 'EMAIL', 'GOOGLE', 'SINCE'],
      rows.map(row => [
        row.id,
        row.email,
        row.signed_in ? 'yes' : 'not yet',
        row.created_at.toISOString().slice(0, 10),
      ]),
      'Nobody yet.',
    )
    return ok(rows, text)
  },
}

const usersCreate: Command = {
  name: 'users create',
  words: ['email'],
  summary: 'Makes a person with a space of their own, before they ever sign in.',
  options: [{ name: 'name', value: 'text', help: 'Name of their space.' }],
  async run({ db, newId }, input) {
    const email = anEmail(input.words[0]!)
    if (await findUser(db, email)) throw new Refusal(`${email} is there already`)
    const name = textOption(input, 'name')
    const made = await db.transaction(async tx => {
      const userId = await ensureUser(tx, { id: newId(), email })
      const spaceId = newId()
      await createSpace(tx, { id: spaceId, name: name === undefined ? null : aName(name), ownerId: userId })
      return { user_id: userId, space_id: spaceId }
    })
    return ok({ email, ...made }, `Made ${email} with the space ${made.space_id}.`)
  },
}

const usersRelease: Command = {
  name: 'users release',
  words: ['email'],
  summary: 'Lets another Google account with this address sign in as this person. Ends their sessions.',
  options: [],
  async run({ db }, input) {
    const person = await thePerson(db, input.words[0]!)
    await db.transaction(async tx => {
      await tx.query('update users set google_sub = null where id = $1', [person.id])
      await tx.query('delete from sessions where user_id = $1', [person.id])
    })
    return ok({ email: person.email, released: true }, `${person.email} is free for the next sign-in.`)
  },
}

const spacesList: Command = {
  name: 'spaces list',
  words: [],
  summary: 'All spaces, or those of one person.',
  options: [{ name: 'user', value: 'email', help: 'Only the spaces of this person.' }],
  async run({ db }, input) {
    const email = textOption(input, 'user')
    const spaces = await listSpaces(db, email === undefined ? undefined : (await thePerson(db, email)).id)
    const data = spaces.map(space => ({
      id: space.id,
      name: space.name,
      credits_nano: Number(space.creditsNano),
      spending_limit_nano: space.spendingLimitNano === null ? null : Number(space.spendingLimitNano),
    }))
    const rows = spaces.map(space => [
      space.id,
      spaceName(space),
      formatDollars(space.creditsNano, 'left'),
      space.spendingLimitNano === null
        ? 'none'
        : `${formatDollars(space.spendingLimitNano, 'exact')} a month`,
    ])
    return ok(data, table(['ID', 'NAME', 'CREDITS', 'LIMIT'], rows, 'No spaces yet.'))
  },
}

const spacesCreate: Command = {
  name: 'spaces create',
  words: ['name'],
  summary: 'Makes a space.',
  options: [{ name: 'owner', value: 'email', help: 'Its first owner (required).' }],
  async run({ db, newId }, input) {
    const owner = textOption(input, 'owner')
    if (owner === undefined) throw new Refusal('say who owns it with --owner <email>')
    const person = await thePerson(db, owner)
    const space = { id: newId(), name: aName(input.words[0]!), ownerId: person.id }
    await db.transaction(tx => createSpace(tx, space))
    return ok({ id: space.id, name: space.name }, `Made the space "${space.name}": ${space.id}`)
  },
}

const spacesRename: Command = {
  name: 'spaces rename',
  words: ['name'],
  summary: 'Gives a space another name.',
  options: [SPACE],
  async run({ db }, input) {
    const space = await theSpace(db, input)
    const name = aName(input.words[0]!)
    await renameSpace(db, space.id, name)
    return ok({ id: space.id, name }, `The space ${space.id} is now called "${name}".`)
  },
}

export const peopleCommands = [usersList, usersCreate, usersRelease, spacesList, spacesCreate, spacesRename]
