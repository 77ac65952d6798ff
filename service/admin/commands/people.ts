/** users, spaces, members: who there is, and who belongs where. */
import { invite, listInvitations } from '../../accounts/invitations.ts'
import { formatDollars } from '../../accounts/money.ts'
import {
  changeRole,
  createSpace,
  ensureUser,
  findUser,
  listMembers,
  listSpaces,
  removeMember,
  renameSpace,
  setMember,
} from '../../accounts/spaces.ts'
import { type Command, ok, Refusal, SPACE, table, textOption } from '../command.ts'
import { aName, anEmail, aRole, spaceName, thePerson, theSpace } from '../lookup.ts'

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
      formatDollars(space.creditsNano),
      space.spendingLimitNano === null ? 'none' : `${formatDollars(space.spendingLimitNano)} a month`,
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

const membersList: Command = {
  name: 'members list',
  words: [],
  summary: 'Members of a space and who is invited.',
  options: [SPACE],
  async run({ db }, input) {
    const space = await theSpace(db, input)
    const members = (await listMembers(db, space.id)).map(one => ({
      email: one.email,
      role: one.role,
      spending_limit_nano: one.spendingLimitNano === null ? null : Number(one.spendingLimitNano),
    }))
    const invited = (await listInvitations(db, space.id)).map(one => ({ email: one.email, role: one.role }))
    const rows = [
      ...members.map(one => [one.email, one.role, 'member']),
      ...invited.map(one => [one.email, one.role, 'invited']),
    ]
    return ok({ members, invited }, table(['EMAIL', 'ROLE', 'STATE'], rows, 'No members.'))
  },
}

const membersAdd: Command = {
  name: 'members add',
  words: ['email'],
  summary: 'Adds a person to a space; someone who is not here yet is invited.',
  options: [SPACE, { name: 'role', value: 'owner or member', help: 'Default: member.' }],
  async run({ db }, input) {
    const space = await theSpace(db, input)
    const email = anEmail(input.words[0]!)
    const role = aRole(textOption(input, 'role') ?? 'member')
    const result = await invite(db, { spaceId: space.id, email, role, invitedBy: null })
    if (result === 'already_member') throw new Refusal(`${email} is a member already: use "members role"`)
    const person = await findUser(db, email)
    if (!person)
      return ok({ email, role, state: 'invited' }, `Invited ${email}: they join when they sign in.`)
    await db.transaction(async tx => {
      await setMember(tx, space.id, person.id, role)
      await tx.query('delete from invitations where space_id = $1 and email = $2', [space.id, email])
    })
    return ok({ email, role, state: 'member' }, `${email} is now ${role} of the space.`)
  },
}

async function changeMember(
  work: typeof removeMember,
  { db }: Parameters<Command['run']>[0],
  input: Parameters<Command['run']>[1],
): Promise<string> {
  const space = await theSpace(db, input)
  const person = await thePerson(db, input.words[0]!)
  const change = await db.transaction(tx => work(tx, space.id, person.id))
  if (change === 'not_a_member') throw new Refusal(`${person.email} is not a member of that space`)
  if (change === 'last_owner') throw new Refusal('a space needs an owner: make someone else an owner first')
  return person.email
}

const membersRole: Command = {
  name: 'members role',
  words: ['email', 'role'],
  summary: 'Makes a member an owner, or an owner a member.',
  options: [SPACE],
  async run(deps, input) {
    const role = aRole(input.words[1]!)
    const email = await changeMember((tx, space, user) => changeRole(tx, space, user, role), deps, input)
    return ok({ email, role }, `${email} is now ${role} of the space.`)
  },
}

const membersRemove: Command = {
  name: 'members remove',
  words: ['email'],
  summary: 'Takes a person out of a space; their keys for it are deleted.',
  options: [SPACE],
  async run(deps, input) {
    const email = await changeMember(removeMember, deps, input)
    return ok(
      { email, removed: true },
      `${email} is no longer a member; their keys for the space are deleted.`,
    )
  },
}

export const peopleCommands = [
  usersList,
  usersCreate,
  usersRelease,
  spacesList,
  spacesCreate,
  spacesRename,
  membersList,
  membersAdd,
  membersRole,
  membersRemove,
]
