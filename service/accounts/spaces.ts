/** People, their spaces, and who belongs to which: roles, a space's name and its own model settings. */
import { z } from 'zod'
import type { Queryable } from '../store/db.ts'
import { type EndTurnsDeps, endTurnsOf } from './end-turns.ts'

export type Role = 'owner' | 'member'

export interface Space {
  id: string
  name: string | null
  creditsNano: bigint
  spendingLimitNano: bigint | null
}

export interface Member {
  userId: string
  email: string
  role: Role
  spendingLimitNano: bigint | null
}

const modelIds = z.array(z.string()).min(1).optional()

/** What a space chose of the models that the service has; whatever isn't named is the platform's. */
export const modelSettings = z.object({
  agent_models: modelIds,
  bulk_models: modelIds,
  bulk_search_models: modelIds,
  defaults: z
    .object({
      agent_model: z.string().optional(),
      bulk_model: z.string().optional(),
      bulk_search_model: z.string().optional(),
    })
    .optional(),
})
export type ModelSettings = z.infer<typeof modelSettings>

const nullableBig = (text: string | null) => (text === null ? null : BigInt(text))

/** The person with this address; made on first sight. Google's own id for a person wins over the address. */
export async function ensureUser(
  db: Queryable,
  person: { id: string; email: string; googleSub?: string },
): Promise<string> {
  const email = person.email.trim().toLowerCase()
  const known = await db.query<{ id: string }>(
    `select id from users where google_sub = $1 or (email = $2 and (google_sub is null or $1::text is null))
     order by google_sub is null limit 1`,
    [person.googleSub ?? null, email],
  )
  const id = known.rows[0]?.id
  if (id) {
    await db.query('update users set google_sub = coalesce($2, google_sub) where id = $1', [
      id,
      person.googleSub ?? null,
    ])
    return id
  }
  const { rows } = await db.query<{ id: string }>(
    `insert into users (id, email, google_sub) values ($1, $2, $3)
     on conflict (email) do update set email = excluded.email returning id`,
    [person.id, email, person.googleSub ?? null],
  )
  return rows[0]!.id
}

export async function findUser(db: Queryable, email: string): Promise<{ id: string; email: string } | null> {
  const { rows } = await db.query<{ id: string; email: string }>(
    'select id, email from users where email = $1',
    [email.trim().toLowerCase()],
  )
  return rows[0] ?? null
}

export async function createSpace(
  db: Queryable,
  space: { id: string; name: string | null; ownerId: string },
): Promise<void> {
  await db.query('insert into spaces (id, name) values ($1, $2)', [space.id, space.name])
  await db.query("insert into members (space_id, user_id, role) values ($1, $2, 'owner')", [
    space.id,
    space.ownerId,
  ])
}

interface SpaceRow {
  id: string
  name: string | null
  credits_nano: string
  spending_limit_nano: string | null
}

const asSpace = (row: SpaceRow): Space => ({
  id: row.id,
  name: row.name,
  creditsNano: BigInt(row.credits_nano),
  spendingLimitNano: nullableBig(row.spending_limit_nano),
})

export async function readSpace(db: Queryable, spaceId: string): Promise<Space | null> {
  const { rows } = await db.query<SpaceRow>('select * from spaces where id = $1', [spaceId])
  return rows[0] ? asSpace(rows[0]) : null
}

/** The spaces of one person, or all of them, oldest first. */
export async function listSpaces(db: Queryable, userId?: string): Promise<Space[]> {
  const { rows } = await db.query<SpaceRow>(
    `select s.* from spaces s
     where $1::uuid is null or exists (select 1 from members m where m.space_id = s.id and m.user_id = $1)
     order by s.created_at, s.id`,
    [userId ?? null],
  )
  return rows.map(asSpace)
}

export async function renameSpace(db: Queryable, spaceId: string, name: string | null): Promise<void> {
  await db.query('update spaces set name = $2 where id = $1', [spaceId, name])
}

export async function listMembers(db: Queryable, spaceId: string): Promise<Member[]> {
  const { rows } = await db.query<{
    user_id: string
    email: string
    role: Role
    spending_limit_nano: string | null
  }>(
    `select m.user_id, u.email, m.role, m.spending_limit_nano from members m join users u on u.id = m.user_id
     where m.space_id = $1 order by m.role desc, u.email`,
    [spaceId],
  )
  return rows.map(row => ({
    userId: row.user_id,
    email: row.email,
    role: row.role,
    spendingLimitNano: nullableBig(row.spending_limit_nano),
  }))
}

export async function roleOf(db: Queryable, spaceId: string, userId: string): Promise<Role | null> {
  const { rows } = await db.query<{ role: Role }>(
    'select role from members where space_id = $1 and user_id = $2',
    [spaceId, userId],
  )
  return rows[0]?.role ?? null
}

/** Adds the person, or gives them another role. */
export async function setMember(db: Queryable, spaceId: string, userId: string, role: Role): Promise<void> {
  await db.query(
    `insert into members (space_id, user_id, role) values ($1, $2, $3)
     on conflict (space_id, user_id) do update set role = excluded.role`,
    [spaceId, userId, role],
  )
  await reopenAgents(db, spaceId, userId)
}

/** Someone who comes back finds their conversations again. */
export async function reopenAgents(db: Queryable, spaceId: string, userId: string): Promise<void> {
  await db.query(
    `update agents set closed_at = null, version = version + 1
     where space_id = $1 and user_id = $2 and closed_at is not null`,
    [spaceId, userId],
  )
}

export type MemberChange = 'done' | 'not_a_member' | 'last_owner'

/** Locks the space's members, so that two owners who leave at once can't both go. */
async function ownersAfter(tx: Queryable, spaceId: string, userId: string) {
  const { rows } = await tx.query<{ user_id: string; role: Role }>(
    'select user_id, role from members where space_id = $1 order by user_id for update',
    [spaceId],
  )
  const isMember = rows.some(row => row.user_id === userId)
  const otherOwner = rows.some(row => row.user_id !== userId && row.role === 'owner')
  return { isMember, otherOwner }
}

/** In a transaction. The keys that the person made for this space end with the membership. */
export async function removeMember(
  tx: Queryable,
  deps: EndTurnsDeps,
  spaceId: string,
  userId: string,
): Promise<MemberChange> {
  const { isMember, otherOwner } = await ownersAfter(tx, spaceId, userId)
  if (!isMember) return 'not_a_member'
  if (!otherOwner) return 'last_owner'
  await tx.query('delete from members where space_id = $1 and user_id = $2', [spaceId, userId])
  await tx.query(
    'update api_keys set deleted_at = now() where space_id = $1 and user_id = $2 and deleted_at is null',
    [spaceId, userId],
  )
  await tx.query('delete from sessions where space_id = $1 and user_id = $2', [spaceId, userId])
  await endTurnsOf(tx, deps, { spaceId, userId }, 'member_removed')
  // Keys of other spaces are the same person's: they no longer open this one's conversations.
  await tx.query(
    `update agents set closed_at = now(), version = version + 1
     where space_id = $1 and user_id = $2 and closed_at is null`,
    [spaceId, userId],
  )
  return 'done'
}

/** In a transaction. A space always keeps an owner. */
export async function changeRole(
  tx: Queryable,
  spaceId: string,
  userId: string,
  role: Role,
): Promise<MemberChange> {
  const { isMember, otherOwner } = await ownersAfter(tx, spaceId, userId)
  if (!isMember) return 'not_a_member'
  if (role === 'member' && !otherOwner) return 'last_owner'
  await setMember(tx, spaceId, userId, role)
  return 'done'
}

/** Null where the space has none of its own. */
export async function readModelSettings(db: Queryable, spaceId: string): Promise<ModelSettings | null> {
  const { rows } = await db.query<{ model_settings: unknown }>(
    'select model_settings from spaces where id = $1',
    [spaceId],
  )
  const stored = rows[0]?.model_settings
  return stored === null || stored === undefined ? null : modelSettings.parse(stored)
}

export async function writeModelSettings(
  db: Queryable,
  spaceId: string,
  settings: ModelSettings | null,
): Promise<void> {
  await db.query('update spaces set model_settings = $2::jsonb where id = $1', [
    spaceId,
    settings === null ? null : JSON.stringify(settings),
  ])
}

/** What a turn's start asks: the space's default models where it has any. */
export async function spaceModels(db: Queryable, spaceId: string) {
  const defaults = (await readModelSettings(db, spaceId))?.defaults
  return {
    agent_model: defaults?.agent_model ?? null,
    bulk_model: defaults?.bulk_model ?? null,
    bulk_search_model: defaults?.bulk_search_model ?? null,
  }
}
