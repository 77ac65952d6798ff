/**
 * Erasing for good: an agent with its conversation, a person, a space. Everything that hangs on them goes by
 * the schema's cascades; what only names them is deleted here. Money stays on record, without contents.
 * Knows neither HTTP nor the files of the database (see scrub.ts for those).
 */
import { noteAudit } from '../store/audit.ts'
import type { Db, Queryable } from '../store/db.ts'

export type Erased =
  | { state: 'erased'; turnIds: string[] }
  /** A turn runs: stop it first, or wait. */
  | { state: 'busy' }
  | { state: 'not_found' }

export async function eraseAgent(
  db: Db,
  caller: { userId: string; keyId: string },
  agentId: string,
  at: Date,
): Promise<Erased> {
  const { userId, keyId } = caller
  return db.transaction(async tx => {
    // Locked: a follow-up that starts now waits, and then finds no agent.
    const { rows } = await tx.query<{
      active_turn_id: string | null
      space_id: string
      spreadsheet_id: string
    }>(
      'select coalesce(active_turn_id, active_undo_id) as active_turn_id, space_id, spreadsheet_id from agents where id = $1 and user_id = $2 for update',
      [agentId, userId],
    )
    if (!rows[0]) return { state: 'not_found' }
    if (rows[0].active_turn_id !== null) return { state: 'busy' }
    const turnIds = await eraseAgents(tx, [agentId])
    const { space_id: spaceId, spreadsheet_id: spreadsheetId } = rows[0]
    const action = 'conversation-deleted'
    await noteAudit(tx, { spaceId, at, userId, keyId, spreadsheetId, via: 'key', action })
    return { state: 'erased', turnIds }
  })
}

/** In a transaction; answers the turns that are gone, for the engine to forget. */
export async function eraseAgents(tx: Queryable, agentIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>('select id from turns where agent_id = any($1::uuid[])', [
    agentIds,
  ])
  const turnIds = rows.map(row => row.id)
  await tx.query('delete from webhook_deliveries where turn_id = any($1::uuid[])', [turnIds])
  await tx.query('delete from agents where id = any($1::uuid[])', [agentIds])
  return turnIds
}

export interface ErasedAccount {
  turnIds: string[]
  /** Turns that were active: their executions are to be cancelled. */
  activeTurnIds: string[]
  /** Sealed Google grants that were deleted, for revoking them at Google. */
  sealedGrants: string[]
}

/**
 * A person with all that is theirs: keys, grant, conversations, sessions, memberships. A space that has
 * nobody else goes with them. Answers 'last_owner' where others would be left without one.
 */
export async function eraseUser(
  db: Db,
  userId: string,
): Promise<{ state: 'erased'; account: ErasedAccount } | { state: 'last_owner'; spaces: string[] }> {
  return db.transaction(async tx => {
    const { rows } = await tx.query<SpaceOfUser>(SPACES_OF_USER, [userId])
    const orphaned = rows.filter(space => space.others > 0 && space.other_owners === 0)
    if (orphaned.length > 0) return { state: 'last_owner', spaces: orphaned.map(space => space.name ?? '') }
    const alone = rows.filter(space => space.others === 0).map(space => space.id)
    const account = await eraseWhere(
      tx,
      'a.user_id = $1 or a.space_id = any($2::uuid[])',
      [userId, alone],
      await grantsOf(tx, [userId]),
    )
    await tx.query('delete from invitations where email = (select email from users where id = $1)', [userId])
    await tx.query('delete from spaces where id = any($1::uuid[])', [alone])
    await tx.query('delete from users where id = $1', [userId])
    return { state: 'erased', account }
  })
}

/** A space with its keys, members, skills and conversations; its people keep their accounts. */
export async function eraseSpace(db: Db, spaceId: string): Promise<ErasedAccount> {
  return db.transaction(async tx => {
    const account = await eraseWhere(tx, 'a.space_id = $1', [spaceId], [])
    await moveSessions(tx, spaceId)
    await tx.query('delete from spaces where id = $1', [spaceId])
    return account
  })
}

/** Whoever has another space stays signed in, there. */
async function moveSessions(tx: Queryable, spaceId: string): Promise<void> {
  await tx.query(
    `update sessions s set space_id = m.space_id
     from (select distinct on (user_id) user_id, space_id from members where space_id <> $1 order by user_id, space_id) m
     where s.space_id = $1 and m.user_id = s.user_id`,
    [spaceId],
  )
}

interface SpaceOfUser {
  id: string
  name: string | null
  others: number
  other_owners: number
}

const SPACES_OF_USER = `
  select s.id, s.name,
    (select count(*)::int from members o where o.space_id = s.id and o.user_id <> $1) as others,
    (select count(*)::int from members o
      where o.space_id = s.id and o.user_id <> $1 and o.role = 'owner') as other_owners
  from members m join spaces s on s.id = m.space_id
  where m.user_id = $1 order by s.id for update of s`

async function grantsOf(tx: Queryable, userIds: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ refresh_token_sealed: string }>(
    'select refresh_token_sealed from google_connections where user_id = any($1::uuid[])',
    [userIds],
  )
  return rows.map(row => row.refresh_token_sealed)
}

async function eraseWhere(
  tx: Queryable,
  condition: string,
  params: unknown[],
  sealedGrants: string[],
): Promise<ErasedAccount> {
  const { rows } = await tx.query<{ id: string; active_turn_id: string | null }>(
    `select a.id, a.active_turn_id from agents a where ${condition} for update`,
    params,
  )
  const turnIds = await eraseAgents(
    tx,
    rows.map(row => row.id),
  )
  const activeTurnIds = rows.flatMap(row => row.active_turn_id ?? [])
  return { turnIds, activeTurnIds, sealedGrants }
}
