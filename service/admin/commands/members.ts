/** members: who belongs to a space, and in which role. */
import { invite, listInvitations } from '../../accounts/invitations.ts'
import {
  changeRole,
  findUser,
  listMembers,
  type MemberChange,
  removeMember,
  setMember,
} from '../../accounts/spaces.ts'
import type { Queryable } from '../../store/db.ts'
import { type Command, ok, Refusal, SPACE, table, textOption } from '../command.ts'
import { anEmail, aRole, thePerson, theSpace } from '../lookup.ts'

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
      return ok(
        { email, role, state: 'invited' },
        `Invited ${email}: they sign in and join on their account page.`,
      )
    await db.transaction(async tx => {
      await setMember(tx, space.id, person.id, role)
      await tx.query('delete from invitations where space_id = $1 and email = $2', [space.id, email])
    })
    return ok({ email, role, state: 'member' }, `${email} is now ${role} of the space.`)
  },
}

async function changeMember(
  work: (tx: Queryable, spaceId: string, userId: string) => Promise<MemberChange>,
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
    const email = await changeMember((tx, space, user) => removeMember(tx, deps, space, user), deps, input)
    return ok(
      { email, removed: true },
      `${email} is no longer a member; their keys for the space are deleted.`,
    )
  },
}

export const memberCommands = [membersList, membersAdd, membersRole, membersRemove]
