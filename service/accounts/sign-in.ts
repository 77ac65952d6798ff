/**
 * What happens when Google has said who someone is: they are found or made, and have a space to begin
 * with. Invitations wait until the person takes them: whoever sends one decides nothing about others.
 * Knows no cookies and no OpenID.
 */
import type { Db, Queryable } from '../store/db.ts'
import { createSpace, ensureUser, listSpaces } from './spaces.ts'

/** A person as Google vouches for them; `email` is verified. */
export interface GooglePerson {
  sub: string
  email: string
}

/** Domains and addresses in lower case; an empty list lets in everybody. */
export function maySignIn(allowed: readonly string[], email: string): boolean {
  const address = email.toLowerCase()
  return allowed.length === 0 || allowed.includes(address) || allowed.includes(address.split('@').at(-1)!)
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
  const [known] = await listSpaces(tx, userId)
  if (known) return { state: 'ok', userId, spaceId: known.id, isNew: false }
  const spaceId = newId()
  await createSpace(tx, { id: spaceId, name: null, ownerId: userId })
  return { state: 'ok', userId, spaceId, isNew: true }
}
