/**
 * What happens when Google has said who someone is: they are found or made, join the spaces they are
 * invited to, and have a space of their own to begin with. Knows no cookies and no OpenID.
 */
import type { Db, Queryable } from '../store/db.ts'
import { acceptInvitations } from './invitations.ts'
import { createSpace, ensureUser, listSpaces } from './spaces.ts'

/** A person as Google vouches for them; `email` is verified. */
export interface GooglePerson {
  sub: string
  email: string
}

export type SignIn =
  | { state: 'ok'; userId: string; spaceId: string; isNew: boolean }
  /** Another Google account holds this address here: an address can be given to someone else later. */
  | { state: 'other_account' }

class OtherAccount extends Error {}

export async function signIn(deps: { db: Db; newId: () => string }, person: GooglePerson): Promise<SignIn> {
  try {
    return await deps.db.transaction(tx => signInWithin(tx, deps.newId, person))
  } catch (error) {
    if (error instanceof OtherAccount) return { state: 'other_account' }
    throw error
  }
}

async function signInWithin(tx: Queryable, newId: () => string, person: GooglePerson): Promise<SignIn> {
  // One first sign-in at a time for a person: two at once would each make a space.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`sign-in:${person.sub}`])
  const userId = await ensureUser(tx, { id: newId(), email: person.email, googleSub: person.sub })
  const { rows } = await tx.query<{ google_sub: string | null }>(
    'select google_sub from users where id = $1',
    [userId],
  )
  if (rows[0]?.google_sub !== person.sub) throw new OtherAccount()
  const joined = await acceptInvitations(tx, { userId, email: person.email })
  const spaces = await listSpaces(tx, userId)
  const own = spaces.find(space => !joined.includes(space.id))
  if (own) return { state: 'ok', userId, spaceId: own.id, isNew: false }
  const spaceId = newId()
  await createSpace(tx, { id: spaceId, name: null, ownerId: userId })
  // Someone invited came for that space, not for the empty one that is their own.
  return { state: 'ok', userId, spaceId: joined[0] ?? spaceId, isNew: true }
}
