/**
 * Invitations to a space, by email address. Whether the address belongs to someone who uses the service
 * is never said: everyone is invited the same way, and joins by taking the invitation.
 */
import type { Queryable } from '../store/db.ts'
import { type Role, setMember } from './spaces.ts'

export interface Invitation {
  email: string
  role: Role
  createdAt: Date
}

export interface OpenInvitation {
  spaceId: string
  spaceName: string | null
  role: Role
  invitedBy: string | null
}

const plain = (email: string) => email.trim().toLowerCase()

/** A second invitation changes the role of the first. */
export async function invite(
  db: Queryable,
  invitation: { spaceId: string; email: string; role: Role; invitedBy: string | null },
): Promise<'invited' | 'already_member'> {
  const email = plain(invitation.email)
  const { rows } = await db.query(
    'select 1 from members m join users u on u.id = m.user_id where m.space_id = $1 and u.email = $2',
    [invitation.spaceId, email],
  )
  if (rows.length > 0) return 'already_member'
  await db.query(
    `insert into invitations (space_id, email, role, invited_by) values ($1, $2, $3, $4)
     on conflict (space_id, email) do update set role = excluded.role, invited_by = excluded.invited_by`,
    [invitation.spaceId, email, invitation.role, invitation.invitedBy],
  )
  return 'invited'
}

export async function listInvitations(db: Queryable, spaceId: string): Promise<Invitation[]> {
  const { rows } = await db.query<{ email: string; role: Role; created_at: Date }>(
    'select email, role, created_at from invitations where space_id = $1 order by created_at, email',
    [spaceId],
  )
  return rows.map(row => ({ email: row.email, role: row.role, createdAt: row.created_at }))
}

export async function invitationsFor(db: Queryable, email: string): Promise<OpenInvitation[]> {
  const { rows } = await db.query<{
    space_id: string
    name: string | null
    role: Role
    invited_by: string | null
  }>(
    `select i.space_id, s.name, i.role, u.email as invited_by
     from invitations i join spaces s on s.id = i.space_id left join users u on u.id = i.invited_by
     where i.email = $1 order by i.created_at`,
    [plain(email)],
  )
  return rows.map(row => ({
    spaceId: row.space_id,
    spaceName: row.name,
    role: row.role,
    invitedBy: row.invited_by,
  }))
}

/** Withdrawn by the space or declined by the person. Answers whether there was one. */
export async function cancelInvitation(db: Queryable, spaceId: string, email: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from invitations where space_id = $1 and email = $2', [
    spaceId,
    plain(email),
  ])
  return rowCount > 0
}

/**
 * In a transaction. Makes the owner of `email` a member of the space; whoever is one already keeps their
 * role. Answers whether there was an invitation.
 */
export async function acceptInvitation(
  tx: Queryable,
  { userId, email, spaceId }: { userId: string; email: string; spaceId: string },
): Promise<boolean> {
  const { rows } = await tx.query<{ role: Role }>(
    'delete from invitations where email = $1 and space_id = $2 returning role',
    [plain(email), spaceId],
  )
  if (!rows[0]) return false
  const known = await tx.query('select 1 from members where space_id = $1 and user_id = $2', [
    spaceId,
    userId,
  ])
  if (known.rows.length === 0) await setMember(tx, spaceId, userId, rows[0].role)
  return true
}
